import { seedParameters } from './configuration.ts'
import { seedDictionaries } from './dictionaries.ts'
import { syncMenus } from './menus.ts'
import type { Queryable } from './platform-tables.ts'
import { seedTenants } from './seed-tenants.ts'

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
