import { createHash } from 'node:crypto'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { recharged } from '@nightflow/domain/billing/bill-charges'
import { lineDifferences } from '@nightflow/domain/billing/rebill'
import { stateOfStream } from '@nightflow/event-log/execute-command'
import { billNumbers } from '@nightflow/projections/billing/bills'
import { billOfAccount } from '@nightflow/projections/joined/bill-of-account'
import { type BillToCompare, billsToCompare, billToCompare, changedBills } from '@nightflow/projections/joined/changed-bills'
import { type ComposedBill, type HeldReason, RecomputedBill } from '@nightflow/schemas/billing/bill'
import { previewRebills, type RebillPreview, rebill } from '@nightflow/schemas/billing/rebill'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { commandsOf } from '../http/commands-of.ts'
import { refuseUnconfirmed } from '../http/confirmed-amount.ts'
import { timeZoneOf } from '../http/decide.ts'
import { claimOf } from '../http/named-id.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { refuseAccount } from './account-facts.ts'

const recompute = async (database: PoolClient, bill: BillToCompare, timeZone: string): Promise<ComposedBill | HeldReason> => {
  const period = { from: bill.periodFrom, to: bill.periodTo }
  return (await billOfAccount(database, { ...bill, period, timeZone })) ?? 'account-closed'
}

/** Names both calculations of a difference, so that what is posted is what was seen. */
const digestOf = ({ computed }: BillToCompare, { litres, totalMinor, volumes, lines }: ComposedBill): string =>
  createHash('sha256')
    .update(JSON.stringify([computed.computedAtPosition, computed.totalMinor, litres, totalMinor, volumes, lines]))
    .digest('hex')

const isSame = (one: RecomputedBill, other: RecomputedBill): boolean =>
  one.litres === other.litres &&
  one.totalMinor === other.totalMinor &&
  lineDifferences(one.lines, other.lines).every((line) => line.amountBefore === line.amountAfter && line.vatBefore === line.vatAfter)

/** The bill as computed now; undefined where it would be the same and no change of its inputs waits for an answer. */
const compared = (bill: BillToCompare, water: ComposedBill | HeldReason): RebillPreview | undefined => {
  const now = typeof water === 'string' ? water : recharged(bill.computed, water)
  const { billNo, accountNo, periodFrom, periodTo, changed, computed } = bill
  const about = { billNo, accountNo, periodFrom, periodTo, changed, totalBefore: computed.totalMinor }
  if (typeof now === 'string') return { ...about, totalAfter: null, held: now, lines: [], calculation: '' }
  if (changed.length === 0 && isSame(computed, now)) return undefined
  const lines = lineDifferences(computed.lines, now.lines)
  return { ...about, totalAfter: now.totalMinor, held: null, lines, calculation: digestOf(bill, now) }
}

const preview = async ({ accountNo, pageNum, pageSize }: RequestOf<typeof previewRebills>, context: RequestContext) => {
  const refused = accountNo === undefined ? undefined : await refuseAccount(context, accountNo)
  if (refused) return refused
  const timeZone = await timeZoneOf(context)
  return context.read(async (database) => {
    const page = { limit: pageSize, offset: (pageNum - 1) * pageSize }
    const found = accountNo === undefined ? await changedBills(database, page) : await billsToCompare(database, accountNo, page)
    const bills: RebillPreview[] = []
    for (const bill of found.bills) {
      const difference = compared(bill, await recompute(database, bill, timeZone))
      if (difference) bills.push(difference)
    }
    return { bills, total: found.total }
  })
}

type Totals = { totalMinor: number; openMinor: number }
const totalsOf = ({ totalMinor, openMinor }: Totals): Totals => ({ totalMinor, openMinor })

/** A request that was carried out answers what it posted the first time, whatever the bill would be now. */
const postedBefore = async ({ billNo, adjustmentId }: RequestOf<typeof rebill>, { log, read, caller: { tenant } }: RequestContext) => {
  const bill = await read((database) => billNumbers.namedBy(database, billNo))
  if (!bill) return undefined
  const { rebills, bills } = await stateOfStream(log, `${tenant}/billing-account-${bill.accountNo}`, accountBillsDecider)
  const made = rebills.get(adjustmentId)
  const left = bills.get(bill.billId)
  return made?.billId === bill.billId && left ? { ...totalsOf(left), differenceMinor: made.differenceMinor } : undefined
}

/** The bill by what is known now, as it was seen. */
const recomputed = async ({ billNo, calculation, confirmedAmount }: RequestOf<typeof rebill>, context: RequestContext) => {
  const bill = await context.read((database) => billToCompare(database, billNo))
  if (!bill) return undefined
  const timeZone = await timeZoneOf(context)
  // The decision adds the charges of the bill to what is computed of its water.
  const water = await context.read((database) => recompute(database, bill, timeZone))
  if (typeof water === 'string') return rejected('rebill-changed')
  const now = recharged(bill.computed, water)
  if (digestOf(bill, now) !== calculation) return rejected('rebill-changed')
  const unconfirmed = await refuseUnconfirmed(context, now.totalMinor - bill.computed.totalMinor, { confirmedAmount })
  return unconfirmed ?? { accountNo: bill.accountNo, billId: bill.billId, now: RecomputedBill.parse(water) }
}

const rebilling = commandsOf(
  accountBillsDecider,
  ({ bills }, given) => {
    const bill = 'billId' in given ? bills.get(given.billId) : undefined
    return bill && totalsOf(bill)
  },
  (given, context) => (given.type === 'RebillBill' ? claimOf(context, 'billing.BillRecomputed', given.adjustmentId) : {}),
)

export const rebillRoutes: readonly Route[] = [
  ask(previewRebills, preview),
  rebilling(rebill, {
    repeated: postedBefore,
    prepare: recomputed,
    command: ({ adjustmentId, reason }, { accountNo, billId, now }) => ({
      type: 'RebillBill',
      ...{ accountNo, billId, adjustmentId, reason, ...now },
    }),
    answer: ({ before, after, found: { billId } }) => {
      const totals = totalsOf(after.bills.get(billId)!)
      return { ...totals, differenceMinor: totals.totalMinor - before.bills.get(billId)!.totalMinor }
    },
  }),
]
