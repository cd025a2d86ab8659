import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { lines, text } from '../shared/text.ts'
import { AccountNo, Instant, LocalDate, MeterNumber } from '../shared/values.ts'

const minorPerUnit = 100

/** One sale, recharge or payout is a hundred million units of the currency at most, in hundredths. */
export const agentMinorMax = 10_000_000_000
export const AgentMinor = z.int().positive().max(agentMinorMax)
const Sum = z.int().min(0).max(1_000_000_000_000)
export const SignedSum = z.int().min(-1_000_000_000_000).max(1_000_000_000_000)

/** Hundredths of an amount. Doubles carry fifteen digits: further digits are noise. */
export const minorOfAmount = (amount: number): number => Number((amount * minorPerUnit).toPrecision(15))
const isAmount = (amount: number): boolean => Number.isInteger(minorOfAmount(amount))
/** An amount above zero as people type it, two decimals at most. */
export const TypedAmount = z
  .number()
  .min(0.01)
  .max(agentMinorMax / minorPerUnit)
  .refine(isAmount, formatText('amount'))
/** The same, with zero for a limit that is none. */
export const TypedLimit = z
  .number()
  .min(0)
  .max(agentMinorMax / minorPerUnit)
  .refine(isAmount, formatText('amount'))

/** A payment of what is open, a recharge of the account, or tokens of a meter. */
export const SaleKind = z.enum({ payment: '0', recharge: '1', token: '2' })
export type SaleKind = z.infer<typeof SaleKind>
/** Reserved: the float is held, and the money is on its way. */
export const SaleStatus = z.enum({ reserved: '0', sold: '1', notSold: '2', reversed: '3' })
export type SaleStatus = z.infer<typeof SaleStatus>
/** Where a commission is paid: into the float, in cash, or by bank. */
export const PayoutWay = z.enum({ float: '0', cash: '1', bank: '2' })
export type PayoutWay = z.infer<typeof PayoutWay>

/** The ledger accounts of agents: liabilities to them, and the cost of commissions; `cash` and `bank` are the other side. */
const AgentPosting = z.object({
  ledgerAccount: z.enum(['cash', 'bank', 'agentFloat', 'agentCommissions', 'commissionCost']),
  amountMinor: SignedSum,
})
const Postings = z
  .array(AgentPosting)
  .max(2)
  .refine((postings) => postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0) === 0)

export const ofAgent = { userId: z.int().positive() }
export const BasisPoints = z.int().min(0).max(5_000)
/** How far the float may go below zero, the most of one sale and of one local day (0 is no limit), and the commission. */
export const terms = { ceilingMinor: Sum, saleLimitMinor: Sum, dayLimitMinor: Sum, commissionBasisPoints: BasisPoints }
export const AgentTerms = z.object(terms)
export type AgentTerms = z.infer<typeof AgentTerms>

export const BringFloat = z.object({ type: z.literal('BringFloat'), ...ofAgent, amountMinor: AgentMinor })
const ofSale = { ...ofAgent, saleId: z.uuid() }
const sale = { ...ofSale, kind: SaleKind, payerAccountNo: AccountNo, meterNo: MeterNumber.nullable(), amountMinor: AgentMinor }
export const ReserveSale = z.object({ type: z.literal('ReserveSale'), ...sale })
export const CompleteSale = z.object({ type: z.literal('CompleteSale'), ...ofSale })
/** The code of the refusal that ended the sale. */
const reasonCode = text(64).min(1)
export const ReleaseSale = z.object({ type: z.literal('ReleaseSale'), ...ofSale, reasonCode })
export const ReverseSale = z.object({ type: z.literal('ReverseSale'), ...ofSale, amountMinor: AgentMinor })
export type SaleCommand = z.infer<typeof BringFloat | typeof ReserveSale | typeof CompleteSale | typeof ReleaseSale | typeof ReverseSale>

/** The float and the commission that is not paid, after the event; `heldMinor` of events of sales is what is held for others then. */
const after = { balanceMinor: SignedSum, unpaidMinor: SignedSum }
const posted = { ...after, postings: Postings, at: Instant }

/** The movements between two settlements. Opening, recharges, sales, what was reversed and what was paid into the float come to the closing. */
export const SettledPeriod = z.object({
  settlementNumber: z.int().min(1).max(1_000_000),
  /** Null for an agent without an earlier event. */
  since: Instant.nullable(),
  openingMinor: SignedSum,
  rechargedMinor: Sum,
  soldMinor: Sum,
  sales: z.int().min(0).max(1_000_000_000),
  reversedMinor: Sum,
  paidToFloatMinor: Sum,
  closingMinor: SignedSum,
  unpaidOpeningMinor: SignedSum,
  earnedMinor: Sum,
  takenBackMinor: Sum,
  paidOutMinor: Sum,
  unpaidClosingMinor: SignedSum,
})
export type SettledPeriod = z.infer<typeof SettledPeriod>

export const saleEventTypes = {
  /** Recharges of before agents had a float of their own. */
  'agents.FloatBrought': { version: 1, data: z.object({ ...ofAgent, amountMinor: AgentMinor, ...posted }) },
  /** The float is held for a sale whose money is on its way. */
  'agents.AgentSaleReserved': { version: 1, data: z.object({ ...sale, day: LocalDate, heldMinor: Sum, at: Instant }) },
  /** The money is on the account: the float is debited, and the commission is earned. */
  'agents.AgentSaleCompleted': {
    version: 1,
    data: z.object({ ...sale, day: LocalDate, commissionMinor: Sum, commissionBasisPoints: BasisPoints, heldMinor: Sum, ...posted }),
  },
  /** No money went to the account: the float is free again. */
  'agents.AgentSaleReleased': { version: 1, data: z.object({ ...ofSale, reasonCode, heldMinor: Sum, at: Instant }) },
  /** The utility took the payment back: the float gets it, and the commission goes. */
  'agents.AgentSaleReversed': {
    version: 1,
    data: z.object({ ...ofSale, amountMinor: AgentMinor, commissionMinor: Sum, ...posted }),
  },
} as const
export const postedShape = posted
export const remark = lines(100)
