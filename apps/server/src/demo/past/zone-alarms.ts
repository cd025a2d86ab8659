import { alarmDecider } from '@nightflow/domain/alarms/alarm-decider'
import type { AlarmEvent } from '@nightflow/schemas/alarms/alarm'
import type { City } from '@nightflow/simulator/city'
import type { Zone } from '@nightflow/simulator/city-model'
import type { LocalDay } from '@nightflow/simulator/local-days'
import { hourMilliseconds, type Past } from './past.ts'

/** A figure of a day above the threshold of its metering point. */
type Crossed = { eventType: AlarmEvent; subject: string; occurredAt: string; value: number; threshold: number; unit: string }
/** The alarm of a metering point that is open, and the last day of which a figure of it was above a threshold. */
type Open = Pick<Crossed, 'eventType' | 'subject'> & { occurrence: number; firstDay: number; lastDay: number; isStarted: boolean }

const daysTold = 90
const nightHours = [2, 3] as const
/** The figures of a day are complete some time after midnight. */
const completeAfterMinutes = 25
const findings = ['Burst main repaired', 'Service pipe renewed', 'Leaking valve packed', 'Joint of the main repaired'] as const
const tankFilled = 'The tank of the school was filled'

/**
 * Ninety days of the alarms of metering points, day by day from the water of the city: what a day's night minimum flow or leakage rate would have raised
 * then. A superior point whose figure follows from a point below it is a cause of that alarm. A person works on the alarm from its second day, and processes
 * it once the figures are back; what still runs is open.
 */
export const watchZones = (past: Past, city: City): void => {
  const open = new Map<number, Open>()
  for (let daysAgo = daysTold; daysAgo > 0; daysAgo -= 1) {
    const day = city.days.at(past.daysAgo(daysAgo, 12))
    past.on(day.endsAt + completeAfterMinutes * 60_000, () => judgeDay(past, city, day, open))
    past.on(day.endsAt + 9 * hourMilliseconds, () => workOn(past, day, open))
  }
}

const judgeDay = async (past: Past, city: City, day: LocalDay, open: Map<number, Open>): Promise<void> => {
  for (const zone of city.zones.toSorted((one, other) => other.level - one.level)) {
    for (const crossed of crossedBy(city, zone, day)) {
      const known = zone.subtree.map((index) => open.get(index)).find((found) => found !== undefined)
      if (known) {
        known.lastDay = day.day
        const { eventType, subject } = known
        await past.execute(alarmDecider, { type: 'AddAlarmCause', eventType, subject, cause: crossed }, 'policy:alarms')
        continue
      }
      const { after } = await past.execute(alarmDecider, { type: 'RaiseAlarm', ...crossed }, 'policy:alarms')
      // In the day after an answer a condition is quiet.
      if (after.status !== 'unprocessed') continue
      const { eventType, subject } = crossed
      open.set(zone.index, { eventType, subject, occurrence: after.occurrences, firstDay: day.day, lastDay: day.day, isStarted: false })
    }
  }
}

const workOn = async (past: Past, day: LocalDay, open: Map<number, Open>): Promise<void> => {
  for (const [index, alarm] of open) {
    const { eventType, subject, occurrence, firstDay, lastDay } = alarm
    const about = { eventType, subject, occurrence }
    if (day.day - lastDay >= 1) {
      open.delete(index)
      if (firstDay === lastDay && !alarm.isStarted) await past.execute(alarmDecider, { type: 'IgnoreAlarm', ...about, note: tankFilled })
      else await past.execute(alarmDecider, { type: 'FinishAlarm', ...about, note: findings[(index + firstDay) % findings.length]! })
    } else if (!alarm.isStarted && day.day > firstDay) {
      alarm.isStarted = true
      await past.execute(alarmDecider, { type: 'StartProcessingAlarm', ...about, note: 'The crew listens tonight' })
    }
  }
}

const crossedBy = (city: City, zone: Zone, day: LocalDay): Crossed[] => {
  const { thresholds } = zone
  const [night, rate] = [nightMinimum(city, zone, day), leakageRate(city, zone, day)]
  const about = { subject: zone.id, occurredAt: new Date(day.endsAt).toISOString() }
  const limit = thresholds.nightMinimumFlowLitresPerHour
  return [
    ...(rate > thresholds.leakageRate
      ? [{ ...about, eventType: 'partition-leakage' as const, value: rate, threshold: thresholds.leakageRate, unit: '' }]
      : []),
    ...(night > limit ? [{ ...about, eventType: 'partition-night-flow' as const, value: night, threshold: limit, unit: 'l/h' }] : []),
  ]
}

/** Inlets less outlets of the metering point between two instants, litres. */
const supplied = ({ water, meters }: City, zone: Zone, from: number, to: number): number => {
  const outlets = meters.filter(({ role, zone: index }) => role === 'out' && index === zone.index)
  const out = outlets.reduce((sum, meter) => sum + water.usedMillilitres(meter, to) - water.usedMillilitres(meter, from), 0)
  return (water.suppliedMillilitres(zone.index, to) - water.suppliedMillilitres(zone.index, from) - out) / 1000
}

const nightMinimum = (city: City, zone: Zone, { startsAt }: LocalDay): number =>
  Math.round(
    Math.min(
      ...nightHours.map((hour) => supplied(city, zone, startsAt + hour * hourMilliseconds, startsAt + (hour + 1) * hourMilliseconds)),
    ),
  )

const leakageRate = (city: City, zone: Zone, { startsAt, endsAt }: LocalDay): number => {
  const { water } = city
  const leaked = zone.subtree.reduce(
    (sum, index) => sum + water.leakedMillilitres(index, endsAt) - water.leakedMillilitres(index, startsAt),
    0,
  )
  return Math.round((leaked / 1000 / supplied(city, zone, startsAt, endsAt)) * 10_000) / 10_000
}
