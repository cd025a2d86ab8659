import type { EventLog } from '@nightflow/event-log/event-log'
import { viewsPosition } from '@nightflow/projections/shared/checkpoint'
import { projectedTypes } from '@nightflow/projections/shared/views-builder'
import type { Pool } from 'pg'
import { gaugeOnDemand, type Metrics } from './metrics.ts'

export type ProjectorLag = { head: number; position: number; events: number; seconds: number }

/** How far the views are behind the log: events to go, and how long the oldest of them has been waiting. */
export const readProjectorLag = async (pool: Pool, log: EventLog, now: () => number = Date.now): Promise<ProjectorLag> => {
  // The views first: they never overtake a head that is read after them.
  const position = await viewsPosition(pool)
  const head = await log.head()
  const [oldest] = head > position ? await log.readAll(position, { types: projectedTypes, limit: 1 }) : []
  // What no view listens to does not count: the checkpoint passes over it with the next event that one does.
  if (!oldest) return { head, position, events: 0, seconds: 0 }
  return { head, position, events: head - oldest.position + 1, seconds: Math.max(0, now() - oldest.recordedAt) / 1000 }
}

const lookMillisecondsMax = 3_000

/** Asks the database once per scrape, whatever number of gauges want to know. */
export const exposeProjectorLag = (metrics: Metrics, pool: Pool, log: EventLog): void => {
  let latest: { at: number; lag: Promise<ProjectorLag | undefined> } | undefined
  const look = (): Promise<ProjectorLag | undefined> => {
    if (latest && performance.now() - latest.at < 500) return latest.lag
    const tooLate = new Promise<undefined>((done) => void setTimeout(() => done(undefined), lookMillisecondsMax).unref())
    const lag = Promise.race([readProjectorLag(pool, log).catch(() => undefined), tooLate])
    latest = { at: performance.now(), lag }
    return lag
  }
  const gauges = [
    ['nightflow_log_head', 'Position of the last event of the log.', 'head'],
    ['nightflow_views_position', 'Position up to which the views are built.', 'position'],
    ['nightflow_projector_lag_events', 'Events that the views have not seen yet.', 'events'],
    ['nightflow_projector_lag_seconds', 'How long the oldest event that the views have not seen has been in the log.', 'seconds'],
  ] as const
  for (const [name, help, part] of gauges) {
    gaugeOnDemand(metrics, { name, help }, async (gauge) => {
      const lag = await look()
      if (lag) gauge.set(lag[part])
    })
  }
}
