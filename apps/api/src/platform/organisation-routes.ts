import type { Route } from '../http/serve.ts'
import { menuRoutes } from './menus.ts'
import { organisationTreeRoutes } from './organisation-trees.ts'
import { regionImportRoutes } from './region-import.ts'
import { roleRoutes } from './roles.ts'
import { staffImportRoutes } from './staff-import.ts'
import { staffRoutes } from './staff-routes.ts'
import { tenantRoutes } from './tenants.ts'

/** Staff, roles and departments of a tenant, and the tenants themselves. */
export const organisationRoutes: readonly Route[] = [
  ...menuRoutes,
  ...organisationTreeRoutes,
  ...regionImportRoutes,
  ...roleRoutes,
  ...staffRoutes,
  ...staffImportRoutes,
  ...tenantRoutes,
]
