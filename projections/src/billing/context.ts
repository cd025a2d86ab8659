import type { Projection } from '../projector/projection.ts'
import { accountArrears } from './account-arrears.ts'
import { accountBalances } from './account-balances.ts'
import { accountSchemes } from './account-schemes.ts'
import { bankEntries } from './bank-entries.ts'
import { bankStatements } from './bank-statements.ts'
import { billMovements } from './bill-movements.ts'
import { billRunAccounts } from './bill-run-accounts.ts'
import { billRuns } from './bill-runs.ts'
import { billedVolumes } from './billed-volumes.ts'
import { bills } from './bills.ts'
import { bookCloses } from './book-closes.ts'
import { burnDownRuns } from './burn-down-runs.ts'
import { burnDowns } from './burn-downs.ts'
import { collectionSettings } from './collection-settings.ts'
import { debtRecords } from './debt-records.ts'
import { debts } from './debts.ts'
import { deductionOrders } from './deduction-orders.ts'
import { deductions } from './deductions.ts'
import { heldBills } from './held-bills.ts'
import { ledgerSums } from './ledger-sums.ts'
import { payments } from './payments.ts'
import { personalSurcharges } from './personal-surcharges.ts'
import { postings } from './postings.ts'
import { priceSchemes } from './price-schemes.ts'
import { recharges } from './recharges.ts'
import { stepSums } from './step-sums.ts'
import { surchargeSchemes } from './surcharge-schemes.ts'
import { transactions } from './transactions.ts'
import { vatSums } from './vat-sums.ts'

/** The read models of the context, in the order in which a batch passes through them. */
export const billingReadModels: readonly Projection[] = [
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
  recharges,
  burnDowns,
  burnDownRuns,
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
  priceSchemes,
]
