import { randomUUID } from 'node:crypto'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { type AccountChargesCommand, accountChargesDecider } from '@nightflow/domain/billing/account-charges-decider'
import type { EventLog } from '@nightflow/event-log/event-log'
import { executeCommand } from '@nightflow/event-log/execute-command'
import type { BillLine } from '@nightflow/schemas/billing/bill'
import type { BillCommand } from '@nightflow/schemas/billing/bill-calls'
import type { ChargingItem } from '@nightflow/schemas/billing/charging-item'
import { defaultDeductionOrder } from '@nightflow/schemas/billing/deduction'
import type { Posting } from '@nightflow/schemas/billing/ledger'
import { isRejection } from '@nightflow/schemas/shared/rejections'

const timeZone = 'Europe/Rome'
const actor = 'user:1'

/** Decides about an account's money as it would have been decided at another instant. */
export const decideAt = async (log: EventLog, now: string, command: BillCommand | AccountChargesCommand, tenant = 'north') => {
  const execution = { tenant, actor, context: { now, actor, timeZone } }
  return command.type in accountBillsDecider.decide
    ? executeCommand(log, { ...execution, decider: accountBillsDecider, command: command as BillCommand })
    : executeCommand(log, { ...execution, decider: accountChargesDecider, command: command as AccountChargesCommand })
}

export const line = (kind: BillLine['kind'], step: number | null, amountMinor: number, litres = 0, vatBasisPoints?: number): BillLine => ({
  ...{ priceScheme: 'Households', version: 1, kind, from: 0, to: 1, step, litres, dividedBy: null, unitPriceMinor: null },
  ...{ amountMinor, vatMinor: amountMinor / 10, ...(vatBasisPoints !== undefined && { vatBasisPoints }) },
})

type Lines = {
  accountNo: string
  billId: string
  month: string
  until: string
  dueOn: string
  lines: readonly BillLine[]
  meterNo?: string
}

export const billOf = ({ accountNo, billId, month, until, dueOn, lines, meterNo }: Lines): BillCommand => {
  const amountMinor = lines.reduce((sum, each) => sum + each.amountMinor, 0)
  const litres = lines.reduce((sum, each) => sum + each.litres, 0)
  const volumes = meterNo === undefined ? [] : [{ meterNo, month, litres, statedLitres: 0, knownDays: 30, statedDays: 0 }]
  return {
    ...{ type: 'IssueBill', accountNo, billId, billType: '0', periodFrom: `${month}-01`, periodTo: until, dueOn, litres },
    ...{ amountMinor, vatMinor: amountMinor / 10, totalMinor: amountMinor * 1.1, volumes, lines: [...lines], computedAtPosition: 0 },
  }
}

const item: ChargingItem = {
  ...{ itemName: 'Sewer', method: '1', enabledDate: '2026-01-01', ratioBasisPoints: null, amountMinor: 110, frequency: null },
  vatBasisPoints: 1_000,
}

/** Bills, payments, a credit, a debt and a deduction of two accounts in three months. The first bill is of June, 110.00, without the rate of its VAT, as
 * bills were recorded before; the second of July, 55.00. */
export const writeMoneyStory = async (log: EventLog, { meterNo }: { meterNo: string }): Promise<{ bills: [string, string] }> => {
  const bills: [string, string] = [randomUUID(), randomUUID()]
  const at = async (now: string, command: BillCommand | AccountChargesCommand) => {
    const decided = await decideAt(log, now, command)
    if (isRejection(decided)) throw new Error(decided.rejected)
  }
  const first = [line('volume', 1, 6_000, 10_000), line('volume', 2, 3_000, 4_000), line('fixed', null, 1_000)]
  const billed = { accountNo: 'L-1', billId: bills[0], month: '2026-06', until: '2026-07-01', dueOn: '2026-08-04', lines: first, meterNo }
  await at('2026-07-05T09:00:00Z', billOf(billed))
  const paid = { type: 'ReceivePayment', paymentId: randomUUID(), reference: '', remark: '' } as const
  // In Rome it is August already.
  await at('2026-07-31T22:30:00Z', { ...paid, accountNo: 'L-1', payMethod: '1', amountMinor: 5_000 })
  await at('2026-08-20T09:00:00Z', { ...paid, paymentId: randomUUID(), accountNo: 'L-2', payMethod: '0', amountMinor: 3_000 })
  const debtId = randomUUID()
  const owed = { accountNo: 'L-2', debtId, debtType: '1', feeName: 'Meter', remark: '' } as const
  await at('2026-08-21T09:00:00Z', { type: 'AddDebt', ...owed, amountMinor: 500, plan: { source: '1', deductions: 5 } })
  await at('2026-08-22T09:00:00Z', { type: 'AddPersonalSurcharge', accountNo: 'L-2', item, schemeItems: [] })
  await at('2026-08-25T09:00:00Z', {
    ...{ type: 'DeductPayment', accountNo: 'L-2', deductionId: randomUUID(), source: '1', paymentMinor: 1_000, purchasedLitres: 0 },
    ...{ deductionOrder: [...defaultDeductionOrder], schemeItems: [] },
  })
  const credit = { accountNo: 'L-1', billId: bills[0], adjustmentId: randomUUID(), amountMinor: 2_200, reason: 'a spike' }
  await at('2026-09-02T09:00:00Z', { type: 'CreditBill', ...credit })
  const second = { accountNo: 'L-2', billId: bills[1], month: '2026-07', until: '2026-08-01', dueOn: '2026-10-10' }
  await at('2026-09-10T09:00:00Z', billOf({ ...second, lines: [line('volume', 1, 5_000, 8_000, 1_000)] }))
  const counter = { type: 'PayDebt', accountNo: 'L-2', debtId, paymentId: randomUUID(), payMethod: '0', remark: '' } as const
  await at('2026-09-11T09:00:00Z', { ...counter, amountMinor: 150 })
  return { bills }
}

/** Postings of the log's events to each ledger account before an instant: one loop, with nothing of the read models. */
export const postedBefore = async (log: EventLog, until: string): Promise<Record<string, number>> => {
  const sums: Record<string, number> = {}
  for (let after = 0; ; ) {
    const page = await log.readAll(after, { limit: 1_000 })
    for (const { data } of page) {
      const { postings = [], at = '' } = data as { postings?: readonly Posting[]; at?: string }
      if (Date.parse(at) >= Date.parse(until)) continue
      for (const { ledgerAccount, amountMinor } of postings) sums[ledgerAccount] = (sums[ledgerAccount] ?? 0) + amountMinor
    }
    if (page.length === 0) return sums
    after = page.at(-1)!.position
  }
}
