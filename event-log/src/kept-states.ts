import { inGroups } from './in-groups.ts'

type FoldedEvent = { type: string; data: object }
type FoundEvent = FoldedEvent & { stream: string; version: number; position: number }

/** How a state follows from events. States are kept by their `evolve`. */
export type Folding<State, Event> = { initialState: State; evolve: (state: State, event: Event) => State }
type AnyFolding = Folding<unknown, never>

/** A stream's state as of its event `version`; `position` is that event's. */
export type Loaded<State> = { state: State; version: number; position: number }

/** The part of a stream after a version. */
export type Tail = { stream: string; afterVersion: number }

export type KeptLimits = {
  /** Events of which states are kept, all streams together. */
  events: number
  /** Events of a stream that are read at once. */
  pageEvents: number
}

const defaultLimits: KeptLimits = { events: 100_000, pageEvents: 1_000 }

/**
 * States that this process has folded. Each time one is asked for, the events since then are read, for all who ask at the same time in one statement: a
 * state is as fresh as if its stream had been read from the beginning, and costs what is new. Those that were not asked for longest are forgotten.
 *
 * The events come without their personal values, so that no process remembers what was erased.
 */
export class KeptStates {
  readonly #limits: KeptLimits
  readonly #readTails: (tails: readonly Tail[], limit: number) => Promise<FoundEvent[]>
  readonly #streams = new Map<string, Map<unknown, Loaded<unknown>>>()
  #events = 0
  readonly #ask: (asked: { stream: string; folding: AnyFolding }) => Promise<Loaded<unknown>>

  constructor(readTails: (tails: readonly Tail[], limit: number) => Promise<FoundEvent[]>, limits: Partial<KeptLimits> = {}) {
    this.#readTails = readTails
    this.#limits = { ...defaultLimits, ...limits }
    this.#ask = inGroups((asked) => this.#loadAll(asked), { most: 100, atOnce: 2 })
  }

  /** The state of a stream now. The stream's name is with its tenant. */
  async load<State, Event extends FoldedEvent>(stream: string, folding: Folding<State, Event>): Promise<Loaded<State>> {
    return (await this.#ask({ stream, folding: folding as unknown as AnyFolding })) as Loaded<State>
  }

  /** Takes what this process has just appended after `version`, without its personal values. */
  appended(stream: string, version: number, events: readonly FoldedEvent[], position: number): void {
    for (const [evolve, kept] of this.#streams.get(stream) ?? []) {
      if (kept.version !== version) continue
      const state = events.reduce(evolve as (state: unknown, event: FoldedEvent) => unknown, kept.state)
      this.#keep(stream, evolve, { state, version: version + events.length, position })
    }
  }

  /** A stream that ends before what is kept of it is another one: its database was restored. */
  forget(stream: string): void {
    for (const { version } of this.#streams.get(stream)?.values() ?? []) this.#events -= version
    this.#streams.delete(stream)
  }

  async #loadAll(asked: readonly { stream: string; folding: AnyFolding }[]): Promise<readonly Loaded<unknown>[]> {
    const begun = asked.map(({ stream, folding }) => ({ stream, folding, loaded: this.#of(stream, folding) }))
    for (let open = begun; open.length > 0; ) open = await this.#readOn(open)
    for (const { stream, folding, loaded } of begun) this.#keep(stream, folding.evolve, loaded)
    this.#forgetOldest()
    return begun.map(({ loaded }) => loaded)
  }

  /** Folds the next page of each stream; those of which there may be more are left. */
  async #readOn<Begun extends { stream: string; folding: AnyFolding; loaded: Loaded<unknown> }>(open: readonly Begun[]): Promise<Begun[]> {
    const after = new Map<string, number>()
    for (const { stream, loaded } of open) after.set(stream, Math.min(after.get(stream) ?? loaded.version, loaded.version))
    const tails = [...after].map(([stream, afterVersion]) => ({ stream, afterVersion }))
    const found = Map.groupBy(await this.#readTails(tails, this.#limits.pageEvents), ({ stream }) => stream)
    return open.filter((each) => {
      const events = found.get(each.stream) ?? []
      each.loaded = foldOn(each.folding, each.loaded, events)
      return events.length >= this.#limits.pageEvents
    })
  }

  #of(stream: string, { initialState, evolve }: AnyFolding): Loaded<unknown> {
    return this.#streams.get(stream)?.get(evolve) ?? { state: initialState, version: 0, position: 0 }
  }

  #keep(stream: string, evolve: unknown, loaded: Loaded<unknown>): void {
    const states = this.#streams.get(stream) ?? new Map<unknown, Loaded<unknown>>()
    const known = states.get(evolve)
    // The stream that was asked for last is the last one.
    this.#streams.delete(stream)
    this.#streams.set(stream, states)
    if (known && known.version >= loaded.version) return
    states.set(evolve, loaded)
    this.#events += loaded.version - (known?.version ?? 0)
  }

  #forgetOldest(): void {
    for (const stream of this.#streams.keys()) {
      if (this.#events <= this.#limits.events) return
      this.forget(stream)
    }
  }
}

const foldOn = ({ evolve }: AnyFolding, loaded: Loaded<unknown>, events: readonly FoundEvent[]): Loaded<unknown> =>
  events.reduce<Loaded<unknown>>(
    (folded, { type, data, version, position }) =>
      version <= folded.version ? folded : { state: evolve(folded.state, { type, data } as never), version, position },
    loaded,
  )
