import type { EventLog } from '@nightflow/event-log/event-log'
import { createValveOrders } from '@nightflow/ingest/devices/valve-orders'
import { ingestRoutes } from '@nightflow/ingest/ingest-routes'
import { findMeterOfOperation, listPendingValveOperations } from '@nightflow/projections/devices/valve-operations'
import { findDeviceProfileMapping } from '@nightflow/projections/platform/device-profile-mappings'
import { findGatewayByKeyHash } from '@nightflow/projections/platform/gateways'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

/** The way in: `/ingest/v1`. */
export const mountGateway = (app: FastifyInstance, parts: { pool: Pool; log: EventLog }): void => {
  const { pool, log } = parts
  const valveOrders = createValveOrders({
    log,
    listPendingValveOperations: (tenant, gateway) => listPendingValveOperations(pool, tenant, gateway),
    findMeterOfOperation: (tenant, operationId) => findMeterOfOperation(pool, tenant, operationId),
  })
  app.register(async (scope) =>
    ingestRoutes(scope, {
      log,
      findGateway: (hash) => findGatewayByKeyHash(pool, hash),
      findMapping: (tenant, profile) => findDeviceProfileMapping(pool, tenant, profile),
      valveOrders,
    }),
  )
}
