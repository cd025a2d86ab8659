import { seedParameters } from './configuration.ts'
import { seedDictionaries } from './dictionaries.ts'
import { syncMenus } from './menus.ts'
import type { Queryable } from './platform-tables.ts'
import { seedTenants } from './seed-tenants.ts'

/** What the service brings itself, added where it is missing; what operators and tenants changed stays. Runs with every migration. */
export const seedPlatform = async (database: Queryable): Promise<void> => {
  await syncMenus(database)
  await seedTenants(database)
  await seedDictionaries(database)
  await seedParameters(database)
}
