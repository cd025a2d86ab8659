import {
  BuiltInEvent,
  type BuiltInRule,
  builtInEvents,
  defaultBuiltInRule,
  BuiltInRule as Numbers,
} from '@nightflow/schemas/alarms/built-in-rule'
import { objectOf } from '@nightflow/schemas/shared/object-of'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { changesBetween } from '../projector/entity-history.ts'

const row = z.object({ eventType: z.string(), ...Numbers.shape, at: z.iso.datetime() })

/** The built-in rules of which a utility has changed a number. */
export const builtInRules = defineEntity({
  name: 'alarms/built-in-rules',
  version: 1,
  table: 'built_in_alarm_rules',
  key: ['eventType'],
  row,
  evolve: { 'alarms.BuiltInRuleSet': (_, { data: { reason: _reason, ...set } }) => set },
  history: {
    sentences: 'alarms:builtInRule',
    steps: {
      'alarms.BuiltInRuleSet': {
        step: 'set',
        tell: ({ data: { reason } }, { before, after }) => ({
          note: reason || null,
          changes: changesBetween(before ?? defaultBuiltInRule(BuiltInEvent.parse(after.eventType)), after, Object.keys(Numbers.shape)),
        }),
      },
    },
  },
})

export type BuiltInRules = Readonly<Record<BuiltInEvent, BuiltInRule & { isChanged: boolean }>>

const columns = `event_type as "eventType", is_enabled as "isEnabled", hours::float8 as hours,
  quiet_hours_processed::float8 as "quietHoursProcessed", quiet_hours_ignored::float8 as "quietHoursIgnored", severity`

type Stored = BuiltInRule & { eventType: string }

const rulesOf = (rows: readonly Stored[]): BuiltInRules => {
  const changed = new Map(
    rows.map(({ eventType, isEnabled, hours, quietHoursProcessed, quietHoursIgnored, severity }) => [
      eventType,
      { isEnabled, hours, quietHoursProcessed, quietHoursIgnored, severity },
    ]),
  )
  return objectOf<BuiltInRules>(
    builtInEvents.map((event) => [event, { ...(changed.get(event) ?? defaultBuiltInRule(event)), isChanged: changed.has(event) }]),
  )
}

/** The built-in rules of a tenant, with the usual numbers where it changed none. */
export const readBuiltInRules = async (database: PoolClient): Promise<BuiltInRules> =>
  rulesOf((await database.query<Stored>(`select ${columns} from views.built_in_alarm_rules`)).rows)

const usualRules = rulesOf([])

/** The same of all tenants, for policies. */
export const readEveryBuiltInRule = async (pool: Pool): Promise<(tenant: string) => BuiltInRules> => {
  const { rows } = await pool.query<Stored & { tenant: string }>(`select tenant, ${columns} from views.built_in_alarm_rules`)
  const byTenant = new Map([...Map.groupBy(rows, ({ tenant }) => tenant)].map(([tenant, own]) => [tenant, rulesOf(own)]))
  return (tenant) => byTenant.get(tenant) ?? usualRules
}
