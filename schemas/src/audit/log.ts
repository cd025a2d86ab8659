import { z } from 'zod'
import { Actor } from '../shared/actors.ts'
import { fromEnd, orderedBy } from '../shared/list-page.ts'
import { Position } from '../shared/quantity.ts'
import { lines, text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant } from '../shared/values.ts'

export const ListStreams = z.object({
  search: text(128).default(''),
  ...orderedBy(['stream', 'version', 'lastRecordedAt']),
  /** Machines that read the whole list by name go on with the last one seen; people by `page`, which counts from 1. */
  after: text(256).default(''),
  page: typedNumber().int().min(1).max(1_000_000).default(1),
  ...fromEnd,
  limit: typedNumber().int().min(1).max(500).default(50),
})
export const StreamRow = z.object({ stream: z.string(), version: z.int(), lastRecordedAt: Instant })
export type StreamRow = z.infer<typeof StreamRow>

export const ListEvents = z.object({
  stream: text(256).optional(),
  type: text(128).optional(),
  /** Newest first. Machines that read the whole list go on with the last position seen; people by `page`, which counts from 1. */
  before: Position.optional(),
  page: typedNumber().int().min(1).max(1_000_000).default(1),
  limit: typedNumber().int().min(1).max(200).default(50),
})
export const EventRow = z.object({
  position: z.int(),
  stream: z.string(),
  version: z.int(),
  id: z.uuid(),
  type: z.string(),
  schemaVersion: z.int(),
  recordedAt: Instant,
  actor: Actor,
  cause: z.string().nullable(),
  correlation: z.string().nullable(),
  hash: z.string(),
  packedBytes: z.int(),
  data: z.record(z.string(), z.unknown()),
})
export type EventRow = z.infer<typeof EventRow>

/** One event in full; a frame's packed readings are unpacked for people, at most a thousand of them. */
export const FindEvent = z.object({ position: Position })
/** The operation log keeps the reason, so it must not name the person. */
export const RevealEvent = z.object({ position: Position, reason: lines(200).min(3) })
export const EventDetail = z.object({
  ...EventRow.shape,
  previousHash: z.string().nullable(),
  /** The event states personal data and they are masked here. */
  isMasked: z.boolean(),
  readings: z.array(z.record(z.string(), z.unknown())).nullable(),
})
export type EventDetail = z.infer<typeof EventDetail>

/** A replay, a verification: long work that goes on when the page is left. */
export const Job = z.object({
  id: z.uuid(),
  kind: z.enum(['replay', 'verify', 'retry']),
  /** One job runs at a time over all tenants; the others wait. */
  status: z.enum(['waiting', 'running', 'succeeded', 'failed']),
  /** While it waits, since when. */
  startedAt: Instant,
  endedAt: Instant.nullable(),
  /** Events done of events to do. */
  done: z.int(),
  total: z.int(),
  phase: z.string(),
  /** `identical`, or what differs or broke, one line each. */
  findings: z.array(z.string()),
  /** The event that a retry is about. */
  position: z.int().nullable(),
})
export type Job = z.infer<typeof Job>

export const StartJob = z.object({ kind: z.enum(['replay', 'verify']) })
export const FindJob = z.object({ id: z.uuid() })

export const ListSetAside = z.object({
  after: Position.optional().meta({ description: 'only events after this position: the `next` of the answer before' }),
  limit: typedNumber().int().min(1).max(200).default(100),
})
/** An event that is missing in the read models. `projection` is the read model that failed; null where the event waits behind another one. */
export const SetAsideRow = z.object({
  position: z.int(),
  stream: z.string(),
  version: z.int(),
  type: z.string(),
  projection: z.string().nullable(),
  /** SQLSTATE, the name of a JavaScript error, or `behind`. */
  code: z.string(),
  reason: z.string(),
  firstSeenAt: Instant,
  /** How many builds of the read models have tried. */
  attempts: z.int(),
})
export const RetrySetAside = z.object({ reason: lines(200).min(3) })
export const RetryOneSetAside = z.object({ position: Position, reason: lines(200).min(3) })

export const ListDeadLetters = z.object({ limit: typedNumber().int().min(1).max(200).default(100) })
const policyKey = {
  /** `<context>/<feature>`. */
  policy: text(100).min(1),
  kind: z.enum(['event', 'timer', 'condition']),
  /** Id of the event, key of the timer or of the condition. */
  occasion: text(400).min(1),
}
/** An event, a timer or a condition that a policy could not react to. The policy went on with the next one. */
export const DeadLetterRow = z.object({
  ...policyKey,
  /** Of the event; null for a timer or a condition. */
  position: z.int().nullable(),
  type: z.string().nullable(),
  /** SQLSTATE or the name of a JavaScript error. */
  code: z.string(),
  reason: z.string(),
  attempts: z.int(),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
  /** A retry is requested and has not happened yet. */
  isRetried: z.boolean(),
})
export const RetryDeadLetter = z.object({ ...policyKey, reason: lines(200).min(3) })
