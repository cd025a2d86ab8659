import type { EventLog } from '@nightflow/event-log/event-log'
import { viewsPosition } from '@nightflow/projections/projector/checkpoint'
import { countSetAside } from '@nightflow/projections/projector/set-aside-events'
import { projectedTypes } from '@nightflow/projections/views/views-builder'
import type { Pool } from 'pg'
import { gaugeOnDemand, type Metrics } from './metrics.ts'

export type ProjectorLag = {
  head: number
  position: number
  /** To go; where `isCounted` is false at least so many. */
  events: number
  isCounted: boolean
  seconds: number
}

/** Where positions have gaps, events are counted by reading them, and no further than a page of the projector. */
const countedMax = { limit: 1_000, maximumBytes: 4 * 1024 * 1024 } as const

/** How far the read models are behind the log: events to go, and how long the oldest of them has been waiting. */
export const readProjectorLag = async (pool: Pool, log: EventLog, now: () => number = Date.now): Promise<ProjectorLag> => {
  // The read models first: they never overtake a head that is read after them.
  const position = await viewsPosition(pool)
  const head = await log.head()
  const isDense = log.engine !== 'eventstoredb'
  const page = head > position ? await log.readAll(position, { types: projectedTypes, ...(isDense ? { limit: 1 } : countedMax) }) : []
  const [oldest] = page
  // Events that no read model handles do not count: the checkpoint passes over it with the next event that one does.
  if (!oldest) return { head, position, events: 0, isCounted: true, seconds: 0 }
  const seconds = Math.max(0, now() - oldest.recordedAt) / 1000
  if (isDense) return { head, position, events: head - oldest.position + 1, isCounted: true, seconds }
  const isCounted = (page.at(-1)?.position ?? 0) >= head
  return { head, position, events: page.length, isCounted, seconds }
}

const lookMillisecondsMax = 3_000

/** Events that are missing in the read models: those that cannot be projected, and those that wait behind them in their streams. */
export const exposeSetAside = (metrics: Metrics, pool: Pool): void => {
  const options = {
    name: 'nightflow_set_aside_events',
    help: 'Events that are missing in the read models, by state.',
    labelNames: ['state'],
  }
  gaugeOnDemand(metrics, options, async (gauge) => {
    const counted = await countSetAside(pool).catch(() => undefined)
    if (!counted) return
    gauge.set({ state: 'failed' }, counted.failed)
    gauge.set({ state: 'waiting' }, counted.waiting)
  })
}

/** Queries once per scrape, however many gauges need it. */
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
    ['nightflow_views_position', 'Position up to which the read models are built.', 'position'],
    ['nightflow_projector_lag_events', 'Events that the read models have not seen yet.', 'events'],
    ['nightflow_projector_lag_seconds', 'How long the oldest event that the read models have not seen has been in the log.', 'seconds'],
  ] as const
  for (const [name, help, part] of gauges) {
    gaugeOnDemand(metrics, { name, help }, async (gauge) => {
      const lag = await look()
      if (lag) gauge.set(lag[part])
    })
  }
}
