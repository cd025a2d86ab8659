import { accountChargesDecider } from '@nightflow/domain/billing/account-charges-decider'
import { planOf } from '@nightflow/domain/billing/debt-decisions'
import type { Claim } from '@nightflow/event-log/execute-command'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { debtHistory, debtNumbers } from '@nightflow/projections/billing/debts'
import type { DebtCommand } from '@nightflow/schemas/billing/debt'
import { listDebtHistory, payDebt, planRepayment } from '@nightflow/schemas/billing/debt-calls'
import { hundredths } from '@nightflow/schemas/billing/money'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, rejected } from '@nightflow/schemas/shared/rejections'
import { confirming } from '../http/confirmed-amount.ts'
import { decide } from '../http/decide.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { logRoutes } from '../resource/resource-routes.ts'
import { refuseAccount } from './account-facts.ts'
import { claimOf } from './named-id.ts'

const calls = resourceCalls.debts

const give = (context: RequestContext, given: DebtCommand, claims: { claims?: Claim } = {}) =>
  decide(
    context,
    accountChargesDecider,
    given,
    ({ debts }) => {
      const debt = debts.get(given.debtId)
      return debt ? { residualMinor: debt.residualMinor, plan: debt.plan } : null
    },
    claims,
  )

const create = async (typed: RequestOf<typeof calls.create>, context: RequestContext) => {
  const { amount, planSource, planDeductions, ...debt } = typed
  const refused = await refuseAccount(context, debt.accountNo)
  if (refused) return refused
  const plan = planOf(planSource, planDeductions)
  if (plan !== null && isRejection(plan)) return plan
  const adding = { type: 'AddDebt' as const, ...debt, plan, amountMinor: hundredths(amount) }
  const decided = await give(context, adding, claimOf(context, 'billing.DebtAdded', debt.debtId))
  if (isRejection(decided)) return decided
  // A repeated request answers the debt that it added the first time.
  const known = await context.read((database) => debtNumbers.numberOf(database, debt.accountNo, debt.debtId))
  return { ...decided, response: { debtNo: known ?? decided.position } }
}

const pay = async ({ debtNo, amount, ...payment }: RequestOf<typeof payDebt>, context: RequestContext) => {
  const debt = await context.read((database) => debtNumbers.namedBy(database, debtNo))
  if (!debt) return rejected('not-found')
  const paying = { type: 'PayDebt' as const, ...debt, ...payment, amountMinor: hundredths(amount) }
  const decided = await give(context, paying, claimOf(context, 'billing.DebtPaid', payment.paymentId))
  if (isRejection(decided)) return decided
  const { residualMinor } = decided.after as { residualMinor: number }
  return { ...decided, response: { residualMinor } }
}

const plan = async ({ debtNo, planSource, planDeductions }: RequestOf<typeof planRepayment>, context: RequestContext) => {
  const debt = await context.read((database) => debtNumbers.namedBy(database, debtNo))
  if (!debt) return rejected('not-found')
  const decided = await give(context, { type: 'PlanRepayment', ...debt, plan: { source: planSource, deductions: planDeductions } })
  return isRejection(decided) ? decided : { ...decided, response: {} }
}

const amountOf = ({ amount }: { amount: number }): number => hundredths(amount)

export const debtResourceRoutes: readonly Route[] = [
  ...logRoutes(calls, storeOf(resources.debts)),
  command(calls.create, confirming(amountOf, create)),
]

export const debtRoutes: readonly Route[] = [
  command(payDebt, confirming(amountOf, pay)),
  command(planRepayment, plan),
  ask(
    listDebtHistory,
    ({ debtNo, ...page }, { read }) => read((database) => debtHistory(database, debtNo, page)),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
