import type { NeighbourDay } from '@nightflow/domain/metering/day-readings'
import { flagMarksOfDay } from '@nightflow/domain/metering/day-volumes'
import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { resolveReadings } from '@nightflow/domain/metering/resolve-readings'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { FlagMark } from '@nightflow/domain/metering/volume-track'
import { hourMilliseconds, type ZoneCalendar } from '@nightflow/domain/shared/local-time'
import type { PoolClient } from 'pg'
import { rulesOfRow, type StoredRules, storedRuleColumns } from './meter-registry.ts'

export type FlaggedDay = { meter_id: number; day: number }

/** So many days with flags are read at once, each with the days beside it. */
const daysAtOnce = 200

/**
 * The words of each hour of some days that have flags, by meter and day. A flag of the computation belongs to the hours between the two
 * readings where it was noticed, a word of a reading to the hour of the reading.
 */
export const hourFlagsOf = async (
  database: PoolClient,
  calendar: ZoneCalendar,
  flagged: readonly FlaggedDay[],
): Promise<Map<string, string[]>> => {
  const words = new Map<string, string[]>()
  if (flagged.length === 0) return words
  const meters = await database.query<StoredRules & { id: number }>(
    `select id::float8 as id, ${storedRuleColumns} from views.meters where id = any ($1::bigint[])`,
    [[...new Set(flagged.map(({ meter_id }) => meter_id))]],
  )
  const rules = new Map(meters.rows.map(({ id, ...row }) => [id, rulesOfRow(row)]))
  for (let start = 0; start < flagged.length; start += daysAtOnce) {
    const some = flagged.slice(start, start + daysAtOnce)
    const near = await readDaysNear(database, some)
    for (const { meter_id, day } of some) {
      const days = near.get(`${meter_id}/${day}`) ?? []
      const readings = days.find((one) => one.day === day)?.readings
      if (!readings) continue
      const [previous, next] = [days.findLast((one) => one.day < day), days.find((one) => one.day > day)]
      const marks = flagMarksOfDay(calendar, day, readings, rules.get(meter_id)!, previous, next)
      words.set(`${meter_id}/${day}`, wordsBySlot(calendar, day, marks, readings))
    }
  }
  return words
}

type DayNear = NeighbourDay & { readings: ReadingColumns }

/** Each of some days with the nearest one that has readings before it and after it, in their order. */
const readDaysNear = async (database: PoolClient, wanted: readonly FlaggedDay[]): Promise<Map<string, DayNear[]>> => {
  const stored = await database.query<{ id: number; wanted_day: number; day: number; readings: Buffer }>(
    `select id::float8 as id, wanted_day, near.day - date '1970-01-01' as day, readings
     from unnest($1::bigint[], $2::int[]) as wanted (id, wanted_day) cross join lateral (
       (select * from views.meter_days where meter_id = id and day < date '1970-01-01' + wanted_day order by day desc limit 1) union all
       (select * from views.meter_days where meter_id = id and day = date '1970-01-01' + wanted_day) union all
       (select * from views.meter_days where meter_id = id and day > date '1970-01-01' + wanted_day order by day limit 1)) near
     order by 1, 2, 3`,
    [wanted.map(({ meter_id }) => meter_id), wanted.map(({ day }) => day)],
  )
  const days = Map.groupBy(stored.rows, ({ id, wanted_day }) => `${id}/${wanted_day}`)
  return new Map([...days].map(([key, rows]) => [key, rows.map(({ day, readings }) => ({ day, readings: readingsOf(readings) }))]))
}

const readingsOf = (packed: Buffer): ReadingColumns => resolveReadings(unpackFrame(packed))

const wordsBySlot = (calendar: ZoneCalendar, day: number, marks: readonly FlagMark[], readings: ReadingColumns): string[] => {
  const [start, slots] = [calendar.startOf(day), calendar.slotsOf(day)]
  const words = Array.from({ length: slots }, () => new Set<string>())
  const slotAt = (instant: number) => Math.min(slots - 1, Math.max(0, Math.floor((instant - start) / hourMilliseconds)))
  for (const { flag, from, to } of marks) {
    // Two readings that both lie before the day concern its first hour: that is where the second one belongs.
    const last = Math.max(from, to - 1)
    for (let slot = slotAt(Math.max(from, start)); slot <= slotAt(last); slot++) words[slot]!.add(flag)
  }
  const { flagSets, flagIndex, at, count } = readings
  if (flagSets && flagIndex)
    for (let row = 0; row < count; row++)
      for (const word of flagSets[flagIndex[row]!]!.split(' ')) if (word !== '') words[slotAt(at[row]!)]!.add(word)
  return words.map((of) => [...of].sort().join(' '))
}
