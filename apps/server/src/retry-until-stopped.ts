import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** A run that lasted this long was a good one: the next failure starts with short pauses again. */
const goodRunMilliseconds = 60_000
const firstPauseMilliseconds = 250
const pauseMillisecondsMax = 15_000
const failuresInARowMax = 20

/**
 * Runs `work` until the signal aborts, again and again when it fails, with growing pauses. Twenty failures in a row are thrown: the
 * failure is permanent, and the process should stop visibly.
 */
export const retryUntilStopped = async (name: string, logger: Logger, signal: AbortSignal, work: () => Promise<void>): Promise<void> => {
  let failures = 0
  while (!signal.aborted) {
    const startedAt = performance.now()
    try {
      await work()
      if (signal.aborted) return
      throw new Error(`${name} stopped unasked`)
    } catch (error) {
      if (signal.aborted) return
      failures = performance.now() - startedAt > goodRunMilliseconds ? 1 : failures + 1
      if (failures > failuresInARowMax) throw error
      logger.error({ err: error, failures }, `${name} failed and starts again`)
      const pause = Math.min(pauseMillisecondsMax, firstPauseMilliseconds * 2 ** (failures - 1))
      await sleep(pause, undefined, { signal }).catch(() => {})
    }
  }
}
