import { bulkPointsBelow } from '@nightflow/domain/leakage/bulk-points'
import type { PartitionDay, PartitionRules, SideOfDay } from '@nightflow/domain/leakage/night-flow'
import { inTime, isDuring, type PointInTime, type Span } from '@nightflow/domain/leakage/tree-in-time'
import { calendarOf, hourMilliseconds, type ZoneCalendar } from '@nightflow/domain/shared/local-time'
import type { PoolClient } from 'pg'
import { dayWithoutData, type StoredDay } from './stored-days.ts'

/** A metering point as its figures need it. */
export type Partition = { key: number; name: string; level: number; time_zone: string; details: PartitionRules; id: string }

export type PartitionInTree = Partition & { hasPointsBelow: boolean }

/** So many meters are to be known of one side of a point from one instant to another, epoch milliseconds. */
export type Expectation = { side: 'supply' | 'consumption'; from: number; until: number; count: number }

/**
 * Sources by which the sums of points are read: their meters, by key; and the bulk points whose net supply a point consumes between two
 * instants, such as those of a day.
 */
export type Sources = {
  expectations: ReadonlyMap<number, readonly Expectation[]>
  bulkPoints: (key: number, from: number, until: number) => readonly number[]
}

/** A point, and the days of it that are wanted. */
export type Wanted = { key: number; time_zone: string; days: readonly number[] }

/** Sources of the figures of points on some days, with the keys of all points whose days are to be read. */
export const readSources = async (database: PoolClient, wanted: readonly Wanted[]): Promise<Sources & { keys: number[] }> => {
  const trees = await readTrees(database, wanted)
  const keyOf = new Map(trees.flatMap(({ points }) => points.map(({ id, key }) => [id, key] as const)))
  const treeOf = new Map(
    trees.flatMap(({ points }) => {
      const below = inTime(points, bulkPointsBelow)
      return points.map(({ key, id }) => [key, { id, below }] as const)
    }),
  )
  const bulkPoints: Sources['bulkPoints'] = (key, from, until) => {
    const tree = treeOf.get(key)
    return tree ? (tree.below(from, until).get(tree.id) ?? []).map((id) => keyOf.get(id)!) : []
  }
  const keys = wanted.flatMap((point) => [point.key, ...keysOn(point, bulkPoints)])
  return { expectations: await readExpectations(database, [...new Set(keys)]), bulkPoints, keys: [...new Set(keys)] }
}

/** The bulk points of a point on its days. */
export const keysOn = ({ key, time_zone, days }: Wanted, bulkPoints: Sources['bulkPoints']): number[] => {
  const { startOf } = calendarOf(time_zone)
  return [...new Set(days.flatMap((day) => bulkPoints(key, startOf(day), startOf(day + 1))))]
}

/** Most points have none below them and need no look at their tree. */
export const readSourcesOf = async (
  database: PoolClient,
  { key, time_zone, hasPointsBelow }: PartitionInTree,
  days: readonly number[],
): Promise<Sources & { keys: number[] }> =>
  hasPointsBelow
    ? readSources(database, [{ key, time_zone, days }])
    : { expectations: await readExpectations(database, [key]), bulkPoints: () => [], keys: [key] }

type Spans = Pick<PointInTime, 'summaryMeters' | 'customers'>
type SpanRow = { key: number; side: Expectation['side'] } & Span

/** The times in which points have meters. Most have some at all times, which one row says. */
export const readSpans = async (database: PoolClient, keys: readonly number[]): Promise<ReadonlyMap<number, Spans>> => {
  const { rows } = await database.query<SpanRow>(
    `select key::float8 as key, side, extract(epoch from active_from)::float8 * 1000 as from, extract(epoch from active_until)::float8 * 1000 as until
     from unnest($1::bigint[]) as wanted (key) cross join (values ('supply'), ('consumption')) as sides (wanted_side)
     cross join lateral (select exists (select from views.partition_members
       where partition_key = key and side = wanted_side and active_from = '-infinity' and active_until = 'infinity') as always) known
     cross join lateral (select distinct side, active_from, active_until from views.partition_members
       where partition_key = key and side = wanted_side and not always
       union all select wanted_side, '-infinity', 'infinity' where always) spans`,
    [keys],
  )
  const byKey = Map.groupBy(rows, ({ key }) => key)
  return new Map(
    keys.map((key) => {
      const spansOf = (side: Expectation['side']) => (byKey.get(key) ?? []).filter((row) => row.side === side)
      return [key, { summaryMeters: spansOf('supply'), customers: spansOf('consumption') }]
    }),
  )
}

type TreeRow = { key: number; id: string; parentId: string | null; rootId: string }

const readTrees = async (database: PoolClient, wanted: readonly Wanted[]): Promise<{ points: (TreeRow & Spans)[] }[]> => {
  const { rows } = await database.query<TreeRow>(
    `select key::float8 as key, id, parent_id as "parentId", root_id as "rootId" from views.partitions
     where root_id in (select root_id from views.partitions where key = any ($1::bigint[]))`,
    [wanted.map(({ key }) => key)],
  )
  const spans = await readSpans(
    database,
    rows.map(({ key }) => key),
  )
  const byRoot = Map.groupBy(rows, ({ rootId }) => rootId)
  return [...byRoot.values()].map((points) => ({ points: points.map((point) => ({ ...point, ...spans.get(point.key)! })) }))
}

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
  return days.map((day) => {
    const bulk = bulkPoints(key, calendar.startOf(day), calendar.startOf(day + 1))
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

/** How many meters of a side should be known in each hour of a day. */
export const expectedInHours = (
  calendar: ZoneCalendar,
  day: number,
  slots: number,
  own: readonly Expectation[],
): { expected: Int32Array; dayExpected: number } => {
  const [start, end] = [calendar.startOf(day), calendar.startOf(day + 1)]
  const inService = (from: number, until: number) =>
    own.reduce((total, expectation) => (expectation.from < until && expectation.until > from ? total + expectation.count : total), 0)
  const dayExpected = inService(start, end)
  const expected = new Int32Array(slots)
  // On most days no meter comes or goes: every hour expects as many as the day.
  const isSteady = own.every(({ from, until }) => (from <= start && until >= end) || from >= end || until <= start)
  if (isSteady) expected.fill(dayExpected)
  else
    for (let slot = 0; slot < slots; slot++)
      expected[slot] = inService(start + slot * hourMilliseconds, Math.min(start + (slot + 1) * hourMilliseconds, end))
  return { expected, dayExpected }
}

const toPartitionDay = (calendar: ZoneCalendar, stored: StoredDay, expectations: readonly Expectation[]): PartitionDay => {
  const side = (name: 'supply' | 'consumption'): SideOfDay => {
    const own = expectations.filter((expectation) => expectation.side === name)
    const sums = stored[`${name}_sums`]
    return {
      // From an array these are copied; `from` would walk it by its iterator.
      ...{ sums: new Float64Array(sums), known: new Int32Array(stored[`${name}_known`]) },
      ...expectedInHours(calendar, stored.day, sums.length, own),
      ...{ daySum: stored[`${name}_day`], dayKnown: stored[`${name}_day_known`] },
      ...{ stated: stored[`${name}_stated`], statedSum: stored[`${name}_stated_day`], shared: stored[`${name}_shared`] },
    }
  }
  const isOfDay = isDuring(calendar.startOf(stored.day), calendar.startOf(stored.day + 1))
  return {
    day: stored.day,
    supply: side('supply'),
    consumption: side('consumption'),
    hasSubMeters: expectations.some((expectation) => expectation.side === 'consumption' && isOfDay(expectation)),
  }
}
