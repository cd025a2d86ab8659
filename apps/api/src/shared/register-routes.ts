import type { RegisterAsking, RegisterStore } from '@nightflow/projections/platform/register-table'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { pageSizeMax } from '@nightflow/schemas/shared/register'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked } from './asked.ts'
import { command, file, query, type Route } from './serve.ts'
import { spreadsheetOf } from './spreadsheet.ts'

type Row = Record<string, unknown>

type RegisterEndpoints = {
  id: string
  noun: string
  list: Endpoint
  find: Endpoint
  create: Endpoint
  change: Endpoint
  remove: Endpoint
  exportRows: Endpoint
}

/** A rule that a form cannot know, looked at before the row is written: undefined is agreement. */
type Rule = (values: Row, asked: Asked, id: number | undefined) => Promise<Rejection | undefined>

/** Rows of one spreadsheet; whoever needs more narrows the filter. */
const exportRowsMax = 50_000

/** The six routes of a register, answered from its table. `before` refuses what a form cannot know; what was there goes to the operation log. */
export const registerRoutes = (register: RegisterEndpoints, store: RegisterStore, { before }: { before?: Rule } = {}): Route[] => [
  query(register.list, (database, request) => store.list(database, request as RegisterAsking)),
  query(register.find, (database, request) => store.find(database, idIn(register, request))),
  command(register.create, async (values: Row, asked) => {
    const refusal = await before?.(values, asked, undefined)
    if (refusal) return refusal
    const id = await asked.write((database) => store.create(database, values, asked.caller.username))
    return isRejection(id) ? id : { response: { [register.id]: id }, after: values }
  }),
  command(register.change, async (values: Row, asked) => {
    const id = idIn(register, values)
    const refusal = await before?.(values, asked, id)
    if (refusal) return refusal
    const seen = await asked.read((database) => store.find(database, id))
    if (!seen) return rejected('not-found')
    const isChanged = await asked.write((database) => store.change(database, id, values, asked.caller.username))
    if (isRejection(isChanged)) return isChanged
    // Seen but not changed: a row of the platform, which a tenant only reads.
    return isChanged ? { response: {}, before: seen, after: values } : rejected('permission-missing')
  }),
  command(register.remove, async (request: Row, asked) => {
    const removed = await asked.write((database) => store.remove(database, request[register.id] as number[]))
    return isRejection(removed) ? removed : { response: {}, before: removed }
  }),
  file(register.exportRows, async (request: Row, asked) => ({
    fileName: `${register.noun.replaceAll(' ', '-')}s.xlsx`,
    ...(await spreadsheetOf(await allRows(store, request, asked))),
  })),
]

const idIn = (register: RegisterEndpoints, request: Row): number => Number(request[register.id])

const allRows = (store: RegisterStore, request: Row, asked: Asked): Promise<Row[]> =>
  asked.read(async (database) => {
    const rows: Row[] = []
    for (let pageNum = 1; rows.length < exportRowsMax; pageNum++) {
      const page = await store.list(database, { ...request, pageNum, pageSize: pageSizeMax })
      rows.push(...page.rows)
      if (page.rows.length < pageSizeMax) break
    }
    return rows
  })
