import type { AccountCharges } from '@nightflow/domain/billing/account-charges'
import { type AccountChargesCommand, accountChargesDecider } from '@nightflow/domain/billing/account-charges-decider'
import { planOf } from '@nightflow/domain/billing/debt-decisions'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { debtHistory, debtNumbers } from '@nightflow/projections/billing/debts'
import { debtCommands, listDebtHistory } from '@nightflow/schemas/billing/debt-calls'
import { hundredths } from '@nightflow/schemas/billing/money'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { commandRoutes } from '../http/command-routes.ts'
import { commandsOf } from '../http/commands-of.ts'
import { claimOf } from '../http/named-id.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { eachBy } from '../resource/recorded-routes.ts'
import { logRoutes } from '../resource/resource-routes.ts'
import { refuseAccount } from './account-facts.ts'
import { withHoldersOf } from './named-holders.ts'

const calls = resourceCalls.debts

const debtOf = ({ debts }: AccountCharges, given: AccountChargesCommand) => {
  const known = 'debtId' in given ? debts.get(given.debtId) : undefined
  return known ? { residualMinor: known.residualMinor, plan: known.plan } : null
}
const identify = (given: AccountChargesCommand, context: RequestContext) => {
  if (given.type === 'AddDebt') return claimOf(context, 'billing.DebtAdded', given.debtId)
  return given.type === 'PayDebt' ? claimOf(context, 'billing.DebtPaid', given.paymentId) : {}
}
const debt = commandsOf(accountChargesDecider, debtOf, identify)

const amountOf = ({ amount }: { amount: number }): number => hundredths(amount)

/** A debt is the holder's who had the account when it was added. */
const ofHolder = withHoldersOf<{ accountNo: string; customerName: string | null; createTime: string }>(({ createTime }) => createTime)

export const debtResourceRoutes: readonly Route[] = [
  ...logRoutes(calls, storeOf(resources.debts), ofHolder),
  debt(calls.create, {
    amount: amountOf,
    refuse: ({ accountNo }, context) => refuseAccount(context, accountNo),
    prepare: async ({ planSource, planDeductions }) => {
      const plan = planOf(planSource, planDeductions)
      return isRejection(plan) ? plan : { plan }
    },
    command: ({ amount, planSource: _, planDeductions: __, ...asked }, { plan }) => ({
      type: 'AddDebt',
      ...{ ...asked, plan, amountMinor: hundredths(amount) },
    }),
    // A repeated request answers the debt that it added the first time.
    answer: async ({ request: { accountNo, debtId }, context, position }) => {
      const known = await context.read((database) => debtNumbers.numberOf(database, accountNo, debtId))
      return { debtNo: known ?? position }
    },
  }),
]

export const debtRoutes: readonly Route[] = [
  ...commandRoutes(
    { commands: debtCommands, decider: accountChargesDecider, find: eachBy(debtNumbers.namedBy), logged: debtOf, identify },
    {
      pay: {
        amount: amountOf,
        prepare: (_, request) => ({ amountMinor: amountOf(request) }),
        answer: ({ after, given: { debtId } }) => ({ residualMinor: after.debts.get(debtId)!.residualMinor }),
      },
      plan: { prepare: (_, { planSource, planDeductions }) => ({ plan: { source: planSource, deductions: planDeductions } }) },
    },
  ),
  ask(
    listDebtHistory,
    ({ debtNo, ...page }, { read }) => read((database) => debtHistory(database, debtNo, page)),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
