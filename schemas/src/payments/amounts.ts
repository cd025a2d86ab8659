import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'

const minorPerUnit = 100

/** One order is of ten billion units of the currency at most, in hundredths: as large as a bill may be. */
export const orderMinorMax = 1_000_000_000_000

export const AmountMinor = z.int().positive().max(orderMinorMax)
export const RestMinor = z.int().min(0).max(orderMinorMax)
export const SignedMinor = z.int().min(-orderMinorMax).max(orderMinorMax)

/** A typed amount in whole hundredths. Doubles carry fifteen digits: further digits are noise. */
export const minorOf = (value: number): number => Number((value * minorPerUnit).toPrecision(15))

/** An amount as people type it, two decimals at most. That it is above zero is a rule with a message of its own. */
export const TypedAmount = z
  .number()
  .min(-orderMinorMax / minorPerUnit)
  .max(orderMinorMax / minorPerUnit)
  .refine((value) => Number.isInteger(minorOf(value)) && Math.abs(minorOf(value)) <= orderMinorMax, formatText('amount'))

/** Money at a platform against money that waits for its account: the two sides of all that payments post. */
const PaymentPosting = z.object({ ledgerAccount: z.enum(['platformMoney', 'clearing']), amountMinor: SignedMinor })
export const Postings = z
  .array(PaymentPosting)
  .max(2)
  .refine((postings) => postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0) === 0)
