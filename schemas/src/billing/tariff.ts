import { z } from 'zod'

/** Money is whole hundredths of the tenant's currency, water whole litres, a price hundredths for a cubic metre. */
export const minorPerUnit = 100
export const litresPerCubicMetre = 1000
/** The largest volume of a step, in cubic metres, and the largest price of a cubic metre, in units of the currency. */
export const priceMaximum = 999_999
export const unlimited = -1

const LitresInStep = z
  .int()
  .min(0)
  .max(priceMaximum * litresPerCubicMetre)
const AmountMinor = z
  .int()
  .min(0)
  .max(priceMaximum * minorPerUnit)

/** Litres above `startLitres` up to `endLitres` cost the unit price; the last step has no end. */
export const TariffStep = z.object({
  startLitres: LitresInStep,
  endLitres: LitresInStep.nullable(),
  unitPriceMinor: z
    .int()
    .positive()
    .max(priceMaximum * minorPerUnit),
})
export type TariffStep = z.infer<typeof TariffStep>

export const Month = z.int().min(1).max(12)
export const stepsMax = 20
export const pricesMax = 50
export const cycleMonthsMax = 24

/** Steps count from the start of the accumulation cycle (cumulative), or from the start of each billing cycle (independent). */
export const ChargingModel = z.enum({ cumulative: '0', independent: '1' })

/**
 * The price of water for the customers that the conditions name. An absent condition holds for all customers. `fixedMinor` is due for each billing cycle;
 * where the volumes of a billing cycle cost less than `minimumMinor`, the difference is due too.
 */
export const TariffPrice = z.object({
  caliberMillimetres: z.int().positive().max(2000).nullable(),
  customerTypeId: z.int().positive().max(Number.MAX_SAFE_INTEGER).nullable(),
  /** From the first day of one month to the last day of another, in each year; it may go over the end of the year. */
  season: z.object({ firstMonth: Month, lastMonth: Month }).nullable(),
  steps: z.array(TariffStep).min(1).max(stepsMax),
  fixedMinor: AmountMinor,
  minimumMinor: AmountMinor,
})
export type TariffPrice = z.infer<typeof TariffPrice>

/** One version of a price scheme. */
export const Tariff = z.object({
  accumulationMonths: z.int().positive().max(cycleMonthsMax),
  billingMonths: z.int().positive().max(cycleMonthsMax),
  /** Cycles are counted from this month on, `YYYY-MM`. */
  firstMonth: z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/),
  /** Hundredths of a percent: 1300 is 13 %. */
  vatBasisPoints: z.int().min(0).max(9_999),
  chargingModel: ChargingModel,
  prices: z.array(TariffPrice).min(1).max(pricesMax),
})
export type Tariff = z.infer<typeof Tariff>

/** Types of charges: the volume in a step, the fixed part of a billing cycle, or the difference to its minimum. */
export const ChargeKind = z.enum(['volume', 'fixed', 'minimum'])

/** How the volume of a period was divided where price, version or cycle change within it; null where it was not. */
export const DividedBy = z.enum(['hours', 'days', 'time']).nullable()

/** One line of a calculation. Amounts are without VAT; the VAT is beside them. */
export const Charge = z.object({
  kind: ChargeKind,
  /** Which version of the scheme; versions are counted from 1, and 0 is its draft. */
  version: z.int().min(0),
  /** First instant and the instant after the last, epoch milliseconds. */
  from: z.number(),
  to: z.number(),
  /** The first step is 1; null where the amount is for no volume. */
  step: z.int().positive().nullable(),
  litres: z.int(),
  /** Of a volume: by the measured hours, or, where one of them is not known, by time. Null for what is for no volume. */
  dividedBy: DividedBy,
  unitPriceMinor: z.int().nullable(),
  amountMinor: z.int(),
  vatMinor: z.int(),
})
export type Charge = z.infer<typeof Charge>
