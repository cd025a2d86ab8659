import { createGateway } from '@nightflow/platform/gateways/gateways'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Pool } from 'pg'

/** Makes a gateway of a tenant that is there; answers its key. */
export const createGatewayKey = async (pool: Pool, tenant: string, name: string): Promise<string> => {
  const created = await createGateway(pool, tenant, name)
  if (isRejection(created)) throw new Error(created.rejected)
  return created.key
}
