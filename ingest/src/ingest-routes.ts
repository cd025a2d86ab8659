import type { FastifyInstance } from 'fastify'
import { type KeyUpdates, registerKeyUpdateRoutes } from './devices/key-update-routes.ts'
import { settleDownlink } from './devices/settle-downlink.ts'
import { registerValveCommandRoutes } from './devices/valve-command-routes.ts'
import type { ValveOrders } from './devices/valve-orders.ts'
import { registerFrameRoutes } from './metering/frame-routes.ts'
import type { FindMapping } from './network-servers/find-mapping.ts'
import { registerNetworkServerRoutes } from './network-servers/network-server-routes.ts'
import { registerTokenRoutes, type TokenDownlinks } from './prepaid/token-routes.ts'
import { type IngestDependencies, ingestScope } from './shared/ingest-scope.ts'

export type IngestRouteDependencies = IngestDependencies & {
  /** A tenant's own device profile mappings; without it the mappings that ship with the service apply. */
  findMapping?: FindMapping
  /** The way back down; without it gateways cannot ask for valve operations. */
  valveOrders?: ValveOrders
  /** Keys that meters are to take; without it gateways cannot ask for them. */
  keyUpdates?: KeyUpdates
  /** Tokens that meters are to take; without it gateways cannot fetch them. */
  tokenDownlinks?: TokenDownlinks
}

/** Everything that gateways may send to, under `/ingest/v1`. */
export async function ingestRoutes(app: FastifyInstance, dependencies: IngestRouteDependencies): Promise<void> {
  const { valveOrders: orders, keyUpdates, tokenDownlinks } = dependencies
  await ingestScope(app, dependencies, (scope) => {
    registerFrameRoutes(scope, dependencies)
    registerNetworkServerRoutes(scope, {
      ...dependencies,
      ...(orders && { settleDownlink: (gateway, report) => settleDownlink(orders, gateway, report) }),
    })
    if (orders) registerValveCommandRoutes(scope, orders)
    if (keyUpdates) registerKeyUpdateRoutes(scope, keyUpdates)
    if (tokenDownlinks) registerTokenRoutes(scope, tokenDownlinks)
  })
}
