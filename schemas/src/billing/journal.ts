import { z } from 'zod'
import { defineResource, logVerbs } from '../shared/resource.ts'
import { AccountNo, Instant } from '../shared/values.ts'
import { LedgerAccount } from './ledger.ts'

/** Which event made a posting: the name of its type. A test compares them with the catalogue of events. */
export const LedgerEntry = z.enum([
  ...['BillIssued', 'BillCredited', 'BillDebited', 'BillRecomputed', 'LateFeeCharged', 'ReturnFeeCharged'],
  ...['PaymentReceived', 'PaymentReversed', 'BalanceApplied', 'BalanceRefunded'],
  ...['DebtAdded', 'DebtPaid', 'PaymentDeducted', 'DeductionReversed', 'DebtWrittenOff'],
  ...['WaterSold', 'WaterTakenBack', 'ConsumptionDeducted'],
  ...['BankEntryRecorded', 'BankEntrySetAside', 'BankEntryReleased'],
  ...['OrderPaid', 'OrderMoneyCredited', 'OrderRefunded', 'LeftoverCredited', 'LeftoverReopened'],
  ...['FloatBrought', 'FloatRecharged', 'AgentSaleCompleted', 'AgentSaleReversed', 'AgentCommissionPaid'],
] as const)
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** A posting has the number of its event's position times this, plus its place: `Postings` has twenty at most. */
export const postingsPerEvent = 32

/** Every posting of every event of money. */
export const journal = defineResource({
  name: 'journal',
  texts: 'billing',
  noun: 'posting',
  path: '/prod-api/business/ledger/journal',
  permission: 'billing:ledger',
  verbs: logVerbs,
  id: 'postingNo',
  table: 'views.postings',
  scope: 'own',
  fields: {
    createTime: { schema: Instant },
    entry: { schema: LedgerEntry, filter: 'equals', dictionary: 'ledger_entry', isUnsortable: true },
    ledgerAccount: { schema: LedgerAccount, filter: 'equals', dictionary: 'ledger_account', isUnsortable: true },
    /** Null for an event that concerns no account. */
    accountNo: { schema: AccountNo.nullable(), filter: 'equals', isUnsortable: true },
    debitMinor: { schema: z.int(), isLarge: true, isUnsortable: true },
    creditMinor: { schema: z.int(), isLarge: true, isUnsortable: true },
    /** The event's position in the log. */
    position: { schema: z.int(), isLarge: true, isUnsortable: true },
  },
  totals: { fields: ['debitMinor', 'creditMinor'] },
  menu: {
    directory: 'ledger',
    place: 10,
    path: 'journal',
    component: 'billing/journal',
    icon: 'list',
    titles: { en: 'Journal', 'zh-CN': '日记账', fr: 'Journal', id: 'Jurnal' },
    audience: 'tenant',
  },
  screen: {
    columns: ['createTime', 'entry', 'ledgerAccount', 'accountNo', 'debitMinor', 'creditMinor', 'position'],
    filters: ['accountNo', 'ledgerAccount', 'entry', 'createdWithin'],
    onPhone: ['entry', 'debitMinor', 'creditMinor', 'ledgerAccount'],
  },
})
