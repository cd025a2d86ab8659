import { unpackHourVolumes } from '@nightflow/domain/metering/hour-volumes'
import { calendarOf, dateOfDay, hourInstants, type ZoneCalendar } from '@nightflow/domain/shared/local-time'
import type { listMeterVolumes as listMeterVolumesEndpoint } from '@nightflow/schemas/metering/endpoints'
import type { MeterVolumeRow } from '@nightflow/schemas/metering/readings'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'

type StoredDay = {
  time_zone: string
  day: number
  hours: Buffer
  known_hours: number
  measured: number
  volume: number | null
  flags: string
}

/**
 * One row without a day when there is none, no row when there is no such meter. The limit inside keeps the days to one scan of the key
 * for each meter of the chain; the zone is that of the meter asked for.
 */
const daysOfMeter = `
with recursive chain as (
  select id, replaces from views.meters where number = $1
  union select old.id, old.replaces from views.meters old join chain on old.number = chain.replaces)
select meter.time_zone, days.* from views.meters meter left join (
  select day - date '1970-01-01' as day, hours, known_hours, measured_millilitres::float8 as measured, day_millilitres::float8 as volume, flags
  from (select id from chain limit 50) line cross join lateral (
    select * from views.meter_days where meter_id = line.id and meter_days.day between $2 and $3 order by meter_days.day limit 4000) found
  order by day limit 4000) days on true
where meter.number = $1 order by days.day`

/**
 * Volumes of one meter, and of the meters it replaced, in local days from..to; undefined when the meter is not registered.
 * Days without any reading are left out: nothing is known of them.
 */
export const listMeterVolumes = async (
  database: PoolClient,
  { number, from, to, resolution }: RequestOf<typeof listMeterVolumesEndpoint>,
): Promise<ResponseOf<typeof listMeterVolumesEndpoint> | undefined> => {
  const stored = await database.query<StoredDay | { time_zone: string; day: null }>({
    text: daysOfMeter,
    values: [number, from, to],
  })
  const [first] = stored.rows
  if (!first) return undefined
  const timeZone = first.time_zone
  const days = stored.rows.filter((row): row is StoredDay => row.day !== null)
  const calendar = calendarOf(timeZone)
  if (resolution === 'hour') return { number, timeZone, rows: hourRows(calendar, days) }
  const periods = Map.groupBy(days, ({ day }) => (resolution === 'day' ? day : dateOfDay(day).slice(0, 7)))
  return { number, timeZone, rows: [...periods.values()].map((period) => periodRow(calendar, period, resolution)) }
}

/** Hours of successive days; on the day of a replacement the two meters' hours are one. */
const hourRows = (calendar: ZoneCalendar, days: readonly StoredDay[]): MeterVolumeRow[] =>
  [...Map.groupBy(days, ({ day }) => day).values()].flatMap((sameDay) => {
    const { day } = sameDay[0]!
    const slots = calendar.slotsOf(day)
    const instants = hourInstants(calendar.startOf(day), slots)
    const flags = flagsOf(sameDay)
    const hours = sameDay.map((stored) => unpackHourVolumes(stored.hours, slots))
    return instants.map((from, slot): MeterVolumeRow => {
      const volumeLitres = litresOfSlot(hours, slot)
      return {
        from,
        volumeLitres,
        measuredLitres: volumeLitres ?? 0,
        completeness: volumeLitres === null ? 0 : 1,
        flags,
      }
    })
  })

/** Null when no meter of the chain knows the hour. */
const litresOfSlot = (hours: readonly (readonly number[])[], slot: number): number | null => {
  let known: number | null = null
  for (const volumes of hours) if (!Number.isNaN(volumes[slot])) known = (known ?? 0) + volumes[slot]!
  return known === null ? null : litres(known)
}

const periodRow = (calendar: ZoneCalendar, days: readonly StoredDay[], resolution: 'day' | 'month'): MeterVolumeRow => {
  const first = days[0]!.day
  const dates = new Set(days.map(({ day }) => day))
  const hoursKnown = days.reduce((sum, { known_hours }) => sum + known_hours, 0)
  const calendarDays = resolution === 'day' ? [first] : daysOfMonth(dateOfDay(first))
  const hoursAll = calendarDays.reduce((sum, day) => sum + calendar.slotsOf(day), 0)
  const isWhole = calendarDays.every((day) => dates.has(day)) && days.every(({ volume }) => volume !== null)
  return {
    from: new Date(calendar.startOf(calendarDays[0]!)).toISOString(),
    volumeLitres: isWhole ? litres(days.reduce((sum, { volume }) => sum + volume!, 0)) : null,
    measuredLitres: litres(days.reduce((sum, { measured }) => sum + measured, 0)),
    completeness: Math.min(1, Math.floor((hoursKnown / hoursAll) * 1e6) / 1e6),
    flags: flagsOf(days),
  }
}

const daysOfMonth = (date: string): number[] => {
  const start = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, 1)
  const end = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 1)
  return Array.from({ length: (end - start) / 86_400_000 }, (_, offset) => start / 86_400_000 + offset)
}

const litres = (millilitres: number): number => millilitres / 1000

/** The words of some days, each once, without the mark that tells computed ones from reported ones. */
const flagsOf = (days: readonly StoredDay[]): string => {
  // Most days have none, and a long answer asks this for each.
  if (days.every(({ flags }) => flags === '')) return ''
  return [
    ...new Set(
      days.flatMap(({ flags }) =>
        flags
          .split(' ')
          .filter((word) => word !== '')
          .map((word) => word.replace(/^day:/, '')),
      ),
    ),
  ]
    .sort()
    .join(' ')
}
