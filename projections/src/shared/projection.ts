import type { EventLog, RecordedEvent } from '@nightflow/event-log/event-log'
import type { EventType } from '@nightflow/schemas/events'
import type { ClientBase } from 'pg'
import type { Shard } from './shard.ts'

/**
 * One read model: its tables, the events it listens to and how they become rows. Everything happens on one connection whose
 * `search_path` names the schema that is being built, so statements here name their tables without a schema: the same code builds the
 * live views and the shadow beside them.
 */
export type Projection = {
  /** `<context>/<file>`. */
  name: string
  /** Raised when rows would come out differently; the views are then rebuilt from the log. */
  version: number
  events: readonly EventType[]
  /** Table name to its DDL. The projection is the only writer of these tables. */
  tables: Readonly<Record<string, string>>
  /** Those of the tables that grow with time, by name; where TimescaleDB is present they become hypertables. */
  timeKeyed?: Readonly<Record<string, TimeKey>>
  /** Every shard writes the rows of its own meters. Without this the first shard alone keeps the read model. */
  isSharded?: true
  /** Reads what it needs to go on from and answers the function that applies one batch. Called again after any failure. */
  open(session: Session): Promise<(batch: Batch) => Promise<void>>
}

/** A table with a column `day date` in its key, to be cut into chunks of so many days. */
export type TimeKey = {
  chunkDays: number
  /** Columns by which rows lie together in a compressed chunk: those that questions and late readings name. */
  segmentBy: readonly string[]
}

export type Session = {
  client: ClientBase
  log: EventLog
  /** Whose rows are written. A sharded read model goes on from what its own shard wrote, since others may stand elsewhere in the log. */
  shard: Shard
}

/** Events in log order, within one transaction. Projections run in the order of `projections.ts` and may leave word for later ones. */
export type Batch = {
  events: readonly RecordedEvent[]
  /** Filled by metering, read by leakage: how meters' days changed in this batch. */
  dayChanges: DayChange[]
}

/** The hours of one meter's local day before and after. NaN is unknown; no `before` means there was no row. */
export type DayChange = {
  tenant: string
  number: string
  timeZone: string
  day: number
  before: DayFigures | undefined
  after: DayFigures
}
export type DayFigures = { hours: readonly number[]; dayMillilitres: number }

export const defineProjection = (projection: Projection): Projection => projection
