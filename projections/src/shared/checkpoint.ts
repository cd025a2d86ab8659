import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

/** The position of the log up to which the views are built. */
export const viewsPosition = async (pool: Pool): Promise<number> =>
  (await pool.query<{ position: number }>('select position::float8 as position from views.checkpoint')).rows[0]?.position ?? 0

const pollMilliseconds = 15

/** Waits until the views have seen a position: read your own write. False when they have not within the time given. */
export const waitForViews = async (pool: Pool, position: number, timeoutMilliseconds: number): Promise<boolean> => {
  const deadline = performance.now() + timeoutMilliseconds
  while ((await viewsPosition(pool)) < position) {
    if (performance.now() >= deadline) return false
    await sleep(pollMilliseconds)
  }
  return true
}
