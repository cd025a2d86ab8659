import { deductionOf } from '@nightflow/domain/billing/account-charges'
import { accountChargesDecider } from '@nightflow/domain/billing/account-charges-decider'
import { presentContract } from '@nightflow/domain/billing/account-contracts'
import { deductionOrderDecider } from '@nightflow/domain/billing/deduction-order-decider'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { latestDeductionOrder } from '@nightflow/projections/billing/deduction-orders'
import { deductionNumbers } from '@nightflow/projections/billing/deductions'
import { defaultDeductionOrder } from '@nightflow/schemas/billing/deduction'
import { hundredths } from '@nightflow/schemas/billing/money'
import { findDeductionOrder, previewDeduction, setDeductionOrder } from '@nightflow/schemas/billing/surcharge-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { commandsOf } from '../http/commands-of.ts'
import { timeZoneOf } from '../http/decide.ts'
import { claimOf } from '../http/named-id.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { chargesOf, orderOf, refuseAccount } from './account-facts.ts'

const calls = resourceCalls.deductions

const preview = async ({ accountNo, amount, ...asked }: RequestOf<typeof previewDeduction>, context: RequestContext) => {
  const refused = await refuseAccount(context, accountNo)
  if (refused) return refused
  const paymentMinor = hundredths(amount)
  if (paymentMinor <= 0) return rejected('payment-not-positive')
  const { state, schemeItems } = await chargesOf(context, accountNo)
  const deductionOrder = await orderOf(context)
  const calendar = calendarOf(await timeZoneOf(context))
  const dayOf = (at: string): string => dateOfDay(calendar.dayOf(Date.parse(at)))
  const contractNo = presentContract(state.bills)
  const payment = { ...asked, contractNo, paymentMinor, deductionOrder, schemeItems }
  const { settlements: _, settledBefore: __, ...result } = deductionOf(state, payment, dayOf(new Date().toISOString()), dayOf)
  return { deductionOrder, ...result }
}

const deduction = commandsOf(
  accountChargesDecider,
  ({ deductions }, given) => ('deductionId' in given ? (deductions.get(given.deductionId) ?? null) : null),
  (given, context) => ('deductionId' in given ? claimOf(context, 'billing.PaymentDeducted', given.deductionId) : {}),
)
const order = commandsOf(deductionOrderDecider, (state) => state)

export const deductionResourceRoutes: readonly Route[] = [
  deduction(calls.create, {
    amount: ({ amount }) => hundredths(amount),
    refuse: ({ accountNo }, context) => refuseAccount(context, accountNo),
    prepare: async ({ accountNo }, context) => ({
      schemeItems: (await chargesOf(context, accountNo)).schemeItems,
      deductionOrder: await orderOf(context),
    }),
    command: ({ amount, ...asked }, known) => ({ type: 'DeductPayment', ...asked, ...known, paymentMinor: hundredths(amount) }),
    // A repeated request answers the deduction that it made the first time.
    answer: async ({ request: { accountNo, deductionId }, context, position }) => {
      const known = await context.read((database) => deductionNumbers.numberOf(database, accountNo, deductionId))
      return { deductionNo: known ?? position }
    },
  }),
]

export const deductionRoutes: readonly Route[] = [
  ask(previewDeduction, preview),
  ask(findDeductionOrder, (_, { read }) =>
    read(async (database) => (await latestDeductionOrder(database)) ?? { deductionOrder: defaultDeductionOrder, setBy: null, setAt: null }),
  ),
  order(setDeductionOrder, { command: ({ deductionOrder }) => ({ type: 'SetDeductionOrder', deductionOrder }) }),
]
