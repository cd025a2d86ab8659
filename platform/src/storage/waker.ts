import { setTimeout as pause } from 'node:timers/promises'

/** Ends a wait, also one that begins after it was woken. */
export class Waker {
  #isWoken = false
  #onWake: (() => void) | undefined

  wake(): void {
    this.#isWoken = true
    this.#onWake?.()
  }

  /** Never rejects; the caller looks at the signal. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#isWoken) {
      const waiting = new AbortController()
      this.#onWake = () => waiting.abort()
      await pause(milliseconds, undefined, { signal: AbortSignal.any([signal, waiting.signal]) }).catch(() => undefined)
      this.#onWake = undefined
    }
    this.#isWoken = false
  }
}
