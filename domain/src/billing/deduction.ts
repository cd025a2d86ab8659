import { type ChargingItem, DeductionFrequency, DeductionMethod, type FeeType } from '@nightflow/schemas/billing/charging-item'
import {
  type DebtType,
  type DeductionLine,
  type DeductionOrder,
  type PaymentSource,
  type Settlement,
  unitsMax,
} from '@nightflow/schemas/billing/deduction'
import { elapsedPeriods, type PeriodFrequency, periodEnd } from './elapsed-units.ts'
import { roundedShare } from './exact.ts'

/** A charging item of an account, with where its counting begins: the day and the volume at which the account got it or settled it. */
export type Charged = { feeType: FeeType; item: ChargingItem; since: string; sinceLitres: number }

/** A debt with a repayment plan. */
export type Instalment = {
  debtId: string
  debtType: DebtType
  feeName: string
  debtMinor: number
  residualMinor: number
  plan: { source: PaymentSource; deductions: number } | null
}

export type Payment = {
  paymentMinor: number
  source: PaymentSource
  /** Local day of the tenant. */
  day: string
  /** Total volume that the account has bought, with the water of this payment. */
  cumulativeLitres: number
  deductionOrder: DeductionOrder
  /** Of a bill, whose charges are not taken out of it but added: the most that they may be together, and its volume. */
  bill?: { mostMinor: number; litres: number }
}

export type Deduction = {
  lines: DeductionLine[]
  deductedMinor: number
  vatMinor: number
  restMinor: number
  settlements: Settlement[]
  /** The same as it was before, so that a reversal can restore it. */
  settledBefore: Settlement[]
}

const wholeBasisPoints = 10_000
const litresPerCubicMetre = 1000

/** A line for a payment that is large enough, and how far the amount settles the item. */
type Due = {
  line: Omit<DeductionLine, 'amountMinor' | 'vatMinor'>
  /** The amount taken from at most this much. */
  take: (mostMinor: number) => { amountMinor: number; line?: Partial<DeductionLine> }
  settle?: (line: DeductionLine) => Pick<Settlement, 'settledThrough' | 'settledLitres'>
}

/**
 * The deductions from a payment: kind by kind in the tenant's order, and within a kind scheme before account, each in its own order. A line takes
 * what is due as far as the payment reaches, so that lines and rest always are the payment. Percentages are of the whole payment, so where it
 * reaches for everything no amount depends on the order.
 */
export const deductFrom = (payment: Payment, charged: readonly Charged[], debts: readonly Instalment[]): Deduction => {
  const enabled = charged.filter(({ item }) => item.enabledDate <= payment.day)
  const dues: { each?: Charged; due: Due | undefined }[] = [
    ...enabled.map((each) => ({ each, due: dueOf(each, payment) })),
    ...debts.map((debt) => ({ due: instalmentOf(debt, payment) })),
  ]
  const lines: DeductionLine[] = []
  const settlements = new Map(charged.map((each) => [each, settledAsBefore(each, payment)]))
  const mostMinor = payment.bill?.mostMinor ?? payment.paymentMinor
  let restMinor = mostMinor
  for (const kind of payment.deductionOrder)
    for (const { each, due } of dues) {
      if (due?.line.kind !== kind) continue
      const line = lineOf(due, restMinor)
      restMinor -= line.amountMinor
      lines.push(line)
      if (each) settlements.set(each, { ...settlements.get(each)!, ...due.settle?.(line), lastDeductionMinor: line.amountMinor })
    }
  return {
    lines,
    deductedMinor: mostMinor - restMinor,
    vatMinor: lines.reduce((sum, line) => sum + line.vatMinor, 0),
    restMinor,
    settlements: [...settlements.values()],
    settledBefore: charged.map(({ feeType, item: { itemName }, since, sinceLitres }) => ({
      ...{ feeType, itemName, settledThrough: since, settledLitres: sinceLitres, lastDeductionMinor: 0 },
    })),
  }
}

/** The VAT that an amount includes, rounded half up once. */
const vatIn = (amountMinor: number, vatBasisPoints: number): number =>
  roundedShare(amountMinor, vatBasisPoints, wholeBasisPoints + vatBasisPoints)

const lineOf = ({ line, take }: Due, mostMinor: number): DeductionLine => {
  const taken = take(mostMinor)
  return { ...line, ...taken.line, amountMinor: taken.amountMinor, vatMinor: vatIn(taken.amountMinor, line.vatBasisPoints) }
}

/** An item that is not yet enabled is not counted later either. */
const settledAsBefore = ({ feeType, item, since, sinceLitres }: Charged, { day, cumulativeLitres }: Payment): Settlement => {
  const isEnabled = item.enabledDate <= day
  return {
    feeType,
    itemName: item.itemName,
    settledThrough: since,
    settledLitres: isEnabled ? sinceLitres : cumulativeLitres,
    lastDeductionMinor: 0,
  }
}

const noSurcharge = { feeType: null, method: null, ratioBasisPoints: null, units: null, unitAmountMinor: null, vatBasisPoints: 0 }
const noDebt = { debtId: null, debtType: null, debtMinor: null, residualMinor: null, remainingDeductions: null }

const dueOf = (charged: Charged, payment: Payment): Due | undefined => {
  const { item } = charged
  if (item.method === DeductionMethod.enum.percentage)
    return payOnce(charged, payment, 'percentage', roundedShare(payment.paymentMinor, item.ratioBasisPoints ?? 0, wholeBasisPoints))
  if (item.method === DeductionMethod.enum.fixed) return payOnce(charged, payment, 'fixed', item.amountMinor ?? 0)
  return item.frequency === DeductionFrequency.enum.perCubicMetre
    ? payment.bill
      ? payBilledVolume(charged, payment, payment.bill.litres)
      : payVolume(charged, payment)
    : payPeriods(charged, item.frequency ?? DeductionFrequency.enum.perDay, payment)
}

const surchargeLine = ({ feeType, item }: Charged) => ({
  ...noDebt,
  name: item.itemName,
  feeType,
  method: item.method,
  ratioBasisPoints: item.method === DeductionMethod.enum.percentage ? item.ratioBasisPoints : null,
  units: null,
  unitAmountMinor: null,
  vatBasisPoints: item.vatBasisPoints,
})

const payOnce = (charged: Charged, payment: Payment, kind: 'percentage' | 'fixed', dueMinor: number): Due | undefined =>
  // A bill keeps the line of nothing: with another volume it is something.
  dueMinor === 0 && !payment.bill
    ? undefined
    : {
        line: { ...surchargeLine(charged), kind, dueMinor },
        take: (most) => ({ amountMinor: Math.min(most, dueMinor) }),
        settle: () => ({ settledThrough: payment.day, settledLitres: payment.cumulativeLitres }),
      }

/** Whole units alone are taken; those that the payment does not reach for wait for the next one. */
const payUnits = (charged: Charged, counted: number, settle: Due['settle'] & {}): Due | undefined => {
  // Water that was bought with a payment that is taken back is not counted any more.
  const units = Math.max(0, Math.min(counted, unitsMax))
  const unitAmountMinor = charged.item.amountMinor ?? 0
  if (units === 0 || unitAmountMinor === 0) return undefined
  return {
    line: { ...surchargeLine(charged), kind: 'frequency', units, unitAmountMinor, dueMinor: units * unitAmountMinor },
    take: (most) => {
      const paid = Math.min(units, Math.floor(most / unitAmountMinor))
      return { amountMinor: paid * unitAmountMinor, line: { units: paid } }
    },
    settle,
  }
}

const payPeriods = (charged: Charged, frequency: PeriodFrequency, { day }: Payment): Due | undefined => {
  const { item, since, sinceLitres } = charged
  const anchor = item.enabledDate
  const from = [since, anchor].toSorted().at(-1)!
  return payUnits(charged, elapsedPeriods(frequency, anchor, from, day), ({ units }) => ({
    settledThrough: periodEnd(frequency, anchor, from, units ?? 0),
    settledLitres: sinceLitres,
  }))
}

const payVolume = (charged: Charged, { cumulativeLitres, day }: Payment): Due | undefined => {
  const before = Math.floor(charged.sinceLitres / litresPerCubicMetre)
  return payUnits(charged, Math.floor(cumulativeLitres / litresPerCubicMetre) - before, ({ units }) => ({
    settledThrough: day,
    settledLitres: Math.max(charged.sinceLitres, (before + (units ?? 0)) * litresPerCubicMetre),
  }))
}

/** Of a bill the volume is charged as it is: a part of a cubic metre costs its part. */
const payBilledVolume = (charged: Charged, payment: Payment, litres: number): Due => {
  const unitAmountMinor = charged.item.amountMinor ?? 0
  const dueMinor = ofVolume(unitAmountMinor, litres)
  return {
    line: { ...surchargeLine(charged), kind: 'frequency', unitAmountMinor, dueMinor },
    take: (most) => ({ amountMinor: Math.min(most, dueMinor) }),
    settle: () => ({ settledThrough: payment.day, settledLitres: charged.sinceLitres }),
  }
}

const ofVolume = (unitAmountMinor: number, litres: number): number => roundedShare(unitAmountMinor, litres, litresPerCubicMetre)

/** Of a bill that is computed again: a share of the amount and an amount of the volume follow them, every other charge stays. */
export const rechargedLine = (line: DeductionLine, waterMinor: number, litres: number): DeductionLine => {
  const { method, ratioBasisPoints, unitAmountMinor, units, vatBasisPoints } = line
  const isVolume = method === DeductionMethod.enum.perCount && units === null
  if (ratioBasisPoints === null && !isVolume) return line
  const dueMinor =
    ratioBasisPoints === null ? ofVolume(unitAmountMinor ?? 0, litres) : roundedShare(waterMinor, ratioBasisPoints, wholeBasisPoints)
  return { ...line, dueMinor, amountMinor: dueMinor, vatMinor: vatIn(dueMinor, vatBasisPoints) }
}

/** The residual divided by the deductions that remain: instalments differ by a hundredth at most, and the last one takes the rest. */
const instalmentOf = (debt: Instalment, { source }: Payment): Due | undefined => {
  const { plan, residualMinor, debtId, debtType, debtMinor, feeName } = debt
  if (!plan || plan.source !== source || residualMinor === 0) return undefined
  const remaining = Math.max(1, plan.deductions)
  const dueMinor = remaining === 1 ? residualMinor : Math.max(1, roundedShare(residualMinor, 1, remaining))
  return {
    line: {
      ...noSurcharge,
      kind: 'debt',
      name: feeName,
      dueMinor,
      debtId,
      debtType,
      debtMinor,
      residualMinor,
      remainingDeductions: remaining,
    },
    take: (most) => {
      const amountMinor = Math.min(most, dueMinor)
      const residual = residualMinor - amountMinor
      return {
        amountMinor,
        line: { residualMinor: residual, remainingDeductions: remainingAfter(residual, remaining, amountMinor === dueMinor) },
      }
    },
  }
}

/** An instalment that was not taken whole does not count; while anything is left, one deduction remains. */
const remainingAfter = (residualMinor: number, remaining: number, isWhole: boolean): number =>
  residualMinor === 0 ? 0 : Math.max(1, isWhole ? remaining - 1 : remaining)
