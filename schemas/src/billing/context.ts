import { type Context, callsOfModules, type EventTypes } from '../shared/context.ts'
import { callsOfReports } from '../shared/report.ts'
import * as accountBurnDownCalls from './account-burn-down.ts'
import { accountClosingEventTypes } from './account-closing.ts'
import * as accountMoneyCalls from './account-money.ts'
import * as accountStatementCalls from './account-statement.ts'
import * as bankCalls from './bank-calls.ts'
import { bankEventTypes } from './bank-entry.ts'
import { billEventTypes } from './bill.ts'
import * as billBatches from './bill-batches.ts'
import * as billCalls from './bill-calls.ts'
import * as billComparison from './bill-comparison.ts'
import * as billDocumentCalls from './bill-documents.ts'
import * as billNotes from './bill-notes.ts'
import { billRunEventTypes } from './bill-run.ts'
import * as billRunCalls from './bill-run-calls.ts'
import { bookEventTypes } from './book-close.ts'
import * as bookClose from './book-close-calls.ts'
import { burnDownEventTypes } from './burn-down.ts'
import { collectionEventTypes } from './collection.ts'
import * as collectionCalls from './collection-calls.ts'
import { collectionSettingsEventTypes } from './collection-settings.ts'
import * as collectionSettings from './collection-settings-calls.ts'
import * as counterCalls from './counter.ts'
import { debtEventTypes } from './debt.ts'
import * as debtCalls from './debt-calls.ts'
import { DeductionOrderSet, DeductionReversed, PaymentDeducted } from './deduction.ts'
import { billingDictionaries } from './dictionaries.ts'
import { documentNumberEventTypes } from './document-number.ts'
import * as findBillsCall from './find-bills.ts'
import { heldBillEventTypes } from './held-bill.ts'
import * as heldBillCalls from './held-bill-calls.ts'
import * as ledgerReports from './ledger-reports.ts'
import { lowBalanceEventTypes } from './low-balance.ts'
import { postpaidReport, rechargeReport } from './money-reports.ts'
import { personalSurchargeEventTypes } from './personal-surcharge.ts'
import { priceSchemeEventTypes } from './price-scheme.ts'
import * as priceSchemeCalls from './price-scheme-calls.ts'
import * as priceSimulationCalls from './price-simulation.ts'
import * as rebillCalls from './rebill.ts'
import * as surchargeCalls from './surcharge-calls.ts'
import { surchargeSchemeEventTypes } from './surcharge-scheme.ts'
import { waterSaleEventTypes } from './water-sale.ts'

/** The events of the context. */
export const events = {
  ...priceSchemeEventTypes,
  ...priceSchemeCalls.priceSchemeCommands.events,
  ...surchargeSchemeEventTypes,
  ...surchargeCalls.surchargeSchemeCommands.events,
  ...personalSurchargeEventTypes,
  ...debtEventTypes,
  ...debtCalls.debtCommands.events,
  ...accountClosingEventTypes,
  ...billEventTypes,
  ...billCalls.billCommands.events,
  ...billCalls.paymentCommands.events,
  ...rebillCalls.rebillEventTypes,
  ...documentNumberEventTypes,
  ...bankEventTypes,
  ...bankCalls.bankEntryCommands.events,
  ...billRunEventTypes,
  ...billRunCalls.billRunCommands.events,
  ...bookEventTypes,
  ...heldBillEventTypes,
  ...heldBillCalls.heldBillDismissals.events,
  ...collectionEventTypes,
  ...collectionSettingsEventTypes,
  ...waterSaleEventTypes,
  ...burnDownEventTypes,
  ...lowBalanceEventTypes,
  'billing.PaymentDeducted': { version: 1, data: PaymentDeducted },
  'billing.DeductionReversed': { version: 1, data: DeductionReversed },
  'billing.DeductionOrderSet': { version: 1, data: DeductionOrderSet },
} as const satisfies EventTypes

export const billing = {
  calls: {
    ...callsOfReports(rechargeReport, postpaidReport),
    ...callsOfModules(
      priceSchemeCalls,
      priceSimulationCalls,
      surchargeCalls,
      debtCalls,
      billCalls,
      collectionCalls,
      collectionSettings,
      rebillCalls,
      bankCalls,
      heldBillCalls,
      billRunCalls,
      ledgerReports,
      bookClose,
      billComparison,
      billDocumentCalls,
      billBatches,
      accountMoneyCalls,
      accountBurnDownCalls,
      accountStatementCalls,
      counterCalls,
      billNotes,
      findBillsCall,
    ),
  },
  commands: [
    { texts: 'billing', resource: 'priceScheme', commands: priceSchemeCalls.priceSchemeCommands.list },
    { texts: 'billing', resource: 'surchargeScheme', commands: surchargeCalls.surchargeSchemeCommands.list },
    { texts: 'billing', resource: 'debt', commands: debtCalls.debtCommands.list },
    { texts: 'billing', resource: 'billRun', commands: billRunCalls.billRunCommands.list },
    { texts: 'billing', resource: 'heldBill', commands: heldBillCalls.heldBillCommands },
    { texts: 'billing', resource: 'bill', commands: [...billCalls.billCommands.list, ...collectionCalls.planCommands.list] },
    { texts: 'billing', resource: 'payment', commands: billCalls.paymentCommands.list },
    { texts: 'billing', resource: 'bankEntry', commands: bankCalls.bankEntryCommands.list },
  ],
  dictionaries: billingDictionaries,
} satisfies Context
