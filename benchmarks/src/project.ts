import type { EventLog } from '@nightflow/event-log/event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { createViews } from '@nightflow/projections/shared/migrate'
import { catchUp } from '@nightflow/projections/shared/replay'
import { ViewsBuilder } from '@nightflow/projections/shared/views-builder'
import type { Pool } from 'pg'
import { type BenchDatabase, median, withBenchDatabase } from './bench-database.ts'
import { measureCopyLimit } from './copy-limit.ts'
import { appendFrames, eventsOf, registerMeters, type Shape } from './frames.ts'

const rounds = 3
const partitions = 50
const smallPageFrames = 20

/** All read models from the log, on one connection, against binary COPY of the same readings on one connection. */
export const benchProject = async () => {
  const small = await benchShape('500x1', 240)
  const large = await benchShape('50x10', 240)
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
        figures.push(readings / (await project(pool, log, structure)))
        console.log(`${shape}: ${Math.round(figures.at(-1)!)} readings/s, limit ${Math.round(limits.at(-1)!)}`)
      }
      const smallPages = readings / (await project(pool, log, structure, smallPageFrames))
      console.log(`${shape}: ${Math.round(smallPages)} readings/s in pages of ${smallPageFrames} frames`)
      return { figure: median(figures), smallPages, limit: median(limits) }
    } finally {
      await log.close()
    }
  })

/**
 * Seconds that the projector takes for everything after `structure` (meters and partitions are set up before). It reads as full pages as
 * it does when it catches up, or pages of so many frames, as it does while it keeps up.
 */
const project = async (pool: Pool, log: EventLog, structure: number, framesPerPage?: number): Promise<number> => {
  const client = await pool.connect()
  try {
    await client.query('drop schema if exists bench_views cascade; begin')
    await createViews(client, 'bench_views')
    await client.query('commit')
    const builder = await ViewsBuilder.open(client, log, 'bench_views')
    await catchUp(builder, log, structure)
    await client.query('checkpoint')
    const started = performance.now()
    if (framesPerPage === undefined) await catchUp(builder, log, await log.head())
    else await catchUpInPages(builder, log, framesPerPage)
    return (performance.now() - started) / 1000
  } finally {
    client.release(true)
  }
}

const catchUpInPages = async (builder: ViewsBuilder, log: EventLog, limit: number): Promise<void> => {
  for (;;) {
    const page = await log.readAll(builder.position, { limit })
    if (page.length === 0) return
    await builder.apply(page)
  }
}
