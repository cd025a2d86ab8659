import { z } from 'zod'
import { text } from '../shared/text.ts'
import { LocalDate } from '../shared/values.ts'
import { AmountMinor } from './money.ts'

/** `0` a share of the payment, `1` a fixed amount of each payment, `2` an amount for each day, month, year or cubic metre. */
export const DeductionMethod = z.enum(['0', '1', '2'])
export type DeductionMethod = z.infer<typeof DeductionMethod>

/** `0` per day, `1` per month, `2` per year, `3` per cubic metre. */
export const DeductionFrequency = z.enum(['0', '1', '2', '3'])
export type DeductionFrequency = z.infer<typeof DeductionFrequency>

/** `0` system: of the scheme that an account has; `1` personal: of one account. */
export const FeeType = z.enum(['0', '1'])
export type FeeType = z.infer<typeof FeeType>

/** Hundredths of a percent: 10,000 is 100 %. */
export const ratioBasisPointsMax = 10_000
const RatioBasisPoints = z.int().min(1).max(ratioBasisPointsMax)

/** At least 0 and below 100 %. */
export const VatBasisPoints = z
  .int()
  .min(0)
  .max(ratioBasisPointsMax - 1)

export const ItemName = text(50).min(1)

/** What a charging item takes. An amount includes its VAT. A field that the method does not use is null. */
export const chargingItem = {
  itemName: ItemName,
  method: DeductionMethod,
  /** Nothing is taken before this day. */
  enabledDate: LocalDate,
  ratioBasisPoints: RatioBasisPoints.nullable().default(null),
  amountMinor: AmountMinor.nullable().default(null),
  frequency: DeductionFrequency.nullable().default(null),
  vatBasisPoints: VatBasisPoints.default(0),
}
export const ChargingItem = z.object(chargingItem)
export type ChargingItem = z.infer<typeof ChargingItem>

/** Charging items of a scheme or of an account. */
export const chargingItemsMax = 50
