import { z } from 'zod'
import { AccountStatus } from '../shared/account-status.ts'
import { endpoint, type ResponseOf } from '../shared/endpoint.ts'
import { Language } from '../shared/language.ts'
import { RowId } from '../shared/lists.ts'
import { AccountNo, LocalDate } from '../shared/values.ts'
import { chosenBills, openBillsMax } from './bill.ts'
import { DeductionLine, deductionLinesMax, PaymentSource, PurchasedLitres } from './deduction.ts'
import { ContractNo, ContractOfQuery } from './ledger.ts'
import { AccountMoney, TypedAmount } from './money.ts'

const Minor = z.int()

/** An open bill as a payer chooses it. */
export const OpenBillAtCounter = z.object({
  billNo: z.int(),
  billId: z.uuid(),
  periodFrom: LocalDate,
  /** The day after the last. */
  periodTo: LocalDate,
  dueOn: LocalDate,
  totalMinor: Minor,
  openMinor: Minor,
  overdueMinor: Minor,
})
export type OpenBillAtCounter = z.infer<typeof OpenBillAtCounter>

export const accountAtCounter = endpoint({
  method: 'GET',
  path: '/prod-api/business/payment/counter/:accountNo',
  permission: 'billing:payment:add',
  summary:
    'What a holder of an account owes before money is received: the open bills, the first due above, and the amount that settles all of them',
  request: z.object({
    accountNo: AccountNo,
    contractNo: ContractOfQuery.meta({ description: 'whose bills; those of the present holder where it is left out' }),
  }),
  response: z.object({
    accountNo: AccountNo,
    contractNo: ContractNo,
    /** Null where the holder was erased, and for callers who may not see accounts. */
    customerName: z.string().nullable(),
    address: z.string().nullable(),
    status: AccountStatus,
    money: AccountMoney,
    overdueMinor: Minor,
    /** The first day on which a part of the open bills is due; null where none is open. */
    owedSince: LocalDate.nullable(),
    proposedMinor: Minor,
    bills: z.array(OpenBillAtCounter).max(openBillsMax),
  }),
})

export const previewPayment = endpoint({
  method: 'POST',
  path: '/prod-api/business/payment/preview',
  permission: 'billing:payment:add',
  summary: 'How an amount would be divided if it were received now: deductions, open bills, balance; nothing is stored',
  request: z.object({
    accountNo: AccountNo,
    contractNo: ContractNo.optional(),
    amount: TypedAmount,
    source: PaymentSource.default(PaymentSource.enum.bill),
    purchasedLitres: PurchasedLitres.default(0),
    billIds: chosenBills.optional(),
  }),
  response: z.object({
    amountMinor: Minor,
    /** In the order in which they are taken. */
    lines: z.array(DeductionLine).max(deductionLinesMax),
    deductedMinor: Minor,
    vatMinor: Minor,
    bills: z.array(z.object({ billNo: z.int(), periodFrom: LocalDate, periodTo: LocalDate, amountMinor: Minor })).max(openBillsMax),
    billsMinor: Minor,
    /** To the balance: for water. */
    restMinor: Minor,
    /** Water that the rest pays at the price of the account today; null where no price is known. */
    litres: z.int().nullable(),
  }),
})
export type PaymentPreview = ResponseOf<typeof previewPayment>

export const paymentReceipt = endpoint({
  method: 'GET',
  path: '/prod-api/business/payment/receipt/:paymentNo',
  permission: 'billing:payment:query',
  summary:
    'The receipt of a payment as PDF: payer, bills that it paid, and what was left; the name only for callers who may see the account',
  envelope: 'file',
  fileTypes: ['application/pdf'],
  request: z.object({
    paymentNo: RowId,
    language: Language.optional().meta({ description: 'the language of the receipt; the reader’s unless given' }),
  }),
  response: z.object({}),
})
