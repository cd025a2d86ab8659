import type { EventLog } from '@nightflow/event-log/event-log'
import { createViews } from '@nightflow/projections/views/migrate'
import { catchUp } from '@nightflow/projections/views/replay'
import { ViewsBuilder } from '@nightflow/projections/views/views-builder'
import type { Pool } from 'pg'

/**
 * Seconds that the projector takes, on one connection, for everything after `structure` (what comes before it is done before the clock
 * starts). It reads as full pages as it does when it catches up, or pages of so many events, as it does while it keeps up.
 */
export const timeProjection = async (pool: Pool, log: EventLog, structure: number, eventsPerPage?: number): Promise<number> => {
  const client = await pool.connect()
  try {
    await client.query('drop schema if exists bench_views cascade; begin')
    await createViews(client, 'bench_views')
    await client.query('commit')
    const builder = await ViewsBuilder.open(client, log, 'bench_views')
    await catchUp(builder, log, structure)
    await client.query('checkpoint')
    const started = performance.now()
    if (eventsPerPage === undefined) await catchUp(builder, log, await log.head())
    else await catchUpInPages(builder, log, eventsPerPage)
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
