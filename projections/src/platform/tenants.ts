import { TenantSettings } from '@nightflow/schemas/platform/tenant'
import { TenantCode, TimeZone } from '@nightflow/schemas/shared/values'
import { firstRowOf, platform, type Queryable, rowsOf } from './platform-tables.ts'

export type Tenant = { code: string; name: string; timeZone: string; settings: TenantSettings }

type TenantRow = { code: string; name: string; time_zone: string; settings: unknown }
const columns = ['code', 'name', 'time_zone', 'settings'] as const
const tenantOf = (row: TenantRow): Tenant => ({
  code: row.code,
  name: row.name,
  timeZone: row.time_zone,
  settings: TenantSettings.parse(row.settings),
})

/** Creates a tenant, or answers the one that already has this code, unchanged. Throws a ZodError on a malformed code, zone or setting. */
export const createTenant = async (
  database: Queryable,
  tenant: { code: string; name: string; timeZone: string; settings?: Partial<TenantSettings> },
): Promise<Tenant> => {
  const row = {
    code: TenantCode.parse(tenant.code),
    name: tenant.name,
    time_zone: TimeZone.parse(tenant.timeZone),
    settings: JSON.stringify(TenantSettings.parse(tenant.settings ?? {})),
  }
  await rowsOf(
    database,
    platform
      .insertInto('platform.tenants')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  )
  const created = await findTenant(database, row.code)
  if (!created) throw new Error(`tenant ${row.code} vanished while it was created`)
  return created
}

export const findTenant = async (database: Queryable, code: string): Promise<Tenant | undefined> => {
  const row = await firstRowOf(database, platform.selectFrom('platform.tenants').select(columns).where('code', '=', code))
  return row && tenantOf(row)
}

/** Tenants by code, at most a thousand. */
export const listTenants = async (database: Queryable): Promise<Tenant[]> => {
  const rows = await rowsOf(database, platform.selectFrom('platform.tenants').select(columns).orderBy('code').limit(1000))
  return rows.map(tenantOf)
}
