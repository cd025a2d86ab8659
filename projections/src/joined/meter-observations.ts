import type { Observation } from '@nightflow/domain/alarms/evaluate-rule'
import { alarmsOfFlags } from '@nightflow/domain/alarms/flag-words'
import { abruptMilliseconds } from '@nightflow/domain/devices/pressure-state'
import { unpackHourVolumes } from '@nightflow/domain/metering/hour-volumes'
import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { resolveReadings } from '@nightflow/domain/metering/resolve-readings'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import { calendarOf, dateOfDay, hourMilliseconds, type ZoneCalendar } from '@nightflow/domain/shared/local-time'
import type { AlarmEvent } from '@nightflow/schemas/alarms/alarm'
import type { PoolClient } from 'pg'
import type { WatchedMeter } from '../alarms/rule-subjects.ts'
import { pressuresOf } from '../devices/newest-readings.ts'

type StoredDay = { day: number; readings: Buffer; hours: Buffer }
export type DayRange = { firstDay: number; lastDay: number; now: number }

const daysOfMeter = `select day - date '1970-01-01' as day, readings, hours from views.meter_days where meter_id = $1 and day between $2 and $3 order by day`
const operationsOfMeter = `select ended_at as at, status from views.valve_operations
  where number = $1 and ended_at between $2 and $3 order by ended_at limit 1000`

/** The observations of a rule of an event at one meter in some local days, oldest first. */
export const observationsOfMeter = async (
  database: PoolClient,
  eventType: AlarmEvent,
  { id, number, timeZone }: WatchedMeter,
  { firstDay, lastDay, now }: DayRange,
): Promise<Observation[]> => {
  const calendar = calendarOf(timeZone)
  if (eventType === 'valve-failed') {
    const span = [new Date(calendar.startOf(firstDay)), new Date(calendar.startOf(lastDay + 1))]
    const { rows } = await database.query<{ at: Date; status: string }>(operationsOfMeter, [number, ...span])
    return rows.map(({ at, status }) => ({ at: at.getTime(), value: status === 'failed' || status === 'expired' ? 1 : 0 }))
  }
  const { rows: days } = await database.query<StoredDay>(daysOfMeter, [id, dateOfDay(firstDay), dateOfDay(lastDay)])
  if (eventType === 'meter-silent') return silences(days, calendar, { firstDay, lastDay, now })
  if (eventType === 'flow-high' || eventType === 'flow-low') return days.flatMap((day) => flowsOf(day, calendar, now))
  const readings = days.map(({ readings: bytes }) => resolveReadings(unpackFrame(bytes)))
  if (eventType === 'pressure-abrupt') return changesOf(readings.flatMap(pressuresOf))
  if (eventType.startsWith('pressure-')) return readings.flatMap(pressuresOf).map(({ at, kilopascal }) => ({ at, value: kilopascal }))
  return readings.flatMap((day) => flagsOf(day, eventType))
}

/** The mean flow of each known hour that has passed, litres an hour, at its end. */
const flowsOf = ({ day, hours }: StoredDay, calendar: ZoneCalendar, now: number): Observation[] => {
  const start = calendar.startOf(day)
  const volumes = unpackHourVolumes(hours, calendar.slotsOf(day))
  return volumes.flatMap((millilitres, slot) => {
    const at = start + (slot + 1) * hourMilliseconds
    return Number.isNaN(millilitres) || at > now ? [] : [{ at, value: millilitres / 1000 }]
  })
}

/** How much a pressure differs from the one before it; nothing where the pressure had time. */
const changesOf = (pressures: readonly { at: number; kilopascal: number }[]): Observation[] =>
  pressures.flatMap(({ at, kilopascal }, index) => {
    const before = pressures[index - 1]
    return before && at - before.at <= abruptMilliseconds ? [{ at, value: Math.abs(kilopascal - before.kilopascal) }] : []
  })

/** Whether each reading carries a word of the event. */
const flagsOf = ({ count, at, flagSets, flagIndex }: ReadingColumns, eventType: AlarmEvent): Observation[] => {
  const isOn = (flagSets ?? []).map((words) => alarmsOfFlags(words).some((event) => event === eventType))
  return Array.from({ length: count }, (_, row) => ({ at: at[row]!, value: flagIndex && isOn[flagIndex[row]!] ? 1 : 0 }))
}

/** Hours since the last reading: at each reading none, and in a pause those that passed, hour by hour. A meter without any reading is not silent: it never spoke. */
const silences = (days: readonly StoredDay[], calendar: ZoneCalendar, { lastDay, now }: DayRange): Observation[] => {
  const spoken = days.flatMap(({ day, readings: bytes }) => {
    const { count, at } = unpackFrame(bytes)
    return count === 0 ? [] : [{ day, last: Math.max(...at.subarray(0, count)) }]
  })
  const until = Math.min(now, calendar.startOf(lastDay + 1))
  return spoken.flatMap(({ last }, index) => {
    const next = spoken[index + 1]?.last ?? until
    const hours = Math.floor((next - last) / hourMilliseconds)
    const pause = Array.from({ length: hours }, (_, hour) => ({ at: last + (hour + 1) * hourMilliseconds, value: hour + 1 }))
    return [{ at: last, value: 0 }, ...pause.filter(({ at }) => at < next || index === spoken.length - 1)]
  })
}
