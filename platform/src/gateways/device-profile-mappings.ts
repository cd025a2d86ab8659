import type { Connections } from '@nightflow/event-log/postgres/database'
import { DeviceProfileMapping } from '@nightflow/schemas/platform/gateway'
import { firstRowOf, platform, type Queryable, rowsOf } from '../storage/platform-tables.ts'
import { writeAsTenant } from '../storage/write-as-tenant.ts'

/** The tenant's own mapping of a device profile; undefined means that the shipped default, if there is one, holds. */
export const findDeviceProfileMapping = async (
  database: Queryable,
  tenant: string,
  profile: string,
): Promise<DeviceProfileMapping | undefined> => {
  const row = await firstRowOf(
    database,
    platform.selectFrom('platform.device_profile_mappings').select('mapping').where('tenant', '=', tenant).where('profile', '=', profile),
  )
  return row && DeviceProfileMapping.parse(row.mapping)
}

/** The tenant's own mappings by profile, at most a thousand. */
export const listDeviceProfileMappings = async (database: Queryable, tenant: string): Promise<DeviceProfileMapping[]> => {
  const rows = await rowsOf(
    database,
    platform.selectFrom('platform.device_profile_mappings').select('mapping').where('tenant', '=', tenant).orderBy('profile').limit(1000),
  )
  return rows.map((row) => DeviceProfileMapping.parse(row.mapping))
}

/** Sets the tenant's mapping of one device profile; it holds from the next frame on. */
export const saveDeviceProfileMapping = async (pool: Connections, tenant: string, mapping: DeviceProfileMapping): Promise<void> => {
  const stored = JSON.stringify(DeviceProfileMapping.parse(mapping))
  await writeAsTenant(pool, tenant, (database) =>
    rowsOf(
      database,
      platform
        .insertInto('platform.device_profile_mappings')
        .values({ tenant, profile: mapping.profile, mapping: stored })
        .onConflict((conflict) => conflict.columns(['tenant', 'profile']).doUpdateSet({ mapping: stored, saved_at: new Date() })),
    ),
  )
}
