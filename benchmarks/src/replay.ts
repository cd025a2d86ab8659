import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { replayViews } from '@nightflow/projections/projector/replay'
import type { Pool } from 'pg'
import { median, withBenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './bench-options.ts'
import { measureCopyLimit } from './copy-limit.ts'
import { appendFrames, eventsOf, registerMeters } from './frames.ts'

const rounds = 3

/** All read models rebuilt in shadow tables and put in place, against binary COPY of the same readings on one connection. */
export const benchReplay = ({ isQuick }: BenchOptions) =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const hours = isQuick ? 48 : 240
    const log = createPostgresEventLog({ pool, connectionString })
    try {
      await registerMeters(log, 50)
      const registered = await sizesOf(pool)
      const readings = await appendFrames(log, eventsOf('500x1', hours))
      const figures: number[] = []
      const limits: number[] = []
      let rowBytes = 0
      for (let round = 0; round < rounds; round++) {
        const limit = await measureCopyLimit(pool, '500x1', hours)
        rowBytes = limit.bytesPerReading
        limits.push(limit.readingsPerSecond)
        await pool.query('checkpoint')
        const started = performance.now()
        await replayViews({ pool, log })
        figures.push(readings / ((performance.now() - started) / 1000))
        console.log(`round ${round + 1}: ${Math.round(figures.at(-1)!)} readings/s, limit ${Math.round(limits.at(-1)!)}`)
      }
      const { logBytes, viewBytes } = await sizesOf(pool)
      // Without what set the meters up: in the short form that outweighs the readings.
      const logBytesPerReading = (logBytes - registered.logBytes) / readings
      return {
        name: 'replay',
        figure: Math.round(median(figures)),
        limit: Math.round(median(limits)),
        ratio: median(figures) / median(limits),
        logBytesPerReading,
        ratioLogBytes: logBytesPerReading / rowBytes,
        viewBytesPerReading: viewBytes / readings,
        unit: 'readings/s',
      }
    } finally {
      await log.close()
    }
  })

const sizesOf = async (pool: Pool): Promise<{ logBytes: number; viewBytes: number }> => {
  const { rows } = await pool.query<{ log: number | null; views: number | null }>(
    `select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'log.events'::regclass)::float8 as log,
       (select sum(pg_total_relation_size(relid)) from pg_partition_tree(to_regclass('views.meter_days')))::float8 as views`,
  )
  return { logBytes: rows[0]!.log ?? 0, viewBytes: rows[0]!.views ?? 0 }
}
