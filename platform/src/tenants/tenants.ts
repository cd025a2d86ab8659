import { TenantSettings } from '@nightflow/schemas/platform/tenant'
import { tenants } from '@nightflow/schemas/platform/tenant-resource'
import { InUse } from '@nightflow/schemas/shared/lists'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { TenantCode, TimeZone } from '@nightflow/schemas/shared/values'
import { isTrialOver } from '../rules/trial-days.ts'
import { firstRowOf, platform, type Queryable, rowsOf } from '../storage/platform-tables.ts'
import { storeOf } from '../storage/resource-table.ts'
import { seedTenant } from './seed-tenants.ts'

export type Tenant = { code: string; name: string; timeZone: string; settings: TenantSettings }

type TenantRow = { code: string; name: string; time_zone: string; settings: unknown }
const columns = ['code', 'name', 'time_zone', 'settings'] as const
const tenantOf = (row: TenantRow): Tenant => ({
  code: row.code,
  name: row.name,
  timeZone: row.time_zone,
  settings: TenantSettings.parse(row.settings),
})

type NewTenant = { code: string; name: string; timeZone: string; settings?: Partial<TenantSettings>; kind?: 'normal' | 'trial' }

/**
 * Creates a tenant with its built-in roles, or answers the one that already has this code, unchanged. Throws a ZodError on a malformed
 * code, zone or setting.
 */
export const createTenant = async (database: Queryable, tenant: NewTenant): Promise<Tenant> => {
  const row = {
    code: TenantCode.parse(tenant.code),
    name: tenant.name,
    time_zone: TimeZone.parse(tenant.timeZone),
    settings: JSON.stringify(TenantSettings.parse(tenant.settings ?? {})),
    kind: tenant.kind ?? 'normal',
  }
  await rowsOf(
    database,
    platform
      .insertInto('platform.tenants')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  )
  await seedTenant(database, row.code)
  const created = await findTenant(database, row.code)
  if (!created) throw new Error(`tenant ${row.code} vanished while it was created`)
  return created
}

export const findTenant = async (database: Queryable, code: string): Promise<Tenant | undefined> => {
  const row = await firstRowOf(database, platform.selectFrom('platform.tenants').select(columns).where('code', '=', code))
  return row && tenantOf(row)
}

/** Tenants by code, at most a thousand. */
/** May people of this tenant get in at all: is it in use, and its trial, if it is one, not over? */
export const isTenantOpen = async (database: Queryable, code: string): Promise<boolean> => {
  const { rowCount } = await database.query(
    `select from platform.tenants where code = $1 and status = '${InUse.enum.enabled}' and not ${isTrialOver('tenants')}`,
    [code],
  )
  return rowCount === 1
}

export const listTenants = async (database: Queryable): Promise<Tenant[]> => {
  const rows = await rowsOf(database, platform.selectFrom('platform.tenants').select(columns).orderBy('code').limit(1000))
  return rows.map(tenantOf)
}

/** All tenants, for the platform's operators; row-level security shows other tenants their own. */
export const tenantStore = storeOf(tenants, { columns: { createTime: 'created_at' } })

/** Changes the settings of one tenant from their present state, serialised with concurrent changes. */
export const changeSettings = async (
  database: Queryable,
  code: string,
  change: (settings: TenantSettings) => TenantSettings,
  by: string,
): Promise<{ before: TenantSettings; after: TenantSettings } | Rejection> => {
  const { rows } = await database.query<{ settings: unknown }>('select settings from platform.tenants where code = $1 for update', [code])
  if (!rows[0]) return rejected('not-found')
  const before = TenantSettings.parse(rows[0].settings)
  const after = change(before)
  await database.query('update platform.tenants set settings = $2, update_by = $3, update_time = now() where code = $1', [
    code,
    JSON.stringify(after),
    by,
  ])
  return { before, after }
}

/** Gives a tenant another logo; answers the file of the one before. */
export const replaceLogo = async (database: Queryable, code: string, fileId: string, by: string): Promise<string | null> => {
  const { rows } = await database.query<{ before: string | null }>(
    `update platform.tenants t set logo_file = $2, update_by = $3, update_time = now()
     from (select code, logo_file from platform.tenants where code = $1 for update) was
     where t.code = was.code returning was.logo_file as before`,
    [code, fileId, by],
  )
  return rows[0]?.before ?? null
}
