import { removeDownlink, setDownlink } from '@nightflow/platform/gateways/gateway-downlinks'
import { gatewayKeysChanged } from '@nightflow/platform/gateways/gateway-key-changes'
import { createGateway as insertGateway, revokeGateway as revokeKey } from '@nightflow/platform/gateways/gateways'
import type { createGateway as createEndpoint, revokeGateway as revokeEndpoint } from '@nightflow/schemas/platform/endpoints'
import type {
  removeGatewayDownlink as removeDownlinkEndpoint,
  setGatewayDownlink as setDownlinkEndpoint,
} from '@nightflow/schemas/platform/gateway-downlink'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'

/** The key goes to the caller and nowhere else: not into the operation log either. */
export const createGateway = async (
  { name }: RequestOf<typeof createEndpoint>,
  { pool, caller }: RequestContext,
): Promise<Outcome<ResponseOf<typeof createEndpoint>> | Rejection> => {
  const created = await insertGateway(pool, caller.tenant, name)
  if (isRejection(created)) return created
  return { response: { name, key: created.key }, after: { name, revoked: false } }
}

export const revokeGateway = async (
  { name }: RequestOf<typeof revokeEndpoint>,
  { pool, caller }: RequestContext,
): Promise<Outcome<ResponseOf<typeof revokeEndpoint>> | Rejection> => {
  if (!(await revokeKey(pool, caller.tenant, name))) return rejected('not-found')
  // Gateways of this process are refused from the answer on; other processes are notified by the database.
  return { response: {}, before: { name }, after: { name, revoked: true }, settled: (isStored) => isStored && gatewayKeysChanged() }
}

/** The secret goes into the database and nowhere else. */
export const setGatewayDownlink = async (
  { name, secret, ...downlink }: RequestOf<typeof setDownlinkEndpoint>,
  { pool, caller }: RequestContext,
): Promise<Outcome<ResponseOf<typeof setDownlinkEndpoint>> | Rejection> => {
  const { kind, application, webhook, port, openPayload, closePayload } = downlink
  const isWhole = kind === 'webhook' || (port !== null && openPayload !== null && closePayload !== null)
  if (!isWhole || (kind === 'the-things-stack' && (application === null || webhook === null))) return rejected('downlink-incomplete')
  const refusal = await setDownlink(pool, caller.tenant, name, downlink, secret)
  return refusal ?? { response: {}, after: { name, ...downlink } }
}

export const removeGatewayDownlink = async (
  { name }: RequestOf<typeof removeDownlinkEndpoint>,
  { pool, caller }: RequestContext,
): Promise<Outcome<ResponseOf<typeof removeDownlinkEndpoint>> | Rejection> => {
  if (!(await removeDownlink(pool, caller.tenant, name))) return rejected('not-found')
  return { response: {}, before: { name } }
}
