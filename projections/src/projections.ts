import { agentBalances } from './agents/agent-balances.ts'
import { alarms } from './alarms/alarms.ts'
import { logHeads } from './audit/log-heads.ts'
import { accountArrears } from './billing/account-arrears.ts'
import { accountBalances } from './billing/account-balances.ts'
import { accountSchemes } from './billing/account-schemes.ts'
import { bankEntries } from './billing/bank-entries.ts'
import { bankStatements } from './billing/bank-statements.ts'
import { billMovements } from './billing/bill-movements.ts'
import { billRunAccounts } from './billing/bill-run-accounts.ts'
import { billRuns } from './billing/bill-runs.ts'
import { billedVolumes } from './billing/billed-volumes.ts'
import { bills } from './billing/bills.ts'
import { bookCloses } from './billing/book-closes.ts'
import { collectionSettings } from './billing/collection-settings.ts'
import { debtRecords } from './billing/debt-records.ts'
import { debts } from './billing/debts.ts'
import { deductionOrders } from './billing/deduction-orders.ts'
import { deductions } from './billing/deductions.ts'
import { heldBills } from './billing/held-bills.ts'
import { ledgerSums } from './billing/ledger-sums.ts'
import { payments } from './billing/payments.ts'
import { personalSurcharges } from './billing/personal-surcharges.ts'
import { postings } from './billing/postings.ts'
import { priceSchemes } from './billing/price-schemes.ts'
import { stepSums } from './billing/step-sums.ts'
import { surchargeSchemes } from './billing/surcharge-schemes.ts'
import { transactions } from './billing/transactions.ts'
import { vatSums } from './billing/vat-sums.ts'
import { accounts } from './customers/accounts.ts'
import { groupDays } from './dashboard/group-days.ts'
import { tenantDays } from './dashboard/tenant-days.ts'
import { concentrators } from './devices/concentrators.ts'
import { flowMeters } from './devices/flow-meters.ts'
import { keyUpdates } from './devices/key-updates.ts'
import { mapDevices } from './devices/map-devices.ts'
import { meterMoves } from './devices/meter-moves.ts'
import { meterReplacements } from './devices/meter-replacements.ts'
import { meters } from './devices/meters.ts'
import { placedMeters } from './devices/placed-meters.ts'
import { pressureMeters } from './devices/pressure-meters.ts'
import { valveOperations } from './devices/valve-operations.ts'
import { valves } from './devices/valves.ts'
import { cascadeChanges } from './leakage/cascade-changes.ts'
import { partitionDays } from './leakage/partition-days.ts'
import { partitionMeters } from './leakage/partition-meters.ts'
import { partitions } from './leakage/partitions.ts'
import { dayReviews } from './metering/day-reviews.ts'
import { gatewayActivity } from './metering/gateway-activity.ts'
import { healthSettings } from './metering/health-settings.ts'
import { importedMeters } from './metering/imported-meters.ts'
import { imports } from './metering/imports.ts'
import { manualReadings } from './metering/manual-readings.ts'
import { meterDays } from './metering/meter-days.ts'
import { meterHealth } from './metering/meter-health.ts'
import { meterSignals } from './metering/meter-signals.ts'
import { quarantine } from './metering/quarantine.ts'
import { validationProgress } from './metering/validation-progress.ts'
import { walkByPlans } from './metering/walk-by-plans.ts'
import { persons } from './privacy/persons.ts'
import type { Projection } from './projector/projection.ts'

/**
 * Every read model, in the order in which a batch passes through them: partitions sum up the changes of the meters' days. Volumes stated for
 * days come between: the fold of days starts from those stated before the batch, partitions read them with the batch.
 */
export const projections: readonly Projection[] = [
  meters,
  meterMoves,
  meterReplacements,
  placedMeters,
  valveOperations,
  valves,
  keyUpdates,
  quarantine,
  gatewayActivity,
  meterSignals,
  imports,
  meterDays,
  dayReviews,
  validationProgress,
  meterHealth,
  healthSettings,
  manualReadings,
  walkByPlans,
  importedMeters,
  tenantDays,
  groupDays,
  partitions,
  partitionMeters,
  cascadeChanges,
  partitionDays,
  alarms,
  accounts,
  agentBalances,
  surchargeSchemes,
  personalSurcharges,
  accountSchemes,
  bills,
  billRuns,
  billRunAccounts,
  heldBills,
  collectionSettings,
  accountArrears,
  accountBalances,
  payments,
  transactions,
  bankStatements,
  bankEntries,
  debts,
  debtRecords,
  deductions,
  deductionOrders,
  postings,
  ledgerSums,
  stepSums,
  billedVolumes,
  vatSums,
  billMovements,
  bookCloses,
  concentrators,
  flowMeters,
  pressureMeters,
  mapDevices,
  priceSchemes,
  persons,
  logHeads,
]
