import type { RegisterAsking, RegisterStore } from '@nightflow/projections/platform/register-table'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import type { Wording } from '@nightflow/schemas/shared/register'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked } from './asked.ts'
import { type Dictionaries, wordingOf } from './choices.ts'
import { spreadsheet } from './export-routes.ts'
import { ask, command, type Route } from './serve.ts'

type Row = Record<string, unknown>

type ReadOnlyEndpoints = { id: string; noun: string; list: Endpoint; find: Endpoint }
type LogEndpoints = ReadOnlyEndpoints & { exportRows: Endpoint; dictionaries: Dictionaries }
type WrittenEndpoints = { id: string; create: Endpoint; change: Endpoint; remove: Endpoint }
type RegisterEndpoints = LogEndpoints & WrittenEndpoints
type WrittenStore = Pick<RegisterStore, 'find' | 'create' | 'change' | 'remove'>

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

/** The list of a register. */
const listRoute = (register: Pick<ReadOnlyEndpoints, 'list'>, store: RegisterStore, { tell = asIs }: Telling = {}): Route =>
  ask(register.list, async (request, asked) => {
    const { rows, total } = await asked.read((database) => store.list(database, request as RegisterAsking))
    return { rows: rows.map((row) => tell(row, asked)), total }
  })

/** The list and the single row of a register that people read. */
export const readOnlyRoutes = (
  register: ReadOnlyEndpoints,
  store: RegisterStore,
  { tell = asIs, tellAlone = tell }: Telling = {},
): Route[] => [
  listRoute(register, store, { tell }),
  ask(register.find, async (request, asked) => {
    const row = await asked.read((database) => store.find(database, idIn(register, request)))
    return row && tellAlone(row, asked)
  }),
]

/** The same with a spreadsheet of all that the filter leaves. */
export const logRoutes = (register: LogEndpoints, store: RegisterStore, { tell = asIs, tellAlone = tell }: Telling = {}): Route[] => [
  ...readOnlyRoutes(register, store, { tell, tellAlone }),
  spreadsheet(register.exportRows, async (request: Row & Wording, asked) => ({
    fileName: `${register.noun.replaceAll(' ', '-')}s.xlsx`,
    wording: await wordingOf(register.dictionaries, request, asked),
    rows: async function* (database) {
      for await (const rows of store.scan(database, request)) yield rows.map((row) => tell(row, asked))
    },
  })),
]

/** The six routes of a register, answered from its table. `before` refuses what a form cannot know; what was there goes to the operation log. */
export const registerRoutes = (register: RegisterEndpoints, store: RegisterStore, writing: Writing = {}): Route[] => [
  ...logRoutes(register, store, writing),
  ...writingRoutes(register, store, writing),
]

/** The routes that change a register. */
export const writingRoutes = (
  register: WrittenEndpoints,
  store: WrittenStore,
  { before, beforeRemoving, written = asIs }: Writing = {},
): Route[] => [
  command(register.create, async (typed: Row, asked) => {
    const refusal = await before?.(typed, asked, undefined)
    if (refusal) return refusal
    const values = written(typed, asked, undefined)
    const id = await asked.write((database) => store.create(database, values, asked.caller.username))
    return isRejection(id) ? id : { response: { [register.id]: id }, after: values }
  }),
  command(register.change, async (typed: Row, asked) => {
    const id = idIn(register, typed)
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
  command(register.remove, async (request: Row, asked) => {
    const ids = request[register.id] as number[]
    const refusal = await beforeRemoving?.(ids, asked)
    if (refusal) return refusal
    const removed = await asked.write((database) => store.remove(database, ids))
    return isRejection(removed) ? removed : { response: {}, before: removed }
  }),
]

const idIn = (register: { id: string }, request: Row): number => Number(request[register.id])
