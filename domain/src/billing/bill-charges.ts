import type { ComposedBill } from '@nightflow/schemas/billing/bill'
import { ItemSource } from '@nightflow/schemas/billing/charging-item'
import { type DeductionLine, PaymentSource, type ReturnedCharges } from '@nightflow/schemas/billing/deduction'
import { billMinorMax } from '@nightflow/schemas/billing/ledger'
import type { Context } from '../shared/decider.ts'
import type { OpenBill } from './account-bills.ts'
import { type Debt, type MadeDeduction, remainingOf, remainingWithout } from './account-charges.ts'
import { contractOfDay, presentContract } from './account-contracts.ts'
import { rechargedLine } from './deduction.ts'
import { type ChargedBills, deductionOn, mayDeduct, settledWithout } from './payment-deduction.ts'

/** Amounts of a bill. */
type Amounts = { amountMinor: number; vatMinor: number; totalMinor: number }
type Charges = readonly DeductionLine[]

const sumOf = (lines: Charges, value: (line: DeductionLine) => number): number => lines.reduce((sum, line) => sum + value(line), 0)

/** The repayment of debts in these lines. */
export const debtsIn = (lines: Charges): number => sumOf(lines, ({ debtId, amountMinor }) => (debtId === null ? 0 : amountMinor))

/** The income of surcharges in these lines, without VAT. */
export const surchargesIn = (lines: Charges): number =>
  sumOf(lines, ({ debtId, amountMinor, vatMinor }) => (debtId === null ? amountMinor - vatMinor : 0))

const added = <Bill extends Amounts>(bill: Bill, charges: Charges): Bill => {
  const vatMinor = sumOf(charges, (line) => line.vatMinor)
  const chargesMinor = sumOf(charges, ({ amountMinor }) => amountMinor)
  const amounts = { amountMinor: bill.amountMinor + chargesMinor - vatMinor, vatMinor: bill.vatMinor + vatMinor }
  return { ...bill, ...amounts, totalMinor: bill.totalMinor + chargesMinor }
}

/**
 * The bill with the surcharges and the instalments that are taken from bills: a percentage is of the water with its VAT, and an instalment is taken once
 * by each bill. They are of the present holder, so a bill of an earlier one has none.
 */
export const withCharges = (state: ChargedBills, bill: ComposedBill, context: Context) => {
  const { charges } = state
  const contractNo = presentContract(state)
  if (!mayDeduct(charges) || contractOfDay(state, bill.periodFrom) !== contractNo) return bill
  const taken = deductionOn(
    charges,
    {
      ...{ contractNo, paymentMinor: bill.totalMinor, source: PaymentSource.enum.bill, purchasedLitres: 0 },
      ...{ from: ItemSource.enum.bills, bill: { mostMinor: Math.max(0, billMinorMax - bill.totalMinor), litres: bill.litres } },
    },
    context,
  )
  const { lines, settlements, settledBefore } = taken
  return lines.length === 0 ? bill : { ...added(bill, lines), charges: lines, settlements, settledBefore }
}

/** A bill that is computed again, with the charges that it was issued with. */
export const recharged = <Water extends Amounts & { litres: number }>(
  before: { charges?: DeductionLine[] | undefined },
  water: Water,
): Water => {
  if (!before.charges) return water
  const charges = before.charges.map((line) => rechargedLine(line, water.totalMinor, water.litres))
  return { ...added(water, charges), charges }
}

/** The instalments that are still on a bill. */
export const instalmentsOn = ({ charges }: ChargedBills, billId: string): number => debtsIn(charges.deductions.get(billId)?.lines ?? [])

/** The part of a bill that VAT is due on: all but the instalments of debts, at its issue and now. */
export const taxedPart = (state: ChargedBills, bill: OpenBill) => {
  const { issued, totalMinor, vatMinor } = bill
  const issuedMinor = issued.totalMinor - debtsIn(issued.charges ?? [])
  return {
    issued: { vatMinor: issued.vatMinor, totalMinor: issuedMinor },
    ...{ totalMinor: totalMinor - instalmentsOn(state, issued.billId), vatMinor, vatParts: bill.vatParts },
  }
}

/**
 * The charges that a credit of a bill gives back. A credit takes water, fees and surcharges first: it reaches the instalments only where nothing else is left, and makes
 * them owed again. The credit of all that is left voids the bill: its surcharges are due again too.
 */
export const returnedBy = (state: ChargedBills, bill: OpenBill, amountMinor: number, context: Context): ReturnedCharges | undefined => {
  const made = state.charges.deductions.get(bill.issued.billId)
  if (!made) return undefined
  if (amountMinor === bill.totalMinor) {
    const lines = made.lines.filter((line) => line.amountMinor > 0).toReversed()
    return { lines: lines.map((line) => reopened(state, made, line, line.amountMinor)), settlements: settledWithout(state, made, context) }
  }
  let backMinor = amountMinor - (bill.totalMinor - instalmentsOn(state, bill.issued.billId))
  const lines: DeductionLine[] = []
  for (const line of made.lines.toReversed()) {
    if (line.debtId === null || backMinor <= 0 || line.amountMinor === 0) continue
    const partMinor = Math.min(line.amountMinor, backMinor)
    backMinor -= partMinor
    lines.push(reopened(state, made, line, partMinor))
  }
  return lines.length === 0 ? undefined : { lines, settlements: [] }
}

const reopened = ({ charges }: ChargedBills, { deductionId }: MadeDeduction, line: DeductionLine, amountMinor: number): DeductionLine => {
  const debt = line.debtId === null ? undefined : charges.debts.get(line.debtId)
  if (!debt) return line
  const residualMinor = debt.residualMinor + amountMinor
  const remainingDeductions =
    debt.plan && (amountMinor === line.amountMinor ? remainingWithout(debt, deductionId) : openOf(debt, residualMinor))
  return { ...line, amountMinor, residualMinor, remainingDeductions }
}

const openOf = (debt: Debt, residualMinor: number): number => Math.max(1, remainingOf({ ...debt, residualMinor }))
