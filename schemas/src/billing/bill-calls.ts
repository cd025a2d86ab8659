import { z } from 'zod'
import { confirmedAmount } from '../shared/confirmed-amount.ts'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import type { NamedCommand } from '../shared/named-command.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import type { RowOf } from '../shared/resource.ts'
import { lines } from '../shared/text.ts'
import { AccountNo, LocalDate } from '../shared/values.ts'
import { BillLine, BillMonth, BillVolume, bills, LastDay } from './bill.ts'
import { ContractNo, ContractOfQuery } from './ledger.ts'
import { AccountMoney, PayMethod, TypedAmount } from './money.ts'
import { PaymentStatus, type payments } from './payment.ts'

export const listBillHistory = historyCallOf(bills, '/api/v1/bills')

export const previewBill = endpoint({
  method: 'POST',
  path: '/prod-api/business/bill/preview',
  permission: 'billing:bill:add',
  summary: 'What the bill of an account would be for the days of these months that no bill has yet; nothing is issued',
  request: z.object({ accountNo: AccountNo, firstMonth: BillMonth, lastMonth: BillMonth, lastDay: LastDay }),
  response: z.object({
    periodFrom: LocalDate,
    periodTo: LocalDate,
    dueOn: LocalDate,
    litres: z.int(),
    amountMinor: z.int(),
    vatMinor: z.int(),
    totalMinor: z.int(),
    volumes: z.array(BillVolume),
    lines: z.array(BillLine),
    /** Digest of volumes, lines and amounts; send it along when the bill is issued. */
    calculation: z.string(),
  }),
})

const adjustment = { billNo: RowId, adjustmentId: z.uuid(), amount: TypedAmount, ...confirmedAmount, reason: lines(200).min(1) }
const adjusted = z.object({ totalMinor: z.int(), openMinor: z.int() })

export const creditBill = endpoint({
  method: 'PUT',
  path: '/prod-api/business/bill/credit/:billNo',
  permission: 'billing:bill:credit',
  summary: 'Credit a bill, whole or in part; what was paid already becomes the balance of the account',
  request: z.object(adjustment),
  response: adjusted,
})

export const debitBill = endpoint({
  method: 'PUT',
  path: '/prod-api/business/bill/debit/:billNo',
  permission: 'billing:bill:debit',
  summary: 'Add an amount to a bill',
  request: z.object(adjustment),
  response: adjusted,
})

export const reversePayment = endpoint({
  method: 'PUT',
  path: '/prod-api/business/payment/reverse/:paymentNo',
  permission: 'billing:payment:reverse',
  summary: 'Take a payment back: the bills that it paid are open again',
  request: z.object({ paymentNo: RowId, ...confirmedAmount, reason: lines(200).min(1) }),
  response: z.object({}),
})

export const accountMoney = endpoint({
  method: 'GET',
  path: '/prod-api/business/payment/balance',
  permission: 'billing:payment:list',
  summary: 'What an account has paid in, and what it owes',
  request: z.object({ accountNo: AccountNo, contractNo: ContractOfQuery }),
  response: AccountMoney,
})

export const refundBalance = endpoint({
  method: 'POST',
  path: '/prod-api/business/payment/refund',
  permission: 'billing:payment:refund',
  summary: 'Give the balance of an account back, whole or in part',
  request: z.object({
    ...{ accountNo: AccountNo, contractNo: ContractNo.optional(), paymentId: z.uuid(), amount: TypedAmount, ...confirmedAmount },
    ...{ payMethod: PayMethod, reason: lines(200).min(1) },
  }),
  response: z.object({ balanceMinor: z.int() }),
})

type Bill = RowOf<typeof bills>
export const billCommands: readonly NamedCommand<Bill>[] = [
  { name: 'credit', endpoint: creditBill, requestId: 'adjustmentId', icon: 'undo', isOffered: ({ totalMinor }) => totalMinor > 0 },
  { name: 'debit', endpoint: debitBill, requestId: 'adjustmentId', icon: 'money', isOffered: () => true },
]

type Payment = RowOf<typeof payments>
export const paymentCommands: readonly NamedCommand<Payment>[] = [
  { name: 'reverse', endpoint: reversePayment, icon: 'undo', isOffered: ({ status }) => status === PaymentStatus.enum.received },
]
