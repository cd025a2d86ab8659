import { countSetAside, listSetAside } from '@nightflow/projections/projector/set-aside-events'
import type { listSetAsideEvents as listSetAsideEventsEndpoint } from '@nightflow/schemas/audit/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'

export const listSetAsideEvents = async (
  database: PoolClient,
  { after = 0, limit }: RequestOf<typeof listSetAsideEventsEndpoint>,
): Promise<ResponseOf<typeof listSetAsideEventsEndpoint>> => {
  const found = await listSetAside(database, { after, limit: limit + 1 })
  const events = found.slice(0, limit)
  const { failed, waiting } = await countSetAside(database)
  return {
    rows: events.map(({ shard: _shard, tenant: _tenant, firstSeenAt, ...event }) => ({ ...event, firstSeenAt: firstSeenAt.toISOString() })),
    total: failed + waiting,
    next: found.length > limit ? events.at(-1)!.position : null,
  }
}
