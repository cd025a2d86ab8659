import { dateOfDay } from '@nightflow/domain/shared/local-time'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type {
  findMeterPartition as findMeterPartitionEndpoint,
  findPartition as findPartitionEndpoint,
  listPartitions as listPartitionsEndpoint,
} from '@nightflow/schemas/leakage/endpoints'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import type { PartitionChanged, PartitionCreated, PartitionMoved, Thresholds } from '@nightflow/schemas/leakage/partition'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type ListPage, nextPage } from '@nightflow/schemas/shared/list-page'
import type { ClientBase, PoolClient } from 'pg'
import { defineProjection } from '../projector/projection.ts'
import { latestFigures } from './latest-figures.ts'
import { hasNotEnded, subMeterCountColumn, summaryMetersColumn } from './partition-meters.ts'

/** Metering points as they were set up. A point's `key` is the log position of its creation. */
export const partitions = defineProjection({
  name: 'leakage/partitions',
  version: 4,
  events: [
    'leakage.PartitionCreated',
    'leakage.PartitionChanged',
    'leakage.PartitionMoved',
    'leakage.ThresholdsSet',
    'leakage.PartitionRemoved',
  ],
  tables: {
    partitions: `create table partitions (
      tenant text not null,
      key bigint not null unique,
      id text not null,
      root_id text not null,
      parent_id text,
      level smallint not null,
      name text not null,
      time_zone text not null,
      details jsonb not null,
      thresholds jsonb not null default '{}',
      primary key (tenant, id)
    );
    create index partitions_root on partitions (tenant, root_id)`,
  },
  open:
    async ({ client }) =>
    async ({ events }) => {
      for (const event of events) await applyEvent(client, event)
    },
})

/** The data of a leader are in the read model of persons alone, where an erasure empties them. */
const withoutPerson = <Data extends PartitionCreated | PartitionChanged>({ leaderName: _, leaderPhone: __, ...data }: Data) => data

const applyEvent = async (client: ClientBase, { type, data, position, metadata: { tenant } }: RecordedEvent): Promise<void> => {
  const point = [tenant, data.partitionId]
  switch (type) {
    case 'leakage.PartitionCreated': {
      const { partitionId, rootId, parentId, level, name, timeZone, ...details } = withoutPerson(data as PartitionCreated)
      await client.query(
        `insert into partitions (tenant, key, id, root_id, parent_id, level, name, time_zone, details) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (tenant, id) do nothing`,
        [tenant, position, partitionId, rootId, parentId, level, name, timeZone, JSON.stringify(details)],
      )
      return
    }
    case 'leakage.PartitionChanged': {
      const { partitionId: _, name, ...details } = withoutPerson(data as PartitionChanged)
      await client.query('update partitions set name = coalesce($3, name), details = details || $4::jsonb where tenant = $1 and id = $2', [
        ...point,
        name ?? null,
        JSON.stringify(details),
      ])
      return
    }
    case 'leakage.PartitionMoved': {
      const { parentId, level } = data as PartitionMoved
      await client.query('update partitions set parent_id = $3, level = $4 where tenant = $1 and id = $2', [...point, parentId, level])
      return
    }
    case 'leakage.ThresholdsSet': {
      const { partitionId: _, ...thresholds } = data
      await client.query('update partitions set thresholds = $3 where tenant = $1 and id = $2', [...point, JSON.stringify(thresholds)])
      return
    }
    case 'leakage.PartitionRemoved':
      await client.query('delete from partitions where tenant = $1 and id = $2', point)
  }
}

export type StoredPartition = {
  key: number
  id: string
  root_id: string
  parent_id: string | null
  level: number
  name: string
  time_zone: string
  details: Pick<PartitionCreated, 'nightWindow' | 'minimumCoverage' | 'minimumSupplyCoverage' | 'boundary'>
  leader_name: string | null
  leader_phone: string | null
  thresholds: Thresholds
  summary_meters: PartitionRow['summaryMeters']
  sub_meter_count: number
  first_day: number | null
  last_day: number | null
}

/** Not of a leader who was erased, also where the projector has not come to the erasure yet. */
const leaderColumn = (column: 'name' | 'telephone'): string =>
  `(select ${column} from views.persons leader left join log.person_keys known using (tenant, person_id)
    where leader.tenant = partitions.tenant and leader.person_id = (details->>'personId')::uuid and known.erased_at is null)`

const storedPartitionColumns = `key::float8 as key, id, root_id, parent_id, level, name, time_zone, details, thresholds,
  ${summaryMetersColumn} as summary_meters, ${subMeterCountColumn} as sub_meter_count, ${leaderColumn('name')} as leader_name, ${leaderColumn('telephone')} as leader_phone,
  (select day - date '1970-01-01' from views.partition_days where partition_key = key order by day limit 1) as first_day,
  (select day - date '1970-01-01' from views.partition_days where partition_key = key order by day desc limit 1) as last_day`

/** A page of the metering points, superiors before those below them, each with its latest complete day. */
export const listPartitions = async (
  database: PoolClient,
  { limit, page }: ListPage,
): Promise<ResponseOf<typeof listPartitionsEndpoint>> => {
  const stored = await database.query<StoredPartition>(
    `select ${storedPartitionColumns} from views.partitions order by root_id, level, name, id limit $1 offset $2`,
    [limit, (page - 1) * limit],
  )
  const latest = await latestFigures(database, stored.rows)
  const { rows } = await database.query<{ total: number }>('select count(*)::int as total from views.partitions')
  const { total } = rows[0]!
  const points = stored.rows.map((partition) => toPartitionRow(partition, latest.get(partition.key) ?? null))
  return { rows: points, total, next: nextPage({ limit, page }, total) }
}

/** Points that are read at once where all of a tenant are needed. */
const pointsAtOnce = 2_000

/** Every metering point of the tenant, however many. */
export const everyPartition = async (database: PoolClient): Promise<PartitionRow[]> => {
  const rows: PartitionRow[] = []
  for (let page: number | null = 1; page !== null; ) {
    const answer = await listPartitions(database, { limit: pointsAtOnce, page })
    rows.push(...answer.rows)
    page = answer.next
  }
  return rows
}

export const findPartition = async (
  database: PoolClient,
  { id }: RequestOf<typeof findPartitionEndpoint>,
): Promise<ResponseOf<typeof findPartitionEndpoint> | undefined> => {
  const partition = await findStoredPartition(database, id)
  if (!partition) return undefined
  const latest = await latestFigures(database, [partition])
  return toPartitionRow(partition, latest.get(partition.key) ?? null)
}

export const findStoredPartition = async (database: PoolClient, id: string): Promise<StoredPartition | undefined> =>
  (await database.query<StoredPartition>(`select ${storedPartitionColumns} from views.partitions where id = $1`, [id])).rows[0]

/** The metering points of which this meter is, or will be, a member, from the top down. */
export const findMeterPartition = async (
  database: PoolClient,
  { number, limit, page }: RequestOf<typeof findMeterPartitionEndpoint>,
): Promise<ResponseOf<typeof findMeterPartitionEndpoint>> => {
  const found = await database.query<{ id: string; name: string; role: 'summary' | 'sub'; total: number }>(
    `select id, name, max(role) as role, count(*) over ()::int as total
     from views.partition_meters join views.partitions on id = partition_id where number = $1 and ${hasNotEnded}
     group by id, name, level order by level, id limit $2 offset $3`,
    [number, limit, (page - 1) * limit],
  )
  const total = found.rows[0]?.total ?? 0
  return { rows: found.rows.map(({ total: _, ...row }) => row), total, next: nextPage({ limit, page }, total) }
}

export const toPartitionRow = (partition: StoredPartition, latest: PartitionRow['latest']): PartitionRow => ({
  id: partition.id,
  name: partition.name,
  parentId: partition.parent_id,
  rootId: partition.root_id,
  level: partition.level,
  timeZone: partition.time_zone,
  nightWindow: partition.details.nightWindow,
  minimumCoverage: partition.details.minimumCoverage,
  minimumSupplyCoverage: partition.details.minimumSupplyCoverage ?? 1,
  thresholds: partition.thresholds,
  summaryMeters: partition.summary_meters,
  subMeterCount: partition.sub_meter_count,
  boundary: partition.details.boundary,
  leaderName: partition.leader_name,
  leaderPhone: partition.leader_phone,
  firstDay: partition.first_day === null ? null : dateOfDay(partition.first_day),
  lastDay: partition.last_day === null ? null : dateOfDay(partition.last_day),
  latest,
})
