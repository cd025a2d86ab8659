import { MarkMoves, markOf } from '@nightflow/projections/leakage/day-marks'
import { writeMarks, writePartitionDays } from '@nightflow/projections/leakage/partition-days'
import { emptySums, type PartitionSums, type SideSums, sideOf } from '@nightflow/projections/leakage/partition-sums'
import { dayColumns, type StoredDay } from '@nightflow/projections/leakage/stored-days'
import { wholeShard } from '@nightflow/projections/projector/shard'
import { ensurePartitions } from '@nightflow/projections/storage/day-partitions'
import { longSpanDays } from '@nightflow/projections/storage/day-spans'
import type { Pool, PoolClient } from 'pg'

const hours = 24

/** Volumes of an inlet and of a customer in each hour of a day, millilitres. The inlet of a root has the water of all points of its cascade. */
export const inletVolume = (key: number, day: number, points: number): number =>
  (1_000_000 + (key % 97) * 1_000 + (day % 365) * 100) * points
export const customerVolume = (key: number): number => 800_000 + (key % 89) * 1_000
/** The same in SQL, of `key`, `day` and `points`. */
const inlet = '(1000000 + key % 97 * 1000 + day % 365 * 100)::bigint * points'
const customer = '(800000 + key % 89 * 1000)::bigint'
/** Points with the number of points that they count customers of, their own one with those below it, and what these count in an hour. */
const pointsWithCustomers = `select key, case when parent_id is null then count(*) over cascade else 1 end as points,
    case when parent_id is null then (sum(${customer}) over cascade)::bigint else ${customer} end as used
  from partitions where tenant = $1 window cascade as (partition by root_id)`

/**
 * Rows of days of points with an inlet and a customer each, whose meters report every hour, in the order of the days: two years of readings of ten thousand
 * points would take hours to project. They are those that the projector would write, which a test compares.
 */
export const fillPartitionDays = async (pool: Pool, tenant: string, firstDay: number, lastDay: number): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('set search_path to views')
    const days = Array.from({ length: lastDay - firstDay + 1 }, (_, place) => firstDay + place)
    await client.query('begin')
    await ensurePartitions(client, 'partition_days', days, longSpanDays)
    await client.query(
      `insert into partition_days
         (tenant, partition_key, day, shard, supply_sums, supply_known, supply_day, supply_day_known, supply_stated, supply_stated_day,
          consumption_sums, consumption_known, consumption_day, consumption_day_known, consumption_stated, consumption_stated_day)
       select $1, key, date '1970-01-01' + day, 0, array_fill(${inlet}, array[${hours}]), array_fill(1, array[${hours}]), ${hours} * ${inlet}, 1, 0, 0,
         array_fill(used, array[${hours}]), array_fill(points::int, array[${hours}]), ${hours} * used, points, 0, 0
       from generate_series($2::int, $3::int) as day cross join (${pointsWithCustomers} order by key) points`,
      [tenant, firstDay, lastDay],
    )
    await fillMarks(client, tenant, days)
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

/** Moves a day of so many points, or of all, as a late reading does. */
export const moveDay = async (pool: Pool, tenant: string, day: number, points?: number): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('set search_path to views')
    const { rows } = await client.query<StoredDay>(
      `select ${dayColumns} from partition_days where tenant = $1 and day = date '1970-01-01' + $2::int order by partition_key limit $3`,
      [tenant, day, points ?? null],
    )
    const moved = rows.map((row): PartitionSums => {
      const stored = {
        tenant,
        partitionKey: row.partition_key,
        day,
        supply: sideOf('supply', row),
        consumption: sideOf('consumption', row),
      }
      const mark = markOf(stored)
      stored.supply.sums[12]! += 1_000
      stored.supply.day += 1_000
      return { ...stored, isStored: true, mark }
    })
    await client.query('begin')
    await writePartitionDays(client, wholeShard, new Set(moved))
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

const fillMarks = async (client: PoolClient, tenant: string, days: readonly number[]): Promise<void> => {
  const { rows } = await client.query<{ key: number; points: number; used: number }>(
    `select key::float8 as key, points::int as points, used::float8 as used from (${pointsWithCustomers}) points`,
    [tenant],
  )
  const sums = emptySums(tenant, 0, 0, hours)
  for (const day of days) {
    const marks = new MarkMoves()
    for (const { key, points, used } of rows) {
      fillSide(sums.supply, inletVolume(key, day, points), 1)
      fillSide(sums.consumption, used, points)
      Object.assign(sums, { partitionKey: key, day })
      marks.move(sums, markOf(sums))
    }
    await writeMarks(client, wholeShard, marks)
  }
}

const fillSide = (side: SideSums, volume: number, meters: number): void => {
  side.sums.fill(volume)
  side.known.fill(meters)
  side.day = hours * volume
  side.dayKnown = meters
}
