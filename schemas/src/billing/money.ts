import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { billMinorMax } from './ledger.ts'
import { minorPerUnit } from './tariff.ts'

/** The largest amount of one transaction: as large as a bill may be, since a debt may be what a bill was. */
export const amountMinorMax = billMinorMax

/** An amount above zero, in hundredths of the tenant's currency. */
export const AmountMinor = z.int().positive().max(amountMinorMax)

/** The rest of an amount, which may be zero. */
export const RestMinor = z.int().min(0).max(amountMinorMax)

/** A typed amount in whole hundredths. Doubles carry fifteen digits: further digits are noise. */
export const hundredths = (value: number): number => Number((value * minorPerUnit).toPrecision(15))
export const hasTwoDecimals = (value: number): boolean => Number.isInteger(hundredths(value))

/** An amount as people type it, two decimals at most. That it is above zero is a rule with a message of its own. */
export const TypedAmount = z
  .number()
  .min(-amountMinorMax / minorPerUnit)
  .max(amountMinorMax / minorPerUnit)
  .refine((value) => hasTwoDecimals(value) && Math.abs(hundredths(value)) <= amountMinorMax, formatText('amount'))

/** The balance of an account, the open part of its bills, and the rest of its debts. */
export const AccountMoney = z.object({ balanceMinor: z.int(), openMinor: z.int(), debtsMinor: z.int() })
export type AccountMoney = z.infer<typeof AccountMoney>

export const PayMethod = z.enum({ cash: '0', bank: '1' })
export type PayMethod = z.infer<typeof PayMethod>
