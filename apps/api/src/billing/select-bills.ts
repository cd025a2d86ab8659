import type { storeOf } from '@nightflow/platform/storage/resource-table'
import { billIdOf } from '@nightflow/projections/billing/bill-id-of-run'
import { billsBesideRun, monthsOfRun } from '@nightflow/projections/billing/bill-runs'
import type { SelectedBills } from '@nightflow/schemas/billing/bill-batches'
import type { resources } from '@nightflow/schemas/resources'
import type { PoolClient } from 'pg'
import type { RequestContext } from '../http/request-context.ts'

type BillStore = ReturnType<typeof storeOf<typeof resources.bills>>

const pageBills = 1_000

/** Numbers of the bills that a run has issued, by account. */
const billsOfRun = async (database: PoolClient, tenant: string, billRunNo: number, limit: number): Promise<number[]> => {
  const started = await monthsOfRun(database, billRunNo)
  if (!started) return []
  const found: number[] = []
  for (let after = { accountNo: '', billNo: 0 }; ; ) {
    const page = await billsBesideRun(database, started, after, pageBills)
    const own = page.filter(({ accountNo, billId, periodFrom }) => billId === billIdOf({ tenant, started }, accountNo, periodFrom))
    found.push(...own.map(({ billNo }) => billNo))
    if (page.length < pageBills || found.length >= limit) return found.slice(0, limit)
    after = page.at(-1)!
  }
}

/**
 * The numbers of the bills of a request, by account: chosen ones, those that a run has issued, or what a filter of the list leaves. One more than
 * `max` where there are more.
 */
export const selectBills = (
  { read, caller: { tenant } }: RequestContext,
  store: BillStore,
  { billNos, billRunNo, ...filter }: SelectedBills,
  max: number,
): Promise<number[]> =>
  read(async (database) => {
    if (billNos.length > 0) return [...new Set(billNos)].slice(0, max + 1)
    if (billRunNo !== undefined) return billsOfRun(database, tenant, billRunNo, max + 1)
    const { rows } = await store.list(database, { ...filter, pageNum: 1, pageSize: max + 1, orderByColumn: 'accountNo', isAsc: 'asc' })
    return rows.map(({ billNo }) => billNo)
  })
