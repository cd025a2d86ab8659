import type { EventLog, RecordedEvent } from '@nightflow/event-log/event-log'
import type { ClientBase } from 'pg'
import { projections } from '../projections.ts'
import type { Batch } from './projection.ts'
import { type Shard, shardOf } from './shard.ts'
import { searchPathOf } from './time-keyed-tables.ts'

/** All types that any projection listens to. */
export const projectedTypes: readonly string[] = [...new Set(projections.flatMap(({ events }) => events))]

/**
 * A page for one transaction. The more there is to catch up, the fuller it is, and the fuller it is the fewer rows are written per
 * reading: many readings of one meter's day end up in one row.
 */
export const pageLimits = { limit: 4_000, maximumBytes: 4 * 1024 * 1024 } as const

/** Somebody else moved the checkpoint: another projector, or a replay or a start that put new views in place. */
export class CheckpointMovedError extends Error {
  constructor(position: number) {
    super(`the views are no longer at position ${position}: another projector, a replay or a start has moved them`)
    this.name = 'CheckpointMovedError'
  }
}

type Checkpoint = { position: number; generation: string }
type Applier = { events: ReadonlySet<string>; apply: (batch: Batch) => Promise<void> }

/**
 * Builds one shard of the views of one schema on one connection, page by page, each page in one transaction with the shard's checkpoint.
 * After any error the builder is of no further use: open a new one.
 */
export class ViewsBuilder {
  readonly #client: ClientBase
  readonly #shard: Shard
  readonly #generation: string
  readonly #appliers: readonly Applier[]
  position: number

  private constructor(client: ClientBase, shard: Shard, { position, generation }: Checkpoint, appliers: readonly Applier[]) {
    this.#client = client
    this.#shard = shard
    this.position = position
    this.#generation = generation
    this.#appliers = appliers
  }

  static async open(client: ClientBase, log: EventLog, schema: string, shardIndex = 0): Promise<ViewsBuilder> {
    // A page is bounded, and so is what its late readings decompress; TimescaleDB's own limit would refuse a page that reaches far back.
    // Without TimescaleDB the setting means nothing to anybody.
    await client.query(`set search_path to ${searchPathOf(schema)}; set timescaledb.max_tuples_decompressed_per_dml_transaction to 0`)
    await client.query('begin')
    const found = await client.query<Checkpoint & { shards: number }>(
      'select position::float8 as position, generation, (select count(*)::int from checkpoint) as shards from checkpoint where shard = $1',
      [shardIndex],
    )
    const checkpoint = found.rows[0]
    if (!checkpoint) throw new Error(`the views have no shard ${shardIndex}: they were built with fewer`)
    const shard = shardOf(shardIndex, checkpoint.shards)
    const appliers: Applier[] = []
    for (const { events, isSharded, open } of projections) {
      if (!isSharded && shard.index > 0) continue
      appliers.push({ events: new Set<string>(events), apply: await open({ client, log, shard }) })
    }
    await client.query('commit')
    return new ViewsBuilder(client, shard, checkpoint, appliers)
  }

  async apply(page: readonly RecordedEvent[], upTo = page.at(-1)?.position ?? this.position): Promise<void> {
    const batch: Batch = { events: [], dayChanges: [] }
    await this.#client.query('begin')
    for (const { events, apply } of this.#appliers) {
      batch.events = page.filter(({ type }) => events.has(type))
      await apply(batch)
    }
    const moved = await this.#client.query('update checkpoint set position = $1 where shard = $2 and position = $3 and generation = $4', [
      upTo,
      this.#shard.index,
      this.position,
      this.#generation,
    ])
    if (moved.rowCount !== 1) throw new CheckpointMovedError(this.position)
    await this.#client.query('commit')
    this.position = upTo
  }
}
