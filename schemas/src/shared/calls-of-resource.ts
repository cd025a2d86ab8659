import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { importEndpoints } from './import.ts'
import { createdWithin, paging, RowId, RowIds, wording } from './lists.ts'
import { objectOf } from './object-of.ts'
import { Permission } from './permissions.ts'

/** Parts of a resource that calls need. */
type Declared<
  Row extends z.ZodObject,
  Form extends z.ZodObject,
  Filter extends z.ZodRawShape,
  Id extends string,
  Verbs extends readonly string[],
> = {
  path: `/prod-api/${string}`
  permission: string
  verbs: Verbs
  noun: string
  id: Id
  row: Row
  form: Form
  filter: Filter
  dictionaries: Readonly<Record<string, string>>
  totals?: { fields: readonly string[] }
}

const callsOfVerb = {
  list: ['list'],
  query: ['find'],
  export: ['exportRows'],
  add: ['create'],
  edit: ['change'],
  remove: ['remove'],
  import: ['importTemplate', 'importData'],
} as const
type CallsOfVerb = typeof callsOfVerb
export type CallName<Verb extends string> = Verb extends keyof CallsOfVerb ? CallsOfVerb[Verb][number] : never

/** A verb of a resource that is in the registry; another one is refused when the service starts. */
export const permissionOf = (thing: string, verb: string): Permission => Permission.parse(`${thing}:${verb}`)

/** Rows that are added up; a filter that leaves more has no sums. */
export const totalsRowsMax = 100_000

/** The call for the sums of a list. */
export const totalsOf = <Filter extends z.ZodRawShape>(declared: {
  path: `/prod-api/${string}`
  permission: Permission
  noun: string
  filter: Filter
}) =>
  endpoint({
    method: 'GET',
    path: `${declared.path}/totals`,
    permission: declared.permission,
    summary: `Sums over all ${declared.noun}s that the filter leaves, at most ${totalsRowsMax}; null where it leaves more`,
    request: z.object({ ...declared.filter, ...createdWithin }),
    response: z.object({
      /** Rows that are added up, and whether there are more, so that there are no sums. */
      rows: z.int(),
      isTotalBounded: z.boolean(),
      /** By the field of the row. */
      sums: z.record(z.string(), z.int()).nullable(),
    }),
  })

/** The calls of a resource: for each of its verbs those that the verb permits. */
export const callsOf = <
  Row extends z.ZodObject,
  Form extends z.ZodObject,
  Filter extends z.ZodRawShape,
  const Id extends string,
  Verbs extends readonly string[],
>({
  path,
  permission,
  verbs,
  noun,
  id,
  row,
  form,
  filter,
  dictionaries,
  totals,
}: Declared<Row, Form, Filter, Id, Verbs>) => {
  const needs = (verb: string): Permission => permissionOf(permission, verbs.includes(verb) ? verb : 'list')
  const every = {
    list: endpoint({
      method: 'GET',
      path: `${path}/list`,
      permission: needs('list'),
      summary: `A page of the list of ${noun}s`,
      envelope: 'rows',
      request: z.object({ ...filter, ...createdWithin, ...paging }),
      response: z.object({ rows: z.array(row), total: z.int(), isTotalBounded: z.boolean().optional() }),
    }),
    find: endpoint({
      method: 'GET',
      path: `${path}/:${id}`,
      permission: needs('query'),
      summary: `One ${noun}`,
      request: z.object(objectOf<Record<Id, typeof RowId>>([[id, RowId]])),
      response: row,
    }),
    exportRows: endpoint({
      method: 'POST',
      path: `${path}/export`,
      permission: needs('export'),
      summary: `All ${noun}s that the filter leaves, as a spreadsheet`,
      envelope: 'file',
      request: z.object({ ...filter, ...createdWithin, ...wording }),
      response: z.object({}),
    }),
    create: endpoint({
      method: 'POST',
      path,
      permission: needs('add'),
      summary: `Make a ${noun}`,
      request: form,
      response: z.object(objectOf<Record<Id, z.ZodInt>>([[id, z.int()]])),
    }),
    change: endpoint({
      method: 'PUT',
      path,
      permission: needs('edit'),
      summary: `Change a ${noun}`,
      // `extend` of a form that is a type parameter forgets its fields.
      request: z.object(objectOf<Form['shape'] & Record<Id, typeof RowId>>(Object.entries({ ...form.shape, [id]: RowId }))),
      response: z.object({}),
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:${id}`,
      permission: needs('remove'),
      summary: `Remove ${noun}s, all of those named or none`,
      request: z.object(objectOf<Record<Id, typeof RowIds>>([[id, RowIds]])),
      response: z.object({}),
    }),
    ...importEndpoints({ path, permission: needs('import'), noun }),
  }
  const permitted: readonly string[] = verbs.flatMap((verb) => (verb in callsOfVerb ? callsOfVerb[verb as keyof CallsOfVerb] : []))
  const calls = Object.entries(every).filter(([name]) => permitted.includes(name))
  return {
    path,
    permission,
    noun,
    id,
    row,
    form,
    filter,
    dictionaries,
    totals: totals && totalsOf({ path, permission: needs('list'), noun, filter }),
    ...objectOf<Pick<typeof every, CallName<Verbs[number]> & keyof typeof every>>(calls),
  }
}
