import type { Settled } from '../encode-append.ts'
import { EventLogOverloaded } from '../event-log-errors.ts'

export type AppendLineLimits = {
  /** A group takes what waits, up to these; a larger append goes alone. */
  groupAppends: number
  groupBytes: number
  /** No more than so much waits. */
  waitingAppends: number
  waitingBytes: number
  /** Gathering ends when this number of appends wait. */
  gatheredAppends: number
}

/** Appends that wait for the connection, in the order in which they came. */
export class AppendLine {
  readonly #limits: AppendLineLimits
  readonly #waiting: Settled[] = []
  #bytes = 0
  #endGathering: (() => void) | undefined

  constructor(limits: AppendLineLimits) {
    this.#limits = limits
  }

  get length(): number {
    return this.#waiting.length
  }

  /** @throws EventLogOverloaded when an append of so many bytes has no room. */
  expectRoomFor(bytes: number): void {
    const { length } = this.#waiting
    if (length < this.#limits.waitingAppends && (length === 0 || this.#bytes + bytes <= this.#limits.waitingBytes)) return
    throw new EventLogOverloaded(`${length} appends (${this.#bytes} bytes) already wait for the event log: send less and try again later`)
  }

  put(append: Settled): void {
    this.#waiting.push(append)
    this.#bytes += append.bytes
    if (this.#waiting.length >= this.#limits.gatheredAppends) this.#endGathering?.()
  }

  takeGroup(): Settled[] {
    const { groupAppends, groupBytes } = this.#limits
    let count = 0
    let bytes = 0
    for (const append of this.#waiting) {
      if (count === groupAppends || (count > 0 && bytes + append.bytes > groupBytes)) break
      count += 1
      bytes += append.bytes
    }
    this.#bytes -= bytes
    return this.#waiting.splice(0, count)
  }

  takeAll(): Settled[] {
    this.#bytes = 0
    return this.#waiting.splice(0)
  }

  /** Until enough wait, or the time is over. */
  gather(milliseconds: number): Promise<void> {
    return new Promise((resume) => {
      if (this.#waiting.length >= this.#limits.gatheredAppends || milliseconds <= 0) return resume()
      const timer = setTimeout(() => this.#endGathering?.(), milliseconds)
      this.#endGathering = () => {
        clearTimeout(timer)
        this.#endGathering = undefined
        resume()
      }
    })
  }
}
