import { z } from 'zod'
import { Count } from '../shared/quantity.ts'
import { defineResource, type RowOf } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { AccountNo, Instant, PartitionId } from '../shared/values.ts'
import { BillMonth } from './bill.ts'
import { cycleMonthsMax } from './tariff.ts'

/** Accounts that a run bills. */
export const BillRunScope = z.enum({ all: '0', partition: '1', meterGroup: '2', chosen: '3', billingCycle: '4' })
/** Months of the billing cycle that the price of an account has. */
const BillingMonths = z.int().min(1).max(cycleMonthsMax)
export const BillRunStatus = z.enum({ previewRunning: '0', previewed: '1', posting: '2', paused: '3', finished: '4' })
/** A preview issues nothing. */
export const BillRunPhase = z.enum({ preview: '0', posting: '1' })
export type BillRunPhase = z.infer<typeof BillRunPhase>
/**
 * Result of a run for an account: billed, billed before for some of the months, or why it is held. Days are missing whose use is not known; bills are full
 * where too many are open.
 */
export const BillRunResult = z.enum({
  billed: '0',
  billedBefore: '1',
  notBilled: '2',
  noPrice: '3',
  noReading: '4',
  daysMissing: '5',
  daysQuestioned: '6',
  useBelowZero: '7',
  billsFull: '8',
  billTooLarge: '9',
})
export type BillRunResult = z.infer<typeof BillRunResult>
/** The same in three words. */
export const BillRunOutcome = z.enum({ billed: '0', billedBefore: '1', held: '2' })
export type BillRunOutcome = z.infer<typeof BillRunOutcome>

/** Accounts of one page of a run, which is one event of its stream. */
export const accountsPerRunPage = 1_000
/** Accounts that a run can name one by one. */
export const chosenAccountsMax = 1_000
const SumMinor = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
const SumLitres = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/** Accounts by what was found for them, and the sums of the bills. */
export const BillRunFigures = z.object({
  accounts: Count,
  billed: Count,
  billedBefore: Count,
  held: Count,
  litres: SumLitres,
  amountMinor: SumMinor,
  vatMinor: SumMinor,
  totalMinor: SumMinor,
  results: z.array(z.object({ result: BillRunResult, accounts: Count })).max(BillRunResult.options.length),
})
export type BillRunFigures = z.infer<typeof BillRunFigures>

/** One account of a run: the sum of its bills, of which each holder has one, and the first reason why some of its days have none. */
export const BillRunAccount = z.object({
  accountNo: AccountNo,
  result: BillRunResult,
  litres: z.int().min(0).max(1e12),
  amountMinor: SumMinor,
  vatMinor: SumMinor,
  totalMinor: SumMinor,
})
export type BillRunAccount = z.infer<typeof BillRunAccount>

const scoped = {
  scope: BillRunScope,
  partitionId: PartitionId.nullable(),
  meterGroupId: z.int().positive().nullable(),
  accountNos: z.array(AccountNo).max(chosenAccountsMax),
  /** Absent from runs that began before there was this scope. */
  billingMonths: BillingMonths.nullable().optional(),
}
export type BillRunSelection = z.infer<z.ZodObject<typeof scoped>>
const ofRun = { runId: z.uuid() }
const months = { firstMonth: BillMonth, lastMonth: BillMonth }
const started = { ...ofRun, ...scoped, scopeTitle: text(100), ...months, total: Count }
/** Identifier of the last account of the page: the next page starts behind it. */
const place = { phase: BillRunPhase, page: Count, lastAccount: Count }
const accounts = z.array(BillRunAccount).max(accountsPerRunPage)
/** Why a run stopped: a person paused it, or it failed several times in a row. */
export const PauseCause = z.enum({ person: '0', failure: '1' })

export const StartBillRun = z.object({ type: z.literal('StartBillRun'), ...started })
export const AdvanceBillRun = z.object({ type: z.literal('AdvanceBillRun'), ...ofRun, ...months, ...place, accounts, isLast: z.boolean() })
export type RunCommand = z.infer<typeof StartBillRun | typeof AdvanceBillRun>

const finished = z.object({ ...ofRun, ...BillRunFigures.shape, at: Instant })
export const billRunEventTypes = {
  'billing.BillRunStarted': { version: 1, data: z.object({ ...started, at: Instant }) },
  'billing.BillRunAdvanced': { version: 1, data: z.object({ ...ofRun, ...months, ...place, accounts, at: Instant }) },
  'billing.BillRunPreviewed': { version: 1, data: finished },
  'billing.BillRunFinished': { version: 1, data: finished },
} as const

/** Bills of many accounts for the same months: first a preview, then the posting. */
export const billRuns = defineResource({
  name: 'billRun',
  texts: 'billing',
  noun: 'bill run',
  path: '/prod-api/business/billRun',
  permission: 'billing:billRun',
  verbs: ['list', 'query', 'add', 'post', 'pause', 'export'],
  id: 'billRunNo',
  table: 'views.bill_runs',
  scope: 'own',
  fields: {
    /** Chosen by the caller, so that a repeated request starts one run. */
    runId: { schema: z.uuid(), isSetOnce: true },
    firstMonth: { schema: BillMonth, isHalf: true },
    lastMonth: { schema: BillMonth, isHalf: true },
    scope: { schema: BillRunScope.default(BillRunScope.enum.all), filter: 'equals', dictionary: 'bill_run_scope' },
    scopeTitle: { schema: text(100), isReadOnly: true },
    partitionId: { schema: PartitionId.nullable().default(null), isWriteOnly: true },
    meterGroupId: { schema: z.int().positive().nullable().default(null), isWriteOnly: true },
    accountNos: { schema: z.array(AccountNo).max(chosenAccountsMax).default([]), isWriteOnly: true },
    billingMonths: { schema: BillingMonths.nullable().default(null), isWriteOnly: true },
    status: { schema: BillRunStatus, isReadOnly: true, filter: 'equals', dictionary: 'bill_run_status' },
    phase: { schema: BillRunPhase, isReadOnly: true },
    /** Accounts of the phase, and how many of them are done. */
    total: { schema: Count, isReadOnly: true, isLarge: true },
    accounts: { schema: Count, isReadOnly: true, isLarge: true },
    billed: { schema: Count, isReadOnly: true, isLarge: true },
    billedBefore: { schema: Count, isReadOnly: true, isLarge: true },
    held: { schema: Count, isReadOnly: true, isLarge: true },
    litres: { schema: SumLitres, isReadOnly: true, isLarge: true },
    amountMinor: { schema: SumMinor, isReadOnly: true, isLarge: true },
    vatMinor: { schema: SumMinor, isReadOnly: true, isLarge: true },
    totalMinor: { schema: SumMinor, isReadOnly: true, isLarge: true },
    results: { schema: BillRunFigures.shape.results, isReadOnly: true, isJson: true, isUnsortable: true },
    /** Figures of the preview, beside the posted ones. */
    preview: { schema: BillRunFigures.nullable(), isReadOnly: true, isJson: true, isUnsortable: true },
    dueOn: { schema: text(10).nullable(), isReadOnly: true },
    finishedAt: { schema: Instant.nullable(), isReadOnly: true },
  },
  menu: {
    directory: 'billing',
    place: 22,
    path: 'billRuns',
    component: 'billing/bill-runs',
    icon: 'receipt',
    titles: { en: 'Bill runs', 'zh-CN': '批量出账', fr: 'Facturations', id: 'Penagihan massal' },
    audience: 'tenant',
    shows: ['/api/v1/bill-runs'],
  },
  screen: {
    columns: ['firstMonth', 'lastMonth', 'scope', 'scopeTitle', 'status', 'accounts', 'billed', 'held', 'totalMinor', 'createTime'],
    moreColumns: ['billedBefore', 'litres', 'amountMinor', 'vatMinor', 'dueOn', 'createBy', 'finishedAt'],
    form: ['firstMonth', 'lastMonth', 'scope', 'partitionId', 'meterGroupId', 'accountNos', 'billingMonths'],
    filters: ['scope', 'status', 'createdWithin'],
  },
})
export type BillRun = RowOf<typeof billRuns>

/** Result of each run for each account, in its preview and in its posting. */
export const billRunAccounts = defineResource({
  name: 'billRunAccount',
  texts: 'billing',
  noun: 'account of bill runs',
  path: '/prod-api/business/billRunAccount',
  permission: 'billing:billRunAccount',
  verbs: ['list', 'query', 'export'],
  id: 'billRunAccountNo',
  table: 'views.bill_run_accounts',
  scope: 'own',
  fields: {
    runId: { schema: z.uuid(), filter: 'equals' },
    firstMonth: { schema: BillMonth, filter: 'equals' },
    lastMonth: { schema: BillMonth },
    phase: { schema: BillRunPhase, filter: 'equals', dictionary: 'bill_run_phase' },
    accountNo: { schema: AccountNo, filter: 'contains' },
    result: { schema: BillRunResult, filter: 'equals', dictionary: 'bill_run_result' },
    outcome: { schema: BillRunOutcome, filter: 'equals', dictionary: 'bill_run_outcome' },
    litres: { schema: z.int(), isLarge: true },
    amountMinor: { schema: z.int(), isLarge: true },
    vatMinor: { schema: z.int(), isLarge: true },
    totalMinor: { schema: z.int(), isLarge: true },
    createTime: { schema: Instant },
  },
  menu: {
    directory: 'billing',
    place: 23,
    path: 'billRunAccounts',
    component: 'billing/bill-run-accounts',
    icon: 'list',
    titles: { en: 'Held and billed accounts', 'zh-CN': '出账明细', fr: 'Abonnements des facturations', id: 'Rincian penagihan' },
    audience: 'tenant',
  },
  screen: {
    columns: ['accountNo', 'firstMonth', 'lastMonth', 'phase', 'result', 'litres', 'totalMinor', 'createTime'],
    moreColumns: ['outcome', 'amountMinor', 'vatMinor', 'runId'],
    filters: ['accountNo', 'phase', 'outcome', 'result', 'firstMonth', 'runId', 'createdWithin'],
  },
})
