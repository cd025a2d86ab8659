import { type findInfrastructure as findEndpoint, Infrastructure, type InfrastructureRow } from '@nightflow/schemas/leakage/infrastructure'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { defineProjection } from '../projector/projection.ts'

/** Pipes, pressure and assumptions of metering points, by the day from which they hold. */
export const partitionInfrastructure = defineProjection({
  name: 'leakage/partition-infrastructure',
  version: 1,
  events: ['leakage.InfrastructureSet', 'leakage.InfrastructureRemoved', 'leakage.PartitionRemoved'],
  tables: {
    partition_infrastructure: `create table partition_infrastructure (
      tenant text not null,
      partition_id text not null,
      from_day date not null,
      stated jsonb not null,
      recorded_at timestamptz not null,
      primary key (tenant, partition_id, from_day)
    )`,
  },
  open:
    async ({ client }) =>
    async ({ events }) => {
      for (const { type, data, recordedAt, metadata } of events) {
        const { partitionId, from, ...stated } = data
        const point = [metadata.tenant, partitionId]
        if (type === 'leakage.PartitionRemoved')
          await client.query('delete from partition_infrastructure where tenant = $1 and partition_id = $2', point)
        if (type === 'leakage.InfrastructureRemoved')
          await client.query('delete from partition_infrastructure where tenant = $1 and partition_id = $2 and from_day = $3', [
            ...point,
            from,
          ])
        if (type === 'leakage.InfrastructureSet')
          await client.query(
            `insert into partition_infrastructure values ($1, $2, $3, $4, $5)
             on conflict (tenant, partition_id, from_day) do update set stated = excluded.stated, recorded_at = excluded.recorded_at`,
            [...point, from, JSON.stringify(stated), new Date(recordedAt)],
          )
      }
    },
})

type Stored = { from: string; stated: unknown; recorded_at: Date }

const rowOf = ({ from, stated, recorded_at }: Stored): InfrastructureRow => ({
  from,
  recordedAt: recorded_at.toISOString(),
  ...Infrastructure.parse(stated),
})

/** All that is stated of a metering point, newest day first; undefined where there is no such point. */
export const findInfrastructure = async (
  database: PoolClient,
  { id }: RequestOf<typeof findEndpoint>,
): Promise<ResponseOf<typeof findEndpoint> | undefined> => {
  const point = await database.query('select from views.partitions where id = $1', [id])
  if (point.rows.length === 0) return undefined
  const { rows } = await database.query<Stored>(
    `select to_char(from_day, 'YYYY-MM-DD') as from, stated, recorded_at from views.partition_infrastructure
     where partition_id = $1 order by from_day desc`,
    [id],
  )
  return { rows: rows.map(rowOf) }
}

/** The data that hold on a day at each of some metering points: that of the last day up to it. */
export const infrastructureOn = async (
  database: PoolClient,
  ids: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, { from: string } & Infrastructure>> => {
  const { rows } = await database.query<Stored & { partition_id: string }>(
    `select distinct on (partition_id) partition_id, to_char(from_day, 'YYYY-MM-DD') as from, stated, recorded_at
     from views.partition_infrastructure where partition_id = any ($1::text[]) and from_day <= ($2::text)::date order by partition_id, from_day desc`,
    [ids, day],
  )
  return new Map(
    rows.map(({ partition_id, ...stored }) => {
      const { recordedAt: _, ...stated } = rowOf(stored)
      return [partition_id, stated]
    }),
  )
}
