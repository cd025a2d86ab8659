import type { DeviceProfileMapping } from '@nightflow/schemas/platform/gateway'
import { findDefaultMapping } from './default-mappings.ts'

/** A tenant's own mapping of a device profile; undefined where it has none. */
export type FindMapping = (tenant: string, profile: string) => Promise<DeviceProfileMapping | undefined>

const rememberMilliseconds = 5_000
const rememberedMax = 2_000

/** Reads a tenant's mapping from the database at most every few seconds: a device reports far more often than its mapping changes. */
export const rememberMappings = (find: FindMapping): FindMapping => {
  const remembered = new Map<string, { until: number; mapping: Promise<DeviceProfileMapping | undefined> }>()
  return (tenant, profile) => {
    const key = `${tenant}/${profile}`
    const known = remembered.get(key)
    if (known && known.until > performance.now()) return known.mapping
    const mapping = find(tenant, profile)
    mapping.catch(() => remembered.delete(key))
    remembered.delete(key)
    remembered.set(key, { until: performance.now() + rememberMilliseconds, mapping })
    if (remembered.size > rememberedMax) remembered.delete(remembered.keys().next().value!)
    return mapping
  }
}

/** The mapping of the first profile that has one: the tenant's own go before all that ship with the service. */
export const findMappingOf = async (
  find: FindMapping,
  tenant: string,
  profiles: readonly string[],
): Promise<DeviceProfileMapping | undefined> => {
  for (const profile of profiles) {
    const own = await find(tenant, profile)
    if (own) return own
  }
  for (const profile of profiles) {
    const shipped = findDefaultMapping(profile)
    if (shipped) return shipped
  }
  return undefined
}
