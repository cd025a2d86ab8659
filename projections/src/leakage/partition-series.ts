import { bulkPointsBelow } from '@nightflow/domain/leakage/bulk-points'
import type { PartitionDay, PartitionRules, SideOfDay } from '@nightflow/domain/leakage/night-flow'
import { calendarOf, hourMilliseconds, type ZoneCalendar } from '@nightflow/domain/shared/local-time'
import type { PoolClient } from 'pg'
import { dayWithoutData, type StoredDay } from './stored-days.ts'

/** A metering point as its figures need it. */
export type Partition = { key: number; name: string; level: number; time_zone: string; details: PartitionRules; id: string }

export type PartitionInTree = Partition & { hasPointsBelow: boolean }

/** So many meters are to be known of one side of a point from one instant to another, epoch milliseconds. */
export type Expectation = { side: 'supply' | 'consumption'; from: number; until: number; count: number }

/** What the sums of points are to be read against, by key: their meters, and the bulk points whose net supply they consume. */
export type Sources = {
  expectations: ReadonlyMap<number, readonly Expectation[]>
  bulkPoints: ReadonlyMap<number, readonly number[]>
}

type TreeRow = { key: number; id: string; parentId: string | null; hasSummaryMeters: boolean; hasCustomers: boolean }

export const readSources = async (database: PoolClient, keys: readonly number[]): Promise<Sources> => {
  const tree = await database.query<TreeRow>(
    `select key::float8 as key, id, parent_id as "parentId",
       exists (select from views.partition_members where partition_key = key and side = 'supply') as "hasSummaryMeters",
       exists (select from views.partition_members where partition_key = key and side = 'consumption') as "hasCustomers"
     from views.partitions where root_id in (select root_id from views.partitions where key = any ($1::bigint[]))`,
    [keys],
  )
  const keyOf = new Map(tree.rows.map(({ id, key }) => [id, key]))
  const below = bulkPointsBelow(tree.rows)
  const bulkPoints = new Map(tree.rows.map(({ key, id }) => [key, below.get(id)!.map((bulk) => keyOf.get(bulk)!)]))
  const read = new Set([...keys, ...keys.flatMap((key) => bulkPoints.get(key) ?? [])])
  return { expectations: await readExpectations(database, [...read]), bulkPoints }
}

/** Most points have none below them and need no look at their tree. */
export const readSourcesOf = async (database: PoolClient, { key, hasPointsBelow }: PartitionInTree): Promise<Sources> =>
  hasPointsBelow ? readSources(database, [key]) : { expectations: await readExpectations(database, [key]), bulkPoints: new Map() }

/** The points whose days are needed for the figures of these points. */
export const keysToRead = (keys: readonly number[], { bulkPoints }: Sources): number[] => [
  ...new Set([...keys, ...keys.flatMap((key) => bulkPoints.get(key) ?? [])]),
]

/** How many meters should be known when: those that are always in service in one row, each replaced or replacing one in a row of its own. */
const readExpectations = async (database: PoolClient, keys: readonly number[]): Promise<Map<number, Expectation[]>> => {
  const counted = await database.query<Expectation & { partition_key: number }>({
    name: 'partition-expectations',
    text: `select partition_key::float8 as partition_key, side, extract(epoch from active_from)::float8 * 1000 as from,
       extract(epoch from active_until)::float8 * 1000 as until, count(*)::int as count
     from views.partition_members where partition_key = any ($1::bigint[]) group by partition_key, side, active_from, active_until`,
    values: [keys],
  })
  return Map.groupBy(counted.rows, ({ partition_key }) => partition_key)
}

/** Stored days by point and day. */
export type DaysByKey = ReadonlyMap<number, ReadonlyMap<number, StoredDay>>

export const byKeyAndDay = (stored: readonly StoredDay[]): DaysByKey =>
  new Map(
    [...Map.groupBy(stored, ({ partition_key }) => partition_key)].map(([key, days]) => [key, new Map(days.map((row) => [row.day, row]))]),
  )

/** One point on the requested days; a day without a row is one of which nothing is known. */
export const partitionDays = (
  { key, time_zone }: Pick<Partition, 'key' | 'time_zone'>,
  days: readonly number[],
  stored: DaysByKey,
  { expectations, bulkPoints }: Sources,
): PartitionDay[] => {
  const calendar = calendarOf(time_zone)
  const dayOf = (point: number, day: number) =>
    toPartitionDay(
      calendar,
      stored.get(point)?.get(day) ?? dayWithoutData(point, day, calendar.slotsOf(day)),
      expectations.get(point) ?? [],
    )
  const bulk = bulkPoints.get(key) ?? []
  return days.map((day) => {
    const own = dayOf(key, day)
    return bulk.length === 0 ? own : { ...own, bulkSupply: bulk.map((point) => dayOf(point, day).supply).reduce(addSides) }
  })
}

const addSides = (one: SideOfDay, other: SideOfDay): SideOfDay => ({
  sums: one.sums.map((sum, slot) => sum + other.sums[slot]!),
  known: one.known.map((count, slot) => count + other.known[slot]!),
  expected: one.expected.map((count, slot) => count + other.expected[slot]!),
  daySum: one.daySum + other.daySum,
  dayKnown: one.dayKnown + other.dayKnown,
  dayExpected: one.dayExpected + other.dayExpected,
  stated: one.stated + other.stated,
  statedSum: one.statedSum + other.statedSum,
  shared: one.shared && other.shared ? one.shared.map((count, slot) => count + other.shared![slot]!) : (one.shared ?? other.shared),
})

const toPartitionDay = (calendar: ZoneCalendar, stored: StoredDay, expectations: readonly Expectation[]): PartitionDay => {
  const start = calendar.startOf(stored.day)
  const end = calendar.startOf(stored.day + 1)
  const side = (name: 'supply' | 'consumption'): SideOfDay => {
    const own = expectations.filter((expectation) => expectation.side === name)
    const inService = (from: number, until: number) =>
      own.reduce((total, expectation) => (expectation.from < until && expectation.until > from ? total + expectation.count : total), 0)
    const sums = stored[`${name}_sums`]
    const expected = Int32Array.from(sums, (_, slot) =>
      inService(start + slot * hourMilliseconds, Math.min(start + (slot + 1) * hourMilliseconds, end)),
    )
    return {
      ...{ sums: Float64Array.from(sums), known: Int32Array.from(stored[`${name}_known`]), expected },
      ...{ daySum: stored[`${name}_day`], dayKnown: stored[`${name}_day_known`], dayExpected: inService(start, end) },
      ...{ stated: stored[`${name}_stated`], statedSum: stored[`${name}_stated_day`], shared: stored[`${name}_shared`] },
    }
  }
  return {
    day: stored.day,
    supply: side('supply'),
    consumption: side('consumption'),
    hasSubMeters: expectations.some(({ side: name }) => name === 'consumption'),
  }
}
