import { z } from 'zod'
import { callsOf, permissionOf } from './calls-of-resource.ts'
import { endpoint } from './endpoint.ts'
import { formatText } from './format-texts.ts'
import { createdWithin, RowId, RowIds } from './lists.ts'
import { objectOf } from './object-of.ts'
import type { Permission } from './permissions.ts'
import { TreeNode, treeRowsMax } from './tree-place.ts'

const OrderNumbers = z
  .string()
  .regex(/^\d{1,4}(,\d{1,4}){0,499}$/, formatText('row-ids'))
  .transform((text) => text.split(',').map(Number))
const SortedRows = z.union([RowIds, z.array(RowId).max(500)])

/** New places of rows among their siblings: the rows, and as many order numbers, each joined by commas. */
export const updateSort = <Ids extends string>(path: `/prod-api/${string}`, permission: Permission, ids: Ids) =>
  endpoint({
    method: 'PUT',
    path: `${path}/updateSort`,
    permission,
    summary: 'Save the order of rows',
    request: z.object(
      objectOf<Record<Ids, typeof SortedRows> & { orderNums: typeof OrderNumbers }>([
        [ids, SortedRows],
        ['orderNums', OrderNumbers],
      ]),
    ),
    response: z.object({}),
  })

/** A resource whose rows form a tree: its list is the whole tree in order, and `treeselect` is what forms choose from. */
export const treeCallsOf = <
  Row extends z.ZodObject,
  Form extends z.ZodObject,
  Filter extends z.ZodRawShape,
  const Id extends string,
  Verbs extends readonly string[],
>(
  declared: Parameters<typeof callsOf<Row, Form, Filter, Id, Verbs>>[0],
) => {
  const { path, permission, noun, id, row, filter } = declared
  const list = permissionOf(permission, 'list')
  return {
    ...callsOf(declared),
    list: endpoint({
      method: 'GET',
      path: `${path}/list`,
      permission: list,
      summary: `The tree of ${noun}s as rows, parents before children; ${treeRowsMax} at most`,
      request: z.object({ ...filter, ...createdWithin }),
      response: z.array(row),
    }),
    listWithout: endpoint({
      method: 'GET',
      path: `${path}/list/exclude/:${id}`,
      permission: list,
      summary: `The tree of ${noun}s without one and what is below it: where it may be moved to`,
      request: z.object(objectOf<Record<Id, typeof RowId>>([[id, RowId]])),
      response: z.array(row),
    }),
    treeselect: endpoint({
      method: 'GET',
      path: `${path}/treeselect`,
      permission: list,
      summary: `The tree of ${noun}s to choose from`,
      request: z.object({}),
      response: z.array(TreeNode),
    }),
  }
}
