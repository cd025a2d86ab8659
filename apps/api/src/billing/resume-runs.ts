import { setTimeout as pause } from 'node:timers/promises'
import { listRunningRuns } from '@nightflow/projections/billing/bill-runs'
import type { Background } from '../http/background.ts'
import { type RunWorkerParts, workOnRun } from './work-on-run.ts'

const lookMilliseconds = 10_000
const runsPerLook = 20

/**
 * Goes on with the runs that a stopped process left, one after the other, for as long as the server runs. A run that another process works on is
 * passed over by its lock. The first look is at the start, the later ones find what the read models had not shown by then.
 */
export const resumeRuns = (parts: RunWorkerParts, background: Background): void =>
  background.run(async (stopping) => {
    while (!stopping.aborted) {
      try {
        for (const run of await listRunningRuns(parts.pool, runsPerLook)) {
          if (stopping.aborted) return
          await workOnRun(parts, run, stopping)
        }
      } catch (error) {
        parts.logger.warn({ err: error }, 'bill runs that were left could not be listed')
      }
      await pause(lookMilliseconds, undefined, { signal: stopping }).catch(() => undefined)
    }
  })
