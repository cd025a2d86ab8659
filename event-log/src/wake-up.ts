import type { Wait } from './follow.ts'

/** Those who wait for the next append. */
export const createWakeUp = () => {
  const waiting = new Set<() => void>()
  return {
    wakeAll: (): void => {
      for (const wake of [...waiting]) wake()
    },
    wait: (milliseconds: number): Wait => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const cancel = (): void => {
        clearTimeout(timer)
        waiting.delete(cancel)
        resolve()
      }
      const timer = setTimeout(cancel, milliseconds)
      waiting.add(cancel)
      return { over: promise, cancel }
    },
  }
}
