/** Whether the entry is cached, and whether it was used since the last sweep. A look-up in a map for every use would cost more. */
export type CacheEntry = { isCached: boolean; isUsed: boolean }

/** A bounded cache with second-chance eviction: an entry used since the last sweep survives. */
export class SecondChanceCache<Entry extends CacheEntry> {
  /** In order of eviction. */
  readonly #entries = new Set<Entry>()
  readonly #entriesMax: number
  readonly #forget: (entry: Entry) => void

  constructor(entriesMax: number, forget: (entry: Entry) => void) {
    this.#entriesMax = entriesMax
    this.#forget = forget
  }

  /** The cache may exceed its size until `evict`. */
  use(entry: Entry): void {
    if (!entry.isCached) this.#entries.add(entry)
    entry.isCached = true
    entry.isUsed = true
  }

  /** Evicts entries until the cache has its size. */
  evict(): void {
    // A surviving entry moves to the end, where the sweep reaches it again.
    for (const entry of this.#entries) {
      if (this.#entries.size <= this.#entriesMax) return
      this.#entries.delete(entry)
      if (entry.isUsed) this.#entries.add(entry)
      else this.#forget(entry)
      entry.isCached = entry.isUsed
      entry.isUsed = false
    }
  }
}
