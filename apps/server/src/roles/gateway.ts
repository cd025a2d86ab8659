import type { EventLog } from '@nightflow/event-log/event-log'
import { ingestRoutes } from '@nightflow/ingest/ingest-routes'
import { findGatewayByKeyHash } from '@nightflow/projections/platform/gateways'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

/** The way in: `/ingest/v1`. */
export const mountGateway = (app: FastifyInstance, parts: { pool: Pool; log: EventLog }): void => {
  const { pool, log } = parts
  app.register(async (scope) => ingestRoutes(scope, { log, findGateway: (hash) => findGatewayByKeyHash(pool, hash) }))
}
