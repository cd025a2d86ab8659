import { z } from 'zod'
import { typedNumber } from '../shared/typed-number.ts'

/** Ten billion units of the currency, in hundredths: more than a utility bills in a currency of small units, and sums of them stay exact. */
export const billMinorMax = 1_000_000_000_000

/** An amount of a bill or a payment, in hundredths of the tenant's currency. */
export const BillMinor = z.int().min(0).max(billMinorMax)

/** Holders of one account, one after the other, from 1 on. */
export const ContractNo = z.int().min(1).max(1_000)
/** The same in the query of a call; the present holder where it is left out. */
export const ContractOfQuery = typedNumber().int().min(1).max(1_000).optional()

/**
 * The chart of accounts. Assets: cash, bank, open bills (`receivables`), debts of customers beside them (`customerDebts`) and
 * money that payment platforms hold for the utility (`platformMoney`).
 * Liabilities: balances of customers (`customerMoney`), VAT, money of bank statements that no account has yet (`clearing`), and money that is
 * no payment of a customer (`suspense`); what agents have paid in and not sold (`agentFloat`), and commissions that they have earned (`agentCommissions`).
 * Expenses: commissions of agents (`commissionCost`). Income: volumes, standing charges (fixed parts and
 * minimum charges), surcharges, debts, late fees, fees of returned payments, and by later credits and debits; debts that are given up (`writeOffs`) are taken from it.
 */
export const LedgerAccount = z.enum([
  ...['cash', 'bank', 'receivables', 'customerDebts', 'platformMoney'],
  ...['customerMoney', 'vat', 'clearing', 'suspense', 'agentFloat', 'agentCommissions'],
  ...[
    'waterRevenue',
    'standingRevenue',
    'surcharges',
    'debtIncome',
    'lateFees',
    'returnFees',
    'adjustments',
    'writeOffs',
    'commissionCost',
  ],
] as const)
export type LedgerAccount = z.infer<typeof LedgerAccount>

export const Posting = z.object({ ledgerAccount: LedgerAccount, amountMinor: z.int().min(-billMinorMax).max(billMinorMax) })
export type Posting = z.infer<typeof Posting>

/** Postings of an event of money. A posting above zero is a debit; the sum is zero. */
export const Postings = z
  .array(Posting)
  .max(20)
  .refine((postings) => postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0) === 0)
