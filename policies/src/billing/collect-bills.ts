import { accountCollectionDecider } from '@nightflow/domain/billing/account-collection-decider'
import { reminderKey } from '@nightflow/domain/billing/collection-events'
import { lateFeeRuleOf } from '@nightflow/domain/billing/collection-settings-decider'
import { periodsToCharge } from '@nightflow/domain/billing/late-fees'
import { reminderStage } from '@nightflow/domain/billing/reminder-stage'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { listTenants } from '@nightflow/platform/tenants/tenants'
import { balancesToSettle } from '@nightflow/projections/billing/account-balances'
import { type BillToCollect, billsToCollect } from '@nightflow/projections/billing/bills-to-collect'
import { readCollectionSettings } from '@nightflow/projections/billing/collection-settings'
import type { CollectionSettings, LateFeeRule } from '@nightflow/schemas/billing/collection-settings'
import type { Pool } from 'pg'
import { type Condition, definePolicy, type Reaction } from '../shared/define-policy.ts'

const everyMilliseconds = 60_000
const billsAtOnce = 500
/** Those that are left over are found the next time. */
const balancesAtOnce = 500

type Today = { today: string; settings: CollectionSettings; rule: LateFeeRule }

/**
 * Where an earlier log left a balance beside an open bill, let it pay. When a due day of a bill has passed at the utility's midnight, record it; charge late fees and remind the holder by the utility's rule. The decider
 * leaves out what is recorded, and the rows show it, so that a day is searched again without events.
 */
export const collectBills = (every = everyMilliseconds) =>
  definePolicy({
    name: 'billing/collect-bills',
    actor: 'policy:collection',
    conditions: { everyMilliseconds: every, find: ({ pool, now }) => findBills(pool, now) },
  })

async function* findBills(pool: Pool, now: Date): AsyncGenerator<Condition> {
  for (const { code, timeZone } of await listTenants(pool)) {
    for (const accountNo of await withTenant(pool, code, (database) => balancesToSettle(database, balancesAtOnce)))
      yield {
        tenant: code,
        key: accountNo,
        react: async ({ execute }) => {
          await execute(accountCollectionDecider, { type: 'SettleBalance', accountNo })
        },
      }
    const { settings, lateFeesSince } = await withTenant(pool, code, readCollectionSettings)
    const today = localDay(now.getTime(), timeZone)
    const day = { today, settings, rule: lateFeeRuleOf(settings, lateFeesSince ?? today) }
    const dueUntil = dateOfDay(dayOfDate(today) + settings.reminderDaysBefore)
    let after: { accountNo: string; billId: string } | undefined
    do {
      const range: Parameters<typeof billsToCollect>[1] = { dueUntil, after, limit: billsAtOnce }
      const bills: BillToCollect[] = await withTenant(pool, code, (database) => billsToCollect(database, range))
      for (const bill of bills)
        if (isToCollect(bill, day)) yield { tenant: code, key: bill.billId, react: (reaction) => collect(reaction, bill, day) }
      after = bills.length < billsAtOnce ? undefined : bills.at(-1)
    } while (after)
  }
}

const isMissed = ({ dueOn, missedOn }: BillToCollect, { today }: Today): boolean => dueOn < today && dueOn > (missedOn ?? '')

const lateOf = ({ billDueOn, openMinor, plan, lateFeesMinor, lastFee }: BillToCollect) => ({
  due: { dueOn: billDueOn, openMinor, plan },
  lateFeesMinor,
  charged: lastFee,
})

const hasFee = (bill: BillToCollect, { rule, today }: Today): boolean =>
  (rule.maximumMinor === null || bill.lateFeesMinor < rule.maximumMinor) && periodsToCharge(lateOf(bill), rule, today).length > 0

/** The stage to remind of, where the holder can be reached and was not reminded. */
const stageOf = ({ dueOn, reminders, personId, email, telephone }: BillToCollect, { settings, today }: Today): number | undefined => {
  if (personId === null || (email === null && telephone === null)) return undefined
  const stage = reminderStage(settings, dueOn, today)
  return stage === undefined || reminders.includes(reminderKey({ dueOn, stage })) ? undefined : stage
}

const isToCollect = (bill: BillToCollect, day: Today): boolean =>
  isMissed(bill, day) || hasFee(bill, day) || stageOf(bill, day) !== undefined

const collect = async ({ execute }: Reaction, bill: BillToCollect, day: Today): Promise<void> => {
  const { accountNo, billId, dueOn, personId, email } = bill
  const named = { accountNo, billId }
  const onDay = { ...named, today: day.today }
  if (isMissed(bill, day)) await execute(accountCollectionDecider, { type: 'MarkOverdue', ...onDay })
  if (hasFee(bill, day)) await execute(accountCollectionDecider, { type: 'ChargeLateFees', ...onDay, rule: day.rule })
  const stage = stageOf(bill, day)
  if (stage === undefined || personId === null) return
  const way = { channel: email === null ? 'sms' : 'email', language: day.settings.messageLanguage } as const
  await execute(accountCollectionDecider, { type: 'RemindOfBill', ...named, personId, stage, dueOn, ...way })
}
