import { type Allocation, billLinesMax, billVolumesMax, openBillsMax, type VatPart } from '@nightflow/schemas/billing/bill'
import type { BillCommand } from '@nightflow/schemas/billing/bill-calls'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { billMinorMax } from '@nightflow/schemas/billing/ledger'
import type { RebillBill } from '@nightflow/schemas/billing/rebill'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider } from '../shared/decider.ts'
import { unitsOf } from '../shared/units-of-money.ts'
import {
  type AccountBills,
  type AccountBillsEvent,
  allocate,
  evolveBills,
  isVoid,
  noBills,
  type OpenBill,
  openOf,
} from './account-bills.ts'
import { type AccountChargesEvent, evolveCharges, noCharges } from './account-charges.ts'
import { balanceOf, contractOfDay, presentContract } from './account-contracts.ts'
import { debtsIn, returnedBy, surchargesIn, taxedPart, withCharges } from './bill-charges.ts'
import { overlapping } from './bill-period.ts'
import { openBooksGuard } from './closed-books.ts'
import { roundedShare } from './exact.ts'
import { type ChargedBills, deductionFrom, deductionReversed, deductionTerms, mayDeduct } from './payment-deduction.ts'
import { postingsOf, sourceOf, tillOf } from './postings.ts'
import { rebill } from './rebill.ts'
import { settlingBalance } from './settle-balance.ts'
import { reopenedBy } from './take-back.ts'
import { dividedByRate, mergedParts, negatedParts } from './vat-parts.ts'

type AccountBillCommand = BillCommand | RebillBill
type Of<Type extends BillCommand['type']> = Extract<BillCommand, { type: Type }>
type Decision = readonly AccountBillsEvent[] | Rejection

type ChargedEvent = AccountBillsEvent | AccountChargesEvent
type MoneyDecision = readonly ChargedEvent[] | Rejection

const evolve = (state: ChargedBills, event: ChargedEvent): ChargedBills => ({
  ...evolveBills(state, event as AccountBillsEvent),
  charges: evolveCharges(state.charges, event as AccountChargesEvent),
})

const decider: Decider<AccountBillCommand, ChargedBills, ChargedEvent> = {
  streamOf: ({ accountNo }) => `billing-account-${accountNo}`,
  initialState: { ...noBills, charges: noCharges },
  isKept: true,
  evolve,
  guard: openBooksGuard,
  beside: (command, { charges }) => {
    const isReversal = command.type === 'ReversePayment' && charges.deductions.has(command.paymentId)
    const isCredit = command.type === 'CreditBill' && charges.deductions.has(command.billId)
    const isCharging = (command.type === 'ReceivePayment' || command.type === 'IssueBill') && mayDeduct(charges)
    return isReversal || isCredit || isCharging ? deductionTerms : {}
  },
  decide: {
    IssueBill: issue,
    CreditBill: (command, state, context) => adjust(command, state, context, -1),
    DebitBill: (command, state, context) => adjust(command, state, context, 1),
    ReceivePayment: receive,
    ReversePayment: reverse,
    RefundBalance: refund,
    RebillBill: rebill,
  },
}

/** Bills and payments of one account, with the deductions that payments start. They are decided in the stream of the account's money, so that no balance is raced. */
export const accountBillsDecider = settlingBalance(decider, (state) => state)

/** The bill takes what is taken from bills. The balance of the account pays it immediately. */
function issue({ type: _, ...water }: Of<'IssueBill'>, state: ChargedBills, context: Context): Decision {
  const bill = { ...water, ...withCharges(state, water, context) }
  const made = state.bills.get(bill.billId)?.issued
  if (made) {
    const isSame = made.periodFrom === bill.periodFrom && made.periodTo === bill.periodTo && made.billType === bill.billType
    return isSame ? [] : rejected('transaction-id-reused')
  }
  if (state.isClosed) return rejected('account-closed', { accountNo: bill.accountNo })
  const others = [...state.bills.values()]
  // For bills of every type, no day of an account is billed twice, nor one whose use the balance paid.
  const burned = [...state.burned].map(([from, to]) => ({ from, to }))
  const other = overlapping(
    [...others.filter((each) => !isVoid(each)).map(({ issued }) => ({ from: issued.periodFrom, to: issued.periodTo })), ...burned],
    { from: bill.periodFrom, to: bill.periodTo },
  )
  if (other) return rejected('bill-period-billed', other)
  if (others.filter(({ openMinor }) => openMinor > 0).length >= openBillsMax) return rejected('bills-full', { max: openBillsMax })
  if (bill.totalMinor > billMinorMax || bill.lines.length > billLinesMax || bill.volumes.length > billVolumesMax)
    return rejected('bill-too-large')
  const balanceMinor = balanceOf(state, contractOfDay(state, bill.periodFrom))
  const fromBalanceMinor = Math.min(Math.max(0, balanceMinor), bill.totalMinor)
  const volumesMinor = bill.lines.reduce((sum, { kind, amountMinor }) => sum + (kind === 'volume' ? amountMinor : 0), 0)
  const charges = bill.charges ?? []
  const postings = postingsOf({
    receivables: bill.totalMinor - fromBalanceMinor,
    customerMoney: fromBalanceMinor,
    waterRevenue: -volumesMinor,
    standingRevenue: volumesMinor - water.amountMinor,
    surcharges: 0 - surchargesIn(charges),
    customerDebts: 0 - debtsIn(charges),
    vat: -bill.vatMinor,
  })
  return [{ type: 'billing.BillIssued', data: { ...bill, fromBalanceMinor, postings, at: context.now } }]
}

/**
 * A credit takes from a bill, a debit adds to it, with their share of its VAT. The part of a credit above the open part was paid: it
 * becomes the account's balance. Charges of the bill that it gives back are owed again.
 */
function adjust({ type, ...asked }: Of<'CreditBill' | 'DebitBill'>, state: ChargedBills, context: Context, sign: 1 | -1): Decision {
  const { billId, adjustmentId, amountMinor } = asked
  const made = state.adjustments.get(adjustmentId)
  if (made) return made.billId === billId && made.amountMinor === amountMinor ? [] : rejected('transaction-id-reused')
  const bill = state.bills.get(billId)
  if (!bill) return rejected('not-found')
  if (amountMinor <= 0) return rejected('adjustment-not-positive')
  if (isVoid(bill)) return rejected('bill-void')
  if (sign < 0 && amountMinor > bill.totalMinor) return rejected('credit-over-bill')
  if (bill.totalMinor + sign * amountMinor > billMinorMax) return rejected('bill-too-large')
  const returned = sign < 0 ? returnedBy(state, bill, amountMinor, context) : undefined
  const debtsMinor = debtsIn(returned?.lines ?? [])
  const surchargesMinor = surchargesIn(returned?.lines ?? [])
  const taxed = taxedPart(state, bill)
  const taxedMinor = amountMinor - debtsMinor
  const vatMinor = vatIn(taxed, taxedMinor, sign)
  const settled = sign < 0 ? Math.min(bill.openMinor, amountMinor) : amountMinor
  const totalMinor = bill.totalMinor + sign * amountMinor
  const openMinor = bill.openMinor + sign * settled
  const postings = postingsOf({
    receivables: sign * settled,
    customerMoney: sign * (amountMinor - settled),
    customerDebts: debtsMinor,
    surcharges: surchargesMinor,
    adjustments: -sign * (taxedMinor - vatMinor) - surchargesMinor,
    vat: -sign * vatMinor,
  })
  const vatParts = partsIn(taxed, { amountMinor: taxedMinor, vatMinor }, sign)
  const data = { ...asked, vatMinor, vatParts, totalMinor, openMinor, postings, at: context.now }
  if (type === 'DebitBill') return [{ type: 'billing.BillDebited', data }]
  return [{ type: 'billing.BillCredited', data: { ...data, ...(returned && { returned }) } }]
}

/** The share of VAT in an adjustment is that of the bill; the credit of all that is left takes all of the VAT that is left. */
const vatIn = (
  { issued, totalMinor, vatMinor }: { issued: { vatMinor: number; totalMinor: number }; totalMinor: number; vatMinor: number },
  amountMinor: number,
  sign: 1 | -1,
): number => {
  if (sign < 0 && amountMinor === totalMinor) return vatMinor
  const share = issued.totalMinor === 0 ? 0 : roundedShare(amountMinor, issued.vatMinor, issued.totalMinor)
  return sign < 0 ? Math.min(share, vatMinor) : share
}

/** An adjustment is divided among the rates of its bill; the credit of all that is left takes what is left of each. Late fees bear no VAT. */
const partsIn = (
  { vatParts, totalMinor, vatMinor: left }: { vatParts: readonly VatPart[]; totalMinor: number; vatMinor: number },
  { amountMinor, vatMinor }: { amountMinor: number; vatMinor: number },
  sign: 1 | -1,
): VatPart[] => {
  const taxed = vatParts.reduce((sum, part) => sum + part.netMinor, 0)
  const all = [...vatParts, { vatBasisPoints: 0, netMinor: totalMinor - left - taxed, vatMinor: 0 }]
  if (sign < 0 && amountMinor === totalMinor) return negatedParts(mergedParts(all))
  const parts = dividedByRate(mergedParts(all), { netMinor: amountMinor - vatMinor, vatMinor })
  return sign < 0 ? negatedParts(parts) : parts
}

/** A recharge is at most the purchase limit of its account; without a limit it may be any amount. */
export const refuseOverLimit = (amountMinor: number, purchaseLimitMinor: number | null | undefined): Rejection | undefined =>
  amountMinor > (purchaseLimitMinor ?? amountMinor)
    ? rejected('recharge-over-limit', { limit: unitsOf(purchaseLimitMinor ?? 0) })
    : undefined

/**
 * A payment is of one holder. First it is deducted from, in the tenant's order; what is left pays open bills, those first that the payer chose; the rest
 * is the balance. It pays this holder's bills alone: of the contract that is named, otherwise of the bills that the payer chose.
 */
function receive(command: Of<'ReceivePayment'>, state: ChargedBills, context: Context): MoneyDecision {
  const { type: _, isAccountCancelled = false, billIds = [], contractNo: wanted, purchasedLitres, purchaseLimitMinor, ...asked } = command
  const { paymentId, amountMinor, payMethod, source } = asked
  const made = state.payments.get(paymentId)?.received
  if (made) return made.amountMinor === amountMinor && made.payMethod === payMethod ? [] : rejected('transaction-id-reused')
  if (state.refunds.has(paymentId) || state.charges.deductions.has(paymentId)) return rejected('transaction-id-reused')
  const isRecharge = source === PaymentSource.enum.recharge
  if (amountMinor <= 0) return rejected(isRecharge ? 'recharge-not-positive' : 'payment-not-positive')
  const overLimit = isRecharge ? refuseOverLimit(amountMinor, purchaseLimitMinor) : undefined
  if (overLimit) return overLimit
  const contractNo = wanted ?? state.bills.get(billIds[0] ?? '')?.contractNo ?? presentContract(state)
  if (contractNo > presentContract(state)) return rejected('not-found')
  if (billIds.some((billId) => !isOpenOf(state.bills.get(billId), contractNo))) return rejected('payment-bill-not-open')
  const isClosing = isAccountCancelled || state.isClosed
  const deducted = isClosing ? undefined : deductionFrom(state, { ...asked, purchasedLitres, contractNo }, context)
  const deductedMinor = deducted?.data.deductedMinor ?? 0
  const { allocations, restMinor: leftMinor } = allocate(state, contractNo, amountMinor - deductedMinor, billIds)
  const restMinor = leftMinor + deductedMinor
  // Charges, or the reversal of money that was refunded, may have left the balance below zero: that is owed too.
  const owedMinor = Math.max(0, 0 - balanceOf(state, contractNo))
  if (isClosing && restMinor > owedMinor) return rejected('payment-over-open', { open: unitsOf(openOf(state, contractNo) + owedMinor) })
  const postings = postingsOf({
    [sourceOf(asked)]: amountMinor,
    receivables: restMinor - amountMinor,
    customerMoney: -restMinor,
  })
  // An empty text names no person and needs no key.
  const texts = { personId: paymentId, reference: asked.reference || null, remark: asked.remark || null }
  const received = { ...asked, ...texts, allocations, restMinor, contractNo, postings, at: context.now }
  return [{ type: 'billing.PaymentReceived', data: received }, ...(deducted ? [deducted] : [])]
}

const isOpenOf = (bill: OpenBill | undefined, contractNo: number): boolean => bill?.contractNo === contractNo && bill.openMinor > 0

/**
 * The bills that the money paid are open again, wherever it went, and its deduction is taken back. Money that left as a refund is owed: the balance is below zero then. A
 * payment that the bank returned costs the fee of the utility, on the bill that is open by it and due first.
 */
function reverse({ type: _, returnFeeMinor = 0, ...asked }: Of<'ReversePayment'>, state: ChargedBills, context: Context): MoneyDecision {
  const { now } = context
  const payment = state.payments.get(asked.paymentId)
  if (!payment) return rejected('not-found')
  if (payment.isReversed) return []
  const { amountMinor, payMethod, agentId } = payment.received
  const { contractNo } = payment
  const undeducted = deductionReversed(state, { ...asked, contractNo }, context)
  const { allocations, fromBalance } = reopenedBy(state, payment, undeducted?.data.deductedMinor)
  const restMinor = allocations.reduce((left, each) => left - each.amountMinor, amountMinor)
  const cameWith = payment.received.bankEntryId
  const isCleared = (asked.bankEntryId ?? cameWith) !== undefined
  const postings = postingsOf({
    [agentId === undefined ? (isCleared ? 'clearing' : tillOf(payMethod)) : 'agentFloat']: -amountMinor,
    receivables: amountMinor - restMinor,
    customerMoney: restMinor,
  })
  // Money that a later entry took out is settled with that entry; otherwise the entry that brought it waits for an account again.
  const released = asked.bankEntryId === undefined && cameWith !== undefined && { releasedEntryId: cameWith }
  const again = fromBalance.length > 0 && { fromBalance }
  const ofAgent = agentId !== undefined && { agentId }
  const reversed = { ...asked, ...released, ...again, ...ofAgent, amountMinor, allocations, restMinor, postings, at: now }
  const events: AccountBillsEvent[] = [{ type: 'billing.PaymentReversed', data: reversed }]
  const fee = returnFee(asked, { returnFeeMinor, allocations }, events.reduce(evolveBills, state), now)
  return [...events, ...fee, ...(undeducted ? [undeducted] : [])]
}

/** Without a bill that is open again there is nothing to add the fee to, and none is charged. */
const returnFee = (
  { accountNo, paymentId }: { accountNo: string; paymentId: string },
  { returnFeeMinor, allocations }: { returnFeeMinor: number; allocations: readonly Allocation[] },
  { bills }: AccountBills,
  now: string,
): AccountBillsEvent[] => {
  const [bill] = allocations
    .flatMap(({ billId }) => bills.get(billId) ?? [])
    .toSorted(({ issued: one }, { issued: other }) => (one.dueOn < other.dueOn ? -1 : Number(one.dueOn > other.dueOn)))
  const amountMinor = bill ? Math.min(returnFeeMinor, billMinorMax - bill.totalMinor) : 0
  if (!bill || amountMinor <= 0) return []
  const postings = postingsOf({ receivables: amountMinor, returnFees: -amountMinor })
  const { billId } = bill.issued
  const grown = { amountMinor, totalMinor: bill.totalMinor + amountMinor, openMinor: bill.openMinor + amountMinor }
  return [{ type: 'billing.ReturnFeeCharged', data: { accountNo, billId, paymentId, ...grown, postings, at: now } }]
}

/** Of the balance alone: what a holder has paid in is the holder's, also after the account went to another one. */
function refund(command: Of<'RefundBalance'>, state: AccountBills, { now }: Context): Decision {
  const { type: _, contractNo = presentContract(state), ...asked } = command
  const { paymentId, amountMinor, payMethod } = asked
  const made = state.refunds.get(paymentId)
  if (made) return made.amountMinor === amountMinor && made.payMethod === payMethod ? [] : rejected('transaction-id-reused')
  if (state.payments.has(paymentId)) return rejected('transaction-id-reused')
  if (amountMinor <= 0) return rejected('refund-not-positive')
  const balanceMinor = balanceOf(state, contractNo)
  if (amountMinor > balanceMinor) return rejected('refund-over-balance', { balance: unitsOf(Math.max(0, balanceMinor)) })
  const postings = postingsOf({ customerMoney: amountMinor, [tillOf(payMethod)]: -amountMinor })
  return [{ type: 'billing.BalanceRefunded', data: { ...asked, amountMinor, contractNo, postings, at: now } }]
}
