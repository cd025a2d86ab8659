import * as agents from './agents/recharge-agent.ts'
import * as alarmLifecycle from './alarms/alarm-lifecycle.ts'
import * as alarms from './alarms/endpoints.ts'
import * as audit from './audit/endpoints.ts'
import * as accountMoneyCalls from './billing/account-money.ts'
import * as accountStatementCalls from './billing/account-statement.ts'
import * as bankCalls from './billing/bank-calls.ts'
import * as billBatches from './billing/bill-batches.ts'
import * as billCalls from './billing/bill-calls.ts'
import * as billComparison from './billing/bill-comparison.ts'
import * as billDocumentCalls from './billing/bill-documents.ts'
import * as billNotes from './billing/bill-notes.ts'
import * as billRunCalls from './billing/bill-run-calls.ts'
import * as bookClose from './billing/book-close-calls.ts'
import * as collectionCalls from './billing/collection-calls.ts'
import * as collectionSettings from './billing/collection-settings-calls.ts'
import * as counterCalls from './billing/counter.ts'
import * as debtCalls from './billing/debt-calls.ts'
import * as findBillsCall from './billing/find-bills.ts'
import * as heldBillCalls from './billing/held-bill-calls.ts'
import * as ledgerReports from './billing/ledger-reports.ts'
import * as moneyReports from './billing/money-reports.ts'
import * as priceSchemeCalls from './billing/price-scheme-calls.ts'
import * as priceSimulationCalls from './billing/price-simulation.ts'
import * as rebillCalls from './billing/rebill.ts'
import * as surchargeCalls from './billing/surcharge-calls.ts'
import * as accountAttachments from './customers/account-attachments.ts'
import * as accountLifecycle from './customers/account-lifecycle.ts'
import * as accountUse from './customers/account-use.ts'
import * as customers from './customers/endpoints.ts'
import * as findAccountsCall from './customers/find-accounts.ts'
import * as importAccounts from './customers/import-accounts.ts'
import * as leakNotice from './customers/leak-notice.ts'
import * as dashboard from './dashboard/endpoints.ts'
import * as useReports from './dashboard/use-reports.ts'
import * as concentratorCalls from './devices/concentrator-calls.ts'
import * as createMeter from './devices/create-meter.ts'
import * as deviceCalls from './devices/device-calls.ts'
import * as devices from './devices/endpoints.ts'
import * as importMeters from './devices/import-meters.ts'
import * as meterGroupValves from './devices/meter-group-valves.ts'
import * as meterLife from './devices/meter-life.ts'
import * as meterPlaces from './devices/meter-places.ts'
import * as meterReplacements from './devices/meter-replacements.ts'
import * as moveMeters from './devices/move-meters.ts'
import * as updateKey from './devices/update-key.ts'
import * as valveOperations from './devices/valve-operations.ts'
import * as correctionEffects from './leakage/correction-effects.ts'
import * as leakage from './leakage/endpoints.ts'
import * as partitionSales from './leakage/partition-sales.ts'
import * as consumptionReview from './metering/consumption-review.ts'
import * as metering from './metering/endpoints.ts'
import * as healthSettings from './metering/health-settings.ts'
import * as manualReading from './metering/manual-reading.ts'
import * as meterHealth from './metering/meter-health.ts'
import * as validation from './metering/validation-thresholds.ts'
import * as walkBy from './metering/walk-by.ts'
import * as configuration from './platform/configuration-calls.ts'
import * as dictionary from './platform/dictionary-calls.ts'
import * as platform from './platform/endpoints.ts'
import * as exportJobs from './platform/export-jobs.ts'
import * as fileCalls from './platform/file-calls.ts'
import * as gatewayDownlink from './platform/gateway-downlink.ts'
import * as importJobs from './platform/import-jobs.ts'
import * as loginLog from './platform/login-log-calls.ts'
import * as mapLayerCalls from './platform/map-layer-calls.ts'
import * as sessionCalls from './platform/session-calls.ts'
import * as signInCalls from './platform/sign-in-calls.ts'
import * as privacy from './privacy/endpoints.ts'
import { resourceCalls } from './resource-calls.ts'
import type { Endpoint } from './shared/endpoint.ts'
import * as owner from './shared/owner.ts'

const isEndpoint = (part: unknown): part is Endpoint => typeof part === 'object' && part !== null && 'method' in part && 'path' in part

/** A module's endpoints, without its other exports. */
const endpointsOf = (module: object): Record<string, Endpoint> =>
  Object.fromEntries(Object.entries(module).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])))

const endpointsOfResources = (): Record<string, Endpoint> =>
  Object.fromEntries(
    Object.entries(resourceCalls).flatMap(([name, calls]) =>
      Object.entries(endpointsOf(calls)).map(([verb, endpoint]) => [`${name}.${verb}`, endpoint]),
    ),
  )

/** Every endpoint under `/api/v1` and `/prod-api`, by context: the server must route each, OpenAPI lists each. */
export const endpoints = {
  platform: {
    ...platform,
    ...endpointsOf(signInCalls),
    ...endpointsOf(sessionCalls),
    ...endpointsOf(fileCalls),
    ...endpointsOf(mapLayerCalls),
    ...endpointsOf(dictionary),
    ...endpointsOf(configuration),
    ...endpointsOf(loginLog),
    ...endpointsOf(exportJobs),
    ...endpointsOf(importJobs),
    ...endpointsOf(gatewayDownlink),
    ...endpointsOf(owner),
    ...endpointsOfResources(),
  },
  metering: {
    ...metering,
    ...endpointsOf(consumptionReview),
    ...endpointsOf(validation),
    ...endpointsOf(meterHealth),
    ...endpointsOf(healthSettings),
    ...endpointsOf(manualReading),
    ...endpointsOf(walkBy),
  },
  devices: {
    ...devices,
    ...endpointsOf(importMeters),
    ...endpointsOf(concentratorCalls),
    ...endpointsOf(deviceCalls),
    ...endpointsOf(createMeter),
    ...endpointsOf(meterLife),
    ...endpointsOf(meterGroupValves),
    ...endpointsOf(moveMeters),
    ...endpointsOf(meterPlaces),
    ...endpointsOf(meterReplacements),
    ...endpointsOf(updateKey),
    ...endpointsOf(valveOperations),
  },
  leakage: { ...leakage, ...endpointsOf(correctionEffects), ...endpointsOf(partitionSales) },
  agents: endpointsOf(agents),
  alarms: { ...endpointsOf(alarms), ...endpointsOf(alarmLifecycle) },
  billing: {
    ...endpointsOf(priceSchemeCalls),
    ...endpointsOf(priceSimulationCalls),
    ...endpointsOf(surchargeCalls),
    ...endpointsOf(debtCalls),
    ...endpointsOf(billCalls),
    ...endpointsOf(collectionCalls),
    ...endpointsOf(collectionSettings),
    ...endpointsOf(rebillCalls),
    ...endpointsOf(bankCalls),
    ...endpointsOf(heldBillCalls),
    ...endpointsOf(moneyReports),
    ...endpointsOf(billRunCalls),
    ...endpointsOf(ledgerReports),
    ...endpointsOf(bookClose),
    ...endpointsOf(billComparison),
    ...endpointsOf(billDocumentCalls),
    ...endpointsOf(billBatches),
    ...endpointsOf(accountMoneyCalls),
    ...endpointsOf(accountStatementCalls),
    ...endpointsOf(counterCalls),
    ...endpointsOf(billNotes),
    ...endpointsOf(findBillsCall),
  },
  customers: {
    ...endpointsOf(leakNotice),
    ...endpointsOf(customers),
    ...endpointsOf(findAccountsCall),
    ...endpointsOf(accountUse),
    ...endpointsOf(importAccounts),
    ...endpointsOf(accountLifecycle),
    ...endpointsOf(accountAttachments),
  },
  dashboard: { ...endpointsOf(dashboard), ...endpointsOf(useReports) },
  audit,
  privacy: endpointsOf(privacy),
}
