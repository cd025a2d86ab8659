import type { ReceivePayment } from '@nightflow/schemas/billing/bill'
import { type ChargingItem, DeductionFrequency, DeductionMethod } from '@nightflow/schemas/billing/charging-item'
import { type DeductionLine, PaymentSource, type Settlement } from '@nightflow/schemas/billing/deduction'
import type { Posting } from '@nightflow/schemas/billing/ledger'
import { PayMethod } from '@nightflow/schemas/billing/money'
import { type Context, type EventIn, streamBeside } from '../shared/decider.ts'
import { calendarOf, dateOfDay } from '../shared/local-time.ts'
import type { AccountBills } from './account-bills.ts'
import { type AccountCharges, chargedItems, deductionOf, keyOf, type MadeDeduction, remainingWithout } from './account-charges.ts'
import { presentContract } from './account-contracts.ts'
import { deductionOrderDecider, deductionOrderStream } from './deduction-order-decider.ts'
import { periodEnd } from './elapsed-units.ts'
import { postingsOf } from './postings.ts'
import { surchargeSchemeDecider, surchargeSchemesStream } from './surcharge-scheme-decider.ts'

/** Bills and payments of an account with its surcharges and debts, all of one stream. */
export type ChargedBills = AccountBills & { readonly charges: AccountCharges }
type Deducted = EventIn<'billing.PaymentDeducted'>
type Reversed = EventIn<'billing.DeductionReversed'>

const order = streamBeside('deductionOrder', deductionOrderStream, deductionOrderDecider)
const schemes = streamBeside('surchargeSchemes', surchargeSchemesStream, surchargeSchemeDecider)
/** The tenant's order and its surcharge schemes, as they are when a payment is decided. */
export const deductionTerms = { ...order.named, ...schemes.named }

/** Whether a payment of the account may start a deduction. */
export const mayDeduct = ({ scheme, personal, debts }: AccountCharges): boolean => scheme !== null || personal.size > 0 || debts.size > 0

const schemeItemsIn = ({ scheme }: AccountCharges, context: Context): readonly ChargingItem[] =>
  scheme === null ? [] : (schemes.of(context).get(scheme.schemeId)?.items ?? [])

const localDays = ({ timeZone }: Context) => {
  const calendar = calendarOf(timeZone)
  return (at: string): string => dateOfDay(calendar.dayOf(Date.parse(at)))
}

type Taken = { lines: readonly DeductionLine[]; deductedMinor: number; vatMinor: number }

/** Surcharges without their VAT, the VAT, and what is repaid of debts; `sign` is -1 where it is taken back. */
export const deductionPostings = ({ lines, deductedMinor, vatMinor }: Taken, sign: 1 | -1 = 1): Posting[] => {
  const debtMinor = lines.reduce((sum, { debtId, amountMinor }) => sum + (debtId === null ? 0 : amountMinor), 0)
  return postingsOf({
    customerMoney: sign * deductedMinor,
    surcharges: sign * (debtMinor + vatMinor - deductedMinor),
    vat: -sign * vatMinor,
    customerDebts: -sign * debtMinor,
  })
}

type Paid = Pick<ReceivePayment, 'accountNo' | 'paymentId' | 'amountMinor' | 'source' | 'purchasedLitres'> & {
  contractNo: number
}

/** The deduction as of now, by the order and the schemes of the tenant. */
export const deductionOn = (
  charges: AccountCharges,
  asked: Omit<Parameters<typeof deductionOf>[1], 'deductionOrder' | 'schemeItems'>,
  context: Context,
) => {
  const dayOf = localDays(context)
  const terms = { deductionOrder: order.of(context).deductionOrder, schemeItems: schemeItemsIn(charges, context) }
  return deductionOf(charges, { ...asked, ...terms }, dayOf(context.now), dayOf)
}

/**
 * The deduction that a payment starts by itself, before bills get any of it; undefined where nothing is due. Charges are the present holder's, and an account
 * that is closed or cancelled pays nothing but what is open.
 */
export const deductionFrom = (
  state: ChargedBills,
  { accountNo, paymentId, amountMinor, source = PaymentSource.enum.bill, purchasedLitres = 0, contractNo }: Paid,
  context: Context,
): Deducted | undefined => {
  const { charges } = state
  if (contractNo !== presentContract(state) || (!mayDeduct(charges) && purchasedLitres === 0)) return undefined
  const { deductionOrder } = order.of(context)
  const taken = deductionOn(charges, { contractNo, paymentMinor: amountMinor, source, purchasedLitres }, context)
  if (taken.lines.length === 0 && purchasedLitres === 0) return undefined
  const cumulativeLitres = charges.cumulativeLitres + purchasedLitres
  const named = { deductionId: paymentId, paymentId, accountNo, source, paymentMinor: amountMinor, purchasedLitres, cumulativeLitres }
  const postings = deductionPostings(taken)
  return { type: 'billing.PaymentDeducted', data: { ...named, deductionOrder, ...taken, contractNo, postings, at: context.now } }
}

/** A payment that is not made: of it is computed how an amount would be divided. No payment has its identifier. */
export const paymentToDivide = (accountNo: string, amountMinor: number) => ({
  ...{ type: 'ReceivePayment' as const, accountNo, paymentId: ofNoPayment, amountMinor },
  ...{ payMethod: PayMethod.enum.cash, reference: '', remark: '' },
})

const ofNoPayment = '00000000-0000-4000-8000-000000000000'

/** The part of a payment that is left for water, after its deductions and the bills that it paid; 0 where there is no such payment. */
export const leftOfPayment = ({ payments, charges }: ChargedBills, paymentId: string): number => {
  const payment = payments.get(paymentId)
  return payment ? payment.received.restMinor - (charges.deductions.get(paymentId)?.deductedMinor ?? 0) : 0
}

/**
 * The deduction of a payment taken back, its last line first: surcharges are due again, and debts are open again by exactly the amounts and the
 * instalments that it took. Undefined where the payment started none.
 */
export const deductionReversed = (
  { charges }: ChargedBills,
  { accountNo, paymentId, contractNo }: { accountNo: string; paymentId: string; contractNo: number },
  context: Context,
): Reversed | undefined => {
  const made = charges.deductions.get(paymentId)
  if (made?.paymentId !== paymentId || made.isReversed) return undefined
  const lines = made.lines.filter(({ amountMinor }) => amountMinor > 0).toReversed()
  const { deductedMinor, vatMinor, purchasedLitres } = made
  const data = {
    ...{ deductionId: made.deductionId, paymentId, accountNo, deductedMinor, vatMinor, contractNo },
    lines: lines.map((line) => reopened(charges, made, line)),
    settlements: settledWithout({ charges }, made, context),
    cumulativeLitres: Math.max(0, charges.cumulativeLitres - purchasedLitres),
    ...{ postings: deductionPostings({ lines, deductedMinor, vatMinor }, -1), at: context.now },
  }
  return { type: 'billing.DeductionReversed', data }
}

/** Up to where the items are settled without a deduction. */
export const settledWithout = ({ charges }: Pick<ChargedBills, 'charges'>, made: MadeDeduction, context: Context): Settlement[] => {
  const items = new Map(
    chargedItems(charges, schemeItemsIn(charges, context), localDays(context)).map(({ feeType, item }) => [
      keyOf({ feeType, itemName: item.itemName }),
      item,
    ]),
  )
  return made.settlements.map((settled) => unsettled(charges, made, settled, items.get(keyOf(settled))))
}

/** The line with what is left of its debt, and the deductions that remain of it, once it is taken back. */
const reopened = ({ debts }: AccountCharges, { deductionId }: MadeDeduction, line: DeductionLine): DeductionLine => {
  const debt = line.debtId === null ? undefined : debts.get(line.debtId)
  if (!debt) return line
  return {
    ...line,
    residualMinor: debt.residualMinor + line.amountMinor,
    remainingDeductions: debt.plan === null ? null : remainingWithout(debt, deductionId),
  }
}

/** Up to where an item is settled without the deduction. Where later ones settled it further, its units alone are due again. */
const unsettled = (charges: AccountCharges, made: MadeDeduction, settled: Settlement, item: ChargingItem | undefined): Settlement => {
  const key = keyOf(settled)
  const before = made.settledBefore?.find((each) => keyOf(each) === key) ?? settled
  const now = charges.settlements.get(key) ?? settled
  const isNewest = now.settledThrough === settled.settledThrough && now.settledLitres === settled.settledLitres
  const units = made.lines.find(({ feeType, name }) => feeType === settled.feeType && name === settled.itemName)?.units ?? 0
  const last = lastTaken(charges, made.deductionId, key)
  return {
    ...now,
    settledThrough: isNewest ? before.settledThrough : earlierBy(units, now.settledThrough, item),
    settledLitres: isNewest ? before.settledLitres : Math.max(0, now.settledLitres - (settled.settledLitres - before.settledLitres)),
    ...{ lastDeductionMinor: last?.amountMinor ?? 0, lastDeductionAt: last?.at ?? null },
  }
}

const earlierBy = (units: number, day: string, item: ChargingItem | undefined): string => {
  const frequency = item?.method === DeductionMethod.enum.perCount ? item.frequency : null
  const isPeriod = frequency !== null && frequency !== DeductionFrequency.enum.perCubicMetre
  return item && isPeriod && units > 0 ? periodEnd(frequency, item.enabledDate, day, -units) : day
}

/** The last amount above zero that other deductions took for an item. */
const lastTaken = ({ deductions }: AccountCharges, except: string, key: string): { amountMinor: number; at: string } | undefined => {
  const others = [...deductions.values()].filter(({ deductionId, isReversed }) => deductionId !== except && !isReversed)
  for (const { settlements, at } of others.toReversed()) {
    const amountMinor = settlements.find((each) => keyOf(each) === key)?.lastDeductionMinor ?? 0
    if (amountMinor > 0) return { amountMinor, at }
  }
  return undefined
}
