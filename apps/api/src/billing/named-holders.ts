import { type OfContract, ofContractAt, withHolders } from '@nightflow/projections/joined/holders-of-rows'
import type { PoolClient } from 'pg'
import type { RequestContext } from '../http/request-context.ts'

/** The permission that shows whose an account is. */
export const seesHolder = 'customers:account:query'

/** Rows with their holders; without names for callers who may not see accounts. */
export const namedFor =
  ({ caller: { may } }: RequestContext) =>
  async <Row extends OfContract>(database: PoolClient, rows: readonly Row[]): Promise<(Row & { customerName: string | null })[]> =>
    may(seesHolder) ? withHolders(database, rows) : rows.map((row) => ({ ...row, customerName: null }))

/** The same for lists, single rows and spreadsheets of a resource. */
export const withHolderNames = {
  enrich: <Row extends OfContract & { customerName: string | null }>(rows: readonly Row[], database: PoolClient, context: RequestContext) =>
    namedFor(context)(database, rows),
}

/** The same where a row does not name its contract: it is that of a moment, an instant or the beginning of a day. */
export const withHoldersOf = <Row extends { accountNo: string; customerName: string | null }>(momentOf: (row: Row) => string) => ({
  enrich: async (rows: readonly Row[], database: PoolClient, context: RequestContext): Promise<Row[]> => {
    if (!context.caller.may(seesHolder)) return rows.map((row) => ({ ...row, customerName: null }))
    const named = await withHolders(database, await ofContractAt(database, rows, momentOf))
    return rows.map((row, place) => ({ ...row, customerName: named[place]!.customerName }))
  },
})
