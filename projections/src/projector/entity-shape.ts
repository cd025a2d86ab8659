import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { z } from 'zod'
import type { EntityColumn } from './entity-columns.ts'

export type RowEvent = Pick<RecordedEvent, 'type' | 'data' | 'position' | 'recordedAt' | 'metadata'>
/** The fields that identify a row; which they are is the entity's declaration. */
export type KeyOf<Row> = Readonly<Partial<Row>>

/** A line of a row's history. `by` is null for what the service did by itself. */
export type Step = { step: string; at: string; by: string | null; note: string | null }
export type HistoryStep = Step & { key: { tenant: string } & Record<string, unknown>; position: number }

/** An entity whatever its rows are: what the projector, the law test and the compiler need of it. */
export type Entity = {
  table: string
  row: z.ZodObject
  columns: readonly EntityColumn[]
  key: readonly EntityColumn[]
  cases: ReadonlyMap<string, (row: object | undefined, event: RowEvent, key: object) => object | undefined>
  keysOf: (event: RowEvent) => readonly object[]
  history: ReadonlyMap<string, (event: RowEvent) => Step>
  shardedBy: string | undefined
  isCommutative: boolean
}
