import { seedParameters } from './settings/configuration.ts'
import { seedDictionaries } from './settings/dictionaries.ts'
import { syncMenus } from './settings/menus.ts'
import type { Queryable } from './storage/platform-tables.ts'
import { seedTenants } from './tenants/seed-tenants.ts'

/**
 * The rows that the service ships: added where they are missing, brought to the declarations of this version where they were not edited
 * (`follow-defaults.ts`). Runs with every migration, so that a changed default needs none of its own.
 */
export const seedPlatform = async (database: Queryable): Promise<void> => {
  await syncMenus(database)
  await seedTenants(database)
  await seedDictionaries(database)
  await seedParameters(database)
}
