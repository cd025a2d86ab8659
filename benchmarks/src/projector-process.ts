/**
 * The projector in a process of its own, so that its memory is measured apart from that of the load. With `BENCH_ONCE` it builds read models of its
 * own from the whole log, so often, in pages of so many events or as full as they come, and prints the seconds of the fastest time; otherwise it follows the log and prints each position.
 */
import { personalEventLog } from '@nightflow/event-log/personal-event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { lowerPriority } from '@nightflow/platform/jobs/lower-priority'
import { runProjector } from '@nightflow/projections/views/projector'
import pg from 'pg'
import { timeProjection } from './time-projection.ts'

export type ProjectorReport =
  | { position: number; milliseconds: number; failure?: undefined }
  | { failure: string }
  | { seconds: number; rssMax: number }
  | { rss: number; rssMax: number }

const connectionString = process.env.BENCH_DATABASE_URL!
const pool = new pg.Pool({ connectionString, max: 4 })
pool.on('error', () => undefined)
// As in production: events in their newest shape.
const log = personalEventLog(createPostgresEventLog({ pool, connectionString }), pool)
const tell = (report: ProjectorReport) => process.send?.(report)
const rssMax = () => process.resourceUsage().maxRSS * 1024
process.once('disconnect', () => process.exit(0))

const once = process.env.BENCH_ONCE
  ? (JSON.parse(process.env.BENCH_ONCE) as { structure: number; times: number; eventsPerPage?: number })
  : undefined
if (once) {
  let seconds = Number.POSITIVE_INFINITY
  for (let time = 0; time < once.times; time++)
    seconds = Math.min(seconds, await timeProjection(pool, log, once.structure, once.eventsPerPage))
  tell({ seconds, rssMax: rssMax() })
} else {
  lowerPriority()
  process.on('message', () => tell({ rss: process.memoryUsage.rss(), rssMax: rssMax() }))
  await runProjector({
    pool,
    log,
    signal: new AbortController().signal,
    onPage: ({ position, milliseconds }) => tell({ position, milliseconds }),
    onError: (error) => tell({ failure: error instanceof Error ? error.message : String(error) }),
  })
}
