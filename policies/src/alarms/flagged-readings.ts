import { alarmsOfFlags, type FlagEvent, flagEvents } from '@nightflow/domain/alarms/flag-words'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { AlarmCondition } from '@nightflow/projections/alarms/alarm-conditions'
import { type BuiltInRules, readEveryBuiltInRule } from '@nightflow/projections/alarms/built-in-rules'
import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import { type AnyPolicy, type Condition, definePolicy } from '../shared/define-policy.ts'
import { byBuiltInRule, raiseAlarm } from './raise-alarm.ts'

const everyMilliseconds = 60_000
const hourMilliseconds = 3_600_000
const none: readonly Condition[] = []

/** The numbers of the built-in rules, as they were read last; reactions wait for the first reading. */
type Memory = { rules: Promise<(tenant: string) => BuiltInRules>; loaded: (rules: (tenant: string) => BuiltInRules) => void }

const openMemory = (): Memory => {
  const { promise, resolve } = Promise.withResolvers<(tenant: string) => BuiltInRules>()
  return { rules: promise, loaded: resolve }
}

/** When a meter reports a flag, raise the alarm of that flag. Older readings are history: an imported year must not raise a thousand alarms. */
export const flaggedReadings = (every = everyMilliseconds): AnyPolicy => {
  let memory = openMemory()
  return definePolicy({
    name: 'alarms/flagged-readings',
    actor: 'policy:alarms',
    events: ['metering.ReadingsReported'],
    react: async (event, reaction) => {
      if (!hasFlags(event)) return
      const rules = (await orAborted(memory.rules, reaction.signal))(event.metadata.tenant)
      const now = reaction.now.getTime()
      for (const condition of flagsIn(event, (eventType) => now - rules[eventType].hours * hourMilliseconds)) {
        const known = byBuiltInRule(condition, rules)
        if (known) await raiseAlarm(reaction, known)
      }
    },
    conditions: {
      everyMilliseconds: every,
      find: async function* ({ pool }) {
        const rules = await readEveryBuiltInRule(pool)
        memory.loaded(rules)
        memory = { ...memory, rules: Promise.resolve(rules) }
        // Events alone are reacted to.
        yield* none
      },
    },
  })
}

const orAborted = <Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    value.then(resolve, reject)
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

const hasFlags = ({ data, packed }: RecordedEvent): boolean => {
  const { flags } = data as ReadingsReported
  return packed !== undefined && !!flags && alarmsOfFlags(flags.join(' ')).length > 0
}

/** One condition per meter and flag, at the first reading that carries it and is no history. */
const flagsIn = ({ data, packed, metadata: { tenant } }: RecordedEvent, since: (eventType: FlagEvent) => number): AlarmCondition[] => {
  const { lastAt } = data as ReadingsReported
  if (!packed || lastAt === null || Date.parse(lastAt) < Math.min(...flagEvents.map(since))) return []
  const { count, meters, meterIndex, at, flagSets, flagIndex } = unpackFrame(packed)
  if (!flagSets || !flagIndex) return []
  const alarmsOfSet = flagSets.map(alarmsOfFlags)
  const found = new Map<string, AlarmCondition>()
  for (let row = 0; row < count; row += 1) {
    const subject = meters[meterIndex[row]!]!
    for (const eventType of alarmsOfSet[flagIndex[row]!]!) {
      const key = `${eventType}/${subject}`
      if (at[row]! >= since(eventType) && !found.has(key))
        found.set(key, { tenant, eventType, subject, occurredAt: new Date(at[row]!).toISOString() })
    }
  }
  return [...found.values()]
}
