import type { EventLog } from '@nightflow/event-log/event-log'
import { viewsPosition, waitForViews } from '@nightflow/projections/projector/checkpoint'
import { countSetAside, describeSetAside, listSetAside } from '@nightflow/projections/projector/set-aside-events'
import type { Pool } from 'pg'

const secondsMax = 60

/**
 * Waits until the read models have the whole log, with every event of it. Events that cannot be projected are set aside one by one, each at the cost of
 * a page: a benchmark whose own events are such would measure that.
 */
export const expectCurrent = async ({ pool, log }: { pool: Pool; log: EventLog }): Promise<void> => {
  const head = await log.head()
  const isCurrent = await waitForViews(pool, head, secondsMax * 1_000)
  const { failed, waiting } = await countSetAside(pool)
  if (failed + waiting > 0) {
    const [first] = await listSetAside(pool, { limit: 1 })
    throw new Error(`${failed + waiting} events of the benchmark cannot be projected: ${describeSetAside(first!)}`)
  }
  if (!isCurrent) throw new Error(`stalled: the read models are at ${await viewsPosition(pool)} of ${head} after ${secondsMax} s`)
}
