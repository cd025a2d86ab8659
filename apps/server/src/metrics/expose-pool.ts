import type { Pool } from 'pg'
import { gaugeOnDemand, type Metrics } from './metrics.ts'

/** Connections of the pool in use and idle, and who waits for one. */
export const exposePool = (metrics: Metrics, pool: Pool): void => {
  gaugeOnDemand(
    metrics,
    { name: 'nightflow_database_connections', help: 'Connections of the pool by what they do.', labelNames: ['state'] },
    (gauge) => {
      gauge.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      gauge.set({ state: 'idle' }, pool.idleCount)
    },
  )
  gaugeOnDemand(metrics, { name: 'nightflow_database_connections_max', help: 'The most connections that the pool opens.' }, (gauge) =>
    gauge.set(pool.options.max),
  )
  gaugeOnDemand(
    metrics,
    { name: 'nightflow_database_connections_waiting', help: 'Requests that wait for a connection of the pool.' },
    (gauge) => gauge.set(pool.waitingCount),
  )
}
