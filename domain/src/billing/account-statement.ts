import { type StatementKind, type StatementLine, statementLinesMax } from '@nightflow/schemas/billing/account-statement'
import type { Posting } from '@nightflow/schemas/billing/ledger'
import type { EventType } from '@nightflow/schemas/events'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { EventIn } from '../shared/decider.ts'
import type { AccountBillsEvent } from './account-bills.ts'
import { type AccountChargesEvent, evolveCharges, noCharges } from './account-charges.ts'
import { firstContract } from './account-contracts.ts'
import { type ContractsOfAccount, owedMoreBy } from './moved-of-contract.ts'

/** An event of an account's stream with its place in the log. */
export type EventOfAccount = { readonly position: number; readonly type: string; readonly data: object }

/** An event that moves money of an account names the account and has postings. */
type MoneyEventType = {
  [Type in EventType]: EventIn<Type>['data'] extends { accountNo: string; postings: readonly Posting[] } ? Type : never
}[EventType]
/** Events that the deciders of the account's stream write. */
type AccountEventType = AccountBillsEvent['type'] | AccountChargesEvent['type']

type Line = Pick<StatementLine, 'kind'> & Partial<Pick<StatementLine, 'period' | 'count' | 'note'>>
type Describe<Type extends EventType> = (data: EventIn<Type>['data']) => Line

const because =
  (kind: StatementKind) =>
  ({ reason }: { reason: string }): Line => ({ kind, note: reason })
const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(', ')

/**
 * The line of each event of an account. A further event of money does not compile without one; null is for events that move no money and change
 * nothing of what is due.
 */
const lineOf: { [Type in MoneyEventType]: Describe<Type> } & {
  [Type in Exclude<AccountEventType, MoneyEventType>]: Describe<Type> | null
} = {
  'billing.BillIssued': ({ periodFrom: from, periodTo: to, charges = [] }) => ({
    ...{ kind: 'bill', period: { from, to } },
    note: joined(...charges.filter(({ amountMinor }) => amountMinor > 0).map(({ name }) => name)),
  }),
  'billing.BillCredited': because('credit'),
  'billing.BillDebited': because('debit'),
  'billing.BillRecomputed': because('recomputed'),
  'billing.LateFeeCharged': ({ dueOn, period }) => ({ kind: 'lateFee', count: period, note: dueOn }),
  'billing.ReturnFeeCharged': () => ({ kind: 'returnFee' }),
  'billing.PaymentReceived': ({ bankEntryId, reference, remark }) => ({
    kind: bankEntryId === undefined ? 'payment' : 'bankPayment',
    note: joined(reference ?? '', remark ?? ''),
  }),
  'billing.PaymentReversed': because('reversal'),
  'billing.BalanceApplied': () => ({ kind: 'balanceApplied' }),
  'billing.BalanceRefunded': because('refund'),
  'billing.PaymentDeducted': ({ lines }) => ({ kind: 'deduction', note: joined(...lines.map(({ name }) => name)) }),
  'billing.DeductionReversed': ({ lines }) => ({ kind: 'deductionReversed', note: joined(...lines.map(({ name }) => name)) }),
  'billing.WaterSold': ({ meterNo }) => ({ kind: 'waterSold', note: meterNo }),
  'billing.WaterTakenBack': because('waterTakenBack'),
  'billing.ConsumptionDeducted': ({ periodFrom: from, periodTo: to }) => ({ kind: 'consumption', period: { from, to } }),
  'billing.DebtAdded': ({ feeName, remark }) => ({ kind: 'debt', note: joined(feeName, remark) }),
  'billing.DebtPaid': ({ feeName, remark }) => ({ kind: 'debtPayment', note: joined(feeName, remark) }),
  'billing.DebtWriteOffProposed': null,
  'billing.DebtWriteOffDismissed': null,
  'billing.DebtWrittenOff': ({ feeName, reason }) => ({ kind: 'debtWrittenOff', note: joined(feeName, reason) }),
  'billing.RepaymentPlanned': ({ plan }) => ({ kind: 'repaymentPlan', count: plan?.deductions ?? 0 }),
  'billing.InstalmentsPlanned': ({ instalments, reason }) => ({ kind: 'instalments', count: instalments.length, note: reason }),
  'billing.InstalmentsCancelled': because('instalmentsCancelled'),
  'billing.AccountMoneyClosed': null,
  'billing.AccountMoneyReopened': null,
  'billing.ContractBegan': () => ({ kind: 'contractBegan' }),
  'billing.BillOverdue': null,
  'billing.ReminderSent': null,
  'billing.BillMailed': null,
  'billing.RemindersStopped': null,
  'billing.RemindersAllowed': null,
  'billing.ArrearsExceeded': null,
  'billing.ArrearsSettled': null,
  'billing.BalanceFellLow': null,
  'billing.BalanceRecovered': null,
  'billing.SurchargeSchemeAssigned': null,
  'billing.PersonalSurchargeAdded': null,
  'billing.PersonalSurchargeChanged': null,
  'billing.PersonalSurchargeRemoved': null,
}

const describe = ({ type, data }: EventOfAccount): Line | null =>
  Object.hasOwn(lineOf, type) ? ((lineOf[type as AccountEventType] as Describe<EventType> | null)?.(data as never) ?? null) : null

const noteMax = 500
const instantOf = ({ data }: EventOfAccount): number => Date.parse((data as { at: string }).at)

/** Whose each bill and each debt is, after all of these events. */
const contractsIn = (events: readonly EventOfAccount[]): ContractsOfAccount => {
  const bills = new Map<string, number>()
  let charges = noCharges
  for (const event of events) {
    const { contractNo = firstContract, billId, billIds } = event.data as { contractNo?: number; billId?: string; billIds?: string[] }
    if (event.type === 'billing.BillIssued' && billId !== undefined) bills.set(billId, contractNo)
    if (event.type === 'billing.ContractBegan') for (const each of billIds ?? []) bills.set(each, contractNo)
    if (event.type === 'billing.DebtAdded' || event.type === 'billing.ContractBegan')
      charges = evolveCharges(charges, event as unknown as AccountChargesEvent)
  }
  const { debts } = charges
  return { ofBill: (billId) => bills.get(billId) ?? firstContract, ofDebt: (debtId) => debts.get(debtId)?.contractNo ?? firstContract }
}

export type Statement = { openingMinor: number; lines: StatementLine[]; chargedMinor: number; settledMinor: number; closingMinor: number }

/**
 * The statement of one holder of an account between two instants, the second not included: what was owed at the first, each event of the holder's money,
 * and what was owed at the second. Amounts are what the postings of an event move of what the holder owes, so that they add up to the ledger's. Events are
 * given in the order of the log, which is that of the lines.
 */
export const statementOf = (
  events: readonly EventOfAccount[],
  { from, to }: { from: number; to: number },
  contractNo: number = firstContract,
): Statement | Rejection => {
  const contracts = contractsIn(events)
  const owedBy = ({ type, data }: EventOfAccount) => owedMoreBy(type, data, contractNo, contracts)
  const before = events.filter((event) => instantOf(event) < from)
  const openingMinor = before.reduce((sum, event) => sum + (owedBy(event) ?? 0), 0)
  let balanceMinor = openingMinor
  let [chargedMinor, settledMinor] = [0, 0]
  const lines: StatementLine[] = []
  for (const event of events) {
    const at = instantOf(event)
    const amountMinor = owedBy(event)
    const line = at >= from && at < to && amountMinor !== undefined ? describe(event) : null
    if (line === null || amountMinor === undefined) continue
    if (lines.length === statementLinesMax) return rejected('statement-too-long', { max: statementLinesMax })
    balanceMinor += amountMinor
    chargedMinor += Math.max(0, amountMinor)
    settledMinor += Math.max(0, -amountMinor)
    const { kind, period = null, count = null, note = '' } = line
    const { position } = event
    lines.push({ position, at: new Date(at).toISOString(), kind, period, count, note: note.slice(0, noteMax), amountMinor, balanceMinor })
  }
  return { openingMinor, lines, chargedMinor, settledMinor, closingMinor: balanceMinor }
}
