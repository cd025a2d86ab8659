import { figuresOfDay, nightMinimumFlow, rollingPercentile20 } from '@nightflow/domain/leakage/night-flow'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { PoolClient } from 'pg'
import { hasLatest, isWhole } from './day-columns.ts'
import { daysOfPercentileBefore, nightFlowRows } from './night-flow.ts'
import {
  byKeyAndDay,
  type DaysByKey,
  expectedInHours,
  keysOn,
  type Partition,
  partitionDays,
  readSources,
  type Sources,
  type Wanted,
} from './partition-series.ts'
import { readDays, readLatestDays, readNights, type StoredDay, type StoredNight } from './stored-days.ts'

/** So many of the last days with data are looked at for the latest complete one. */
export const daysOfLatest = 9
/** So many of them are read first: most points have a complete one among them. */
const daysAtFirst = 2

/**
 * The latest day of each point whose figures are complete, among the last nine that have data. Of the days before it, which only its rolling percentile needs,
 * the hours of the night are read.
 */
export const latestFigures = async (database: PoolClient, partitions: readonly Partition[]): Promise<Map<number, NightFlowRow>> => {
  if (partitions.length === 0) return new Map()
  const { newest, sources, rowsOf } = await readNewest(database, partitions, daysAtFirst)
  const found: { partition: Partition; day: number; figures: Figures }[] = []
  const undecided: Partition[] = []
  for (const partition of partitions) {
    const stored = newest.get(partition.key) ?? []
    const latest = latestOf(partition, rowsOf(partition, stored))
    // Fewer days than were asked for are all that there are.
    if (stored.length === daysAtFirst && !(latest && isWhole(latest.figures))) undecided.push(partition)
    else if (latest) found.push({ partition, ...latest })
  }
  const nights = await readNightMinima(database, found, sources)
  const latest = new Map<number, NightFlowRow>()
  for (const { partition, day, figures } of found) {
    const before = Array.from({ length: daysOfPercentileBefore }, (_, back) => nights.get(partition.key)?.get(day - back - 1) ?? null)
    const week = [figures.nightMinimumFlowLitresPerHour, ...before]
    latest.set(partition.key, { date: dateOfDay(day), ...figures, nightMinimumRolling7DayP20LitresPerHour: rollingPercentile20(week) })
  }
  for (const [key, row] of await latestOfNine(database, undecided)) latest.set(key, row)
  return latest
}

type Figures = ReturnType<typeof figuresOfDay>

/** The last of some days, oldest first, whose figures are complete; where none is, the last with a supply, whose row says what is unknown. */
const latestOf = (
  { time_zone, details }: Partition,
  days: ReturnType<typeof partitionDays>,
): { day: number; figures: Figures } | undefined => {
  const calendar = calendarOf(time_zone)
  let candidate: { day: number; figures: Figures } | undefined
  for (const data of days.toReversed()) {
    const figures = figuresOfDay(calendar, data, details)
    if (!hasLatest(figures)) continue
    if (isWhole(figures)) return { day: data.day, figures }
    candidate ??= { day: data.day, figures }
  }
  return candidate
}

const readNewest = async (database: PoolClient, partitions: readonly Partition[], daysMax: number) => {
  const newest = await readLatestDays(
    database,
    partitions.map(({ key }) => key),
    daysMax,
  )
  const wanted = partitions.map(({ key, time_zone }) => ({ key, time_zone, days: (newest.get(key) ?? []).map(({ day }) => day) }))
  const sources = await readSources(database, wanted)
  const stored = new Map(await readBulkDays(database, sources, wanted))
  for (const [key, own] of newest) stored.set(key, new Map([...(stored.get(key) ?? []), ...own.map((row) => [row.day, row] as const)]))
  const rowsOf = (partition: Partition, own: readonly StoredDay[]) =>
    partitionDays(
      partition,
      own.map(({ day }) => day),
      stored,
      sources,
    )
  return { newest, sources, rowsOf }
}

const latestOfNine = async (database: PoolClient, partitions: readonly Partition[]): Promise<Map<number, NightFlowRow>> => {
  const latest = new Map<number, NightFlowRow>()
  if (partitions.length === 0) return latest
  const { newest, rowsOf } = await readNewest(database, partitions, daysOfLatest)
  for (const partition of partitions) {
    const rows = nightFlowRows(partition, rowsOf(partition, newest.get(partition.key) ?? []))
    const best = latestComplete(rows)
    if (best) latest.set(partition.key, best)
  }
  return latest
}

/** The last of some days whose figures are complete; where none is, the last with a supply. */
export const latestComplete = (rows: readonly NightFlowRow[]): NightFlowRow | undefined => {
  const candidates = rows.filter(hasLatest)
  return candidates.findLast(isWhole) ?? candidates.at(-1)
}

/** The night minimum flows of the days before a day of each point. */
const readNightMinima = async (
  database: PoolClient,
  latest: readonly { partition: Partition; day: number }[],
  { expectations }: Sources,
): Promise<Map<number, Map<number, number | null>>> => {
  const wanted = latest.flatMap(({ partition: { key, time_zone, details }, day }) => {
    const [firstDay, lastDay] = [day - daysOfPercentileBefore, day - 1]
    const slots = slotsOfNights(time_zone, details.nightWindow, firstDay, lastDay)
    return slots.length === 0 ? [] : [{ key, firstDay, lastDay, fromSlot: Math.min(...slots), toSlot: Math.max(...slots) }]
  })
  const fromSlots = new Map(wanted.map(({ key, fromSlot }) => [key, fromSlot]))
  const nights = Map.groupBy(await readNights(database, wanted), ({ partition_key }) => partition_key)
  return new Map(
    latest.map(({ partition: { key, time_zone, details } }) => {
      const calendar = calendarOf(time_zone)
      const own = (expectations.get(key) ?? []).filter(({ side }) => side === 'supply')
      const minima = [...Map.groupBy(nights.get(key) ?? [], ({ day }) => day)].map(([day, ofShards]) => {
        const hours = hoursOf(ofShards, fromSlots.get(key)!, calendar.slotsOf(day))
        const { expected } = expectedInHours(calendar, day, calendar.slotsOf(day), own)
        return [day, nightMinimumFlow(calendar, day, { ...hours, expected }, details.nightWindow)] as const
      })
      return [key, new Map(minima)] as const
    }),
  )
}

/** The hours of the window on some days; on the days of a clock change they are others. */
const slotsOfNights = (
  timeZone: string,
  { fromHour, toHour }: Partition['details']['nightWindow'],
  firstDay: number,
  lastDay: number,
): number[] => {
  const calendar = calendarOf(timeZone)
  const slots = new Set<number>()
  for (let day = firstDay; day <= lastDay; day++)
    for (const [slot, wallHour] of calendar.wallHoursOf(day).entries()) if (wallHour >= fromHour && wallHour < toHour) slots.add(slot)
  return [...slots]
}

/** Rows of the shards of a day, added up at their place among the hours of the day. */
const hoursOf = (ofShards: readonly StoredNight[], fromSlot: number, slots: number) => {
  const hours = { sums: new Float64Array(slots), known: new Int32Array(slots), shared: new Array<number>(slots).fill(0) }
  for (const { sums, known, shared } of ofShards)
    for (const [place, sum] of sums.entries()) {
      hours.sums[fromSlot + place]! += sum
      hours.known[fromSlot + place]! += known[place]!
      hours.shared[fromSlot + place]! += shared?.[place] ?? 0
    }
  return hours
}

/** The days of bulk points on which the points above them have their latest days. */
const readBulkDays = async (database: PoolClient, { bulkPoints }: Sources, wanted: readonly Wanted[]): Promise<DaysByKey> => {
  const above = wanted.map((point) => ({ days: point.days, keys: keysOn(point, bulkPoints) })).filter(({ keys }) => keys.length > 0)
  if (above.length === 0) return new Map()
  const days = above.flatMap((point) => point.days)
  const keys = above.flatMap((point) => point.keys)
  return byKeyAndDay(await readDays(database, keys, Math.min(...days), Math.max(...days)))
}
