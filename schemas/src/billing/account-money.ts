import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { AccountNo, Instant, LocalDate } from '../shared/values.ts'
import { BillStatus, BillType } from './bill.ts'
import { DuePart, instalmentsMax } from './collection.ts'
import { OpenDebt } from './debt.ts'
import { ContractNo } from './ledger.ts'
import { AccountMoney, PayMethod } from './money.ts'
import { TransactionKind } from './transaction.ts'

/** Bills and transactions of the account page; the lists have the rest. */
export const latestMax = 6
/** Open debts of one account. */
const debtsMax = 100

const Minor = z.int()

export const LatestBill = z.object({
  billNo: z.int(),
  billType: BillType,
  status: BillStatus,
  periodFrom: LocalDate,
  periodTo: LocalDate,
  dueOn: LocalDate,
  totalMinor: Minor,
  openMinor: Minor,
})
export type LatestBill = z.infer<typeof LatestBill>

export const LatestTransaction = z.object({
  transactionNo: z.int(),
  kind: TransactionKind,
  payMethod: PayMethod.nullable(),
  amountMinor: Minor,
  owedMinor: Minor,
  createTime: Instant,
  /** The bill or the payment that it is about; null for what is neither. */
  billNo: z.int().nullable(),
  paymentNo: z.int().nullable(),
})
export type LatestTransaction = z.infer<typeof LatestTransaction>

/** One day of the instalment plans of an account: what was planned, and what of it is open. */
export const InstalmentDay = z.object({ dueOn: LocalDate, plannedMinor: Minor, openMinor: Minor })
export type InstalmentDay = z.infer<typeof InstalmentDay>

/** Former holders of one account that the page shows. */
export const formerHoldersMax = 50

/** A former holder: the first day, the day after the last one, and what the holder still has and owes. */
export const FormerHolder = z.object({
  contractNo: ContractNo,
  from: LocalDate.nullable(),
  to: LocalDate,
  /** Null for callers who may not see accounts, and where it is erased. */
  name: z.string().nullable(),
  money: AccountMoney,
})
export type FormerHolder = z.infer<typeof FormerHolder>

export const accountBilling = endpoint({
  method: 'GET',
  path: '/prod-api/business/bill/account/:accountNo',
  permission: 'billing:bill:list',
  summary: 'What an account has and owes, its latest bills and transactions, and how it repays',
  request: z.object({ accountNo: AccountNo }),
  response: z.object({
    /** Of the present holder, as all that follows. */
    money: AccountMoney,
    contractNo: ContractNo,
    formerHolders: z.array(FormerHolder).max(formerHoldersMax),
    overdueMinor: Minor,
    /** The next amount that is due and not overdue yet; null where there is none. */
    nextDue: DuePart.nullable(),
    bills: z.array(LatestBill).max(latestMax),
    instalments: z.array(InstalmentDay).max(10 * instalmentsMax),
    /** Null for callers who may not see transactions. */
    transactions: z.array(LatestTransaction).max(latestMax).nullable(),
    /** Null for callers who may not see debts. */
    debts: z.array(OpenDebt).max(debtsMax).nullable(),
  }),
})
