import { randomUUID } from 'node:crypto'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { heldBillDecider } from '@nightflow/domain/billing/held-bill-decider'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { readCollectionSettings } from '@nightflow/projections/billing/collection-settings'
import { billOfAccount, hasPriceScheme, unbilledOfAccount, unbilledSince } from '@nightflow/projections/joined/bill-of-account'
import { BillType, type HeldReason } from '@nightflow/schemas/billing/bill'
import { heldAttemptsMax } from '@nightflow/schemas/billing/held-bill'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Pool } from 'pg'
import type { Reaction } from '../shared/define-policy.ts'

/** A bill of an account up to a local day that is not included, and how often it was tried. */
export type PartToBill = { accountNo: string; billType: BillType; to: string; billId: string; attempt: number }

/** Readings that are late, and days that a person has to answer: both may come. */
const mayPass: ReadonlySet<HeldReason> = new Set(['no-reading', 'days-missing', 'days-questioned'])
/** Holders within one part: a transfer ends a bill. */
const holdersMax = 24

/**
 * Bills what of an account is not billed before the day: one bill for each holder. Answers why it has to be tried again; undefined where it is billed, or
 * held for a person because it was tried often enough or will not pass by itself.
 */
export const raiseBill = async (
  { pool, timeZone }: { pool: Pool; timeZone: string },
  { tenant, now, execute }: Reaction,
  { accountNo, billType, to, billId, attempt }: PartToBill,
): Promise<HeldReason | undefined> => {
  const about = { accountNo, timeZone }
  const { settings } = await withTenant(pool, tenant, readCollectionSettings)
  const dueOn = dateOfDay(calendarOf(timeZone).dayOf(now.getTime()) + settings.dueDays)
  let from = await withTenant(pool, tenant, (database) => unbilledSince(database, accountNo, to))
  for (let nth = 0; nth < holdersMax && from < to; nth += 1) {
    const found = await withTenant(pool, tenant, async (database) => {
      const period = await unbilledOfAccount(database, { ...about, period: { from, to } })
      if ('billed' in period || !(await hasPriceScheme(database, accountNo))) return undefined
      const type = period.endsWithHolder ? BillType.enum.transfer : billType
      const bill = (await billOfAccount(database, { ...about, period, billType: type, dueOn })) ?? ('account-closed' as const)
      return { period, type, bill }
    })
    if (!found || found.bill === 'not-billed' || found.bill === 'account-closed') return undefined
    const { period, type, bill } = found
    const id = nth === 0 ? billId : randomUUID()
    if (typeof bill === 'string') {
      if (mayPass.has(bill) && attempt < heldAttemptsMax) return bill
      const held = { periodFrom: period.from, periodTo: period.to, heldFor: bill, attempts: attempt }
      await execute(heldBillDecider, { type: 'HoldBill', accountNo, billId: id, billType: type, ...held })
      return undefined
    }
    const issued = await execute(accountBillsDecider, { type: 'IssueBill', accountNo, billId: id, ...bill })
    const refused = issued !== 'done-before' && isRejection(issued) ? issued.rejected : undefined
    if (refused === 'account-closed') return undefined
    // A clerk or a bill run was faster.
    if (refused !== undefined && refused !== 'bill-period-billed') throw new TypeError(`the bill of ${accountNo} was rejected: ${refused}`)
    from = period.to
  }
  return undefined
}
