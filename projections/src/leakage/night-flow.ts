import {
  figuresOfDay,
  type PartitionDay,
  type PartitionRules,
  rollingPercentile20,
  type SideOfDay,
} from '@nightflow/domain/leakage/night-flow'
import { calendarOf, dateOfDay, dayOfDate, hourMilliseconds, type ZoneCalendar } from '@nightflow/domain/shared/local-time'
import type {
  nightFlowByPartition as nightFlowEndpoint,
  partitionBalance as partitionBalanceEndpoint,
  partitionFlow as partitionFlowEndpoint,
} from '@nightflow/schemas/leakage/endpoints'
import { type BalanceRow, type FlowRow, type NightFlowRow, nightFlowDaysMax } from '@nightflow/schemas/leakage/night-flow'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { readDays, readLatestDays, type StoredDay } from './stored-days.ts'

type Partition = { key: number; name: string; level: number; time_zone: string; details: PartitionRules; id: string }
type Expectation = { side: 'supply' | 'consumption'; from: number; until: number; count: number }

/** Figures per local day, oldest first: one row for every day from..to of which anything is known. */
export const nightFlowByPartition = async (
  database: PoolClient,
  { id, from, to }: RequestOf<typeof nightFlowEndpoint>,
): Promise<ResponseOf<typeof nightFlowEndpoint> | undefined> => {
  const partition = await findForFigures(database, id)
  if (!partition) return undefined
  const [firstDay, lastDay] = boundedDays(from, to)
  // Six days more, for the rolling percentile of the first day asked for.
  const days = await readDays(database, [partition.key], firstDay - 6, lastDay)
  const expectations = await readExpectations(database, [partition.key])
  const rows = nightFlowRows(partition, days, expectations.get(partition.key) ?? []).filter(({ date }) => date >= from)
  return { id, name: partition.name, timeZone: partition.time_zone, rows }
}

/** The rows of successive stored days of one partition, with the rolling percentile. */
export const nightFlowRows = (partition: Partition, days: readonly StoredDay[], expectations: readonly Expectation[]): NightFlowRow[] => {
  const calendar = calendarOf(partition.time_zone)
  const minima = new Map<number, number | null>()
  return days.map((stored) => {
    const figures = figuresOfDay(calendar, toPartitionDay(calendar, stored, expectations), partition.details)
    minima.set(stored.day, figures.nightMinimumFlowLitresPerHour)
    const week = Array.from({ length: 7 }, (_, back) => minima.get(stored.day - back) ?? null)
    return { date: dateOfDay(stored.day), ...figures, nightMinimumRolling7DayP20LitresPerHour: rollingPercentile20(week) }
  })
}

/** The latest day of each partition whose figures are complete, among the last nine that have data. */
export const latestFigures = async (
  database: PoolClient,
  partitions: readonly (Partition & { last_day: number | null })[],
): Promise<Map<number, NightFlowRow>> => {
  const keys = partitions.map(({ key }) => key)
  const days = await readLatestDays(database, keys, 9)
  const expectations = await readExpectations(database, keys)
  const latest = new Map<number, NightFlowRow>()
  for (const partition of partitions) {
    const rows = nightFlowRows(partition, days.get(partition.key) ?? [], expectations.get(partition.key) ?? [])
    const withSupply = rows.filter(({ klRatio }) => klRatio !== null)
    const complete = withSupply.findLast(
      ({ leakageRate, consumptionCompleteness }) => leakageRate !== null || consumptionCompleteness === null,
    )
    // Where customers' meters are silent the supply side is still worth showing; the row itself says what is unknown.
    const best = complete ?? withSupply.at(-1)
    if (best) latest.set(partition.key, best)
  }
  return latest
}

/** Production against sales of a point and of every point below it. Only days count whose supply and consumption are both known. */
export const partitionBalance = async (
  database: PoolClient,
  { id, from, to }: RequestOf<typeof partitionBalanceEndpoint>,
): Promise<ResponseOf<typeof partitionBalanceEndpoint> | undefined> => {
  const found = await database.query<Partition & { parent_id: string | null }>(
    `with recursive subtree as (
       select * from views.partitions where id = $1
       union select below.* from views.partitions below join subtree on below.parent_id = subtree.id)
     select key::float8 as key, id, parent_id, name, level, time_zone, details from subtree order by level, name, id`,
    [id],
  )
  if (found.rows.length === 0) return undefined
  const [firstDay, lastDay] = boundedDays(from, to)
  const keys = found.rows.map(({ key }) => key)
  const days = Map.groupBy(await readDays(database, keys, firstDay, lastDay), ({ partition_key }) => partition_key)
  const expectations = await readExpectations(database, keys)
  const figures = new Map(
    found.rows.map((partition) => [
      partition.id,
      nightFlowRows(partition, days.get(partition.key) ?? [], expectations.get(partition.key) ?? []),
    ]),
  )
  const childrenOf = Map.groupBy(found.rows, ({ parent_id }) => parent_id)
  const rows = found.rows.map((partition) => {
    const children = (childrenOf.get(partition.id) ?? []).map((child) => figures.get(child.id)!)
    return balanceOf(partition, lastDay - firstDay + 1, figures.get(partition.id)!, children)
  })
  return { rows }
}

const balanceOf = (
  { id, name, level }: Partition,
  days: number,
  rows: readonly NightFlowRow[],
  children: readonly (readonly NightFlowRow[])[],
): BalanceRow => {
  const known = rows.filter(({ leakageLitres }) => leakageLitres !== null)
  const sum = (pick: (row: NightFlowRow) => number | null) =>
    known.length === 0 ? null : known.reduce((total, row) => total + pick(row)!, 0)
  const supplyLitres = sum((row) => row.supplyLitres)
  const leakageLitres = sum((row) => row.leakageLitres)
  // Own leakage compares the same days on both levels; a day that one child does not know says nothing of the point's own mains.
  const own = known.map(({ date, leakageLitres: total }) => {
    const below = children.map((child) => child.find((row) => row.date === date)?.leakageLitres ?? null)
    return below.includes(null) ? null : below.reduce<number>((rest, litres) => rest - litres!, total!)
  })
  return {
    partitionId: id,
    name,
    level,
    days,
    daysKnown: known.length,
    supplyLitres,
    consumptionLitres: sum((row) => row.consumptionLitres),
    leakageLitres,
    leakageRate: supplyLitres !== null && supplyLitres > 0 ? Math.round((leakageLitres! / supplyLitres) * 1e6) / 1e6 : null,
    ownLeakageLitres: own.length === 0 || own.includes(null) ? null : own.reduce<number>((total, litres) => total + litres!, 0),
  }
}

/** Mean flows of supply and consumption per hour, day or month of local time. */
export const partitionFlow = async (
  database: PoolClient,
  { id, from, to, resolution }: RequestOf<typeof partitionFlowEndpoint>,
): Promise<ResponseOf<typeof partitionFlowEndpoint> | undefined> => {
  const partition = await findForFigures(database, id)
  if (!partition) return undefined
  const calendar = calendarOf(partition.time_zone)
  const [firstDay, lastDay] = boundedDays(from, to)
  const stored = await readDays(database, [partition.key], firstDay, lastDay)
  const expectations = (await readExpectations(database, [partition.key])).get(partition.key) ?? []
  const byDay = new Map(stored.map((row) => [row.day, toPartitionDay(calendar, row, expectations)]))
  const { nightWindow } = partition.details
  const answer = (rows: FlowRow[]) => ({ id, timeZone: partition.time_zone, nightWindow, rows })
  if (byDay.size === 0) return answer([])
  const days = Array.from({ length: stored.at(-1)!.day - stored[0]!.day + 1 }, (_, offset) => stored[0]!.day + offset)
  if (resolution === 'hour') return answer(days.flatMap((day) => hourlyFlow(calendar, day, byDay.get(day), partition.details)))
  const periods = Map.groupBy(days, (day) => (resolution === 'day' ? day : dateOfDay(day).slice(0, 7)))
  return answer([...periods.values()].map((period) => meanFlow(calendar, period, byDay, partition.details)))
}

const hourlyFlow = (
  calendar: ZoneCalendar,
  day: number,
  data: PartitionDay | undefined,
  { minimumCoverage }: PartitionRules,
): FlowRow[] => {
  const start = calendar.startOf(day)
  return Array.from({ length: calendar.slotsOf(day) }, (_, slot) => ({
    at: new Date(start + slot * hourMilliseconds).toISOString(),
    supplyLitresPerHour: data ? flowOfSlot(data.supply, slot, 1) : null,
    consumptionLitresPerHour: data?.hasSubMeters ? flowOfSlot(data.consumption, slot, minimumCoverage) : null,
  }))
}

const flowOfSlot = ({ sums, known, expected }: SideOfDay, slot: number, minimumCoverage: number): number | null => {
  if (expected[slot] === 0) return null
  const coverage = known[slot]! / expected[slot]!
  return coverage < minimumCoverage ? null : Math.round(sums[slot]! / coverage) / 1000
}

/** Mean over the days of a period that are known; null when none is. */
const meanFlow = (
  calendar: ZoneCalendar,
  days: readonly number[],
  byDay: ReadonlyMap<number, PartitionDay>,
  { minimumCoverage }: PartitionRules,
): FlowRow => {
  const mean = (side: 'supply' | 'consumption', coverageMin: number) => {
    let volume = 0
    let hours = 0
    for (const day of days) {
      const data = byDay.get(day)?.[side]
      if (!data || data.dayExpected === 0 || data.dayKnown / data.dayExpected < coverageMin) continue
      volume += (data.daySum * data.dayExpected) / data.dayKnown
      hours += (calendar.startOf(day + 1) - calendar.startOf(day)) / hourMilliseconds
    }
    return hours === 0 ? null : Math.round(volume / hours) / 1000
  }
  return {
    at: new Date(calendar.startOf(days[0]!)).toISOString(),
    supplyLitresPerHour: mean('supply', 1),
    consumptionLitresPerHour: mean('consumption', minimumCoverage),
  }
}

const findForFigures = async (database: PoolClient, id: string): Promise<Partition | undefined> =>
  (
    await database.query<Partition>('select key::float8 as key, id, name, level, time_zone, details from views.partitions where id = $1', [
      id,
    ])
  ).rows[0]

const boundedDays = (from: string, to: string): [first: number, last: number] => {
  const first = dayOfDate(from)
  return [first, Math.min(dayOfDate(to), first + nightFlowDaysMax - 1)]
}

/** How many meters should be known when: those that are always in service in one row, each replaced or replacing one in a row of its own. */
const readExpectations = async (database: PoolClient, keys: readonly number[]): Promise<Map<number, Expectation[]>> => {
  const counted = await database.query<Expectation & { partition_key: number }>(
    `select partition_key::float8 as partition_key, side, extract(epoch from active_from)::float8 * 1000 as from,
       extract(epoch from active_until)::float8 * 1000 as until, count(*)::int as count
     from views.partition_members where partition_key = any ($1::bigint[]) group by partition_key, side, active_from, active_until`,
    [keys],
  )
  return Map.groupBy(counted.rows, ({ partition_key }) => partition_key)
}

const toPartitionDay = (calendar: ZoneCalendar, stored: StoredDay, expectations: readonly Expectation[]): PartitionDay => {
  const side = (name: 'supply' | 'consumption', sums: number[], known: number[], daySum: number, dayKnown: number): SideOfDay => {
    const own = expectations.filter((expectation) => expectation.side === name)
    const start = calendar.startOf(stored.day)
    const end = calendar.startOf(stored.day + 1)
    const inService = (from: number, until: number) =>
      own.reduce((total, expectation) => (expectation.from < until && expectation.until > from ? total + expectation.count : total), 0)
    const expected = Int32Array.from(sums, (_, slot) =>
      inService(start + slot * hourMilliseconds, Math.min(start + (slot + 1) * hourMilliseconds, end)),
    )
    return { sums: Float64Array.from(sums), known: Int32Array.from(known), expected, daySum, dayKnown, dayExpected: inService(start, end) }
  }
  return {
    day: stored.day,
    supply: side('supply', stored.supply_sums, stored.supply_known, stored.supply_day, stored.supply_day_known),
    consumption: side(
      'consumption',
      stored.consumption_sums,
      stored.consumption_known,
      stored.consumption_day,
      stored.consumption_day_known,
    ),
    hasSubMeters: expectations.some(({ side: name }) => name === 'consumption'),
  }
}
