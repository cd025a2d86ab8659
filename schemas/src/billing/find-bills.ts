import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { text } from '../shared/text.ts'
import { AccountNo, Instant, LocalDate } from '../shared/values.ts'
import { BillStatus } from './bill.ts'
import { DocumentNumber } from './document-number.ts'
import { PaymentStatus } from './payment.ts'

/** Bills and payments of one answer: a person chooses among them, and types more where there are more. */
export const foundMoneyMax = 6

const ofAccount = {
  accountNo: AccountNo,
  /** Null where the holder was erased, and for callers who may not list accounts. */
  customerName: z.string().nullable(),
}

export const FoundBill = z.object({
  ...ofAccount,
  billNo: z.int(),
  invoiceNumber: DocumentNumber.nullable(),
  status: BillStatus,
  periodFrom: LocalDate,
  /** The day after the last. */
  periodTo: LocalDate,
  totalMinor: z.int(),
  openMinor: z.int(),
})
export type FoundBill = z.infer<typeof FoundBill>

export const FoundPayment = z.object({
  ...ofAccount,
  paymentNo: z.int(),
  status: PaymentStatus,
  amountMinor: z.int(),
  reference: z.string(),
  createTime: Instant,
})
export type FoundPayment = z.infer<typeof FoundPayment>

export const findBills = endpoint({
  method: 'GET',
  path: '/prod-api/business/bill/find',
  permission: 'billing:bill:list',
  summary:
    'Bills and payments by number, reference, account number or any word of the account; exact numbers first, open bills before others',
  request: z.object({ search: text(100).min(1) }),
  response: z.object({
    bills: z.array(FoundBill).max(foundMoneyMax),
    /** Empty for callers who may not list payments. */
    payments: z.array(FoundPayment).max(foundMoneyMax),
  }),
})
