import { CorruptFrameError } from '@nightflow/domain/metering/byte-reader'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import { requestRole } from '@nightflow/event-log/postgres/database'
import type { ClientBase, Pool } from 'pg'
import { z } from 'zod'
import { viewsPosition } from './checkpoint.ts'

/** An event that a shard could not project, or that comes after one in its stream. */
export type SetAsideEvent = {
  shard: number
  position: number
  tenant: string
  stream: string
  version: number
  type: string
  /** The read model that failed; null for an event that waits behind another one. */
  projection: string | null
  /** SQLSTATE, the name of a JavaScript error, or `behind`. */
  code: string
  reason: string
  firstSeenAt: Date
  /** How many builds of the read models have tried. */
  attempts: number
}

/** The row of a set-aside event while a page is applied. */
export type Aside = { event: RecordedEvent; projection: string | null; code: string; reason: string }

const reasonCharactersMax = 500
const pageMax = 200
const columns = `shard, position::float8 as position, tenant, stream, version, type, projection, code, reason,
  first_seen_at as "firstSeenAt", attempts`

/** Part of every schema of read models, like their checkpoints: which events are missing follows from the log and the code. */
export const setAsideTable = `create table set_aside_events (
    shard smallint not null,
    position bigint not null,
    tenant text not null,
    stream text not null,
    version int not null,
    type text not null,
    projection text,
    code text not null,
    reason text not null,
    first_seen_at timestamptz not null default now(),
    attempts int not null default 1,
    primary key (shard, position)
  );
  alter table set_aside_events enable row level security;
  create policy tenant_only on set_aside_events to ${requestRole} using (tenant = current_setting('nightflow.tenant', true));
  grant select on set_aside_events to ${requestRole}`

/** An error that the content of an event causes, in the read model named. Any other error is one of the database or the network. */
export class UnprojectableError extends Error {
  readonly projection: string
  readonly code: string

  constructor(projection: string, cause: Error) {
    super(cause.message, { cause })
    this.name = 'UnprojectableError'
    this.projection = projection
    this.code = sqlStateOf(cause) ?? cause.name
  }
}

/** Cardinality, data, integrity and size limits: the same statement fails again, whenever it is repeated. */
const stateOfContent = /^(21|22|23|54)[0-9A-Z]{3}$/

/** Whether what an event holds caused an error, so that a retry fails as well. A lost connection, a lock or a full disk is none of it. */
export const isOfContent = (error: unknown): error is Error => {
  if (!(error instanceof Error)) return false
  const state = sqlStateOf(error)
  if (state !== undefined) return stateOfContent.test(state)
  return [TypeError, RangeError, SyntaxError, CorruptFrameError, z.ZodError].some((kind) => error instanceof kind)
}

/** SQLSTATE of an error of PostgreSQL; undefined for any other. */
export const sqlStateOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined

export const asideOf = (event: RecordedEvent, { projection, code, message }: UnprojectableError): Aside => ({
  event,
  projection,
  code,
  reason: message.slice(0, reasonCharactersMax).toWellFormed().replaceAll('\0', '\ufffd'),
})

export const asideBehind = (event: RecordedEvent): Aside => ({ event, projection: null, code: 'behind', reason: '' })

/** Frames are merged in any order. In every other stream an event may depend on the one before it. */
export const blocksItsStream = ({ type }: { type: string }): boolean => type !== 'metering.ReadingsReported'

export const writeAsides = async (client: ClientBase, shard: number, asides: readonly Aside[]): Promise<void> => {
  await client.query(
    `insert into set_aside_events (shard, position, tenant, stream, version, type, projection, code, reason)
     select $1, * from unnest($2::bigint[], $3::text[], $4::text[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[])`,
    [
      shard,
      asides.map(({ event }) => event.position),
      asides.map(({ event }) => event.metadata.tenant),
      asides.map(({ event }) => event.stream),
      asides.map(({ event }) => event.version),
      asides.map(({ event }) => event.type),
      asides.map(({ projection }) => projection),
      asides.map(({ code }) => code),
      asides.map(({ reason }) => reason),
    ],
  )
}

/** Streams of which a shard has set an event aside, so that the later ones wait behind it. */
export const blockedStreams = async (client: ClientBase, shard: number): Promise<Set<string>> => {
  const stored = await client.query<{ stream: string; type: string }>(
    'select distinct stream, type from set_aside_events where shard = $1',
    [shard],
  )
  return new Set(stored.rows.filter(blocksItsStream).map(({ stream }) => stream))
}

/** Each event after a position once, oldest first, at most `limit`. Under row-level security only the tenant's. */
export const listSetAside = async (
  database: Pool | ClientBase,
  { schema = 'views', after = 0, limit = pageMax }: { schema?: string; after?: number; limit?: number } = {},
): Promise<SetAsideEvent[]> => {
  const stored = await database.query<SetAsideEvent>(
    `select distinct on (position) ${columns} from ${schema}.set_aside_events where position > $1 order by position, shard limit $2`,
    [after, limit],
  )
  return stored.rows
}

/** All of them, page by page. */
export async function* scanSetAside(database: Pool | ClientBase, schema = 'views'): AsyncGenerator<SetAsideEvent> {
  let page = await listSetAside(database, { schema })
  while (page.length > 0) {
    yield* page
    page = await listSetAside(database, { schema, after: page.at(-1)!.position })
  }
}

/**
 * The event at a position with those of its stream that are set aside, oldest first; a frame alone, since frames are merged in any order.
 * Empty where it is not set aside. Under row-level security only the tenant's.
 */
export const listSetAsideOfStream = async (database: Pool | ClientBase, position: number): Promise<SetAsideEvent[]> => {
  const stored = await database.query<SetAsideEvent>(
    `select ${columns} from views.set_aside_events
     where stream = (select min(stream) from views.set_aside_events where position = $1) order by shard, position`,
    [position],
  )
  const wanted = stored.rows.find((row) => row.position === position)
  return wanted && !blocksItsStream(wanted) ? stored.rows.filter((row) => row.position === position) : stored.rows.filter(blocksItsStream)
}

/** Where the events are that are set aside, and from where on the read models may lack more. Under row-level security only the tenant's. */
export const positionsSetAside = async (database: ClientBase): Promise<{ positions: Set<number>; upTo: number }> => {
  const stored = await database.query<{ position: number }>('select distinct position::float8 as position from views.set_aside_events')
  return { positions: new Set(stored.rows.map(({ position }) => position)), upTo: await viewsPosition(database) }
}

/** How many events are set aside, by whether they failed themselves or wait behind one that did. */
export const countSetAside = async (database: Pool | ClientBase): Promise<{ failed: number; waiting: number }> => {
  const counted = await database.query<{ failed: number; waiting: number }>(
    `select count(distinct position) filter (where projection is not null)::int as failed,
       count(distinct position) filter (where projection is null)::int as waiting from views.set_aside_events`,
  )
  return counted.rows[0]!
}

/** The read models that are about to replace the live ones know since when, and how often, an event has been tried. */
export const carryAttempts = async (client: ClientBase): Promise<void> => {
  await client.query(
    `update views_next.set_aside_events as next set attempts = live.attempts + 1, first_seen_at = live.first_seen_at
     from views.set_aside_events as live where live.shard = next.shard and live.position = next.position`,
  )
}

/** One line for every event that is set aside in one of two schemas and projected in the other. */
export const compareSetAside = async (client: ClientBase, liveSchema: string, rebuiltSchema: string): Promise<string[]> => {
  const differing = await client.query<{ stream: string; position: number; is_live: boolean }>(
    `select coalesce(live.stream, rebuilt.stream) as stream, position::float8 as position, live.stream is not null as is_live
     from ${liveSchema}.set_aside_events live full join ${rebuiltSchema}.set_aside_events rebuilt using (shard, position)
     where live.stream is null or rebuilt.stream is null order by position limit $1`,
    [pageMax],
  )
  return differing.rows.map(
    ({ stream, position, is_live }) =>
      `${stream} (position ${position}): ${is_live ? 'is set aside in the live read models and can be projected: replay' : 'can no longer be projected'}`,
  )
}

/** A line for people: `north/leakage-cascade-x version 3 (position 12) is set aside: leakage/partitions, 22P05: …`. */
export const describeSetAside = ({ stream, version, position, projection, code, reason }: SetAsideEvent): string =>
  `${stream} version ${version} (position ${position}) is set aside: ${
    projection === null ? 'an earlier event of its stream is' : `${projection}, ${code}: ${reason}`
  }`
