import type { HeldFor } from '@nightflow/domain/billing/compose-bill'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { billOfAccount, unbilledOfAccount, unbilledSince } from '@nightflow/projections/joined/bill-of-account'
import { BillType } from '@nightflow/schemas/billing/bill'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { timeZoneOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'

/** Without use there is nothing to bill, and without a price nothing that it costs. */
const owesNothing: ReadonlySet<HeldFor> = new Set(['not-billed', 'no-price', 'no-reading'])

/** Refuses where the account has used water before a day, today where none is named, that no bill has, or that cannot be billed yet. */
export const refuseUnbilled = async (context: RequestContext, accountNo: string, before?: string): Promise<Rejection | undefined> => {
  const timeZone = await timeZoneOf(context)
  const today = dateOfDay(calendarOf(timeZone).dayOf(Date.now()))
  const to = before !== undefined && before < today ? before : today
  return context.read(async (database) => {
    const from = await unbilledSince(database, accountNo, to)
    const asked = { accountNo, timeZone, period: { from, to } }
    const unbilled = from < to ? await unbilledOfAccount(database, asked) : undefined
    if (!unbilled || 'billed' in unbilled) return undefined
    const bill = await billOfAccount(database, { ...asked, period: unbilled, billType: BillType.enum.ordinary, dueOn: to })
    if (!bill || (typeof bill === 'string' ? owesNothing.has(bill) : bill.totalMinor === 0)) return undefined
    return rejected('account-not-billed', { from: unbilled.from, to: unbilled.to })
  })
}
