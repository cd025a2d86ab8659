import { platformTenant } from '@nightflow/schemas/shared/may-do'
import { type RegulatorClasses, readRegulatorClasses, regulatorClassesKey } from '@nightflow/schemas/shared/regulator-classes'
import type { PoolClient } from 'pg'

/** The classes that the utility set, otherwise those of the platform; undefined where neither has any. */
export const readTenantClasses = async (database: PoolClient): Promise<RegulatorClasses | undefined> => {
  const { rows } = await database.query<{ value: string }>(
    `select config_value as value from platform.configuration where config_key = $1 and tenant in (current_setting('nightflow.tenant'), $2)
     order by tenant = current_setting('nightflow.tenant') desc limit 1`,
    [regulatorClassesKey, platformTenant],
  )
  return rows[0] && readRegulatorClasses(rows[0].value)
}
