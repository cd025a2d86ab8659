import { z } from 'zod'
import { AccountStatus } from '../shared/account-status.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Language } from '../shared/language.ts'
import { RowId } from '../shared/lists.ts'
import { AccountNo, LocalDate } from '../shared/values.ts'
import { openBillsMax } from './bill.ts'
import { ContractNo, ContractOfQuery } from './ledger.ts'
import { AccountMoney } from './money.ts'

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
