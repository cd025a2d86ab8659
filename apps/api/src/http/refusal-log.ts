/** The same refusal of the same caller is written again after this time, with the number of those in between. */
const repeatMilliseconds = 10 * 60_000
/** Rows of refusals in that time: of one caller, of one tenant. */
const callerRowsMax = 20
const tenantRowsMax = 200
/** Callers and operations that are remembered. */
const remembered = 10_000

type Refusal = { tenant: string; actor: string; operation: string }
/** `count` is of refusals since the last row, or of rows since `since`. */
type Seen = { since: number; count: number }

/**
 * Which refusals for lack of a permission become rows of the operation log. A caller who repeats a refused call fills neither the table
 * nor the log: repetitions are counted, and rows are limited per caller and per tenant. Counts are per process.
 */
export class RefusalLog {
  readonly #seen = new Map<string, Seen>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** How often this was refused since its last row, this time included; undefined when it gets no row now. */
  take({ tenant, actor, operation }: Refusal): number | undefined {
    const now = this.#now()
    const refusals = this.#find(`${tenant} ${actor} ${operation}`)
    refusals.count += 1
    const isDue = now - refusals.since >= repeatMilliseconds
    if (!isDue || !this.#hasRoom(`${tenant} ${actor}`, callerRowsMax) || !this.#hasRoom(tenant, tenantRowsMax)) return undefined
    const { count } = refusals
    refusals.since = now
    refusals.count = 0
    return count
  }

  #hasRoom(key: string, rowsMax: number): boolean {
    const rows = this.#find(`rows ${key}`)
    const now = this.#now()
    if (now - rows.since >= repeatMilliseconds) Object.assign(rows, { since: now, count: 0 })
    rows.count += 1
    return rows.count <= rowsMax
  }

  #find(key: string): Seen {
    const seen = this.#seen.get(key) ?? { since: Number.NEGATIVE_INFINITY, count: 0 }
    // The one used last is at the end, so the first is the one to forget.
    this.#seen.delete(key)
    this.#seen.set(key, seen)
    if (this.#seen.size > remembered) this.#seen.delete(this.#seen.keys().next().value!)
    return seen
  }
}
