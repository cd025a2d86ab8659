import { createGateway as insertGateway, revokeGateway as revokeKey } from '@nightflow/platform/gateways/gateways'
import type { createGateway as createEndpoint, revokeGateway as revokeEndpoint } from '@nightflow/schemas/platform/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked } from '../http/asked.ts'
import type { Outcome } from '../http/run-command.ts'

/** The key goes to the caller and nowhere else: not into the operation log either. */
export const createGateway = async (
  { name }: RequestOf<typeof createEndpoint>,
  { pool, caller }: Asked,
): Promise<Outcome<ResponseOf<typeof createEndpoint>> | Rejection> => {
  const created = await insertGateway(pool, caller.tenant, name)
  if (isRejection(created)) return created
  return { response: { name, key: created.key }, after: { name, revoked: false } }
}

export const revokeGateway = async (
  { name }: RequestOf<typeof revokeEndpoint>,
  { pool, caller }: Asked,
): Promise<Outcome<ResponseOf<typeof revokeEndpoint>> | Rejection> => {
  if (!(await revokeKey(pool, caller.tenant, name))) return rejected('not-found')
  return { response: {}, before: { name }, after: { name, revoked: true } }
}
