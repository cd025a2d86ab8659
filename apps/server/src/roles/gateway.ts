import type { EventLog } from '@nightflow/event-log/event-log'
import { createValveOrders } from '@nightflow/ingest/devices/valve-orders'
import type { FrameBuffer } from '@nightflow/ingest/frame-buffer/frame-buffer'
import { keepInBuffer } from '@nightflow/ingest/frame-buffer/keep-in-buffer'
import { ingestRoutes } from '@nightflow/ingest/ingest-routes'
import { findDeviceProfileMapping } from '@nightflow/platform/gateways/device-profile-mappings'
import { followGatewayKeys, onGatewayKeysChanged } from '@nightflow/platform/gateways/gateway-key-changes'
import { findGatewayByKeyHash } from '@nightflow/platform/gateways/gateways'
import { findMeterKey } from '@nightflow/platform/gateways/meter-keys'
import { listWaitingKeyUpdates } from '@nightflow/projections/devices/key-updates'
import { findReportedOperation, listPendingValveOperations } from '@nightflow/projections/devices/valve-operations'
import { listWaitingTokens } from '@nightflow/projections/prepaid/token-downlinks'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

type GatewayParts = {
  pool: Pool
  log: EventLog
  buffer?: FrameBuffer | undefined
  /** Called for each frame that the buffer had already. */
  onRepeated?: () => void
}

/** The gateway API: `/ingest/v1`. With a buffer, frames are acknowledged once it holds them; without one, once the log does. */
export const mountGateway = (app: FastifyInstance, parts: GatewayParts): void => {
  const { pool, log, buffer, onRepeated } = parts
  const stopping = new AbortController()
  let following: Promise<void> | undefined
  app.addHook('onReady', async () => {
    following = followGatewayKeys(pool, stopping.signal)
  })
  app.addHook('onClose', async () => {
    stopping.abort()
    await following
  })
  const valveOrders = createValveOrders({
    log,
    listPendingValveOperations: (tenant, gateway) => listPendingValveOperations(pool, tenant, gateway),
    findReportedOperation: (tenant, operationId) => findReportedOperation(pool, tenant, operationId),
  })
  app.register(async (scope) =>
    ingestRoutes(scope, {
      log,
      ...(buffer && { keepFrame: keepInBuffer(buffer, onRepeated) }),
      findGateway: (hash) => findGatewayByKeyHash(pool, hash),
      onKeysChanged: onGatewayKeysChanged,
      findMapping: (tenant, profile) => findDeviceProfileMapping(pool, tenant, profile),
      valveOrders,
      keyUpdates: {
        log,
        listWaiting: (tenant, gateway) => listWaitingKeyUpdates(pool, tenant, gateway),
        findKey: (place) => findMeterKey(pool, place),
      },
      tokenDownlinks: { log, listWaiting: (tenant, gateway) => listWaitingTokens(pool, tenant, gateway) },
    }),
  )
}
