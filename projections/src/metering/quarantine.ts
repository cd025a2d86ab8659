import type {
  listQuarantine as listQuarantineEndpoint,
  listUnclaimed as listUnclaimedEndpoint,
} from '@nightflow/schemas/metering/endpoints'
import type { QuarantinedRow, UnclaimedRow } from '@nightflow/schemas/metering/readings'
import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { defineProjection } from '../projector/projection.ts'
import { type ListDeclaration, listPageOf, scanList } from '../storage/list-query.ts'

/** Readings that were rejected at ingest, each with its frame, its index in it and the reason. */
export const quarantine = defineProjection({
  name: 'metering/quarantine',
  version: 3,
  events: ['metering.ReadingsReported'],
  tables: {
    quarantined_readings: `create table quarantined_readings (
      tenant text not null,
      position bigint not null,
      index int not null,
      place int not null,
      gateway text not null,
      frame_id text not null,
      meter text,
      received_at timestamptz not null,
      reason text not null,
      field text,
      value text,
      primary key (tenant, position, place)
    )`,
  },
  open:
    async ({ client }) =>
    async ({ events }) => {
      for (const { data, position, metadata } of events) {
        const { rejected, gateway, frameId, receivedAt, retryOf } = data as ReadingsReported
        if (retryOf !== undefined)
          await client.query('delete from quarantined_readings where tenant = $1 and position = $2', [metadata.tenant, retryOf])
        if (!rejected || rejected.length === 0) continue
        await client.query(
          `insert into quarantined_readings
           select $1, $2, (entry->>'index')::int, place, $3, $4, entry->>'meter', $5, entry->>'reason', entry->>'field', entry->>'value'
           from jsonb_array_elements($6::jsonb) with ordinality as list (entry, place) on conflict do nothing`,
          [metadata.tenant, position, gateway, frameId, receivedAt, JSON.stringify(rejected)],
        )
      }
    },
})

type ListQuarantine = RequestOf<typeof listQuarantineEndpoint>
type StoredQuarantined = Omit<QuarantinedRow, 'receivedAt'> & { receivedAt: Date }

const quarantinedList: ListDeclaration<ListQuarantine> = {
  // A list numbers the rows of its page by `place`.
  from: `(select position, place as entry, index, meter, gateway, frame_id, received_at, reason, field, value
    from views.quarantined_readings) quarantined`,
  key: ['position', 'entry'],
  sorts: { position: { by: 'position' } },
  conditions: ({ meter }, parameter) => (meter === undefined ? [] : [`meter = ${parameter(meter)}`]),
  beyond: ({ before }, parameter) => (before === undefined ? undefined : `position < ${parameter(before)}`),
  columns: 'position::float8 as position, index, meter, gateway, frame_id as "frameId", received_at as "receivedAt", reason, field, value',
}

/**
 * Newest first. Machines go on with `before`, the last position seen; people by `page`, which counts from 1. A frame with more rejected
 * readings than a page holds is torn apart by `page` alone.
 */
export const listQuarantine = async (database: PoolClient, request: ListQuarantine): Promise<ResponseOf<typeof listQuarantineEndpoint>> => {
  const place = { ...request, sort: 'position', direction: 'desc' } as const
  const page = await listPageOf<StoredQuarantined, ListQuarantine>(database, quarantinedList, request, place)
  return { ...page, rows: page.rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() })) }
}

type ListUnclaimed = RequestOf<typeof listUnclaimedEndpoint>
type StoredUnclaimed = Omit<UnclaimedRow, 'firstSeenAt' | 'lastSeenAt'> & { firstSeenAt: Date; lastSeenAt: Date }

/** A number is counted from its frames, which leave the list when its meter is registered. */
const unclaimedList: ListDeclaration<Pick<ListUnclaimed, 'search' | 'after'>> = {
  from: `(select number, count(*)::int as frames, min(position)::float8 as "firstPosition", max(position)::float8 as "lastPosition",
    min(received_at) as "firstSeenAt", max(received_at) as "lastSeenAt" from views.unclaimed_frames group by number) unclaimed`,
  key: ['number'],
  sorts: {
    number: { by: 'number' },
    frames: { by: 'frames' },
    firstPosition: { by: '"firstPosition"' },
    lastPosition: { by: '"lastPosition"' },
    firstSeenAt: { by: '"firstSeenAt"' },
    lastSeenAt: { by: '"lastSeenAt"' },
  },
  isComputed: true,
  conditions: ({ search }, parameter) => (search === '' ? [] : [`starts_with(number, ${parameter(search)})`]),
  beyond: ({ after }, parameter) => (after === '' ? undefined : `number > ${parameter(after)}`),
  columns: '*',
}

/** Numbers that report but are registered nowhere, sorted, one page at a time; `search` matches the beginning of a number. */
export const listUnclaimed = async (database: PoolClient, request: ListUnclaimed): Promise<ResponseOf<typeof listUnclaimedEndpoint>> => {
  const page = await listPageOf<StoredUnclaimed, ListUnclaimed>(database, unclaimedList, request, request)
  return { ...page, rows: page.rows.map(unclaimedRowOf) }
}

/** All of these numbers in batches, in the same order; the connection must be in a transaction. */
export async function* scanUnclaimed(
  database: PoolClient,
  request: Pick<ListUnclaimed, 'search' | 'sort' | 'direction'>,
): AsyncGenerator<UnclaimedRow[]> {
  for await (const rows of scanList<StoredUnclaimed, { search: string; after: string }>(
    database,
    unclaimedList,
    { ...request, after: '' },
    request,
  ))
    yield rows.map(unclaimedRowOf)
}

const unclaimedRowOf = (row: StoredUnclaimed): UnclaimedRow => ({
  ...row,
  firstSeenAt: row.firstSeenAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
})

const retriableMax = 10_000

/** Positions of quarantined frames that may be understood once a mapping or a meter appears, oldest first, the newest 10,000 of them. */
export const findRetriable = async (database: PoolClient): Promise<number[]> => {
  const found = await database.query<{ position: number }>(
    `select position::float8 as position from (
       select distinct position from views.quarantined_readings
       where reason in ('unknown-device', 'undecodable-payload', 'value-missing') order by position desc limit $1) newest
     order by 1`,
    [retriableMax],
  )
  return found.rows.map(({ position }) => position)
}
