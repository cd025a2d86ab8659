import type { RepaymentPlan } from '@nightflow/schemas/billing/debt'
import type { DebtCommand } from '@nightflow/schemas/billing/debt-calls'
import type { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context } from '../shared/decider.ts'
import type { AccountCharges, AccountChargesEvent } from './account-charges.ts'
import { postingsOf, tillOf } from './postings.ts'

type Of<Type extends DebtCommand['type']> = Extract<DebtCommand, { type: Type }>
type Decision = readonly AccountChargesEvent[] | Rejection

/** A plan says from which payments and in how many deductions; half of it is refused, not completed. */
export const planOf = (source: PaymentSource | null, deductions: number | null): RepaymentPlan | null | Rejection => {
  if (source === null && deductions === null) return null
  return source === null || deductions === null ? rejected('repayment-plan-incomplete') : { source, deductions }
}

/** Debts of one account that are not paid in full. */
export const openDebtsMax = 100

export function addDebt({ type: _, ...asked }: Of<'AddDebt'>, { debts, isClosed }: AccountCharges, { now }: Context): Decision {
  const { accountNo, debtId, amountMinor, feeName, debtType } = asked
  const seen = debts.get(debtId)?.added
  if (seen) {
    const isSame = seen.amountMinor === amountMinor && seen.feeName === feeName && seen.debtType === debtType
    return isSame ? [] : rejected('transaction-id-reused')
  }
  if (isClosed) return rejected('account-closed', { accountNo })
  if (amountMinor <= 0) return rejected('debt-not-positive')
  const open = [...debts.values()].filter(({ residualMinor }) => residualMinor > 0)
  if (open.length >= openDebtsMax) return rejected('debts-full', { max: openDebtsMax })
  const postings = postingsOf({ customerDebts: amountMinor, debtIncome: -amountMinor })
  return [{ type: 'billing.DebtAdded', data: { ...asked, postings, at: now } }]
}

export function planRepayment({ type: _, ...asked }: Of<'PlanRepayment'>, { debts }: AccountCharges, { now }: Context): Decision {
  const debt = debts.get(asked.debtId)
  if (!debt) return rejected('not-found')
  if (debt.residualMinor === 0) return rejected('debt-paid-in-full')
  const { plan } = debt
  const isSame = plan?.source === asked.plan?.source && plan?.deductions === asked.plan?.deductions
  return isSame ? [] : [{ type: 'billing.RepaymentPlanned', data: { ...asked, at: now } }]
}

/** A debt is paid in whole or in part, never more than is left of it. */
export function payDebt({ type: _, ...asked }: Of<'PayDebt'>, { debts, payments }: AccountCharges, { now }: Context): Decision {
  const { debtId, paymentId, amountMinor, payMethod } = asked
  const made = payments.get(paymentId)
  if (made) return made.debtId === debtId && made.amountMinor === amountMinor ? [] : rejected('transaction-id-reused')
  const debt = debts.get(debtId)
  if (!debt) return rejected('not-found')
  if (amountMinor <= 0) return rejected('debt-not-positive')
  if (debt.residualMinor === 0) return rejected('debt-paid-in-full')
  const residualMinor = debt.residualMinor - amountMinor
  if (residualMinor < 0) return rejected('debt-overpaid')
  const remainingDeductions = debt.plan && (residualMinor === 0 ? 0 : debt.plan.deductions)
  const postings = postingsOf({ [tillOf(payMethod)]: amountMinor, customerDebts: -amountMinor })
  const { debtType, feeName, amountMinor: debtMinor } = debt.added
  const data = {
    ...asked,
    debtType,
    feeName,
    debtMinor,
    residualMinor,
    remainingDeductions,
    contractNo: debt.contractNo,
    postings,
    at: now,
  }
  return [{ type: 'billing.DebtPaid', data }]
}
