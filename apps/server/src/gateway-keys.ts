import { createGateway, findGatewayByKeyHash, hashGatewayKey, revokeGateway } from '@nightflow/platform/gateways/gateways'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Pool } from 'pg'
import { readState, writeState } from './state-folder.ts'

/** A new key for a gateway; the one it had is revoked. */
export const rotateGatewayKey = async (pool: Pool, tenant: string, name: string): Promise<string> => {
  const created = await createGateway(pool, tenant, name)
  if (!isRejection(created)) return created.key
  await revokeGateway(pool, tenant, name)
  const rotated = await createGateway(pool, tenant, name)
  if (isRejection(rotated)) throw new Error(`gateway ${name} was given a key by another command at the same moment; try again`)
  return rotated.key
}

/**
 * Keys of gateways that this computer plays itself: those kept in the state folder while they are good, otherwise new ones.
 * Keeping them lets two imports run at once and a restarted server go on as the same gateways.
 */
export const obtainGatewayKeys = async (
  pool: Pool,
  stateFolder: string,
  tenant: string,
  names: readonly string[],
): Promise<Map<string, string>> => {
  const keys = new Map<string, string>()
  for (const name of names) {
    const kept = readState(stateFolder, 'gatewayKeys')?.[tenant]?.[name]
    const owner = kept ? await findGatewayByKeyHash(pool, hashGatewayKey(kept)) : undefined
    if (kept && owner?.tenant === tenant && owner.name === name) {
      keys.set(name, kept)
      continue
    }
    const key = await rotateGatewayKey(pool, tenant, name)
    const all = readState(stateFolder, 'gatewayKeys') ?? {}
    writeState(stateFolder, 'gatewayKeys', { ...all, [tenant]: { ...all[tenant], [name]: key } })
    keys.set(name, key)
  }
  return keys
}
