import type { Gateway } from './accept-frame.ts'

/** No gateway where the key was revoked. */
type LastKnown = { since: number; gateway: Gateway | undefined }

/**
 * The last answers of the database about keys that were valid at some time, for outages of the database. Other keys are not kept: invalid keys
 * must not evict valid ones. Times are epoch milliseconds.
 */
export class LastKnownGateways {
  readonly #milliseconds: number
  readonly #entriesMax: number
  readonly #known = new Map<string, LastKnown>()

  constructor(milliseconds: number, entriesMax: number) {
    this.#milliseconds = milliseconds
    this.#entriesMax = entriesMax
  }

  note(key: string, gateway: Gateway | undefined, since: number): void {
    const wasGood = this.#known.delete(key)
    if (!gateway && !wasGood) return
    this.#known.set(key, { since, gateway })
    if (this.#known.size > this.#entriesMax) this.#known.delete(this.#known.keys().next().value!)
  }

  clear(): void {
    this.#known.clear()
  }

  /** An answer from later than now was found before the clock was set back: its age is unknown. */
  find(key: string, now: number): LastKnown | undefined {
    const known = this.#known.get(key)
    return known && known.since <= now && now < known.since + this.#milliseconds ? known : undefined
  }
}
