import * as documents from '@nightflow/schemas/billing/bill-documents'
import * as calls from '@nightflow/schemas/billing/price-simulation'
import { ask, command, type Route } from '../http/serve.ts'
import { document } from '../resource/export-routes.ts'
import { accountMoneyRoutes } from './account-money.ts'
import { bankEntryResourceRoutes, bankEntryRoutes } from './bank-entries.ts'
import { bankStatementResourceRoutes, bankStatementRoutes } from './bank-statements.ts'
import { findBillAsOf } from './bill-as-of.ts'
import { printBill, showCalculation } from './bill-documents.ts'
import { billNoteRoutes } from './bill-notes.ts'
import { billRunResourceRoutes, billRunRoutes } from './bill-runs.ts'
import { billResourceRoutes, billRoutes } from './bills.ts'
import { bookCloseResourceRoutes, bookCloseRoutes } from './book-closes.ts'
import { burnDownRoutes } from './burn-downs.ts'
import { collectionRoutes } from './collection.ts'
import { compareBillRoute } from './compare-bill.ts'
import { counterRoutes } from './counter.ts'
import { debtResourceRoutes, debtRoutes } from './debts.ts'
import { deductionResourceRoutes, deductionRoutes } from './deductions.ts'
import { findBillsRoute } from './find-bills.ts'
import { heldBillResourceRoutes, heldBillRoutes } from './held-bills.ts'
import { ledgerReportRoutes } from './ledger-reports.ts'
import { mailBillsRoute } from './mail-bills.ts'
import { moneyReportRoutes } from './money-reports.ts'
import { personalSurchargeResourceRoutes, personalSurchargeRoutes } from './personal-surcharges.ts'
import { priceSchemeResourceRoutes, priceSchemeRoutes } from './price-schemes.ts'
import { printBillsRoute } from './print-bills.ts'
import { rebillRoutes } from './rebills.ts'
import { listSimulations, startSimulation } from './simulate-draft.ts'
import { surchargeSchemeResourceRoutes, surchargeSchemeRoutes } from './surcharge-schemes.ts'

export const billingResourceRoutes: readonly Route[] = [
  ...priceSchemeResourceRoutes,
  ...surchargeSchemeResourceRoutes,
  ...personalSurchargeResourceRoutes,
  ...debtResourceRoutes,
  ...deductionResourceRoutes,
  ...billResourceRoutes,
  ...bankStatementResourceRoutes,
  ...bankEntryResourceRoutes,
  ...billRunResourceRoutes,
  ...bookCloseResourceRoutes,
  ...heldBillResourceRoutes,
]

export const billingRoutes: readonly Route[] = [
  ...priceSchemeRoutes,
  command(calls.startSimulation, startSimulation),
  ask(calls.listSimulations, listSimulations),
  ...surchargeSchemeRoutes,
  ...personalSurchargeRoutes,
  ...debtRoutes,
  ...deductionRoutes,
  ...billRoutes,
  ...accountMoneyRoutes,
  ...burnDownRoutes,
  ...counterRoutes,
  compareBillRoute,
  ...billNoteRoutes,
  findBillsRoute,
  ...bankStatementRoutes,
  ...bankEntryRoutes,
  ...collectionRoutes,
  ...moneyReportRoutes,
  ...rebillRoutes,
  ...billRunRoutes,
  ...ledgerReportRoutes,
  ...bookCloseRoutes,
  ...heldBillRoutes,
  document(documents.billPdf, printBill),
  ask(documents.billCalculation, showCalculation),
  ask(documents.billAsOf, findBillAsOf),
  printBillsRoute,
  mailBillsRoute,
]
