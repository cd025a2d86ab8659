import { agentSales, agentSettlements } from './agents/agent-lists.ts'
import { alarmRules } from './alarms/alarm-rule.ts'
import { bankEntries, bankStatements } from './billing/bank-entry.ts'
import { bills } from './billing/bill.ts'
import { billRunAccounts, billRuns } from './billing/bill-run.ts'
import { bookCloses } from './billing/book-close.ts'
import { burnDowns } from './billing/burn-down-row.ts'
import { debtRecords, debts } from './billing/debt.ts'
import { deductions } from './billing/deduction.ts'
import { heldBills } from './billing/held-bill.ts'
import { journal } from './billing/journal.ts'
import { payments } from './billing/payment.ts'
import { personalSurcharges } from './billing/personal-surcharge.ts'
import { priceSchemes } from './billing/price-scheme.ts'
import { recharges } from './billing/recharge.ts'
import { surchargeSchemes } from './billing/surcharge-scheme.ts'
import { transactions } from './billing/transaction.ts'
import { cardRecords, cards, systemCards } from './cards/card.ts'
import { customerTypes } from './customers/customer-type.ts'
import { concentrators } from './devices/concentrator.ts'
import { flowMeters } from './devices/flow-meter.ts'
import { mapDevices } from './devices/map-device.ts'
import { meterGroups } from './devices/meter-group.ts'
import { meterTypes } from './devices/meter-type.ts'
import { pressureMeters } from './devices/pressure-meter.ts'
import { annotations } from './leakage/annotation.ts'
import { payAttempts } from './payments/pay-attempt.ts'
import { paymentReconciliations } from './payments/payment-leftover.ts'
import { paymentOrders } from './payments/payment-order.ts'
import { paymentPlatforms } from './payments/payment-platform.ts'
import { platformAssociations } from './payments/platform-association.ts'
import { paymentReportPulls } from './payments/report-pull.ts'
import { thirdPartyAccesses, thirdPartyRecharges } from './payments/third-party-recharge.ts'
import { webhookDeliveries, webhookEndpoints } from './payments/webhook.ts'
import { agents } from './platform/agent.ts'
import { carriers } from './platform/carrier.ts'
import { parameters } from './platform/configuration.ts'
import { departments } from './platform/department.ts'
import { dictionaryData, dictionaryTypes } from './platform/dictionary.ts'
import { signIns } from './platform/login-log.ts'
import { mapLayers } from './platform/map-layer.ts'
import { menus } from './platform/menu.ts'
import { messageTemplates } from './platform/message-template.ts'
import { notices } from './platform/notice.ts'
import { operations } from './platform/operation-log.ts'
import { outbox } from './platform/outbox.ts'
import { regions } from './platform/region.ts'
import { reportSchedules } from './platform/report-schedule.ts'
import { roles } from './platform/role.ts'
import { users } from './platform/staff-user.ts'
import { tenants } from './platform/tenant-resource.ts'
import { thirdPartyPlatforms } from './platform/third-party-platform.ts'
import { stsMeters } from './prepaid/sts-meter.ts'
import { stsRefunds } from './prepaid/token-refund.ts'
import { tokens } from './prepaid/token-row.ts'
import { workCrews } from './work-orders/crew.ts'
import { leakCases } from './work-orders/leak-case.ts'
import { orderPlans } from './work-orders/order-plan.ts'
import { publicRequests } from './work-orders/public-request.ts'
import { workOrders } from './work-orders/work-order.ts'

/** Every resource, one line each. A new one is registered here. */
export const resources = {
  notices,
  dictionaryTypes,
  dictionaryData,
  parameters,
  carriers,
  thirdPartyPlatforms,
  operations,
  signIns,
  outbox,
  agents,
  agentSales,
  agentSettlements,
  users,
  reportSchedules,
  roles,
  departments,
  regions,
  menus,
  tenants,
  customerTypes,
  concentrators,
  meterTypes,
  meterGroups,
  flowMeters,
  pressureMeters,
  mapDevices,
  mapLayers,
  priceSchemes,
  surchargeSchemes,
  personalSurcharges,
  bills,
  billRuns,
  billRunAccounts,
  heldBills,
  payments,
  recharges,
  burnDowns,
  debts,
  debtRecords,
  deductions,
  transactions,
  bankStatements,
  bankEntries,
  journal,
  bookCloses,
  stsMeters,
  tokens,
  stsRefunds,
  workOrders,
  leakCases,
  paymentPlatforms,
  platformAssociations,
  paymentOrders,
  paymentReconciliations,
  payAttempts,
  webhookEndpoints,
  webhookDeliveries,
  paymentReportPulls,
  thirdPartyAccesses,
  thirdPartyRecharges,
  alarmRules,
  cards,
  cardRecords,
  systemCards,
  annotations,
  messageTemplates,
  workCrews,
  orderPlans,
  publicRequests,
}
