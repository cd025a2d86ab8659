import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { listTenants } from '@nightflow/platform/tenants/tenants'
import { enabledAlarmRules } from '@nightflow/projections/alarms/alarm-rules'
import { alarmsToEscalate } from '@nightflow/projections/alarms/related-alarms'
import type { AlarmRuleValues } from '@nightflow/schemas/alarms/alarm-rule'
import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import type { Pool } from 'pg'
import { type AnyPolicy, type Condition, definePolicy } from '../shared/define-policy.ts'
import { evaluateAtThings } from './evaluate-at-things.ts'
import { commandAlarm } from './raise-alarm.ts'

const everyMilliseconds = 60_000
const minuteMilliseconds = 60_000
/** Meters of a tenant that are remembered between two searches; beyond them all are looked at. */
const touchedMax = 5_000
const escalatedAtOnce = 500
/** As old an observation may be to raise an alarm. */
const newsMilliseconds = 2 * 86_400_000

/** The meters that reported since the last search, and in the one before it: the read models may have had their readings late. */
type Touched = { now: Set<string>; before: Set<string> }
/** `watched`: tenants with a rule of meters, undefined until the first search. `lastAt`: when a rule was evaluated last. */
type Memory = { watched: ReadonlySet<string> | undefined; touched: Map<string, Touched>; lastAt: Map<string, number> }

/** Rules of which the observations come by the clock and not by readings: silence, and the figures of days. */
const pauseMinutes = ({ eventType }: AlarmRuleValues): number => {
  if (eventType === 'meter-silent') return 60
  return eventType.startsWith('partition-') ? 10 : 0
}
const isByReadings = ({ eventType }: AlarmRuleValues): boolean =>
  [
    'battery-low',
    'tamper',
    'meter-leak',
    'burst',
    'reverse-flow',
    'pressure-high',
    'pressure-low',
    'pressure-abrupt',
    'flow-high',
    'flow-low',
  ].includes(eventType)

/**
 * Evaluates the rules that people set, and escalates their alarms. Events say which meters have new readings; each search looks at those alone, and at the others by the
 * clock. The observations are read from the read models, as those of a test on history are.
 */
export const evaluateAlarmRules = (every = everyMilliseconds, slowerBy = 1): AnyPolicy => {
  const memory: Memory = { watched: undefined, touched: new Map(), lastAt: new Map() }
  return definePolicy({
    name: 'alarms/evaluate-alarm-rules',
    actor: 'policy:alarms',
    events: ['metering.ReadingsReported'],
    react: (event, { now }) => touch(memory, event, now),
    conditions: { everyMilliseconds: every, find: ({ pool, now }) => findWork(pool, now, memory, slowerBy) },
  })
}

const touch = ({ watched, touched }: Memory, { data, packed, metadata: { tenant } }: RecordedEvent, now: Date): void => {
  const { lastAt } = data as ReadingsReported
  if (!packed || lastAt === null || (watched && !watched.has(tenant))) return
  // A log that is read from its beginning has years of frames that no rule looks at.
  if (now.getTime() - Date.parse(lastAt) > newsMilliseconds) return
  const known = touched.get(tenant) ?? { now: new Set(), before: new Set() }
  touched.set(tenant, known)
  if (known.now.size < touchedMax) for (const number of unpackFrame(packed).meters) known.now.add(number)
}

async function* findWork(pool: Pool, now: Date, memory: Memory, slowerBy: number): AsyncGenerator<Condition> {
  const watched = new Set<string>()
  const isFirst = memory.watched === undefined
  for (const { code: tenant, timeZone } of await listTenants(pool)) {
    const rules = await withTenant(pool, tenant, enabledAlarmRules)
    const among = isFirst ? undefined : takeTouched(memory, tenant)
    if (rules.some(isByReadings)) watched.add(tenant)
    for (const rule of rules) {
      // By the clock alone: an alarm without an answer does not wait for new readings.
      if (rule.escalateMinutes !== null) yield* escalations(pool, tenant, rule, now)
      const key = `rule/${rule.ruleId}`
      const evaluatedAt = memory.lastAt.get(`${tenant}/${key}`)
      const isNew = evaluatedAt === undefined
      if (!isNew && now.getTime() - evaluatedAt < pauseMinutes(rule) * minuteMilliseconds * slowerBy) continue
      if (!isNew && isByReadings(rule) && among?.length === 0) continue
      const own = isByReadings(rule) && !isNew ? among : undefined
      yield { tenant, key, react: (reaction) => evaluateAtThings(pool, reaction, rule, { timeZone, among: own }) }
      memory.lastAt.set(`${tenant}/${key}`, now.getTime())
    }
  }
  memory.watched = watched
}

/** The meters to look at; undefined where there are more than were remembered. */
const takeTouched = ({ touched }: Memory, tenant: string): string[] | undefined => {
  const known = touched.get(tenant)
  if (!known) return []
  const both = new Set([...known.now, ...known.before])
  touched.set(tenant, { now: new Set(), before: known.now })
  return known.now.size >= touchedMax || known.before.size >= touchedMax ? undefined : [...both]
}

async function* escalations(
  pool: Pool,
  tenant: string,
  { ruleId, escalateMinutes }: AlarmRuleValues,
  now: Date,
): AsyncGenerator<Condition> {
  const before = new Date(now.getTime() - (escalateMinutes ?? 0) * minuteMilliseconds)
  const alarms = await withTenant(pool, tenant, (database) => alarmsToEscalate(database, { ruleId, before, limit: escalatedAtOnce }))
  for (const { eventType, subject } of alarms)
    yield {
      tenant,
      key: `escalate/${eventType}/${subject}`,
      react: async (reaction) => void (await commandAlarm(reaction, { type: 'EscalateAlarm', eventType, subject, ruleId })),
    }
}
