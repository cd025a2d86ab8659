import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { boundedTotal, fromEnd } from '../shared/list-page.ts'
import { createdWithin, paging, wording } from '../shared/lists.ts'
import { text } from '../shared/text.ts'
import { LocalDate } from '../shared/values.ts'
import { LedgerEntry } from './journal.ts'
import { LedgerAccount } from './ledger.ts'

/**
 * Reports of the ledger. A period without days is the last twelve months, the current one included. Amounts are hundredths of the tenant's
 * currency; a debit is above zero.
 */
const path = '/prod-api/business/ledger'
const read = 'billing:ledger:list'
const save = 'billing:ledger:export'

/** Days of one report: ten years. */
export const ledgerDaysMax = 3_660

const period = { ...createdWithin }

/** `total` is the sum of all lines above it. */
export const TrialBalanceRow = z.object({
  ledgerAccount: z.enum([...LedgerAccount.options, 'total']),
  openingMinor: z.int(),
  debitMinor: z.int(),
  creditMinor: z.int(),
  closingMinor: z.int(),
})
export type TrialBalanceRow = z.infer<typeof TrialBalanceRow>

export const listTrialBalance = endpoint({
  method: 'GET',
  path: `${path}/trialBalance/list`,
  permission: read,
  summary: 'Opening, debits, credits and closing of each ledger account in a period; all closings together are zero',
  envelope: 'rows',
  // The total is below the accounts, which keep the order of the chart.
  sorts: [],
  request: z.object({ ...period, ...paging }),
  response: z.object({ rows: z.array(TrialBalanceRow), ...boundedTotal }),
})

export const exportTrialBalance = endpoint({
  method: 'POST',
  path: `${path}/trialBalance/export`,
  permission: save,
  summary: 'The trial balance of a period, as a spreadsheet',
  envelope: 'file',
  request: z.object({ ...period, ...wording }),
  response: z.object({}),
})

const aged = {
  currentMinor: z.int(),
  days30Minor: z.int(),
  days60Minor: z.int(),
  days90Minor: z.int(),
  olderMinor: z.int(),
  totalMinor: z.int(),
}

/** Debts of a holder of an account at a day, by how long it is overdue then. */
export const AgedRow = z.object({
  /** Account and contract: a former holder who owes has a row beside that of the present one. */
  contractId: z.string(),
  accountNo: z.string(),
  /** The account's first holder is 1. */
  contractNo: z.int(),
  /** Null where the holder was erased, and for callers who may not see accounts. */
  customerName: z.string().nullable(),
  ...aged,
  bills: z.int(),
  oldestDueOn: LocalDate,
})
export type AgedRow = z.infer<typeof AgedRow>
export const agedFilter = {
  accountNo: text(32).optional(),
  /** At the end of this local day; today unless set. */
  day: LocalDate.optional(),
}

export const listAgedReceivables = endpoint({
  method: 'GET',
  path: `${path}/agedReceivables/list`,
  permission: read,
  summary: 'What each holder of an account owes at a day: not yet due, and up to 30, 60, 90 and more days overdue',
  envelope: 'rows',
  sorts: ['accountNo', 'currentMinor', 'days30Minor', 'days60Minor', 'days90Minor', 'olderMinor', 'totalMinor', 'bills', 'oldestDueOn'],
  request: z.object({ ...agedFilter, ...paging, ...fromEnd }),
  response: z.object({ rows: z.array(AgedRow), ...boundedTotal }),
})

export const exportAgedReceivables = endpoint({
  method: 'POST',
  path: `${path}/agedReceivables/export`,
  permission: save,
  summary: 'The aged receivables of all holders with their total, as a spreadsheet',
  envelope: 'file',
  request: z.object({ ...agedFilter, ...wording }),
  response: z.object({}),
})

export const agedTotals = endpoint({
  method: 'GET',
  path: `${path}/agedReceivables/totals`,
  permission: read,
  summary: 'The aged receivables of all accounts together',
  request: z.object(agedFilter),
  response: z.object({ day: LocalDate, accounts: z.int(), ...aged }),
})

/** `total` is the sum of all lines above it, of one rate or of all; its month is null. */
export const VatRow = z.object({
  lineNo: z.int(),
  month: z.string().nullable(),
  /** In percent, such as `9.5`, or a word of the dictionary `vat_rate`; null for the total of all rates. */
  vatRate: z.string().nullable(),
  entry: z.enum([...LedgerEntry.options, 'total']),
  netMinor: z.int(),
  vatMinor: z.int(),
  grossMinor: z.int(),
})
export type VatRow = z.infer<typeof VatRow>

export const listVat = endpoint({
  method: 'GET',
  path: `${path}/vat/list`,
  permission: read,
  summary: 'VAT of bills, credits, debits and deductions by month and rate',
  envelope: 'rows',
  sorts: [],
  request: z.object({ ...period, ...paging }),
  response: z.object({ rows: z.array(VatRow), ...boundedTotal }),
})

export const exportVat = endpoint({
  method: 'POST',
  path: `${path}/vat/export`,
  permission: save,
  summary: 'The VAT report of a period, as a spreadsheet',
  envelope: 'file',
  request: z.object({ ...period, ...wording }),
  response: z.object({}),
})

export const RevenueBy = z.enum(['component', 'customerType', 'partition', 'step'])
export type RevenueBy = z.infer<typeof RevenueBy>

export const RevenueRow = z.object({
  /** A word of the dictionary `revenue_group`, or the name of a customer type or of a partition. */
  revenueGroup: z.string(),
  /** Of steps alone. */
  litres: z.number().nullable(),
  /** Without VAT. */
  netMinor: z.int(),
  share: z.number().nullable(),
})
export type RevenueRow = z.infer<typeof RevenueRow>
export const revenueFilter = { by: RevenueBy.optional() }

export const listRevenue = endpoint({
  method: 'GET',
  path: `${path}/revenue/list`,
  permission: read,
  summary: 'Revenue of a period without VAT, by component, customer type, partition or step; every division has the same total',
  envelope: 'rows',
  sorts: [],
  request: z.object({ ...revenueFilter, ...period, ...paging }),
  response: z.object({ rows: z.array(RevenueRow), ...boundedTotal }),
})

export const exportRevenue = endpoint({
  method: 'POST',
  path: `${path}/revenue/export`,
  permission: save,
  summary: 'The revenue of a period, as a spreadsheet',
  envelope: 'file',
  request: z.object({ ...revenueFilter, ...period, ...wording }),
  response: z.object({}),
})
