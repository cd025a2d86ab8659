import { describeFrame } from '@nightflow/domain/metering/describe-frame'
import { CorruptFrameError, unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { EventLog, LogEngine } from '@nightflow/event-log/event-log'
import type {
  findEvent as findEventEndpoint,
  listEvents as listEventsEndpoint,
  listStreams as listStreamsEndpoint,
} from '@nightflow/schemas/audit/endpoints'
import type { EventRow, StreamRow } from '@nightflow/schemas/audit/log'
import type { EventType } from '@nightflow/schemas/events'
import { maskPersonalOfEvent, personalEventTypes } from '@nightflow/schemas/personal-events'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { type ListDeclaration, listPageOf, scanList } from '../storage/list-query.ts'

/** Streams of the tenant whose names contain `search`, sorted, one page at a time. */
export const listStreams = async (
  database: PoolClient,
  engine: LogEngine,
  request: ListStreams,
): Promise<ResponseOf<typeof listStreamsEndpoint>> => {
  const page = await listPageOf<StoredStream, ListStreams>(database, streamsList(engine), request, request)
  return { ...page, rows: page.rows.map(streamRowOf) }
}

/** All of these streams in batches, in the same order; the connection must be in a transaction. */
export async function* scanStreams(
  database: PoolClient,
  engine: LogEngine,
  request: Pick<ListStreams, 'search' | 'sort' | 'direction'>,
): AsyncGenerator<StreamRow[]> {
  for await (const rows of scanList<StoredStream, ListStreams>(
    database,
    streamsList(engine),
    { ...request, after: '' } as ListStreams,
    request,
  ))
    yield rows.map(streamRowOf)
}

type ListStreams = RequestOf<typeof listStreamsEndpoint>
type StoredStream = { stream: string; version: number; last_recorded_at: Date }

/** The log keeps no index of streams by version or time: appends would pay for it. */
const streamsList = (engine: LogEngine): ListDeclaration<Pick<ListStreams, 'search' | 'after'>> => ({
  from: homeOf(engine).streams,
  key: ['stream'],
  sorts: {
    stream: { by: 'stream' },
    version: { by: 'version', isComputed: true },
    lastRecordedAt: { by: 'last_recorded_at', isComputed: true },
  },
  conditions: ({ search }, parameter) => [ofTenant, ...(search === '' ? [] : [`strpos(lower(stream), lower(${parameter(search)})) > 0`])],
  beyond: ({ after }, parameter) => (after === '' ? undefined : `stream > ${parameter(after)}`),
  columns: 'stream, version, last_recorded_at',
})

const streamRowOf = (row: StoredStream): StreamRow => ({
  stream: row.stream,
  version: row.version,
  lastRecordedAt: row.last_recorded_at.toISOString(),
})

/**
 * Events newest first, of one stream or type or all of the tenant: a page of them before the position `before`. `total` counts all that match,
 * `head` is the tenant's newest position.
 */
export const listEvents = async (
  database: PoolClient,
  engine: LogEngine,
  { stream, type, before, page, limit }: RequestOf<typeof listEventsEndpoint>,
): Promise<ResponseOf<typeof listEventsEndpoint>> => {
  const { events, columns } = homeOf(engine)
  const { rows } = await database.query<StoredEvent>(
    `select ${columns} from ${events}
     where ${ofTenant} and ($1::text is null or stream = $1) and ($2::text is null or type = $2) and ($3::bigint is null or position < $3)
     order by ${stream === undefined ? 'position' : 'version'} desc limit $4 offset $5`,
    [stream ?? null, type ?? null, before ?? null, limit, (page - 1) * limit],
  )
  const newest = await database.query<{ head: number }>(
    `select position::float8 as head from ${events} where ${ofTenant} order by position desc limit 1`,
  )
  const total = await countEvents(database, engine, stream, type)
  return { rows: rows.map(rowOf), total, head: newest.rows[0]?.head ?? 0 }
}

const frameType: EventType = 'metering.ReadingsReported'

/**
 * How many events match, without counting the frames, which are nearly all events: the versions of a stream have no gaps, so that its last
 * version is its number of events, and the frames are what the other types leave.
 */
const countEvents = async (
  database: PoolClient,
  engine: LogEngine,
  stream: string | undefined,
  type: string | undefined,
): Promise<number> => {
  const { events, streams } = homeOf(engine)
  const count = async (sql: string, values: unknown[]): Promise<number> =>
    (await database.query<{ total: number }>(`select (${sql})::float8 as total`, values)).rows[0]!.total
  if (stream !== undefined && type !== undefined)
    return count(`select count(*) from ${events} where ${ofTenant} and stream = $1 and type = $2`, [stream, type])
  if (type !== undefined && type !== frameType)
    // The second condition is that of the index.
    return count(`select count(*) from ${events} where ${ofTenant} and type = $1 and type <> '${frameType}'`, [type])
  const all = await count(`select coalesce(sum(version), 0) from ${streams} where ${ofTenant} and ($1::text is null or stream = $1)`, [
    stream ?? null,
  ])
  if (type === undefined) return all
  return all - (await count(`select count(*) from ${events} where ${ofTenant} and type <> '${frameType}'`, []))
}

/** A frame is shown with at most this many of its readings. */
const readingsShownMax = 1000

/**
 * One event of the tenant with the previous hash and, for a frame, its readings as they were sent, in units. The readings always come
 * from the log: it is read after the tables show that the event is the tenant's, and without holding a connection meanwhile. Personal data are
 * masked unless `isRevealed`.
 */
export const findEvent = async (
  read: <Result>(work: (database: PoolClient) => Promise<Result>) => Promise<Result>,
  log: EventLog,
  { position, isRevealed }: RequestOf<typeof findEventEndpoint> & { isRevealed: boolean },
): Promise<ResponseOf<typeof findEventEndpoint> | undefined> => {
  const event = await read((database) => findRow(database, log.engine, position))
  if (!event) return undefined
  const isPersonal = personalEventTypes.includes(event.type as EventType)
  const isShown = isPersonal && isRevealed
  const [stored] = event.packed_bytes > 0 || isShown ? await log.readAll(position - 1, { untilPosition: position, limit: 1 }) : []
  return {
    ...rowOf(event),
    ...(isShown && stored && { data: stored.data }),
    isMasked: isPersonal && !isRevealed,
    previousHash: event.previous_hash,
    readings: stored?.packed ? readingsOf(stored.packed) : null,
  }
}

const findRow = async (database: PoolClient, engine: LogEngine, position: number): Promise<StoredEventOnChain | undefined> => {
  const { events, columns } = homeOf(engine)
  const { rows } = await database.query<StoredEventOnChain>(
    `select ${columns},
       (select encode(previous.hash, 'hex') from ${events} previous
         where previous.stream = event.stream and previous.version = event.version - 1) as previous_hash
     from ${events} event where ${ofTenant} and position = $1`,
    [position],
  )
  return rows[0]
}

/** Row-level security says the same; said here too, the planner can use it and a pool without it stays safe. */
const ofTenant = `tenant = current_setting('nightflow.tenant')`

const commonColumns = `position::float8 as position, stream, version, id, type, schema_version, recorded_at, actor, cause, correlation,
  encode(hash, 'hex') as hash`

/** Where SQL finds the events: in the log itself, or in the heads that a view keeps of a log elsewhere (`log-heads.ts`). */
const homeOf = (engine: LogEngine): { events: string; streams: string; columns: string } =>
  engine === 'postgres'
    ? { events: 'log.events', streams: 'log.streams', columns: `${commonColumns}, coalesce(octet_length(packed), 0) as packed_bytes, data` }
    : { events: 'views.audit_events', streams: 'views.audit_streams', columns: `${commonColumns}, packed_bytes, data::json as data` }

type StoredEvent = {
  position: number
  stream: string
  version: number
  id: string
  type: string
  schema_version: number
  recorded_at: Date
  actor: string
  cause: string | null
  correlation: string | null
  hash: string
  packed_bytes: number
  data: Record<string, unknown>
}
type StoredEventOnChain = StoredEvent & { previous_hash: string | null }

const rowOf = (event: StoredEvent): EventRow => ({
  position: event.position,
  stream: event.stream,
  version: event.version,
  id: event.id,
  type: event.type,
  schemaVersion: event.schema_version,
  recordedAt: event.recorded_at.toISOString(),
  actor: event.actor,
  cause: event.cause,
  correlation: event.correlation,
  hash: event.hash,
  packedBytes: event.packed_bytes,
  // Encrypted, or of before the encryption.
  data: maskPersonalOfEvent(event.type, event.data),
})

/** An auditor must be able to see an event whose bytes were damaged. */
const readingsOf = (packed: Uint8Array): Record<string, unknown>[] | null => {
  try {
    return describeFrame(unpackFrame(packed), readingsShownMax)
  } catch (error) {
    if (error instanceof CorruptFrameError) return null
    throw error
  }
}
