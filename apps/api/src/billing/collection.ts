import type { AccountBills } from '@nightflow/domain/billing/account-bills'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { accountCollectionDecider } from '@nightflow/domain/billing/account-collection-decider'
import { collectionSettingsDecider } from '@nightflow/domain/billing/collection-settings-decider'
import { planOf } from '@nightflow/domain/billing/instalments'
import { settledBills } from '@nightflow/domain/billing/settle-balance'
import { stateOfStream } from '@nightflow/event-log/execute-command'
import { billNumbers } from '@nightflow/projections/billing/bills'
import { findCollectionSettings } from '@nightflow/projections/billing/collection-settings'
import { holderOfAccount } from '@nightflow/projections/customers/tellable-leaks'
import type { CollectionCommand } from '@nightflow/schemas/billing/collection'
import * as calls from '@nightflow/schemas/billing/collection-calls'
import * as settingCalls from '@nightflow/schemas/billing/collection-settings-calls'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { actorOf } from '../http/actor.ts'
import { decide, timeZoneOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, command, query, type Route } from '../http/serve.ts'
import { refuseAccount } from './account-facts.ts'
import { claimOf } from './named-id.ts'

const stateOf = async ({ log, caller: { tenant } }: RequestContext, accountNo: string) =>
  settledBills(await stateOfStream(log, `${tenant}/billing-account-${accountNo}`, accountBillsDecider))

const give = async (context: RequestContext, given: CollectionCommand) => {
  const claims = given.type === 'PlanInstalments' ? claimOf(context, 'billing.InstalmentsPlanned', given.planId) : {}
  const describe = ({ plans, remindersStoppedFor }: AccountBills) => ({
    plans: plans.size,
    remindersStopped: remindersStoppedFor.length > 0,
  })
  const decided = await decide(context, accountCollectionDecider, given, describe, claims)
  return isRejection(decided) ? decided : { ...decided, response: { position: decided.position } }
}

/** The identifiers of bills of the account; a number of another account's bill is unknown. */
const billIdsOf = ({ read }: RequestContext, accountNo: string, billNos: readonly number[]): Promise<string[] | Rejection> =>
  read(async (database) => {
    const billIds: string[] = []
    for (const billNo of billNos) {
      const bill = await billNumbers.namedBy(database, billNo)
      if (bill?.accountNo !== accountNo) return rejected('not-found')
      billIds.push(bill.billId)
    }
    return billIds
  })

const preview = async (asked: RequestOf<typeof calls.previewInstalments>, context: RequestContext) => {
  const { accountNo, billNos, count, firstDay } = asked
  const refused = await refuseAccount(context, accountNo)
  if (refused) return refused
  const billIds = await billIdsOf(context, accountNo, billNos)
  if (isRejection(billIds)) return billIds
  const at = { now: new Date().toISOString(), actor: actorOf(context.caller), timeZone: await timeZoneOf(context) }
  const planned = planOf(await stateOf(context, accountNo), { billIds, count, firstDay }, at)
  if (isRejection(planned)) return planned
  const { instalments, bills } = planned
  return { totalMinor: instalments.reduce((sum, { amountMinor }) => sum + amountMinor, 0), bills: bills.length, instalments }
}

const plan = async ({ billNos, ...asked }: RequestOf<typeof calls.planInstalments>, context: RequestContext) => {
  const refused = await refuseAccount(context, asked.accountNo)
  if (refused) return refused
  const billIds = await billIdsOf(context, asked.accountNo, billNos)
  return isRejection(billIds) ? billIds : give(context, { type: 'PlanInstalments', ...asked, billIds })
}

const cancelPlan = async ({ billNo, reason }: RequestOf<typeof calls.cancelInstalments>, context: RequestContext) => {
  const bill = await context.read((database) => billNumbers.namedBy(database, billNo))
  return bill ? give(context, { type: 'CancelInstalments', ...bill, reason }) : rejected('not-found')
}

const consent =
  (type: 'StopReminders' | 'AllowReminders') =>
  async ({ accountNo, reason }: RequestOf<typeof calls.stopReminders>, context: RequestContext) => {
    const personId = await context.read((database) => holderOfAccount(database, accountNo))
    if (personId === undefined) return rejected('account-not-found', { accountNo })
    return give(context, { type, accountNo, personId, reason })
  }

const reminders = async ({ accountNo }: RequestOf<typeof calls.findReminders>, context: RequestContext) => {
  const personId = await context.read((database) => holderOfAccount(database, accountNo))
  if (personId === undefined) return { isStopped: false }
  return { isStopped: (await stateOf(context, accountNo)).remindersStoppedFor.includes(personId) }
}

export const collectionRoutes: readonly Route[] = [
  ask(calls.previewInstalments, preview),
  command(calls.planInstalments, plan),
  command(calls.cancelInstalments, cancelPlan),
  ask(calls.findReminders, reminders),
  command(calls.stopReminders, consent('StopReminders')),
  command(calls.allowReminders, consent('AllowReminders')),
  query(settingCalls.findCollectionSettings, findCollectionSettings),
  command(settingCalls.setCollectionSettings, (asked, context) =>
    decide(context, collectionSettingsDecider, { type: 'SetCollectionSettings', ...asked }, ({ settings }) => settings),
  ),
]
