import { parameters } from '@nightflow/schemas/platform/configuration'
import { defaultParameters } from '@nightflow/schemas/platform/default-parameters'
import { isSecretParameter, openParameterKeys, secretKeyPattern } from '@nightflow/schemas/platform/secret-parameters'
import { YesNo } from '@nightflow/schemas/shared/lists'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import { isRejection, rejected } from '@nightflow/schemas/shared/rejections'
import { sql } from 'kysely'
import { followDefaults } from '../storage/follow-defaults.ts'
import type { Queryable } from '../storage/platform-tables.ts'
import { type StoreOf, storeOf } from '../storage/resource-table.ts'

const table = storeOf(parameters, {
  // A tenant sees its own in the place of the platform's, and never a secret of the platform.
  only: sql<boolean>`(tenant = current_setting('nightflow.tenant') or (
    (config_key = any(${openParameterKeys}::text[]) or config_key !~* ${secretKeyPattern}) and not exists (
    select from platform.configuration as own
    where own.config_key = platform.configuration.config_key and own.tenant = current_setting('nightflow.tenant'))))`,
})

const tenantOf = async (database: Queryable): Promise<string> =>
  (await database.query<{ tenant: string }>(`select current_setting('nightflow.tenant') as tenant`)).rows[0]!.tenant

/**
 * Parameters of a tenant and, where it has none of its own, of the platform. Changing one of the platform's as a tenant makes the tenant's
 * own; removing that brings the platform's back.
 */
export const parameterStore: StoreOf<typeof parameters> = {
  ...table,
  change: async (database, id, values, by) => {
    const seen = await table.find(database, id)
    if (!seen) return false
    // Programs ask by the key: another key would be another parameter.
    const kept = { ...values, configKey: seen.configType === YesNo.enum.yes ? seen.configKey : values.configKey }
    if (seen.tenant === (await tenantOf(database))) return table.change(database, id, kept, by)
    const made = await table.create(database, { ...seen, ...values, configKey: seen.configKey }, by)
    return isRejection(made) ? made : true
  },
  remove: async (database, ids) => {
    for (const id of ids) {
      const seen = await table.find(database, id)
      if (seen?.configType === YesNo.enum.yes && seen.tenant === (await tenantOf(database))) return rejected('built-in-stays')
    }
    return table.remove(database, ids)
  },
}

/** The tenant's own value of a parameter, otherwise the platform's unless it is a secret. Needs a connection that sees both. */
export const findParameter = async (database: Queryable, tenant: string, key: string): Promise<string | undefined> => {
  const { rows } = await database.query<{ value: string }>(
    `select config_value as value from platform.configuration where config_key = $2 and (tenant = $1 or (tenant = $3 and not $4))
     order by tenant = $1 desc limit 1`,
    [tenant, key, platformTenant, isSecretParameter(key)],
  )
  return rows[0]?.value
}

/** The tenant's own value of a parameter that the platform ships. Needs a connection in the tenant. */
export const setParameter = async (database: Queryable, key: string, value: string, by: string): Promise<void> => {
  await database.query(
    `insert into platform.configuration (tenant, config_key, config_name, config_value, config_type, create_by)
     select current_setting('nightflow.tenant'), config_key, config_name, $2, config_type, $3
     from platform.configuration where tenant = $4 and config_key = $1
     on conflict (tenant, config_key) do update set config_value = excluded.config_value, update_by = $3, update_time = now()`,
    [key, value, by, platformTenant],
  )
}

const shippedParameters = defaultParameters.map(({ key, name, value }) => ({
  tenant: platformTenant,
  config_key: key,
  config_name: name.en,
  config_value: value,
}))

/**
 * Adds the platform's parameters where they are missing, and brings those that operators have not edited to the declaration. The platform's
 * tenant must exist.
 */
export const seedParameters = async (database: Queryable): Promise<void> => {
  await database.query(
    `insert into platform.configuration (tenant, config_key, config_name, config_value, config_type, shipped, create_by)
     select tenant, config_key, config_name, config_value, '${YesNo.enum.yes}', parameter, 'system' from jsonb_array_elements($1::jsonb) as parameter,
       jsonb_to_record(parameter) as declared (tenant text, config_key text, config_name text, config_value text)
     on conflict do nothing`,
    [JSON.stringify(shippedParameters)],
  )
  await followDefaults(database, {
    table: 'platform.configuration',
    key: ['tenant', 'config_key'],
    columns: { config_name: 'text', config_value: 'text' },
    rows: shippedParameters,
  })
}
