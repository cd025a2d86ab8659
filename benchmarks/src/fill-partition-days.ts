import { MarkMoves, markOf } from '@nightflow/projections/leakage/day-marks'
import { emptySums } from '@nightflow/projections/leakage/partition-sums'
import { wholeShard } from '@nightflow/projections/projector/shard'
import { ensurePartitions } from '@nightflow/projections/storage/day-partitions'
import { longSpanDays } from '@nightflow/projections/storage/day-spans'
import type { Pool, PoolClient } from 'pg'

const hours = 24

/** What the meters of a point count in each hour of a day, millilitres. */
export const hourlyVolumes = (key: number, day: number): Record<'supply' | 'consumption', number> => ({
  supply: 1_000_000 + (key % 97) * 1_000 + (day % 365) * 100,
  consumption: 800_000 + (key % 89) * 1_000,
})
/** The same in SQL, of `key` and `day`. */
const supply = '(1000000 + key % 97 * 1000 + day % 365 * 100)::bigint'
const consumption = '(800000 + key % 89 * 1000)::bigint'

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
       select $1, key, date '1970-01-01' + day, 0, array_fill(${supply}, array[${hours}]), array_fill(1, array[${hours}]), ${hours} * ${supply}, 1, 0, 0,
         array_fill(${consumption}, array[${hours}]), array_fill(1, array[${hours}]), ${hours} * ${consumption}, 1, 0, 0
       from generate_series($2::int, $3::int) as day cross join (select key from partitions where tenant = $1 order by key) points`,
      [tenant, firstDay, lastDay],
    )
    await fillMarks(client, tenant, days)
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

const fillMarks = async (client: PoolClient, tenant: string, days: readonly number[]): Promise<void> => {
  const { rows } = await client.query<{ key: number }>('select key::float8 as key from partitions where tenant = $1', [tenant])
  const sums = emptySums(tenant, 0, 0, hours)
  for (const side of ['supply', 'consumption'] as const) {
    sums[side].known.fill(1)
    sums[side].dayKnown = 1
  }
  for (const day of days) {
    const marks = new MarkMoves()
    for (const { key } of rows) {
      const volumes = hourlyVolumes(key, day)
      for (const side of ['supply', 'consumption'] as const) {
        sums[side].sums.fill(volumes[side])
        sums[side].day = hours * volumes[side]
      }
      Object.assign(sums, { partitionKey: key, day })
      marks.move(sums, markOf(sums))
    }
    await marks.write(client, wholeShard)
  }
}
