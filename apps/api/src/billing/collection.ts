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
import * as calls from '@nightflow/schemas/billing/collection-calls'
import * as settingCalls from '@nightflow/schemas/billing/collection-settings-calls'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { actorOf } from '../http/actor.ts'
import { commandRoutes } from '../http/command-routes.ts'
import { commandsOf } from '../http/commands-of.ts'
import { timeZoneOf } from '../http/decide.ts'
import { claimOf } from '../http/named-id.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, query, type Route } from '../http/serve.ts'
import { eachBy } from '../resource/recorded-routes.ts'
import { refuseAccount } from './account-facts.ts'

const stateOf = async ({ log, caller: { tenant } }: RequestContext, accountNo: string) =>
  settledBills(await stateOfStream(log, `${tenant}/billing-account-${accountNo}`, accountBillsDecider))

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

const reminders = async ({ accountNo }: RequestOf<typeof calls.findReminders>, context: RequestContext) => {
  const personId = await context.read((database) => holderOfAccount(database, accountNo))
  if (personId === undefined) return { isStopped: false }
  return { isStopped: (await stateOf(context, accountNo)).remindersStoppedFor.includes(personId) }
}

const numbersOf = ({ plans, remindersStoppedFor }: AccountBills) => ({
  ...{ plans: plans.size, remindersStopped: remindersStoppedFor.length > 0 },
})

const collection = commandsOf(accountCollectionDecider, numbersOf, (given, context) =>
  given.type === 'PlanInstalments' ? claimOf(context, 'billing.InstalmentsPlanned', given.planId) : {},
)
const settings = commandsOf(collectionSettingsDecider, (state) => state.settings)

const findHolder = async ({ accountNo }: { accountNo: string }, { read }: RequestContext) => {
  const personId = await read((database) => holderOfAccount(database, accountNo))
  return personId === undefined ? rejected('account-not-found', { accountNo }) : { personId }
}

export const collectionRoutes: readonly Route[] = [
  ask(calls.previewInstalments, preview),
  collection(calls.planInstalments, {
    refuse: ({ accountNo }, context) => refuseAccount(context, accountNo),
    prepare: ({ accountNo, billNos }, context) => billIdsOf(context, accountNo, billNos),
    command: ({ billNos: _, ...asked }, billIds) => ({ type: 'PlanInstalments', ...asked, billIds }),
  }),
  ...commandRoutes({
    ...{ commands: calls.planCommands, decider: accountCollectionDecider, find: eachBy(billNumbers.namedBy), logged: numbersOf },
  }),
  ask(calls.findReminders, reminders),
  collection(calls.stopReminders, {
    prepare: findHolder,
    command: ({ accountNo, reason }, { personId }) => ({ type: 'StopReminders', accountNo, personId, reason }),
  }),
  collection(calls.allowReminders, {
    prepare: findHolder,
    command: ({ accountNo, reason }, { personId }) => ({ type: 'AllowReminders', accountNo, personId, reason }),
  }),
  query(settingCalls.findCollectionSettings, findCollectionSettings),
  settings(settingCalls.setCollectionSettings, { command: (request) => ({ type: 'SetCollectionSettings', ...request }) }),
]
