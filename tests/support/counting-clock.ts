import { expect } from 'vitest'

/**
 * A clock for policies. A policy reads it at each search for due timers or conditions, so that a test waits for searches instead of time
 * before it states that nothing happened.
 */
export const countingClock = (now: () => number = Date.now) => {
  let readings = 0
  return {
    now: (): number => {
      readings += 1
      return now()
    },
    /** Waits until a search that started after this call has ended, with the commands of its timers. */
    searched: async (): Promise<void> => {
      const before = readings
      await expect.poll(() => readings, { interval: 10 }).toBeGreaterThan(before + 2)
    },
  }
}
