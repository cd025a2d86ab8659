import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { listPartitionMembers as listMembersEndpoint } from '@nightflow/schemas/leakage/endpoints'
import type { MemberDays } from '@nightflow/schemas/leakage/partition'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { nextPage } from '@nightflow/schemas/shared/list-page'
import type { ClientBase, PoolClient } from 'pg'
import { defineProjection } from '../projector/projection.ts'

/** A row for every period of a meter at a metering point, as it was commanded. */
export const partitionMeters = defineProjection({
  name: 'leakage/partition-meters',
  version: 1,
  events: ['leakage.SummaryMeterAssociated', 'leakage.SubMetersAssociated', 'leakage.MetersDissociated', 'leakage.PartitionRemoved'],
  tables: {
    partition_meters: `create table partition_meters (
      tenant text not null,
      partition_id text not null,
      role text not null,
      number text not null,
      direction text,
      from_day date not null,
      to_day date not null,
      primary key (tenant, partition_id, role, number, from_day) include (to_day)
    );
    create index partition_meters_number on partition_meters (tenant, number)`,
  },
  open:
    async ({ client }) =>
    async ({ events }) => {
      for (const event of events) await applyEvent(client, event)
    },
})

const applyEvent = async (client: ClientBase, { type, data, metadata: { tenant } }: RecordedEvent): Promise<void> => {
  const point = [tenant, data.partitionId]
  const { from = '-infinity', to = 'infinity' } = data as MemberDays
  const associate = (role: 'summary' | 'sub', numbers: unknown, direction: unknown) =>
    client.query(
      `insert into partition_meters select $1, $2, $3, number, $4, $5, $6 from unnest($7::text[]) as number
       on conflict (tenant, partition_id, role, number, from_day) do update set direction = excluded.direction, to_day = excluded.to_day`,
      [...point, role, direction, from, to, numbers],
    )
  if (type === 'leakage.SummaryMeterAssociated') await associate('summary', [data.number], data.direction)
  if (type === 'leakage.SubMetersAssociated') await associate('sub', data.numbers, null)
  if (type === 'leakage.PartitionRemoved') await client.query('delete from partition_meters where tenant = $1 and partition_id = $2', point)
  if (type !== 'leakage.MetersDissociated') return
  const isLeaving = 'tenant = $1 and partition_id = $2 and number = any ($3::text[])'
  const end = data.to ?? '-infinity'
  await client.query(`delete from partition_meters where ${isLeaving} and from_day >= $4`, [...point, data.numbers, end])
  await client.query(`update partition_meters set to_day = $4 where ${isLeaving} and to_day > $4`, [...point, data.numbers, end])
}

/** A bound of a period as a request has it, null where there is none. */
export const bound = (column: string): string => `case when isfinite(${column}) then to_char(${column}, 'YYYY-MM-DD') end`

/** The rows of `partition_meters` of a point that is named `partitions`. */
export const summaryMetersColumn = `coalesce((select json_agg(json_build_object('number', number, 'direction', direction,
    'from', ${bound('from_day')}, 'to', ${bound('to_day')}) order by number collate "C", from_day)
  from views.partition_meters where partition_id = partitions.id and role = 'summary'), '[]')`
export const hasNotEnded = `to_day > (now() at time zone time_zone)::date`
export const subMeterCountColumn = `(select count(distinct number)::int from views.partition_meters
  where partition_id = partitions.id and role = 'sub' and ${hasNotEnded})`

/** Every period of every meter of a metering point: inlets and outlets first, by number. Undefined where there is no such point. */
export const listPartitionMembers = async (
  database: PoolClient,
  { id, limit, page }: RequestOf<typeof listMembersEndpoint>,
): Promise<ResponseOf<typeof listMembersEndpoint> | undefined> => {
  const counted = await database.query<{ total: number }>(
    `select (select count(*)::int from views.partition_meters where partition_id = id) as total from views.partitions where id = $1`,
    [id],
  )
  const total = counted.rows[0]?.total
  if (total === undefined) return undefined
  const { rows } = await database.query<ResponseOf<typeof listMembersEndpoint>['rows'][number]>(
    `select number, details->>'name' as name, role, direction, ${bound('from_day')} as from, ${bound('to_day')} as to
     from views.partition_meters left join views.meters using (number) where partition_id = $1
     order by role desc, number, from_day limit $2 offset $3`,
    [id, limit, (page - 1) * limit],
  )
  return { rows, total, next: nextPage({ limit, page }, total) }
}
