import { readFile } from 'node:fs/promises'
import { replayViews } from '@nightflow/projections/views/replay'
import type { Pool } from 'pg'
import { withBenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './bench-options.ts'
import { fillPartitionDays, moveDay } from './fill-partition-days.ts'
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

const questionsOf = (partitions: number): Record<string, string> => {
  const month = `from=${daysAgo(30)}&to=${daysAgo(1)}`
  const reported = `beginTime=${daysAgo(30)}&endTime=${daysAgo(1)}`
  const point = `/api/v1/partitions/${idOf(Math.floor(partitions / 2))}`
  return {
    tree: '/api/v1/partitions?limit=200',
    ranking: rankingUrl,
    map: '/api/v1/partitions?limit=200&page=2',
    balance: `${point}/balance?${month}`,
    'investigation marks': `${point}/marks?${month}`,
    'investigation flow': `${point}/flow?from=${daysAgo(58)}&to=${daysAgo(1)}&resolution=hour`,
    'investigation nights': `${point}/night-flow?${month}`,
    'investigation conditions': `${point}/conditions?${month}`,
    'investigation meters': `${point}/meters-of-day?day=${daysAgo(1)}&comparedDay=${daysAgo(8)}`,
    'sales difference': `/prod-api/business/salesDifference/list?${reported}&pageSize=20`,
    'cascade alarms': `/prod-api/business/cascadeAlarm/analysis/list?${reported}&pageSize=20`,
    'cascade statistics': `/prod-api/business/cascadeAlarm/statistics/list?${reported}&mode=point&pageSize=20`,
  }
}
const rankingUrl = '/prod-api/business/cascadeScreen/figures'

/** Milliseconds of the processor that this process and the sessions of the database took since it was last asked; without the latter where they are elsewhere. */
const processorTime = (pool: Pool) => {
  const taken = async (): Promise<number> => {
    const { user, system } = process.cpuUsage()
    const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity where datname = current_database()')
    const each = await Promise.all(rows.map(({ pid }) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
    // The fields after the name, which is in brackets: user and system time are the twelfth and thirteenth of them, in hundredths of a second.
    const ticks = each.map((line) => line.slice(line.lastIndexOf(')') + 2).split(' '))
    return (user + system) / 1000 + ticks.reduce((sum, fields) => sum + 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)), 0)
  }
  return async (work: () => Promise<unknown>): Promise<number> => {
    const before = await taken()
    await work()
    return (await taken()) - before
  }
}

const inTurn = async (times: number, work: () => Promise<unknown>): Promise<void> => {
  for (let turn = 0; turn < times; turn++) await work()
}

/**
 * Tree, ranking, map, balance and investigation of 10,000 metering points with two years of days, through the API, and the reports beside them. The figure is the 95th
 * percentile of the slowest kind of question; its limit is the 100 ms in which a screen appears at once. The processor time of a question does not depend on
 * what else the machine does.
 */
export const benchLeakage = ({ isQuick }: BenchOptions) =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const [partitions, days] = isQuick ? [500, 90] : [10_000, 730]
    const started = performance.now()
    const { app, log, ask } = await startLists(pool, connectionString)
    try {
      await registerNamedMeters(log, partitions * metersOfPoint)
      await createCascades(log, partitions)
      await replayViews({ pool, log })
      await fillPartitionDays(pool, tenant, today - days, today - 1)
      await pool.query('vacuum analyze views.partition_days, views.partition_day_marks')
      const feedSeconds = (performance.now() - started) / 1000
      console.log(`${partitions} metering points with ${days} days are in the read models after ${Math.round(feedSeconds)} s`)
      const timed = async (work: () => Promise<unknown>): Promise<number> => {
        const before = performance.now()
        await work()
        return performance.now() - before
      }
      const questions = questionsOf(partitions)
      // The first reader of a process: nothing is kept yet.
      const firstRankingMilliseconds = await timed(() => ask(rankingUrl))
      const each = await timeEach(questions, isQuick ? 20 : 40, ask)
      const processor = processorTime(pool)
      const rounds = 10
      const eachProcessorMilliseconds: Record<string, number> = {}
      for (const [name, url] of Object.entries(questions))
        eachProcessorMilliseconds[name] = (await processor(() => inTurn(rounds, () => ask(url)))) / rounds
      // Late readings of a point, and of all points, on a day that the ranking is of.
      await moveDay(pool, tenant, today - 3, 1)
      const rankingAfterOnePointMilliseconds = await timed(() => ask(rankingUrl))
      await moveDay(pool, tenant, today - 2)
      const rankingAfterAllPointsMilliseconds = await timed(() => ask(rankingUrl))
      const p95Milliseconds = Math.max(...Object.values(each))
      return {
        ...{ name: 'leakage', figure: p95Milliseconds, limit: listMillisecondsMax, ratio: p95Milliseconds / listMillisecondsMax },
        ...{ p95Milliseconds, partitions, days, eachP95Milliseconds: each, eachProcessorMilliseconds },
        processorMillisecondsMost: Math.max(...Object.values(eachProcessorMilliseconds)),
        ...{ firstRankingMilliseconds, rankingAfterOnePointMilliseconds, rankingAfterAllPointsMilliseconds, feedSeconds, unit: 'ms' },
      }
    } finally {
      await app.close()
      await log.close()
    }
  })
