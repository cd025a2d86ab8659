import type { EventLog, RecordedEvent } from '@nightflow/event-log/event-log'
import type { ClientBase } from 'pg'
import { projections } from '../projections.ts'
import { type Apply, type Batch, DayChanges, type Session } from '../projector/projection.ts'
import {
  type Aside,
  asideBehind,
  blockedStreams,
  blocksItsStream,
  isOfContent,
  UnprojectableError,
  writeAsides,
} from '../projector/set-aside-events.ts'
import { type Shard, shardOf } from '../projector/shard.ts'
import { beginPartitions } from '../storage/day-partitions.ts'
import { searchPathOf } from '../storage/time-keyed-tables.ts'

/** All types that any projection listens to. */
export const projectedTypes: readonly string[] = [...new Set(projections.flatMap(({ events }) => events))]

const readingsReported = 'metering.ReadingsReported'

/**
 * A page for one transaction. The more there is to catch up, the fuller it is, and the fuller it is the fewer rows are written per
 * reading: many readings of one meter's day end up in one row.
 */
export const pageLimits = { limit: 4_000, maximumBytes: 4 * 1024 * 1024 } as const

/** The checkpoint was moved by another writer: another projector, or a replay or a start that put new read models in place. */
export class CheckpointMovedError extends Error {
  constructor(position: number) {
    super(`the read models are no longer at position ${position}: another projector, a replay or a start has moved them`)
    this.name = 'CheckpointMovedError'
  }
}

type Checkpoint = { position: number; generation: string }
type Applier = { name: string; events: ReadonlySet<string>; keepsNothing: boolean; foldAhead?: Apply; apply: Apply }

/**
 * Builds one shard of the read models of one schema on one connection, page by page, each page in one transaction with the shard's checkpoint.
 * After an error the builder goes on where `recover` says so; otherwise it is of no further use: open a new one.
 */
export class ViewsBuilder {
  readonly #client: ClientBase
  readonly #shard: Shard
  readonly #generation: string
  readonly #appliers: readonly Applier[]
  readonly #pages: { written: Promise<void> }
  /** Streams whose later events wait behind one that was set aside. */
  readonly #blocked: Set<string>
  /** Whether a batch that is not committed may be remembered by a read model. */
  #isSpoiled = false
  readonly #isRebuild: boolean
  /** Up to where the read models are, committed. */
  position: number

  private constructor(
    session: Session,
    pages: { written: Promise<void> },
    checkpoint: Checkpoint,
    appliers: readonly Applier[],
    blocked: Set<string>,
    isRebuild: boolean,
  ) {
    this.#isRebuild = isRebuild
    this.#client = session.client
    this.#shard = session.shard
    this.#pages = pages
    this.position = checkpoint.position
    this.#generation = checkpoint.generation
    this.#appliers = appliers
    this.#blocked = blocked
  }

  static async open(
    client: ClientBase,
    log: EventLog,
    schema: string,
    shardIndex = 0,
    { isRebuild = false }: { isRebuild?: boolean } = {},
  ): Promise<ViewsBuilder> {
    // A page is bounded, and so is what its late readings decompress; TimescaleDB's own limit would refuse a page that reaches far back.
    // Without TimescaleDB the setting means nothing to anybody.
    // No commit waits for the disk. A server that crashes may lose the last pages, each whole and with its checkpoint: they are projected once more from
    // the log, which is what must not be lost.
    await client.query(
      `set search_path to ${searchPathOf(schema)}; set timescaledb.max_tuples_decompressed_per_dml_transaction to 0; set synchronous_commit to off`,
    )
    beginPartitions(client, isRebuild)
    await client.query('begin')
    const found = await client.query<Checkpoint & { shards: number }>(
      'select position::float8 as position, generation, (select count(*)::int from checkpoint) as shards from checkpoint where shard = $1',
      [shardIndex],
    )
    const checkpoint = found.rows[0]
    if (!checkpoint) throw new Error(`the read models have no shard ${shardIndex}: they were built with fewer`)
    const shard = shardOf(shardIndex, checkpoint.shards)
    const appliers: Applier[] = []
    const pages = { written: Promise.resolve() }
    const session: Session = { client, log, shard, dayChanges: new DayChanges(), settled: () => pages.written }
    for (const { name, events, isSharded, keepsNothing = false, open } of projections) {
      if (!isSharded && shard.index > 0) continue
      const opened = await open(session)
      appliers.push({ name, events: new Set<string>(events), keepsNothing, ...(typeof opened === 'function' ? { apply: opened } : opened) })
    }
    const blocked = await blockedStreams(client, shardIndex)
    await client.query('commit')
    return new ViewsBuilder(session, pages, checkpoint, appliers, blocked, isRebuild)
  }

  /** Applies a page; the read models have it when this is done. */
  async apply(page: readonly RecordedEvent[], upTo?: number): Promise<void> {
    const { written } = await this.begin(page, upTo)
    await written
  }

  /**
   * Folds a page and begins to write it, once the page before it is written. A caller that continues with the next page meanwhile has one core fold
   * while another writes. A failure of `written` is also that of the next `begin`.
   *
   * Events that change the structure are folded within their transaction, because the fold reads rows written before it.
   */
  async begin(whole: readonly RecordedEvent[], upTo = whole.at(-1)?.position ?? this.position): Promise<{ written: Promise<void> }> {
    const { page, behind } = this.#divide(whole)
    return await this.#begin(page, upTo, behind)
  }

  /** Leaves an event out of the read models, remembers it, and moves the checkpoint past it. */
  async setAside(aside: Aside): Promise<void> {
    const { written } = await this.#begin([], aside.event.position, [aside])
    await written
    if (blocksItsStream(aside.event)) this.#blocked.add(aside.event.stream)
  }

  /** The events of a page to apply, and those that wait behind a set-aside event. */
  #divide(page: readonly RecordedEvent[]): { page: readonly RecordedEvent[]; behind: Aside[] } {
    if (this.#blocked.size === 0) return { page, behind: [] }
    const waits = (event: RecordedEvent) => blocksItsStream(event) && this.#blocked.has(event.stream)
    return { page: page.filter((event) => !waits(event)), behind: page.filter(waits).map(asideBehind) }
  }

  async #begin(page: readonly RecordedEvent[], upTo: number, asides: readonly Aside[]): Promise<{ written: Promise<void> }> {
    const isFolded = page.every(({ type }) => type === readingsReported)
    const eventsFor = ({ events }: Applier) =>
      isFolded ? (events.has(readingsReported) ? page : []) : page.filter(({ type }) => events.has(type))
    const batches = this.#appliers.map((applier): Batch => ({ events: eventsFor(applier), isFolded }))
    const mayBeKept = batches.some(({ events }, index) => events.length > 0 && !this.#appliers[index]!.keepsNothing)
    this.#isSpoiled ||= mayBeKept
    try {
      if (isFolded)
        for (const [index, { name, foldAhead }] of this.#appliers.entries()) if (foldAhead) await named(name, foldAhead(batches[index]!))
    } finally {
      await this.#pages.written
    }
    // The page before it is committed now, and no page is spoiled any more but this one.
    this.#isSpoiled = mayBeKept
    const written = this.#write(batches, upTo, asides)
    this.#pages.written = written
    // The failure reaches the caller that awaits it, who may come later.
    written.catch(() => undefined)
    // The next page continues from the state folded in this transaction.
    if (!isFolded) await written
    return { written }
  }

  /**
   * Until nothing is being written, well or not. The owner of the connection awaits it before releasing it: after a rollback between the statements of a
   * page, the following ones would be committed without it.
   */
  async rest(): Promise<void> {
    await this.#pages.written.catch(() => undefined)
  }

  /**
   * After a failure: undoes the page, and answers whether the builder goes on from where it was committed. It does where no read model that goes on from what
   * it remembers had a part in the page.
   */
  async recover(): Promise<boolean> {
    await this.rest()
    await this.#client.query('rollback')
    this.#pages.written = Promise.resolve()
    if (this.#isSpoiled) return false
    beginPartitions(this.#client, this.#isRebuild)
    return true
  }

  /** Waits for what is being written, and moves the checkpoint to a position up to which nothing else concerns the read models. */
  async reach(position: number): Promise<void> {
    await this.#pages.written
    if (this.position < position) await this.apply([], position)
  }

  async #write(batches: readonly Batch[], upTo: number, asides: readonly Aside[]): Promise<void> {
    await this.#client.query('begin')
    for (const [index, { name, apply }] of this.#appliers.entries()) await named(name, apply(batches[index]!))
    if (asides.length > 0) await writeAsides(this.#client, this.#shard.index, asides)
    const moved = await this.#client.query('update checkpoint set position = $1 where shard = $2 and position = $3 and generation = $4', [
      upTo,
      this.#shard.index,
      this.position,
      this.#generation,
    ])
    if (moved.rowCount !== 1) throw new CheckpointMovedError(this.position)
    await this.#client.query('commit')
    this.position = upTo
    this.#isSpoiled = false
  }
}

/** An error that the content of an event explains comes with the read model in which it arose. */
const named = async (projection: string, work: Promise<void>): Promise<void> => {
  try {
    await work
  } catch (error) {
    throw isOfContent(error) ? new UnprojectableError(projection, error) : error
  }
}
