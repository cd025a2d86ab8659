import type { Route } from '../http/serve.ts'
import { callbackRoute } from './callbacks.ts'
import { orderResourceRoutes, orderRoutes } from './orders.ts'
import { credentialRoute, platformResourceRoutes } from './platforms.ts'
import { reconciliationResourceRoutes, reconciliationRoutes } from './reconciliation.ts'
import { thirdPartyKeyRoute } from './third-party.ts'
import { webhookRoutes } from './webhooks.ts'

/** Lists and forms of the resources of the context. */
export const paymentsResourceRoutes: readonly Route[] = [...platformResourceRoutes, ...orderResourceRoutes, ...reconciliationResourceRoutes]

export const paymentsRoutes: readonly Route[] = [
  credentialRoute,
  ...orderRoutes,
  ...reconciliationRoutes,
  ...webhookRoutes,
  thirdPartyKeyRoute,
  callbackRoute,
]
