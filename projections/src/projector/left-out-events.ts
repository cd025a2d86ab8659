/** The events of a tenant that the read models leave out: a fold of the log leaves them out too, and counts those that it met. */
export class LeftOutEvents {
  readonly #positions: ReadonlySet<number>
  readonly #met = new Set<number>()

  /** Positions of the events that are set aside: `positionsSetAside`. */
  constructor(positions: ReadonlySet<number>) {
    this.#positions = positions
  }

  /** Whether the event at a position is left out. */
  has(position: number): boolean {
    const isLeftOut = this.#positions.has(position)
    if (isLeftOut) this.#met.add(position)
    return isLeftOut
  }

  /** How many events were left out so far; an event that was read twice counts once. */
  get count(): number {
    return this.#met.size
  }
}
