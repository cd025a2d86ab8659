import { listTenants } from '@nightflow/platform/tenants/tenants'
import { type AlarmCondition, findSilenceAndFailures } from '@nightflow/projections/alarms/alarm-conditions'
import { type BuiltInRules, readEveryBuiltInRule } from '@nightflow/projections/alarms/built-in-rules'
import type { BuiltInEvent } from '@nightflow/schemas/alarms/built-in-rule'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import type { Pool } from 'pg'
import { type Condition, definePolicy } from '../shared/define-policy.ts'
import { findArrearsConditions } from './arrears-conditions.ts'
import { findPartitionConditions } from './partition-conditions.ts'
import { findPressureConditions } from './pressure-conditions.ts'
import { byBuiltInRule } from './raise-alarm.ts'
import { raiseGrouped } from './raise-grouped.ts'

const everyMilliseconds = 60_000

/** When the read models show a silent meter or gateway, a failed valve, a threshold crossed or an event set aside, raise an alarm. */
export const conditionsInReadModels = (every = everyMilliseconds) =>
  definePolicy({
    name: 'alarms/conditions-in-read-models',
    actor: 'policy:alarms',
    conditions: { everyMilliseconds: every, find: ({ pool, now }) => findConditions(pool, now) },
  })

async function* findConditions(pool: Pool, now: Date): AsyncGenerator<Condition> {
  const rulesOf = await readEveryBuiltInRule(pool)
  const search = { pool, rulesOf }
  yield* conditionsOf(search, platformTenant, 'silence and failures', () => findSilenceAndFailures(pool, now))
  for (const { code, timeZone } of await listTenants(pool)) {
    const freshHours = (event: BuiltInEvent) => rulesOf(code)[event].hours
    yield* conditionsOf(search, code, 'partitions', () => findPartitionConditions(pool, code, { now, freshHours }))
    yield* conditionsOf(search, code, 'pressures', () => findPressureConditions(pool, code, now))
    yield* conditionsOf(search, code, 'arrears', () => findArrearsConditions(pool, code, timeZone))
  }
}

type Search = { pool: Pool; rulesOf: (tenant: string) => BuiltInRules }

/** A search that fails is a condition that cannot be reacted to: the other tenants' conditions are searched all the same. */
async function* conditionsOf(
  { pool, rulesOf }: Search,
  tenant: string,
  search: string,
  find: () => Promise<AlarmCondition[]>,
): AsyncGenerator<Condition> {
  let found: AlarmCondition[] = []
  yield {
    tenant,
    key: `search for ${search}`,
    react: async () => {
      found = await find()
    },
  }
  for (const seen of found) {
    const condition = byBuiltInRule(seen, rulesOf(seen.tenant))
    if (condition)
      yield {
        tenant: condition.tenant,
        key: `${condition.eventType}/${condition.subject}`,
        react: async (reaction) => void (await raiseGrouped(pool, reaction, condition)),
      }
  }
}
