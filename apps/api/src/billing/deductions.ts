import { deductionOf } from '@nightflow/domain/billing/account-charges'
import { accountChargesDecider } from '@nightflow/domain/billing/account-charges-decider'
import { presentContract } from '@nightflow/domain/billing/account-contracts'
import { deductionOrderDecider } from '@nightflow/domain/billing/deduction-order-decider'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { latestDeductionOrder } from '@nightflow/projections/billing/deduction-orders'
import { deductionNumbers } from '@nightflow/projections/billing/deductions'
import { defaultDeductionOrder } from '@nightflow/schemas/billing/deduction'
import { hundredths } from '@nightflow/schemas/billing/money'
import { findDeductionOrder, previewDeduction, setDeductionOrder } from '@nightflow/schemas/billing/surcharge-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, rejected } from '@nightflow/schemas/shared/rejections'
import { confirming } from '../http/confirmed-amount.ts'
import { decide, timeZoneOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { logRoutes } from '../resource/resource-routes.ts'
import { chargesOf, orderOf, refuseAccount } from './account-facts.ts'
import { claimOf } from './named-id.ts'

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
  const { settlements: _, ...result } = deductionOf(state, payment, dayOf(new Date().toISOString()), dayOf)
  return { deductionOrder, ...result }
}

const deduct = async ({ accountNo, amount, ...asked }: RequestOf<typeof calls.create>, context: RequestContext) => {
  const refused = await refuseAccount(context, accountNo)
  if (refused) return refused
  const { schemeItems } = await chargesOf(context, accountNo)
  const deductionOrder = await orderOf(context)
  const decided = await decide(
    context,
    accountChargesDecider,
    { type: 'DeductPayment', accountNo, ...asked, paymentMinor: hundredths(amount), deductionOrder, schemeItems },
    ({ deductions }) => deductions.get(asked.deductionId) ?? null,
    claimOf(context, 'billing.PaymentDeducted', asked.deductionId),
  )
  if (isRejection(decided)) return decided
  // A repeated request answers the deduction that it made the first time.
  const known = await context.read((database) => deductionNumbers.numberOf(database, accountNo, asked.deductionId))
  return { ...decided, response: { deductionNo: known ?? decided.position } }
}

export const deductionResourceRoutes: readonly Route[] = [
  ...logRoutes(calls, storeOf(resources.deductions)),
  command(
    calls.create,
    confirming(({ amount }) => hundredths(amount), deduct),
  ),
]

export const deductionRoutes: readonly Route[] = [
  ask(previewDeduction, preview),
  ask(findDeductionOrder, (_, { read }) =>
    read(async (database) => (await latestDeductionOrder(database)) ?? { deductionOrder: defaultDeductionOrder, setBy: null, setAt: null }),
  ),
  command(setDeductionOrder, ({ deductionOrder }, context) =>
    decide(context, deductionOrderDecider, { type: 'SetDeductionOrder', deductionOrder }, (state) => state),
  ),
]
