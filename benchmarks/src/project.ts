import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { type BenchDatabase, median, withBenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './bench-options.ts'
import { measureCopyLimit } from './copy-limit.ts'
import { appendFrames, eventsOf, registerMeters, type Shape } from './frames.ts'
import { timeProjection } from './time-projection.ts'

const rounds = 3
const partitions = 50
const smallPageFrames = 20

/** All read models from the log, on one connection, against binary COPY of the same readings on one connection. */
export const benchProject = async ({ isQuick }: BenchOptions) => {
  const small = await benchShape('500x1', isQuick ? 48 : 240)
  const large = await benchShape('50x10', isQuick ? 50 : 240)
  return {
    name: 'project',
    figure: Math.round(small.figure),
    limit: Math.round(small.limit),
    ratio: small.figure / small.limit,
    figure50x10: Math.round(large.figure),
    limit50x10: Math.round(large.limit),
    ratio50x10: large.figure / large.limit,
    ratioSmallPages: small.smallPages / small.limit,
    unit: 'readings/s',
  }
}

const benchShape = (shape: Shape, hours: number): Promise<{ figure: number; smallPages: number; limit: number }> =>
  withBenchDatabase(async ({ pool, connectionString }: BenchDatabase) => {
    const log = createPostgresEventLog({ pool, connectionString })
    try {
      await registerMeters(log, partitions)
      const structure = await log.head()
      const readings = await appendFrames(log, eventsOf(shape, hours))
      const figures: number[] = []
      const limits: number[] = []
      for (let round = 0; round < rounds; round++) {
        limits.push((await measureCopyLimit(pool, shape, hours)).readingsPerSecond)
        figures.push(readings / (await timeProjection(pool, log, structure)))
        console.log(`${shape}: ${Math.round(figures.at(-1)!)} readings/s, limit ${Math.round(limits.at(-1)!)}`)
      }
      const smallPages = readings / (await timeProjection(pool, log, structure, smallPageFrames))
      console.log(`${shape}: ${Math.round(smallPages)} readings/s in pages of ${smallPageFrames} frames`)
      return { figure: median(figures), smallPages, limit: median(limits) }
    } finally {
      await log.close()
    }
  })
