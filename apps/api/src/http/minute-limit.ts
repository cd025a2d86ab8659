import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'

const minuteMilliseconds = 60_000
/** Callers whom a process remembers. */
const callersMax = 10_000

/** How often one caller may do something in a minute, in this process: people need little, and a program that guesses needs much. */
export class MinuteLimit {
  readonly #perMinute: number
  readonly #taken = new Map<string, { since: number; count: number }>()

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** Counts one; the refusal where the minute has no more. */
  take(caller: string, now: number): Rejection | undefined {
    const seen = this.#taken.get(caller)
    if (!seen || now - seen.since >= minuteMilliseconds) {
      if (this.#taken.size >= callersMax) this.#taken.clear()
      this.#taken.set(caller, { since: now, count: 1 })
      return undefined
    }
    if (seen.count >= this.#perMinute) return tooFast(seen.since, now)
    seen.count += 1
    return undefined
  }

  /** The same without counting. */
  refusalOf(caller: string, now: number): Rejection | undefined {
    const seen = this.#taken.get(caller)
    const isFull = seen !== undefined && now - seen.since < minuteMilliseconds && seen.count >= this.#perMinute
    return isFull ? tooFast(seen.since, now) : undefined
  }
}

const tooFast = (since: number, now: number): Rejection =>
  rejected('too-fast', { retryAfterSeconds: Math.ceil((since + minuteMilliseconds - now) / 1_000) })
