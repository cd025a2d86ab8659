import type {
  listQuarantine as listQuarantineEndpoint,
  listUnclaimed as listUnclaimedEndpoint,
} from '@nightflow/schemas/metering/endpoints'
import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { defineProjection } from '../shared/projection.ts'

/** Readings that were set aside on the way in, each with its frame, its place in it and the reason. */
export const quarantine = defineProjection({
  name: 'metering/quarantine',
  version: 1,
  events: ['metering.ReadingsReported'],
  tables: {
    quarantined_readings: `create table quarantined_readings (
      tenant text not null,
      position bigint not null,
      index int not null,
      place int not null,
      gateway text not null,
      frame_id text not null,
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
        const { rejected, gateway, frameId, receivedAt } = data as ReadingsReported
        if (!rejected || rejected.length === 0) continue
        await client.query(
          `insert into quarantined_readings
           select $1, $2, (entry->>'index')::int, place, $3, $4, $5, entry->>'reason', entry->>'field', entry->>'value'
           from jsonb_array_elements($6::jsonb) with ordinality as list (entry, place) on conflict do nothing`,
          [metadata.tenant, position, gateway, frameId, receivedAt, JSON.stringify(rejected)],
        )
      }
    },
})

/** Newest first; page on with the last position seen. A frame's rejects are never torn apart by a page's end beyond the limit. */
export const listQuarantine = async (
  database: PoolClient,
  { limit, before }: RequestOf<typeof listQuarantineEndpoint>,
): Promise<ResponseOf<typeof listQuarantineEndpoint>> => {
  const stored = await database.query(
    `select position::float8 as position, index, gateway, frame_id as "frameId", received_at as "receivedAt", reason, field, value
     from views.quarantined_readings where $1::bigint is null or position < $1 order by position desc, place limit $2`,
    [before ?? null, limit],
  )
  return { rows: stored.rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() })) }
}

/** Numbers that report but are registered nowhere, by number. */
export const listUnclaimed = async (
  database: PoolClient,
  { limit, after }: RequestOf<typeof listUnclaimedEndpoint>,
): Promise<ResponseOf<typeof listUnclaimedEndpoint>> => {
  const stored = await database.query(
    `select number, count(*)::int as frames, min(position)::float8 as "firstPosition", max(position)::float8 as "lastPosition"
     from views.unclaimed_frames where number > $1 group by number order by number limit $2`,
    [after, limit],
  )
  return { rows: stored.rows }
}
