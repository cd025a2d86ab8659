import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { HistoryRow } from '@nightflow/schemas/shared/history'
import type { z } from 'zod'
import type { EntityColumn } from './entity-columns.ts'

export type RowEvent = Pick<RecordedEvent, 'type' | 'data' | 'position' | 'version' | 'recordedAt' | 'metadata'>
/** The fields that identify a row; which they are is the entity's declaration. */
export type KeyOf<Row> = Readonly<Partial<Row>>

/** A line of a row's history. `by` is null for what the service did by itself. */
export type Step = Omit<HistoryRow, 'position'>
/** Facts of a line from an event; the rest is the event's own time, person and reason. */
export type StepFacts = Partial<Omit<Step, 'step'>>
export type HistoryRows<Row> = { before: Row | undefined; after: Row; key: KeyOf<Row> }
/** `step` names the sentence. Without `tell` it fills in nothing; where `tell` answers undefined, the event is no line of this row. */
export type HistoryCase<Event, Row> = { step: string; tell?: (event: Event, rows: HistoryRows<Row>) => StepFacts | undefined }
export type HistoryStep = Step & { key: { tenant: string } & Record<string, unknown>; position: number }

/** An entity whatever its rows are: what the projector, the law test and the compiler need of it. */
export type Entity = {
  table: string
  row: z.ZodObject
  columns: readonly EntityColumn[]
  key: readonly EntityColumn[]
  cases: ReadonlyMap<string, (row: object | undefined, event: RowEvent, key: object) => object | undefined>
  keysOf: (event: RowEvent) => readonly object[]
  /** Where the sentences are: `<namespace>:<resource>` has `history.<step>`. */
  sentences: string | undefined
  history: ReadonlyMap<string, readonly HistoryCase<RowEvent, object>[]>
  shardedBy: string | undefined
  isCommutative: boolean
}
