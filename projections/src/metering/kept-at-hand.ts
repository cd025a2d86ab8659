/** Whether the entry is cached, and whether it was used since the last sweep. Looking that up elsewhere for every use would cost more. */
export type Keepable = { isKept: boolean; isUsed: boolean }

/** A bounded cache with second-chance eviction: an entry used since the last sweep survives. */
export class KeptAtHand<Entry extends Keepable> {
  /** In order of eviction. */
  readonly #entries = new Set<Entry>()
  readonly #entriesMax: number
  readonly #forget: (entry: Entry) => void

  constructor(entriesMax: number, forget: (entry: Entry) => void) {
    this.#entriesMax = entriesMax
    this.#forget = forget
  }

  /** May hold more than it should until `letGo`. */
  use(entry: Entry): void {
    if (!entry.isKept) this.#entries.add(entry)
    entry.isKept = true
    entry.isUsed = true
  }

  /** Forgets until no more are kept than may be. */
  letGo(): void {
    // A surviving entry moves to the end, where the sweep reaches it again.
    for (const entry of this.#entries) {
      if (this.#entries.size <= this.#entriesMax) return
      this.#entries.delete(entry)
      if (entry.isUsed) this.#entries.add(entry)
      else this.#forget(entry)
      entry.isKept = entry.isUsed
      entry.isUsed = false
    }
  }
}
