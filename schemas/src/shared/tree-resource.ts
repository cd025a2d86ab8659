import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { formatText } from './format-texts.ts'
import type { Permission } from './permissions.ts'
import { createdWithin, editableResource, RowId, RowIds } from './resource.ts'

/** The parent of a row that has none, as the clients of the back office write it. */
export const noParent = 0

/** Rows of one tree; its screens show all of it at once. */
export const treeRowsMax = 5000

/** A row's place: below `parentId`, among its siblings by `orderNum`. */
export const placeInTree = {
  parentId: z.coerce.number().int().min(noParent).max(Number.MAX_SAFE_INTEGER).default(noParent),
  orderNum: z.coerce.number().int().min(0).max(9999).default(0),
}

/** What a tree of choices is made of. */
export type TreeNode = { id: number; label: string; children?: TreeNode[] }
export const TreeNode: z.ZodType<TreeNode> = z.lazy(() =>
  z.object({ id: z.int(), label: z.string(), children: z.array(TreeNode).optional() }),
) as z.ZodType<TreeNode>

const OrderNumbers = z
  .string()
  .regex(/^\d{1,4}(,\d{1,4}){0,499}$/, formatText('row-ids'))
  .transform((text) => text.split(',').map(Number))

/** New places of rows among their siblings: the rows, and as many order numbers, each joined by commas. */
export const updateSort = (path: `/prod-api/${string}`, permission: Permission, ids: string) =>
  endpoint({
    method: 'PUT',
    path: `${path}/updateSort`,
    permission,
    summary: 'Save the order of rows',
    request: z.object({ [ids]: z.union([RowIds, z.array(RowId).max(500)]), orderNums: OrderNumbers }),
    response: z.object({}),
  })

/** A resource whose rows stand below each other: its list is the whole tree in order, and `treeselect` is what forms choose from. */
export const treeResource = <
  const Thing extends string,
  Row extends z.ZodObject,
  Form extends z.ZodObject,
  Filter extends z.ZodRawShape,
  const Id extends string,
>(
  declared: Parameters<typeof editableResource<Thing, Row, Form, Filter, Id>>[0],
) => {
  const { path, permission, noun, id, row, filter } = declared
  const list = `${permission}:list` as Permission
  return {
    ...editableResource(declared),
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
      request: z.object({ [id]: RowId } as Record<Id, typeof RowId>),
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
