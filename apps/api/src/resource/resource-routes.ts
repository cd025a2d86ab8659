import { type ListRequest, type ResourceStore, storeOf, type TotalsOfList } from '@nightflow/platform/storage/resource-table'
import type { Call } from '@nightflow/schemas/shared/endpoint'
import type { ImportEndpoints } from '@nightflow/schemas/shared/import'
import type { Wording } from '@nightflow/schemas/shared/lists'
import { objectOf, valueIn } from '@nightflow/schemas/shared/object-of'
import { isRejection, type Rejection, type RejectionCode, rejected } from '@nightflow/schemas/shared/rejections'
import type { AnyResource, AnyRow } from '@nightflow/schemas/shared/resource'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import type { RequestContext } from '../http/request-context.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { type Dictionaries, wordingOf } from './choices.ts'
import { spreadsheet } from './export-routes.ts'
import { importRoutes } from './import-routes.ts'

type Identity = { id: string }
type ReadOnlyCalls<Shown, Filter extends object> = Identity & {
  noun: string
  list: Call<ListRequest<Filter>, { rows: Shown[]; total: number }>
  find: Call<object, Shown>
}
type LogCalls<Shown, Filter extends object> = ReadOnlyCalls<Shown, Filter> & {
  exportRows: Call<ListRequest<Filter> & Wording, object>
  totals?: Call<ListRequest<Filter>, TotalsOfList> | undefined
  dictionaries: Dictionaries
}
/** The request to change a row is its form and its identifier; the answer to a new row is its identifier. */
export type WrittenCalls<Typed extends object> = Identity & {
  create: Call<Typed, object>
  change: Call<Typed, object>
  remove: Call<object, object>
}
type ResourceCalls<Shown, Typed extends object, Filter extends object> = LogCalls<Shown, Filter> & WrittenCalls<Typed>
type WrittenStore<Shown extends object, Typed extends object> = Pick<ResourceStore<Shown, Typed>, 'find' | 'create' | 'change' | 'remove'>

/** The part of a store that lists, single rows and spreadsheets need. */
type ReadStore<Shown extends object, Filter extends object> = Pick<ResourceStore<Shown, never, Filter>, 'list' | 'scan' | 'find'> &
  Partial<Pick<ResourceStore<Shown, never, Filter>, 'totals'>>

type Tell<Shown> = (row: Shown, context: RequestContext) => Shown

/**
 * A row as the reader gets it, such as with a label in the reader's language. `tellAlone` is the answer of the call for one row, where that
 * has more than lists and spreadsheets have.
 */
type Telling<Shown> = {
  tell?: Tell<Shown>
  tellAlone?: Tell<Shown>
  /** Fields of rows from outside their table, such as the newest reading of a meter; for all rows of a page at once. */
  enrich?: (rows: readonly Shown[], database: PoolClient, context: RequestContext) => Promise<Shown[]>
}

/** Overrides of one resource. */
export type Hooks<Shown extends object, Typed extends object> = Telling<Shown> & {
  /** A rule that a form cannot know, checked before the row is written: undefined is agreement. */
  before?: (values: Typed, context: RequestContext, id: number | undefined) => Promise<Rejection | undefined>
  /** The same for rows that are to be removed. */
  beforeRemoving?: (ids: readonly number[], context: RequestContext) => Promise<Rejection | undefined>
  /** The column of a spreadsheet that a refusal of `before` is about. */
  columns?: Partial<Record<RejectionCode, string>>
  /** The row to write for the typed values, given the row that is changed. */
  written?: (values: Typed, context: RequestContext, seen: Shown | undefined) => Typed
}

const asIs = <Value>(value: Value): Value => value
const asTheyAre = async <Row>(rows: readonly Row[]): Promise<Row[]> => [...rows]

/** The list and the single row of a resource that people read. */
export const readOnlyRoutes = <Shown extends object, Filter extends object>(
  calls: ReadOnlyCalls<Shown, Filter>,
  store: ReadStore<Shown, Filter>,
  { tell = asIs, tellAlone = tell, enrich = asTheyAre }: Telling<Shown> = {},
): Route[] => [
  ask(calls.list, async (request, context) => {
    const { rows, total } = await context.read(async (database) => {
      const page = await store.list(database, request)
      return { ...page, rows: await enrich(page.rows, database, context) }
    })
    return { rows: rows.map((row) => tell(row, context)), total }
  }),
  ask(calls.find, async (request, context) => {
    const [row] = await context.read(async (database) => {
      const found = await store.find(database, idIn(calls, request))
      return found ? enrich([found], database, context) : []
    })
    return row && tellAlone(row, context)
  }),
]

/** The sums of a list, where its declaration names any. */
const totalsRoutes = <Shown, Filter extends object>(
  { totals: call }: Pick<LogCalls<Shown, Filter>, 'totals'>,
  { totals }: { totals?: (database: PoolClient, request: ListRequest<Filter>) => Promise<TotalsOfList> },
): Route[] => (call && totals ? [ask(call, (request, { read }) => read((database) => totals(database, request)))] : [])

/** The same with a spreadsheet of all that the filter leaves. */
export const logRoutes = <Shown extends object, Filter extends object>(
  calls: LogCalls<Shown, Filter>,
  store: ReadStore<Shown, Filter>,
  { tell = asIs, tellAlone = tell, enrich = asTheyAre }: Telling<Shown> = {},
): Route[] => [
  ...readOnlyRoutes(calls, store, { tell, tellAlone, enrich }),
  ...totalsRoutes(calls, store),
  spreadsheet(calls.exportRows, async (request, context) => ({
    fileName: `${calls.noun.replaceAll(' ', '-')}s.xlsx`,
    wording: await wordingOf(calls.dictionaries, request, context),
    row: calls.find.response,
    rows: async function* (database) {
      for await (const rows of store.scan(database, request)) yield (await enrich(rows, database, context)).map((row) => tell(row, context))
    },
  })),
]

/** The six routes of a resource, answered from its table. `before` refuses what a form cannot know; what was there goes to the operation log. */
export const resourceRoutes = <Shown extends object, Typed extends object, Filter extends object>(
  calls: ResourceCalls<Shown, Typed, Filter>,
  store: ResourceStore<Shown, Typed, Filter>,
  hooks: Hooks<Shown, Typed> = {},
): Route[] => [...logRoutes(calls, store, hooks), ...writingRoutes(calls, store, hooks)]

/** The routes that change a resource. Each request has passed the form's schema, so that it is a form. */
export const writingRoutes = <Shown extends object, Typed extends object>(
  calls: WrittenCalls<Typed>,
  store: WrittenStore<Shown, Typed>,
  hooks: Hooks<Shown, Typed> = {},
): Route[] => [
  command(calls.create, async (typed, context) => {
    const { before, written = asIs } = hooks
    const refusal = await before?.(typed, context, undefined)
    if (refusal) return refusal
    const values = written(typed, context, undefined)
    const id = await context.write((database) => store.create(database, values, context.caller.username))
    return isRejection(id) ? id : { response: objectOf<object>([[calls.id, id]]), after: values }
  }),
  ...changingRoutes(calls, store, hooks),
]

/** The same of rows that are made in another way, such as by an upload. */
const changingRoutes = <Shown extends object, Typed extends object>(
  calls: Omit<WrittenCalls<Typed>, 'create'>,
  store: WrittenStore<Shown, Typed>,
  { before, beforeRemoving, written = asIs }: Hooks<Shown, Typed> = {},
): Route[] => [
  command(calls.change, async (typed, context) => {
    const id = idIn(calls, typed)
    const refusal = await before?.(typed, context, id)
    if (refusal) return refusal
    const seen = await context.read((database) => store.find(database, id))
    if (!seen) return rejected('not-found')
    const values = written(typed, context, seen)
    const isChanged = await context.write((database) => store.change(database, id, values, context.caller.username))
    if (isRejection(isChanged)) return isChanged
    // Seen but not changed: a row of the platform, which a tenant only reads.
    return isChanged ? { response: {}, before: seen, after: values } : rejected('permission-missing')
  }),
  command(calls.remove, async (request, context) => {
    const ids = idsIn(calls, request)
    const refusal = await beforeRemoving?.(ids, context)
    if (refusal) return refusal
    const removed = await context.write((database) => store.remove(database, ids))
    return isRejection(removed) ? removed : { response: {}, before: removed }
  }),
]

/** The identifier that a request names; its schema has checked that it is one. */
export const idIn = (calls: Identity, request: object): number => Number(valueIn(request, calls.id))
export const idsIn = (calls: Identity, request: object): number[] => [valueIn(request, calls.id)].flat().map(Number)

/** The calls of a resource whose routes derive. */
export type DerivedCalls = Identity & { noun: string; form: z.ZodObject; dictionaries: Dictionaries } & Partial<
    Omit<ResourceCalls<AnyRow, AnyRow, object>, 'id' | 'noun' | 'dictionaries'> & ImportEndpoints
  >

/** The routes of these calls of a resource, answered from its table, with its own rules. */
export const plainRoutes = (resource: AnyResource, calls: DerivedCalls, rules: Hooks<AnyRow, AnyRow> = {}): Route[] => {
  const store = storeOf(resource)
  const { list, find, exportRows, totals, create, change, remove, importTemplate, importData } = calls
  const { id, noun, dictionaries, form } = calls
  const read = list && find && { id, noun, list, find, dictionaries }
  const unique = Object.entries(resource.fields).find(([, { isUnique }]) => isUnique)?.[0]
  return [
    ...(read && exportRows ? logRoutes({ ...read, exportRows, totals }, store) : []),
    ...(read && !exportRows ? readOnlyRoutes(read, store) : []),
    ...(create && change && remove ? writingRoutes({ id, create, change, remove }, store, rules) : []),
    ...(!create && change && remove ? changingRoutes({ id, change, remove }, store, rules) : []),
    ...(importTemplate && importData
      ? importRoutes(
          { importTemplate, importData },
          {
            noun: `${noun.replaceAll(' ', '-')}s`,
            form,
            dictionaries,
            columns: { ...(unique && { 'name-taken': unique }), ...rules.columns },
            prepare: async (context) => ({
              // A row of a spreadsheet is checked as the form is.
              refuse: async (values) => rules.before?.(values, context, undefined),
              write: async (database, { values }) => {
                const made = await store.create(database, values, context.caller.username)
                return isRejection(made) ? made : undefined
              },
            }),
          },
        )
      : []),
  ]
}
