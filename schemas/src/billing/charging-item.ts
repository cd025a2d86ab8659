import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { text } from '../shared/text.ts'
import { LocalDate } from '../shared/values.ts'
import { hasTwoDecimals } from './money.ts'
import { minorPerUnit } from './tariff.ts'

/** A share of the payment or the bill, a fixed amount of each, or an amount for each day, month, year or cubic metre. */
export const DeductionMethod = z.enum({ percentage: '0', fixed: '1', perCount: '2' })
export type DeductionMethod = z.infer<typeof DeductionMethod>

export const DeductionFrequency = z.enum({ perDay: '0', perMonth: '1', perYear: '2', perCubicMetre: '3' })
export type DeductionFrequency = z.infer<typeof DeductionFrequency>

/** Of each payment, or as a line of each bill. */
export const ItemSource = z.enum({ payments: '0', bills: '1' })
export type ItemSource = z.infer<typeof ItemSource>

/** System: of the scheme that an account has; personal: of one account. */
export const FeeType = z.enum({ system: '0', personal: '1' })
export type FeeType = z.infer<typeof FeeType>

/** Hundredths of a percent: 10,000 is 100 %. */
export const ratioBasisPointsMax = 10_000
export const RatioBasisPoints = z.int().min(1).max(ratioBasisPointsMax)

/** At least 0 and below 100 %. */
export const VatBasisPoints = z
  .int()
  .min(0)
  .max(ratioBasisPointsMax - 1)

export const ItemName = text(50).min(1)

/** Nothing is taken before the enabled date. */
const common = { itemName: ItemName, method: DeductionMethod, enabledDate: LocalDate }

/** The largest amount of an item, in hundredths: a million less one unit of the currency. */
export const itemMinorMax = 99_999_900
export const ItemMinor = z.int().positive().max(itemMinorMax)

/** Deduction of a charging item. An amount includes its VAT. A field that the method does not use is null. */
export const ChargingItem = z.object({
  ...common,
  ratioBasisPoints: RatioBasisPoints.nullable(),
  amountMinor: ItemMinor.nullable(),
  frequency: DeductionFrequency.nullable(),
  vatBasisPoints: VatBasisPoints,
  /** Absent for payments, as in all earlier events. */
  takenFrom: ItemSource.optional(),
})
export type ChargingItem = z.infer<typeof ChargingItem>

/** The same as people type it: per cent, and units of the currency. */
export const typedItem = {
  ...common,
  ratioPercent: z.number().positive().max(100).refine(hasTwoDecimals, formatText('amount')).nullable().default(null),
  amount: z
    .number()
    .positive()
    .max(itemMinorMax / minorPerUnit)
    .refine(hasTwoDecimals, formatText('amount'))
    .nullable()
    .default(null),
  frequency: DeductionFrequency.nullable().default(null),
  vatRate: z.number().min(0).lt(100).refine(hasTwoDecimals, formatText('amount')).default(0),
  takenFrom: ItemSource.default(ItemSource.enum.payments),
}
export const TypedItem = z.object(typedItem)
export type TypedItem = z.infer<typeof TypedItem>

/** Charging items of a scheme or of an account. */
export const chargingItemsMax = 50
