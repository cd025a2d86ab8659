import type { Pool } from 'pg'
import { anything, listenTo } from '../storage/listen-to.ts'
import { Waker } from '../storage/waker.ts'

const channel = 'nightflow_job_ends'
/** An announcement may be lost with its connection. */
const pollMilliseconds = 1_000

/** Waits for the ends of jobs, whatever process runs them. */
export class JobEnds {
  readonly #pool: Pool
  readonly #waiting = new Map<string, Waker>()
  readonly #stopping = new AbortController()
  #listening: Promise<void> = Promise.resolve()

  constructor(pool: Pool) {
    this.#pool = pool
  }

  start(): void {
    const heard = (id: string): void => {
      const woken = id === anything ? [...this.#waiting.values()] : [this.#waiting.get(id)]
      for (const waker of woken) waker?.wake()
    }
    this.#listening = listenTo(this.#pool, channel, { heard, signal: this.#stopping.signal })
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The server was stopped.'))
    await this.#listening
  }

  /** The first answer of `find` that is not undefined. Rejects with the signal's reason when that aborts before. */
  async waitFor<Result>(id: string, find: () => Promise<Result | undefined>, given: AbortSignal): Promise<Result> {
    const waker = new Waker()
    this.#waiting.set(id, waker)
    const signal = AbortSignal.any([given, this.#stopping.signal])
    try {
      for (;;) {
        const found = await find()
        if (found !== undefined) return found
        await waker.wait(pollMilliseconds, signal)
        signal.throwIfAborted()
      }
    } finally {
      this.#waiting.delete(id)
    }
  }
}
