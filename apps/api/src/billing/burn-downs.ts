import { evolveBills, noBills } from '@nightflow/domain/billing/account-bills'
import { balanceOf, firstContract, presentContract } from '@nightflow/domain/billing/account-contracts'
import { lastsUntil } from '@nightflow/domain/billing/lasts-until'
import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { statusOfAccount } from '@nightflow/projections/customers/accounts'
import { accountBurnDown, shownDeductionsMax } from '@nightflow/schemas/billing/account-burn-down'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { eventsOfAccount } from './account-events.ts'

/** Of the present holder: what an earlier one used says nothing about this one. */
const showBurnDown = async (
  { accountNo }: RequestOf<typeof accountBurnDown>,
  context: RequestContext,
): Promise<ResponseOf<typeof accountBurnDown> | Rejection> => {
  if ((await context.read((database) => statusOfAccount(database, accountNo))) === undefined)
    return rejected('account-not-found', { accountNo })
  const events = await eventsOfAccount(context, accountNo)
  const state = events.reduce(evolveBills, noBills)
  const contractNo = presentContract(state)
  const deducted = events.flatMap(({ type, data, position }) => {
    if (type !== 'billing.ConsumptionDeducted') return []
    return (data.contractNo ?? firstContract) === contractNo ? [{ ...data, position }] : []
  })
  const lasts = lastsUntil(deducted, balanceOf(state, contractNo)) ?? null
  const deductions = deducted
    .slice(-shownDeductionsMax)
    .toReversed()
    .map(({ position, periodFrom, periodTo, litres, estimatedDays, totalMinor, at }) => {
      const lastDay = dateOfDay(dayOfDate(periodTo) - 1)
      return { position, lastDay, periodFrom, litres, estimatedDays, totalMinor, at }
    })
  return { lasts, deductions }
}

export const burnDownRoutes: readonly Route[] = [ask(accountBurnDown, showBurnDown)]
