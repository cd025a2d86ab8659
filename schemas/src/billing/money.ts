import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { minorPerUnit } from './tariff.ts'

/** A million less one unit of the currency, in hundredths: the largest amount of one transaction. */
export const amountMinorMax = 99_999_900

/** An amount above zero, in hundredths of the tenant's currency. */
export const AmountMinor = z.int().positive().max(amountMinorMax)

/** What is left of an amount, which may be nothing. */
export const RestMinor = z.int().min(0).max(amountMinorMax)

/** What is typed, in whole hundredths. Doubles carry two decimals of a million exactly enough: what is left of the third is noise. */
export const hundredths = (value: number): number => Number((value * minorPerUnit).toFixed(6))
export const hasTwoDecimals = (value: number): boolean => Number.isInteger(hundredths(value))

/** An amount as people type it, two decimals at most. That it is above zero is a rule with a message of its own. */
export const TypedAmount = z
  .number()
  .min(-amountMinorMax / minorPerUnit)
  .max(amountMinorMax / minorPerUnit)
  .refine(hasTwoDecimals, formatText('amount'))

/** `0` cash, `1` bank. */
export const PayMethod = z.enum(['0', '1'])
export type PayMethod = z.infer<typeof PayMethod>
