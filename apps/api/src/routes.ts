import { agentRoutes } from './agents/routes.ts'
import { alarmRuleResourceRoutes } from './alarms/alarm-rules.ts'
import { alarmRoutes } from './alarms/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { billingResourceRoutes, billingRoutes } from './billing/routes.ts'
import { cardsRoutes } from './cards/routes.ts'
import { customerTypeRoutes } from './customers/customer-types.ts'
import { customersRoutes } from './customers/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { concentratorResourceRoutes } from './devices/concentrators.ts'
import { fieldDeviceResourceRoutes } from './devices/field-devices.ts'
import { meterListRoutes } from './devices/meter-lists.ts'
import { devicesRoutes } from './devices/routes.ts'
import { ownerRoutes } from './http/owners.ts'
import type { Route } from './http/serve.ts'
import { accountCommandRoutes } from './joined/account-commands.ts'
import { agentDeskRoutes } from './joined/agent-desk.ts'
import { cancelAccountRoute } from './joined/cancel-account.ts'
import { followPayOrderRoutes } from './joined/follow-pay-order.ts'
import { payPageRoutes } from './joined/pay-page.ts'
import { payReceiptRoute } from './joined/pay-receipt.ts'
import { leakageReportRoute } from './joined/print-leakage.ts'
import { printTokenRoute } from './joined/print-token.ts'
import { pushThirdPartyRechargeRoute } from './joined/push-third-party-recharge.ts'
import { sellTokenRoutes } from './joined/sell-tokens.ts'
import { streamPayOrderRoute } from './joined/stream-pay-order.ts'
import { annotationResourceRoutes } from './leakage/annotations.ts'
import { leakageRoutes } from './leakage/routes.ts'
import { meteringRoutes } from './metering/routes.ts'
import { paymentsResourceRoutes, paymentsRoutes } from './payments/routes.ts'
import { exportJobRoutes } from './platform/export-jobs.ts'
import { importJobRoutes } from './platform/import-jobs.ts'
import { platformRoutes } from './platform/routes.ts'
import { prepaidRoutes } from './prepaid/routes.ts'
import { stsMeterResourceRoutes } from './prepaid/sts-meters.ts'
import { stsRefundResourceRoutes } from './prepaid/sts-refunds.ts'
import { tokenResourceRoutes } from './prepaid/tokens.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { derivedRoutes } from './resource/derived-routes.ts'
import { crewRoutes } from './work-orders/crews.ts'
import { leakCaseResourceRoutes } from './work-orders/leak-cases.ts'
import { orderPlanRoutes } from './work-orders/order-plans.ts'
import { publicRequestResourceRoutes } from './work-orders/public-requests.ts'
import { workOrdersRoutes } from './work-orders/routes.ts'
import { workOrderResourceRoutes } from './work-orders/work-orders.ts'

const writtenOfResources = [
  ...platformRoutes,
  ...concentratorResourceRoutes,
  ...fieldDeviceResourceRoutes,
  ...customerTypeRoutes,
  ...meterListRoutes,
  ...billingResourceRoutes,
  ...stsMeterResourceRoutes,
  ...tokenResourceRoutes,
  ...stsRefundResourceRoutes,
  ...workOrderResourceRoutes,
  ...leakCaseResourceRoutes,
  ...crewRoutes,
  ...orderPlanRoutes,
  ...publicRequestResourceRoutes,
  ...paymentsResourceRoutes,
  ...alarmRuleResourceRoutes,
  ...annotationResourceRoutes,
]

const ofContexts = {
  metering: meteringRoutes,
  devices: devicesRoutes,
  leakage: [...leakageRoutes, leakageReportRoute],
  agents: [...agentRoutes, ...agentDeskRoutes],
  alarms: alarmRoutes,
  billing: billingRoutes,
  customers: [...customersRoutes, ...accountCommandRoutes, cancelAccountRoute],
  dashboard: dashboardRoutes,
  audit: auditRoutes,
  privacy: privacyRoutes,
  payments: [
    pushThirdPartyRechargeRoute,
    ...payPageRoutes,
    ...followPayOrderRoutes,
    streamPayOrderRoute,
    payReceiptRoute,
    ...paymentsRoutes,
  ],
  workOrders: workOrdersRoutes,
  prepaid: [...sellTokenRoutes, printTokenRoute, ...prepaidRoutes],
  cards: cardsRoutes,
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
