import { createGateway } from '@nightflow/platform/gateways/gateways'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { rotateGatewayKey } from '@nightflow/server/gateway-keys'
import type { Pool } from 'pg'
import { CommandRefusal } from './command-refusal.ts'

/** A new gateway's key. One that exists keeps its key, which cannot be read again, unless `rotate` revokes it for a new one. */
export const createGatewayKey = async (pool: Pool, tenant: string, name: string, rotate: boolean): Promise<string> => {
  if (rotate) return rotateGatewayKey(pool, tenant, name)
  const created = await createGateway(pool, tenant, name)
  if (!isRejection(created)) return created.key
  throw new CommandRefusal(
    `gateway "${name}" of ${tenant} has a key already and keys are never shown twice; give it a new one with --rotate, which revokes the old.`,
  )
}
