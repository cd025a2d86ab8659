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
export const createCascades = (appendTo: Parameters<typeof appendAll>[0], partitions: number): Promise<void> =>
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

export const questionsOf = (partitions: number): Record<string, string> => {
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
      await fillPartitionDays(pool, tenant, today - days, today - 1)
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
