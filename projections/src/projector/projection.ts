import type { ReverseFigures } from '@nightflow/domain/metering/reverse-volumes'
import type { EventLog, RecordedEvent } from '@nightflow/event-log/event-log'
import type { EventType } from '@nightflow/schemas/events'
import type { ClientBase } from 'pg'
import type { TimeKey } from '../storage/time-key.ts'
import type { Shard } from './shard.ts'

/**
 * One read model: its tables, the events it listens to and how they become rows. Everything happens on one connection whose
 * `search_path` names the schema that is being built, so statements here name their tables without a schema: the same code builds the
 * live read models and the shadow beside them.
 */
export type Projection = {
  /** `<context>/<file>`. */
  name: string
  /** Raised when rows would come out differently; the read models are then rebuilt from the log. */
  version: number
  events: readonly EventType[]
  /** Table name to its DDL. The projection is the only writer of these tables. */
  tables: Readonly<Record<string, string>>
  /** Indexes for questions alone: no projection looks rows up by them. A rebuild makes them once its rows are there, which takes a part of the time. */
  questionIndexes?: readonly string[]
  /** Those of the tables that grow with time, by name; they become partitioned tables, or hypertables where TimescaleDB is present. */
  timeKeyed?: Readonly<Record<string, TimeKey>>
  /** Nothing of a batch is remembered for the next one: after a failure it goes on as if the batch had not been. */
  keepsNothing?: true
  /** Every shard writes the rows of its own meters. Without this the first shard alone keeps the read model. */
  isSharded?: true
  /** Laws between the rows of these and other tables of the connection's search path; a verification reports violations, one line each. */
  laws?: (client: ClientBase) => Promise<string[]>
  /** Reads what it needs to go on from and answers what applies one batch after the other. Called again after any failure. */
  open(session: Session): Promise<Apply | AheadApply>
}

/** Applies a batch within its transaction. */
export type Apply = (batch: Batch) => Promise<void>

/**
 * Applies a batch in two steps, so that one is folded while the one before it is being written. `foldAhead` has no transaction: it writes
 * nothing, and before it reads it awaits `session.settled`. It is called for batches of nothing but readings, and `apply` then says `isFolded`.
 */
export type AheadApply = { foldAhead: Apply; apply: Apply }

export type Session = {
  client: ClientBase
  log: EventLog
  /** Whose rows are written. A sharded read model goes on from what its own shard wrote, since others may be at other positions of the log. */
  shard: Shard
  /** Published by metering, used by the projections that sum meters, with the same batch. */
  dayChanges: DayChanges
  /** Until every batch before the one that is folded ahead is committed. */
  settled: () => Promise<void>
}

/** Events in log order. Projections run in the order of `projections.ts`. */
export type Batch = { events: readonly RecordedEvent[]; isFolded: boolean }

/** The hours of one meter's local day before and after. NaN is unknown; no `before` means there was no row, no `after` that it is gone. */
export type DayChange = {
  /** The meter's place among those of the shard, from 0: what is known of it can be looked up without searching. */
  place: number
  tenant: string
  number: string
  timeZone: string
  day: number
  before: DayFigures | undefined
  after: DayFigures | undefined
  /** 1 where the day has readings that had none, -1 where it lost them. A volume stated by a person is no reading. */
  heard: -1 | 0 | 1
}
/**
 * `reverse`: what flowed backward by a register of its own, which a supply is less. `isStated`: a person stated them in place of what was measured.
 * `sharedHours` has a bit for each known hour that is a share of a longer pause.
 */
export type DayFigures = {
  hours: readonly number[]
  dayMillilitres: number
  reverse?: ReverseFigures
  isStated?: true
  sharedHours?: number
}

/**
 * How meters' days change, one by one as they do. A listener adds it up and keeps nothing of it: the changes of a whole page, kept
 * together, were most of what the collector of garbage had to carry.
 */
export class DayChanges {
  readonly #listeners: ((change: DayChange) => void)[] = []

  listen(listener: (change: DayChange) => void): void {
    this.#listeners.push(listener)
  }

  tell(change: DayChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}

export const defineProjection = (projection: Projection): Projection => projection
