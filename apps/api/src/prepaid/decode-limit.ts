import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'

const minuteMilliseconds = 60_000
const perMinute = 20
/** People of whom a process remembers what they decoded. */
const peopleMax = 10_000

/** Digits that one person decodes in a minute: a desk needs few, and a program that guesses needs many. */
export class DecodeLimit {
  readonly #taken = new Map<string, { since: number; count: number }>()

  /** Counts one; the refusal where the minute has no more. */
  take(person: string, now: number): Rejection | undefined {
    const seen = this.#taken.get(person)
    if (!seen || now - seen.since >= minuteMilliseconds) {
      if (this.#taken.size >= peopleMax) this.#taken.clear()
      this.#taken.set(person, { since: now, count: 1 })
      return undefined
    }
    if (seen.count >= perMinute)
      return rejected('too-fast', { retryAfterSeconds: Math.ceil((seen.since + minuteMilliseconds - now) / 1_000) })
    seen.count += 1
    return undefined
  }
}
