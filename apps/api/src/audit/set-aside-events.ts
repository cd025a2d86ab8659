import { countSetAside, listSetAside } from '@nightflow/projections/projector/set-aside-events'
import type { listSetAsideEvents as listSetAsideEventsEndpoint } from '@nightflow/schemas/audit/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'

export const listSetAsideEvents = async (
  database: PoolClient,
  { limit }: RequestOf<typeof listSetAsideEventsEndpoint>,
): Promise<ResponseOf<typeof listSetAsideEventsEndpoint>> => {
  const events = await listSetAside(database, 'views', limit)
  const { failed, waiting } = await countSetAside(database)
  return {
    rows: events.map(({ shard: _shard, tenant: _tenant, firstSeenAt, ...event }) => ({ ...event, firstSeenAt: firstSeenAt.toISOString() })),
    total: failed + waiting,
  }
}
