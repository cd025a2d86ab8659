import { agentRoutes } from './agents/routes.ts'
import { alarmRoutes } from './alarms/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { billingResourceRoutes, billingRoutes } from './billing/routes.ts'
import { cancelAccountRoute } from './cancel-account.ts'
import { customerTypeRoutes } from './customers/customer-types.ts'
import { customersRoutes } from './customers/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { datedChangeRoutes } from './dated-changes.ts'
import { concentratorResourceRoutes } from './devices/concentrators.ts'
import { fieldDeviceResourceRoutes } from './devices/field-devices.ts'
import { meterListRoutes } from './devices/meter-lists.ts'
import { devicesRoutes } from './devices/routes.ts'
import { ownerRoutes } from './http/owners.ts'
import type { Route } from './http/serve.ts'
import { leakageRoutes } from './leakage/routes.ts'
import { meteringRoutes } from './metering/routes.ts'
import { exportJobRoutes } from './platform/export-jobs.ts'
import { importJobRoutes } from './platform/import-jobs.ts'
import { platformRoutes } from './platform/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { derivedRoutes } from './resource/derived-routes.ts'

const writtenOfResources = [
  ...platformRoutes,
  ...concentratorResourceRoutes,
  ...fieldDeviceResourceRoutes,
  ...customerTypeRoutes,
  ...meterListRoutes,
  ...billingResourceRoutes,
]

const ofContexts = {
  metering: meteringRoutes,
  devices: devicesRoutes,
  leakage: leakageRoutes,
  agents: agentRoutes,
  alarms: alarmRoutes,
  billing: billingRoutes,
  customers: [...customersRoutes, ...datedChangeRoutes, cancelAccountRoute],
  dashboard: dashboardRoutes,
  audit: auditRoutes,
  privacy: privacyRoutes,
}

/** Those of every resource, wherever its rules are. */
const ofResources = [...writtenOfResources, ...derivedRoutes([...writtenOfResources, ...Object.values(ofContexts).flat()])]

/** Every route under `/api/v1` and `/prod-api`, by context as in `schemas/src/endpoints.ts`. Nothing else is served there. */
export const routes: Record<'platform' | keyof typeof ofContexts, readonly Route[]> = {
  platform: [
    ...ofResources,
    ...ownerRoutes,
    ...exportJobRoutes([...ofResources, ...Object.values(ofContexts).flat()]),
    ...importJobRoutes([...ofResources, ...devicesRoutes, ...customersRoutes]),
  ],
  ...ofContexts,
}
