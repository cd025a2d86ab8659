import type { ListRequest, ResourceStore } from '@nightflow/projections/platform/resource-table'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Wording } from '@nightflow/schemas/shared/resource'
import type { Asked } from './asked.ts'
import { type Dictionaries, wordingOf } from './choices.ts'
import { spreadsheet } from './export-routes.ts'
import { ask, command, type Route } from './serve.ts'

type Row = Record<string, unknown>

type ReadOnlyEndpoints = { id: string; noun: string; list: Endpoint; find: Endpoint }
type LogEndpoints = ReadOnlyEndpoints & { exportRows: Endpoint; dictionaries: Dictionaries }
type WrittenEndpoints = { id: string; create: Endpoint; change: Endpoint; remove: Endpoint }
type ResourceEndpoints = LogEndpoints & WrittenEndpoints
type WrittenStore = Pick<ResourceStore, 'find' | 'create' | 'change' | 'remove'>

/** A rule that a form cannot know, looked at before the row is written: undefined is agreement. */
type Rule = (values: Row, asked: Asked, id: number | undefined) => Promise<Rejection | undefined>

type Tell = (row: Row, asked: Asked) => Row

/**
 * A row as this reader is told it, such as with a label in their language. `tellAlone` is what the answer about one row says, where that
 * is more than lists and spreadsheets do.
 */
type Telling = { tell?: Tell; tellAlone?: Tell }

export type Writing = Telling & {
  before?: Rule
  /** The same for rows that are to go. */
  beforeRemoving?: (ids: readonly number[], asked: Asked) => Promise<Rejection | undefined>
  /** What is written for what was typed, given the row that is changed. */
  written?: (values: Row, asked: Asked, seen: Row | undefined) => Row
}

const asIs = (row: Row): Row => row

/** The list of a resource. */
const listRoute = (calls: Pick<ReadOnlyEndpoints, 'list'>, store: ResourceStore, { tell = asIs }: Telling = {}): Route =>
  ask(calls.list, async (request, asked) => {
    const { rows, total } = await asked.read((database) => store.list(database, request as ListRequest))
    return { rows: rows.map((row) => tell(row, asked)), total }
  })

/** The list and the single row of a resource that people read. */
export const readOnlyRoutes = (
  calls: ReadOnlyEndpoints,
  store: ResourceStore,
  { tell = asIs, tellAlone = tell }: Telling = {},
): Route[] => [
  listRoute(calls, store, { tell }),
  ask(calls.find, async (request, asked) => {
    const row = await asked.read((database) => store.find(database, idIn(calls, request)))
    return row && tellAlone(row, asked)
  }),
]

/** The same with a spreadsheet of all that the filter leaves. */
export const logRoutes = (calls: LogEndpoints, store: ResourceStore, { tell = asIs, tellAlone = tell }: Telling = {}): Route[] => [
  ...readOnlyRoutes(calls, store, { tell, tellAlone }),
  spreadsheet(calls.exportRows, async (request: Row & Wording, asked) => ({
    fileName: `${calls.noun.replaceAll(' ', '-')}s.xlsx`,
    wording: await wordingOf(calls.dictionaries, request, asked),
    rows: async function* (database) {
      for await (const rows of store.scan(database, request)) yield rows.map((row) => tell(row, asked))
    },
  })),
]

/** The six routes of a resource, answered from its table. `before` refuses what a form cannot know; what was there goes to the operation log. */
export const resourceRoutes = (calls: ResourceEndpoints, store: ResourceStore, writing: Writing = {}): Route[] => [
  ...logRoutes(calls, store, writing),
  ...writingRoutes(calls, store, writing),
]

/** The routes that change a resource. */
export const writingRoutes = (
  calls: WrittenEndpoints,
  store: WrittenStore,
  { before, beforeRemoving, written = asIs }: Writing = {},
): Route[] => [
  command(calls.create, async (typed: Row, asked) => {
    const refusal = await before?.(typed, asked, undefined)
    if (refusal) return refusal
    const values = written(typed, asked, undefined)
    const id = await asked.write((database) => store.create(database, values, asked.caller.username))
    return isRejection(id) ? id : { response: { [calls.id]: id }, after: values }
  }),
  command(calls.change, async (typed: Row, asked) => {
    const id = idIn(calls, typed)
    const refusal = await before?.(typed, asked, id)
    if (refusal) return refusal
    const seen = await asked.read((database) => store.find(database, id))
    if (!seen) return rejected('not-found')
    const values = written(typed, asked, seen)
    const isChanged = await asked.write((database) => store.change(database, id, values, asked.caller.username))
    if (isRejection(isChanged)) return isChanged
    // Seen but not changed: a row of the platform, which a tenant only reads.
    return isChanged ? { response: {}, before: seen, after: values } : rejected('permission-missing')
  }),
  command(calls.remove, async (request: Row, asked) => {
    const ids = request[calls.id] as number[]
    const refusal = await beforeRemoving?.(ids, asked)
    if (refusal) return refusal
    const removed = await asked.write((database) => store.remove(database, ids))
    return isRejection(removed) ? removed : { response: {}, before: removed }
  }),
]

const idIn = (calls: { id: string }, request: Row): number => Number(request[calls.id])
