import { packHourVolumes, unpackHourVolumes } from '@nightflow/domain/metering/hour-volumes'
import { calendarOf, type DayNumber, dateOfDay, dayOfDate, hourInstants, type ZoneCalendar } from '@nightflow/domain/shared/local-time'
import type { listMeterVolumes as listMeterVolumesEndpoint } from '@nightflow/schemas/metering/endpoints'
import type { MeterVolumeRow } from '@nightflow/schemas/metering/readings'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { HowKnown } from '@nightflow/schemas/shared/how-known'
import type { PoolClient } from 'pg'
import { hourFlagsOf } from './hour-flags.ts'

type Decided = { how: HowKnown; by: string | null; reason: string | null }
type Stated = {
  stated_litres: number | null
  stated_hours: number[] | null
  method: string | null
  answered_by: string | null
  reason: string | null
}

type StoredDay = {
  meter_id: number
  day: number
  hours: Buffer
  known_hours: number
  /** Null where no reading says anything of the day. */
  measured: number | null
  volume: number | null
  flags: string
  decided?: Decided | undefined
  /** Measured hours of a day that a person stated; null where it has none. */
  measured_hours?: Buffer | null
}
/** A row without a day where there is none. */
type FoundDay = { time_zone: string } & ((StoredDay & Stated) | { day: null })

/**
 * The days of a meter and of those that it replaced, as measured and as people stated them; no row when there is no such meter. The limit
 * inside keeps the days to one scan of the key for each meter of the chain, and is above the days of any range; that of the chain ends a
 * search that would never come to an end by itself.
 */
const daysOfMeter = `
with recursive chain as (
  select id, number, replaces from views.meters where number = $1
  union select old.id, old.number, old.replaces from views.meters old join chain on old.number = chain.replaces),
line as materialized (select * from chain limit 10000),
measured as (
  select meter_id, day, hours, known_hours, measured_millilitres, day_millilitres, flags
  from line cross join lateral (
    select * from views.meter_days where meter_id = line.id and meter_days.day between $2 and $3 order by meter_days.day limit 4000) found),
stated as (
  select id as meter_id, day::date as day, stated_litres, stated_hours, method, answered_by, reason
  from line join views.day_reviews using (number) where day between $2::text and $3::text and stated_litres is not null)
select meter.time_zone, meter_id::float8 as meter_id, day - date '1970-01-01' as day, hours, coalesce(known_hours, 0) as known_hours,
  measured_millilitres::float8 as measured, day_millilitres::float8 as volume, coalesce(flags, '') as flags,
  stated_litres, stated_hours, method, answered_by, reason
from views.meters meter left join (measured full join stated using (meter_id, day)) on true
where meter.number = $1 order by day, meter_id`

/**
 * Volumes of one meter, and of the meters it replaced, in local days from..to: a row for every hour, day or month; undefined when the meter
 * is not registered. A day without readings is a row of nulls with its reason.
 */
export const listMeterVolumes = async (
  database: PoolClient,
  { number, from, to, resolution }: RequestOf<typeof listMeterVolumesEndpoint>,
): Promise<ResponseOf<typeof listMeterVolumesEndpoint> | undefined> => {
  // By a name, for the server to keep the statement: to analyse and plan it takes longer than to answer it.
  const { rows: found } = await database.query<FoundDay>({ name: 'meter-volumes', text: daysOfMeter, values: [number, from, to] })
  if (!found[0]) return undefined
  const { time_zone: timeZone } = found[0]
  const stored = found.flatMap((row) => (row.day === null ? [] : asCounted(row)))
  const calendar = calendarOf(timeZone)
  const byDay = Map.groupBy(stored, ({ day }) => day)
  const days: Day[] = []
  for (let day = dayOfDate(from); day <= dayOfDate(to); day++) days.push({ day, stored: byDay.get(day) ?? [] })
  if (resolution === 'hour') {
    const flagged = stored.filter(({ flags }) => flags !== '')
    const flagsOfHours = await hourFlagsOf(database, calendar, flagged)
    return { number, timeZone, rows: days.flatMap((day) => hourRows(calendar, day, flagsOfHours)) }
  }
  const periods = Map.groupBy(days, ({ day }) => (resolution === 'day' ? day : dateOfDay(day).slice(0, 7)))
  return { number, timeZone, rows: [...periods.values()].map((period) => periodRow(calendar, period, resolution)) }
}

/** The volume stated for a day counts instead of the measured one; `measured`, completeness and flags stay those of the readings. */
const asCounted = ({
  stated_litres: litres,
  stated_hours: hours,
  method,
  answered_by: by,
  reason,
  ...row
}: StoredDay & Stated): StoredDay => {
  if (litres === null || hours === null) return row
  const counted = { hours: Buffer.from(packHourVolumes(hours.map(millilitres))), measured_hours: row.hours, volume: millilitres(litres) }
  return { ...row, ...counted, decided: { how: method === null ? 'edited' : 'estimated', by, reason } }
}

/** A local day with the rows of the meters of the chain that have one. */
type Day = { day: DayNumber; stored: readonly StoredDay[] }

/** Hours of a day; on the day of a replacement the two meters' hours are one. */
const hourRows = (calendar: ZoneCalendar, { day, stored }: Day, flagsOfHours: ReadonlyMap<string, readonly string[]>): MeterVolumeRow[] => {
  const slots = calendar.slotsOf(day)
  const hours = stored.map((of) => unpackHourVolumes(of.hours, slots))
  const measured = stored.flatMap(({ measured_hours: said }, place) =>
    said === undefined ? [hours[place]!] : said === null ? [] : [unpackHourVolumes(said, slots)],
  )
  const flagged = stored.filter(({ flags }) => flags !== '').map(({ meter_id }) => flagsOfHours.get(`${meter_id}/${day}`))
  const whereKnown = { unknownBecause: null, ...decisionOf(stored, true) }
  const whereUnknown = {
    unknownBecause: stored.length === 0 ? ('no-data' as const) : ('incomplete' as const),
    ...decisionOf(stored, false),
  }
  return hourInstants(calendar.startOf(day), slots).map((from, slot): MeterVolumeRow => {
    const volumeLitres = litresOfSlot(hours, slot)
    const measuredLitres = litresOfSlot(measured, slot)
    const { unknownBecause, how, decidedBy, decidedBecause } = volumeLitres === null ? whereUnknown : whereKnown
    return {
      from,
      volumeLitres,
      measuredLitres,
      completeness: measuredLitres === null ? 0 : 1,
      flags: flagged.length === 0 ? '' : distinctWords(flagged.map((words) => words?.[slot] ?? '')),
      unknownBecause,
      how,
      decidedBy,
      decidedBecause,
    }
  })
}

/** Null when no meter of the chain knows the hour. */
const litresOfSlot = (hours: readonly (readonly number[])[], slot: number): number | null => {
  let known: number | null = null
  for (const volumes of hours) if (!Number.isNaN(volumes[slot])) known = (known ?? 0) + volumes[slot]!
  return known === null ? null : litres(known)
}

const periodRow = (calendar: ZoneCalendar, days: readonly Day[], resolution: 'day' | 'month'): MeterVolumeRow => {
  const first = days[0]!.day
  const stored = days.flatMap((of) => of.stored)
  const hoursKnown = stored.reduce((sum, { known_hours }) => sum + known_hours, 0)
  const calendarDays = resolution === 'day' ? [first] : daysOfMonth(dateOfDay(first))
  const hoursAll = calendarDays.reduce((sum, day) => sum + calendar.slotsOf(day), 0)
  const known = new Set(days.filter((of) => of.stored.length > 0).map(({ day }) => day))
  const isWhole = calendarDays.every((day) => known.has(day)) && stored.every(({ volume }) => volume !== null)
  return {
    from: new Date(calendar.startOf(calendarDays[0]!)).toISOString(),
    volumeLitres: isWhole ? litres(stored.reduce((sum, { volume }) => sum + volume!, 0)) : null,
    measuredLitres: stored.some(({ measured }) => measured !== null)
      ? litres(stored.reduce((sum, { measured }) => sum + (measured ?? 0), 0))
      : null,
    completeness: Math.min(1, Math.floor((hoursKnown / hoursAll) * 1e6) / 1e6),
    flags: distinctWords(stored.map(({ flags }) => flags)),
    unknownBecause: isWhole ? null : stored.length === 0 ? 'no-data' : 'incomplete',
    ...decisionOf(stored, isWhole),
  }
}

const daysOfMonth = (date: string): number[] => {
  const start = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, 1)
  const end = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 1)
  return Array.from({ length: (end - start) / 86_400_000 }, (_, offset) => start / 86_400_000 + offset)
}

/** How the volume of some rows is known, and the last decision about them. */
const decisionOf = (stored: readonly StoredDay[], isKnown: boolean): Pick<MeterVolumeRow, 'how' | 'decidedBy' | 'decidedBecause'> => {
  if (!isKnown) return { how: null, decidedBy: null, decidedBecause: null }
  const decided = stored.flatMap((row) => row.decided ?? [])
  const last = decided.find(({ how }) => how === 'edited') ?? decided.at(-1)
  return { how: last?.how ?? 'measured', decidedBy: last?.by ?? null, decidedBecause: last?.reason ?? null }
}

const millilitres = (litres: number): number => Math.round(litres * 1000)

const litres = (millilitres: number): number => millilitres / 1000

/** The words of some texts, each once, without the mark that distinguishes computed ones from reported ones. */
const distinctWords = (texts: readonly string[]): string => {
  // Most days have none, and a long answer calls this for each.
  if (texts.every((text) => text === '')) return ''
  const words = texts.flatMap((text) => text.split(' ')).filter((word) => word !== '')
  return [...new Set(words.map((word) => word.replace(/^day:/, '')))].sort().join(' ')
}
