import type { JsonObject } from '@nightflow/event-log/event-log'
import { defineProjection, type Session } from '../projector/projection.ts'
import { Cascades } from './cascades.ts'

/**
 * The changes of cascades that each shard has seen. Its sums follow from the cascades as they were at its own checkpoint, while
 * `partitions` is as of the first shard's position: so each keeps what it goes on from. Cascades change rarely and briefly.
 */
export const cascadeChanges = defineProjection({
  name: 'leakage/cascade-changes',
  version: 3,
  events: [
    'devices.MeterReplaced',
    'leakage.PartitionCreated',
    'leakage.PartitionChanged',
    'leakage.PartitionMoved',
    'leakage.SummaryMeterAssociated',
    'leakage.SubMetersAssociated',
    'leakage.MetersDissociated',
    'leakage.PartitionRemoved',
  ],
  tables: {
    cascade_changes: `create table cascade_changes (
      shard smallint not null,
      position bigint not null,
      tenant text not null,
      type text not null,
      data jsonb not null,
      primary key (shard, tenant, position)
    )`,
  },
  isSharded: true,
  open:
    async ({ client, shard }) =>
    async ({ events }) => {
      if (events.length === 0) return
      // No sum depends on these: a boundary is long, and a leader may have to be erased.
      await client.query(
        `insert into cascade_changes select $1, position, tenant, type, data - array['boundary', 'personId', 'leaderName', 'leaderPhone']
         from unnest($2::bigint[], $3::text[], $4::text[], $5::jsonb[]) as changes (position, tenant, type, data)`,
        [
          shard.index,
          events.map(({ position }) => position),
          events.map(({ metadata }) => metadata.tenant),
          events.map(({ type }) => type),
          events.map(({ data }) => JSON.stringify(data)),
        ],
      )
    },
})

/** The cascades as a shard's checkpoint has them. */
export const loadCascades = async ({ client, shard }: Session): Promise<Cascades> => {
  const cascades = new Cascades()
  const stored = await client.query<{ position: number; tenant: string; type: string; data: JsonObject }>(
    'select position::float8 as position, tenant, type, data from cascade_changes where shard = $1 order by position',
    [shard.index],
  )
  for (const { tenant, ...change } of stored.rows) cascades.take({ ...change, metadata: { tenant } })
  return cascades
}
