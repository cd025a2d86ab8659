import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { confirmedAmount } from '../shared/confirmed-amount.ts'
import { endpoint } from '../shared/endpoint.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import type { RowOf } from '../shared/resource.ts'
import { lines } from '../shared/text.ts'
import { AccountNo, LocalDate } from '../shared/values.ts'
import {
  allocations,
  BillLine,
  BillMonth,
  BillVolume,
  bills,
  type IssueOrMoney,
  LastDay,
  SignedMinor,
  VatPart,
  vatRatesMax,
} from './bill.ts'
import { DeductionLine, ReturnedCharges } from './deduction.ts'
import { BillMinor, ContractNo, ContractOfQuery, Postings } from './ledger.ts'
import { AccountMoney, PayMethod, TypedAmount } from './money.ts'
import { PaymentStatus, payments } from './payment.ts'

export const listBillHistory = historyCallOf(bills, '/api/v1/bills')
const reason = lines(200).min(1)

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
    /** Surcharges and instalments that the bill takes. */
    charges: z.array(DeductionLine),
    /** Digest of volumes, lines, charges and amounts; send it along when the bill is issued. */
    calculation: z.string(),
  }),
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
    ...{ payMethod: PayMethod, reason },
  }),
  response: z.object({ balanceMinor: z.int() }),
})

/** An adjustment as people type it, in its command, and in its event. */
const adjusted = { adjustmentId: z.uuid(), reason }
const adjustment = {
  requestId: 'adjustmentId',
  typed: { adjustmentId: z.uuid(), amount: TypedAmount, ...confirmedAmount, reason },
  given: { ...adjusted, amountMinor: SignedMinor },
  recorded: {
    ...adjusted,
    /** With VAT, and the VAT in it. */
    amountMinor: BillMinor,
    vatMinor: BillMinor,
    /** Net amount and VAT by rate. Earlier events did not record it. */
    vatParts: z.array(VatPart).max(vatRatesMax).optional(),
    /** Present total of the bill, and its open part. */
    totalMinor: BillMinor,
    openMinor: BillMinor,
    contractNo: ContractNo.optional(),
    postings: Postings,
  },
  response: z.object({ totalMinor: z.int(), openMinor: z.int() }),
} as const

/** Commands on bills. */
export const billCommands = commandsOn<RowOf<typeof bills>>()(
  {
    entity: 'Bill',
    id: 'billNo',
    path: bills.path,
    permission: 'billing:bill:debit',
    key: { accountNo: AccountNo, billId: z.uuid() },
  },
  {
    credit: {
      ...adjustment,
      recorded: { ...adjustment.recorded, returned: ReturnedCharges.optional() },
      summary: 'Credit a bill, whole or in part; what was paid already becomes the balance of the account',
      permission: 'billing:bill:credit',
      event: 'billing.BillCredited',
      icon: 'undo',
      isOffered: ({ totalMinor }) => totalMinor > 0,
    },
    debit: {
      ...adjustment,
      summary: 'Add an amount to a bill',
      event: 'billing.BillDebited',
      icon: 'money',
      isOffered: () => true,
    },
  },
)
export const { creditBill, debitBill } = billCommands.calls

/** The entry of a bank statement that takes the payment back. */
const returned = { reason, bankEntryId: z.uuid().optional() }

/** Commands on payments. */
export const paymentCommands = commandsOn<RowOf<typeof payments>>()(
  {
    entity: 'Payment',
    id: 'paymentNo',
    path: payments.path,
    permission: 'billing:payment:reverse',
    key: { accountNo: AccountNo, paymentId: z.uuid() },
  },
  {
    reverse: {
      summary: 'Take a payment back: the bills that it paid are open again',
      typed: { ...confirmedAmount, reason },
      /** The fee is what the customer pays for a payment returned by the bank. */
      given: { ...returned, returnFeeMinor: BillMinor.optional() },
      event: 'billing.PaymentReversed',
      recorded: {
        ...returned,
        /** The entry that the payment came with, of which the amount is open again. */
        releasedEntryId: z.uuid().optional(),
        /** The agent whose float gets the money back. */
        agentId: z.int().positive().optional(),
        /** Of the allocations, what the balance had paid with the money of the payment. */
        fromBalance: allocations.optional(),
        ...{ amountMinor: BillMinor, allocations, restMinor: BillMinor, contractNo: ContractNo.optional(), postings: Postings },
      },
      icon: 'undo',
      isOffered: ({ status }) => status === PaymentStatus.enum.received,
    },
  },
)
export const { reversePayment } = paymentCommands.calls

export type BillCommand = IssueOrMoney | GivenTo<typeof billCommands> | GivenTo<typeof paymentCommands>
