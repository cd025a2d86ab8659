import { ensurePartitions } from '@nightflow/projections/storage/day-partitions'
import { replayViews } from '@nightflow/projections/views/replay'
import type { Pool } from 'pg'
import { withBenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './bench-options.ts'
import { tenant } from './frames.ts'
import { listMillisecondsMax, startLists, timeEach } from './lists.ts'
import { appendAll, eventFor, firstNumber, registerNamedMeters } from './register-data.ts'

const dayMilliseconds = 86_400_000
const today = Math.floor(Date.now() / dayMilliseconds)
const daysAgo = (days: number): string => new Date((today - days) * dayMilliseconds).toISOString().slice(0, 10)

/** A cascade: its root, and so many points below it. */
const pointsBelow = 9
const pointsOfCascade = pointsBelow + 1
/** An inlet and a customer at each point. */
const metersOfPoint = 2

const idOf = (index: number): string => {
  const cascade = Math.floor(index / pointsOfCascade)
  return index % pointsOfCascade === 0 ? `zone-${cascade}` : `zone-${cascade}-${index % pointsOfCascade}`
}
const rootOf = (index: number): string => `zone-${Math.floor(index / pointsOfCascade)}`

/** Each point has an outline, an inlet and a customer. The events of a cascade are in order, which makes a stream of it. */
const createCascades = (appendTo: Parameters<typeof appendAll>[0], partitions: number): Promise<void> =>
  appendAll(appendTo, partitions / pointsOfCascade, (cascade) => [
    `leakage-partition-zone-${cascade}`,
    Array.from({ length: pointsOfCascade }, (_, below) => cascade * pointsOfCascade + below).flatMap((index) => {
      const partitionId = idOf(index)
      const isRoot = index % pointsOfCascade === 0
      const [west, south] = [100 + (index % 100) * 0.1, 20 + Math.floor(index / 100) * 0.1]
      const corners: [number, number][] = [
        [west, south],
        [west + 0.09, south],
        [west + 0.09, south + 0.09],
        [west, south],
      ]
      return [
        eventFor('leakage.PartitionCreated', {
          ...{ partitionId, rootId: rootOf(index), parentId: isRoot ? null : rootOf(index), level: isRoot ? 1 : 2, name: partitionId },
          ...{ timeZone: 'Asia/Shanghai', nightWindow: { fromHour: 2, toHour: 4 }, minimumCoverage: 1, boundary: corners },
          ...{ personId: null, leaderName: null, leaderPhone: null },
        }),
        eventFor('leakage.SummaryMeterAssociated', { partitionId, number: String(firstNumber + index * metersOfPoint), direction: 'in' }),
        eventFor('leakage.SubMetersAssociated', { partitionId, numbers: [String(firstNumber + index * metersOfPoint + 1)] }),
      ]
    }),
  ])

/** Rows of the read model as the projector writes them: two years of readings of all meters would take hours to project. */
const fillDays = async (pool: Pool, days: number) => {
  const client = await pool.connect()
  await client.query('set search_path to views')
  await ensurePartitions(
    client,
    'partition_days',
    Array.from({ length: days + 1 }, (_, back) => today - back),
  )
  client.release(true)
  await pool.query(
    `insert into views.partition_days
       (tenant, partition_key, day, shard, supply_sums, supply_known, supply_day, supply_day_known, supply_stated, supply_stated_day,
        consumption_sums, consumption_known, consumption_day, consumption_day_known, consumption_stated, consumption_stated_day)
     select $1, key, current_date - back, 0, array_fill((1000000 + key % 97 * 1000 + back * 100)::bigint, array[24]), array_fill(1, array[24]),
       24 * (1000000 + key % 97 * 1000 + back * 100), 1, 0, 0,
       array_fill((800000 + key % 89 * 1000)::bigint, array[24]), array_fill(1, array[24]), 24 * (800000 + key % 89 * 1000), 1, 0, 0
     from views.partitions cross join generate_series(1, $2::int) as back`,
    [tenant, days],
  )
}

const questionsOf = (partitions: number): Record<string, string> => {
  const month = `from=${daysAgo(30)}&to=${daysAgo(1)}`
  const point = `/api/v1/partitions/${idOf(Math.floor(partitions / 2))}`
  return {
    tree: '/api/v1/partitions?limit=200',
    ranking: '/prod-api/business/cascadeScreen/figures',
    map: '/api/v1/partitions?limit=200&page=2',
    balance: `${point}/balance?${month}`,
    'investigation marks': `${point}/marks?${month}`,
    'investigation flow': `${point}/flow?from=${daysAgo(58)}&to=${daysAgo(1)}&resolution=hour`,
    'investigation nights': `${point}/night-flow?${month}`,
    'investigation conditions': `${point}/conditions?${month}`,
    'investigation meters': `${point}/meters-of-day?day=${daysAgo(1)}&comparedDay=${daysAgo(8)}`,
  }
}

/**
 * Tree, ranking, map, balance and investigation of 10,000 metering points with two years of days, through the API. The figure is the 95th percentile of the
 * slowest kind of question; its limit is the 100 ms in which a screen appears at once.
 */
export const benchLeakage = ({ isQuick }: BenchOptions) =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const [partitions, days] = isQuick ? [500, 90] : [10_000, 730]
    const { app, log, ask } = await startLists(pool, connectionString)
    try {
      await registerNamedMeters(log, partitions * metersOfPoint)
      await createCascades(log, partitions)
      await replayViews({ pool, log })
      await fillDays(pool, days)
      await pool.query('vacuum analyze')
      console.log(`${partitions} metering points with ${days} days are in the read models`)
      const started = performance.now()
      await ask(questionsOf(partitions).ranking!)
      const coldRankingMilliseconds = performance.now() - started
      const each = await timeEach(questionsOf(partitions), isQuick ? 20 : 40, ask)
      const p95Milliseconds = Math.max(...Object.values(each))
      return {
        ...{ name: 'leakage', figure: p95Milliseconds, limit: listMillisecondsMax, ratio: p95Milliseconds / listMillisecondsMax },
        ...{ p95Milliseconds, partitions, days, eachP95Milliseconds: each, coldRankingMilliseconds, unit: 'ms' },
      }
    } finally {
      await app.close()
      await log.close()
    }
  })
