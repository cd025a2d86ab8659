import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { AlarmCondition } from '@nightflow/projections/alarms/alarm-conditions'
import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import { definePolicy } from '../shared/define-policy.ts'
import { alarmsOfFlags } from './flag-words.ts'
import { raiseAlarm } from './raise-alarm.ts'

/** Older readings are history: an imported year must not raise a thousand alarms. */
const newsMilliseconds = 2 * 86_400_000

/** When a meter reports a flag, raise the alarm of that flag. */
export const flaggedReadings = definePolicy({
  name: 'alarms/flagged-readings',
  actor: 'policy:alarms',
  events: ['metering.ReadingsReported'],
  react: async (event, reaction) => {
    for (const condition of flagsIn(event, reaction.now.getTime() - newsMilliseconds)) await raiseAlarm(reaction, condition)
  },
})

/** One condition per meter and flag, at the first reading that carries it. */
const flagsIn = ({ data, packed, metadata: { tenant } }: RecordedEvent, since: number): AlarmCondition[] => {
  const { flags, lastAt } = data as ReadingsReported
  if (!packed || !flags || lastAt === null || Date.parse(lastAt) < since || alarmsOfFlags(flags.join(' ')).length === 0) return []
  const { count, meters, meterIndex, at, flagSets, flagIndex } = unpackFrame(packed)
  if (!flagSets || !flagIndex) return []
  const alarmsOfSet = flagSets.map(alarmsOfFlags)
  const found = new Map<string, AlarmCondition>()
  for (let row = 0; row < count; row += 1) {
    if (at[row]! < since) continue
    const subject = meters[meterIndex[row]!]!
    for (const eventType of alarmsOfSet[flagIndex[row]!]!) {
      const key = `${eventType}/${subject}`
      if (!found.has(key)) found.set(key, { tenant, eventType, subject, occurredAt: new Date(at[row]!).toISOString() })
    }
  }
  return [...found.values()]
}
