import { rejected } from '@nightflow/schemas/shared/rejections'
import { ProblemError } from './problem.ts'

/** Heavy work a few at a time; a caller that comes while too many wait is refused. */
export class Semaphore {
  readonly #atOnce: number
  readonly #waitingMax: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }) {
    this.#atOnce = atOnce
    this.#waitingMax = waitingMax
  }

  /** Throws `unavailable` when too many wait already. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#waitingMax) throw new ProblemError(rejected('unavailable', { retryAfterSeconds: 5 }))
      // The end of one task starts the next waiting one, so that its slot is never free for a caller that has not waited.
      await new Promise<void>((go) => this.#waiting.push(go))
    } else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
