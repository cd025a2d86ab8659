import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { boundedTotal } from '../shared/list-page.ts'
import { wording } from '../shared/lists.ts'
import {
  DeadLetterRow,
  EventDetail,
  EventRow,
  FindEvent,
  FindJob,
  Job,
  ListDeadLetters,
  ListEvents,
  ListSetAside,
  ListStreams,
  RetryDeadLetter,
  RetryOneSetAside,
  RetrySetAside,
  RevealEvent,
  SetAsideRow,
  StartJob,
  StreamRow,
} from './log.ts'

export const listStreams = endpoint({
  method: 'GET',
  path: '/api/v1/audit/streams',
  permission: 'audit:log:read',
  summary: 'Streams of the log by name, version or time of the last event',
  request: ListStreams,
  response: z.object({ rows: z.array(StreamRow), ...boundedTotal }),
  row: StreamRow,
})

export const exportStreams = endpoint({
  method: 'POST',
  path: '/prod-api/audit/stream/export',
  permission: 'audit:log:read',
  summary: 'All streams that the search leaves, as a spreadsheet',
  envelope: 'file',
  request: z.object({ ...ListStreams.pick({ search: true, sort: true, direction: true }).shape, ...wording }),
  response: z.object({}),
})

export const listEvents = endpoint({
  method: 'GET',
  path: '/api/v1/audit/events',
  permission: 'audit:log:read',
  summary: 'Events of one stream or of the whole log, newest first; `total` counts those that match, `head` is the newest position',
  request: ListEvents,
  response: z.object({ rows: z.array(EventRow), total: z.int(), head: z.int() }),
})

export const findEvent = endpoint({
  method: 'GET',
  path: '/api/v1/audit/events/:position',
  permission: 'audit:log:read',
  summary: 'One event, a frame’s readings unpacked, personal data masked',
  request: FindEvent,
  response: EventDetail,
})

export const revealEvent = endpoint({
  method: 'POST',
  path: '/api/v1/audit/events/:position/personal-data',
  permission: 'audit:personal:reveal',
  summary: 'One event with its personal data, while their key exists; the operation log keeps the person who read them and the reason',
  request: RevealEvent,
  response: EventDetail,
})

export const startJob = endpoint({
  method: 'POST',
  path: '/api/v1/audit/jobs',
  permission: 'audit:replay:run',
  summary: 'Start a replay (rebuild beside the live read models, then swap) or a verification (hash chains and views against the log)',
  request: StartJob,
  response: Job,
})

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/v1/audit/jobs',
  permission: 'audit:log:read',
  summary: 'Replays and verifications, newest first',
  request: z.object({}),
  response: z.object({ rows: z.array(Job) }),
})

export const findJob = endpoint({
  method: 'GET',
  path: '/api/v1/audit/jobs/:id',
  permission: 'audit:log:read',
  summary: 'How a replay or verification is doing',
  request: FindJob,
  response: Job,
})

export const listSetAsideEvents = endpoint({
  method: 'GET',
  path: '/api/v1/audit/set-aside-events',
  permission: 'audit:log:read',
  summary: 'Events that are missing in the read models because they cannot be projected, and those that wait behind them in their streams',
  request: ListSetAside,
  response: z.object({ rows: z.array(SetAsideRow), total: z.int(), next: z.int().nullable() }),
  row: SetAsideRow,
})

export const retrySetAsideEvents = endpoint({
  method: 'POST',
  path: '/api/v1/audit/set-aside-events/retry',
  permission: 'audit:replay:run',
  summary: 'Try the events that are set aside again: starts a replay, whose job says which of them cannot be projected still',
  request: RetrySetAside,
  response: Job,
})

export const retrySetAsideEvent = endpoint({
  method: 'POST',
  path: '/api/v1/audit/set-aside-events/:position/retry',
  permission: 'audit:replay:run',
  summary: 'Try one event that is set aside again, with those of its stream that are: starts a job, which says what is projected',
  request: RetryOneSetAside,
  response: Job,
})

export const listDeadLetters = endpoint({
  method: 'GET',
  path: '/api/v1/audit/dead-letters',
  permission: 'audit:log:read',
  summary: 'Events, timers and conditions that a policy could not react to, newest first',
  request: ListDeadLetters,
  response: z.object({ rows: z.array(DeadLetterRow), total: z.int() }),
  row: DeadLetterRow,
})

export const retryDeadLetter = endpoint({
  method: 'POST',
  path: '/api/v1/audit/dead-letters/retry',
  permission: 'audit:replay:run',
  summary: 'Let a policy try one dead letter again; it leaves the list where the policy succeeds',
  request: RetryDeadLetter,
  response: z.object({}),
})
