import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { replayViews } from '@nightflow/projections/views/replay'
import type { Pool } from 'pg'
import { median, withBenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './bench-options.ts'
import { measureCopyLimit } from './copy-limit.ts'
import { appendFrames, eventsOf, registerMeters } from './frames.ts'

/**
 * All read models rebuilt in shadow tables and put in place, against binary COPY of the same readings on one connection. The set-up of meters and
 * partitions is also rebuilt alone, against the append of those events: it does not grow with the readings, and would hide their cost.
 */
export const benchReplay = ({ isQuick }: BenchOptions) =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const { hours, rounds } = isQuick ? { hours: 120, rounds: 2 } : { hours: 240, rounds: 3 }
    const log = createPostgresEventLog({ pool, connectionString })
    try {
      const appendSeconds = await secondsOf(() => registerMeters(log, 50))
      const registered = await sizesOf(pool)
      const setUps: number[] = []
      for (let round = 0; round < rounds; round++) setUps.push(await secondsOf(() => replayViews({ pool, log })))
      const readings = await appendFrames(log, eventsOf('500x1', hours))
      const figures: number[] = []
      const limits: number[] = []
      let rowBytes = 0
      for (let round = 0; round < rounds; round++) {
        const limit = await measureCopyLimit(pool, '500x1', hours)
        rowBytes = limit.bytesPerReading
        limits.push(limit.readingsPerSecond)
        await pool.query('checkpoint')
        figures.push(readings / (await secondsOf(() => replayViews({ pool, log }))))
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
        setUpSeconds: median(setUps),
        ratioSetUp: median(setUps) / appendSeconds,
        logBytesPerReading,
        ratioLogBytes: logBytesPerReading / rowBytes,
        viewBytesPerReading: viewBytes / readings,
        unit: 'readings/s',
      }
    } finally {
      await log.close()
    }
  })

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

const sizesOf = async (pool: Pool): Promise<{ logBytes: number; viewBytes: number }> => {
  const { rows } = await pool.query<{ log: number | null; views: number | null }>(
    `select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'log.events'::regclass)::float8 as log,
       (select sum(pg_total_relation_size(relid)) from pg_partition_tree(to_regclass('views.meter_days')))::float8 as views`,
  )
  return { logBytes: rows[0]!.log ?? 0, viewBytes: rows[0]!.views ?? 0 }
}
