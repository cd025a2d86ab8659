import type { KeptStates } from './kept-states.ts'

/**
 * The port to the memory of the service. Adapters: `postgres/`, `eventstoredb/`, `memory/` (tests, and a past before it is stored). All of them pass `event-log.conformance.ts`,
 * and those with an engine behind a network `event-log-network.conformance.ts`.
 *
 * Positions are dense-enough integers in commit order: a reader that has seen position `p` has seen every event below it that will ever exist.
 * Stream names are `<tenant>/<context>-<aggregate>-<id>`; versions of a stream are 1, 2, 3, …; 0 means the stream does not exist.
 */
export type EventLog = {
  /** The engine that holds the log. Only in `postgres` can SQL beside the read models reach it, and only in EventStoreDB do positions have gaps. */
  readonly engine: LogEngine
  /** The most bytes of one append, as `bytesOf` counts them; a larger one is refused with `AppendTooLarge` before anything of it is stored. */
  readonly appendBytesMax: number
  /** Bytes that an event counts in an append here. A component that acknowledges an event before it is in the log checks this limit first. */
  bytesOf(event: NewEvent): number
  /**
   * Appends all events or none. Re-appending events whose ids are already in the log stores nothing and answers `repeated`
   * with the place they got the first time. `expectedVersion: 'any'` never conflicts.
   */
  append(stream: string, expectedVersion: number | 'any', events: readonly NewEvent[]): Promise<AppendResult>
  /** Events of one stream in order, starting after `afterVersion` (0 = from the start); at most `limit` (default 1000). */
  readStream(stream: string, options?: { afterVersion?: number; limit?: number }): Promise<RecordedEvent[]>
  /**
   * The same of several streams at once, each from its start, or after its version in `afterVersions`, with at most `limit` events (default 1000): stream
   * by stream, as they are named.
   */
  readStreams(streams: readonly string[], options?: { afterVersions?: readonly number[]; limit?: number }): Promise<RecordedEvent[]>
  /** Events of the whole log in order, starting after `afterPosition`. Ends a page at `limit` events or `maximumBytes` of payload, but never empty-handed. */
  readAll(afterPosition: number, options?: ReadAllOptions): Promise<RecordedEvent[]>
  findEvent(id: string): Promise<RecordedEvent | undefined>
  /** The highest position committed so far; 0 for an empty log. */
  head(): Promise<number>
  /**
   * Pages of events, first those already there, then new ones as they come; ends when the signal aborts. Woken by notification. Where a lost
   * connection ends it with an error, the caller subscribes again after the last event it got.
   */
  subscribe(afterPosition: number, options: ReadAllOptions & { signal: AbortSignal }): AsyncIterable<RecordedEvent[]>
  /** Recomputes every hash chain and yields what does not hold; yields nothing when the log is whole. */
  verify(options?: { stream?: string; onProgress?: (doneEvents: number) => void }): AsyncIterable<BrokenLink>
  close(): Promise<void>
  /** States of streams that this process has folded, for deciders that let them be kept; undefined where every command reads its stream whole. */
  readonly kept?: KeptStates
}

export type LogEngine = 'postgres' | 'eventstoredb' | 'memory'

export type EventFilter = { types?: readonly string[]; tenant?: string; untilPosition?: number }
export type ReadAllOptions = EventFilter & { limit?: number; maximumBytes?: number }

export type JsonObject = { readonly [key: string]: unknown }

export type NewEvent = {
  /** A UUID; deterministic where a repeated request must be recognised. */
  id: string
  type: string
  /** Version of the data's shape; lifted on read when older than the catalogue's. */
  schemaVersion: number
  data: JsonObject
  /** Packed columns of a frame. */
  packed?: Uint8Array
  metadata: EventMetadata
}

export type EventMetadata = {
  tenant: string
  /** The actor: `user:<id>`, `operator:<id>` for one of the platform who visits, `gateway:<name>`, `policy:<name>`. */
  actor: string
  /** Command or event that caused this one. */
  cause?: string
  correlation?: string
}

export type RecordedEvent = NewEvent & {
  stream: string
  version: number
  position: number
  /** Epoch milliseconds; never runs backwards along positions. */
  recordedAt: number
  /** SHA-256 over the previous hash of the stream and this event's content. */
  hash: Uint8Array
}

export type AppendResult =
  | { status: 'appended' | 'repeated'; position: number; version: number }
  | { status: 'conflict'; actualVersion: number }

export type BrokenLink = { stream: string; version: number; position: number; problem: 'hash-differs' | 'version-missing' | 'head-differs' }

/** Lifts an event's data from an older shape to the next: keyed by type, then by the version it lifts from. */
export type Upcasters = { readonly [type: string]: { readonly [fromVersion: number]: (data: JsonObject) => JsonObject } }
