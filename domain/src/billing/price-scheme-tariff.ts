import { hundredths } from '@nightflow/schemas/billing/money'
import type { TypedStep } from '@nightflow/schemas/billing/price-scheme'
import { litresPerCubicMetre, pricesMax, stepsMax, type Tariff, type TariffPrice, unlimited } from '@nightflow/schemas/billing/tariff'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'

/** A price scheme as people type it. */
export type PriceSchemeValues = {
  priceSchemeName: string
  accumulationMonths: number
  billingMonths: number
  /** The first day of the version, `YYYY-MM-DD`. */
  startTime: string
  vatRate: number
  chargingModel: Tariff['chargingModel']
  fixedAmount: number
  minimumAmount: number
  steps: readonly TypedStep[]
  remark: string | null
}

const conditionsOf = ({ caliberMillimetres, customerTypeId, firstMonth, lastMonth }: TypedStep): string =>
  JSON.stringify([caliberMillimetres, customerTypeId, firstMonth, lastMonth])
const noConditions = JSON.stringify([null, null, null, null])

/** Steps of the same conditions are one price, in the order in which they are typed. */
const stepsByConditions = (steps: readonly TypedStep[]): ReadonlyMap<string, TypedStep[]> => {
  const found = new Map<string, TypedStep[]>()
  for (const step of steps) found.set(conditionsOf(step), [...(found.get(conditionsOf(step)) ?? []), step])
  return found
}

/** Rules between the fields of a price scheme, the first that is broken is said. */
export const refusePriceScheme = ({ accumulationMonths, billingMonths, steps }: PriceSchemeValues): Rejection | undefined => {
  if (accumulationMonths <= billingMonths || accumulationMonths % billingMonths !== 0) return rejected('price-cycle-not-multiple')
  const incomplete = steps.findIndex(({ firstMonth, lastMonth }) => (firstMonth === null) !== (lastMonth === null))
  if (incomplete >= 0) return rejected('price-season-incomplete', { step: incomplete + 1 })
  const prices = stepsByConditions(steps)
  if (!prices.has(noConditions)) return rejected('price-for-all-missing')
  if (prices.size > pricesMax) return rejected('price-conditions-full', { max: pricesMax })
  const rowOf = (step: TypedStep): number => steps.indexOf(step) + 1
  return [...prices.values()].map((price) => refuseSteps(price, rowOf)).find((refusal) => refusal !== undefined)
}

/** A step is named by its row among all that were typed, where people look for it. */
const refuseSteps = (steps: readonly TypedStep[], rowOf: (step: TypedStep) => number): Rejection | undefined => {
  if (steps.length > stepsMax) return rejected('price-steps-full', { max: stepsMax })
  const last = steps.length - 1
  for (const [index, step] of steps.entries()) {
    const { startVolume, endVolume } = step
    const details = { step: rowOf(step) }
    if ((endVolume === unlimited) !== (index === last)) return rejected('price-last-step-not-maximum', details)
    if (endVolume !== unlimited && endVolume <= startVolume) return rejected('price-step-end-not-greater', details)
    if (startVolume !== (index === 0 ? 0 : steps[index - 1]!.endVolume)) return rejected('price-step-gap', details)
  }
  return undefined
}

/**
 * Rules of what is published. Of two prices with the same conditions but for the season, none comes before the other: their seasons have no month
 * in common. A price for a customer type that does not exist would hold for none, and later for another type of that number.
 */
export const refusePublishing = (steps: readonly TypedStep[], customerTypeIds: readonly number[]): Rejection | undefined => {
  const known = new Set(customerTypeIds)
  const unknown = steps.findIndex(({ customerTypeId }) => customerTypeId !== null && !known.has(customerTypeId))
  if (unknown >= 0) return rejected('price-customer-type-unknown', { step: unknown + 1, customerTypeId: steps[unknown]!.customerTypeId! })
  const firstRows = [...stepsByConditions(steps).values()].map((price) => price[0]!)
  for (const [nth, price] of firstRows.entries())
    for (const earlier of firstRows.slice(0, nth)) {
      const month = isSameButSeason(earlier, price) ? monthsOf(earlier).find((each) => monthsOf(price).includes(each)) : undefined
      if (month !== undefined)
        return rejected('price-seasons-overlap', { step: steps.indexOf(price) + 1, other: steps.indexOf(earlier) + 1, month })
    }
  return undefined
}

const isSameButSeason = (one: TypedStep, other: TypedStep): boolean =>
  one.caliberMillimetres === other.caliberMillimetres && one.customerTypeId === other.customerTypeId

/** The months of a step's season, over the end of the year too; none without a season. */
const monthsOf = ({ firstMonth, lastMonth }: TypedStep): number[] =>
  firstMonth === null || lastMonth === null
    ? []
    : Array.from({ length: ((lastMonth - firstMonth + 12) % 12) + 1 }, (_, nth) => ((firstMonth - 1 + nth) % 12) + 1)

/** The same in whole litres and hundredths. Cycles of every version are counted from `firstMonth`, the month in which the first one starts. */
export const tariffOf = (values: PriceSchemeValues, firstMonth: string = values.startTime.slice(0, 7)): Tariff => ({
  accumulationMonths: values.accumulationMonths,
  billingMonths: values.billingMonths,
  firstMonth,
  vatBasisPoints: hundredths(values.vatRate),
  chargingModel: values.chargingModel,
  prices: [...stepsByConditions(values.steps).values()].map((steps) => priceOf(steps, values)),
})

const priceOf = (steps: readonly TypedStep[], { fixedAmount, minimumAmount }: PriceSchemeValues): TariffPrice => {
  const { caliberMillimetres, customerTypeId, firstMonth, lastMonth } = steps[0]!
  return {
    caliberMillimetres,
    customerTypeId,
    season: firstMonth === null || lastMonth === null ? null : { firstMonth, lastMonth },
    steps: steps.map(({ startVolume, endVolume, unitPrice }) => ({
      startLitres: litresOf(startVolume),
      endLitres: endVolume === unlimited ? null : litresOf(endVolume),
      unitPriceMinor: hundredths(unitPrice),
    })),
    fixedMinor: hundredths(fixedAmount),
    minimumMinor: hundredths(minimumAmount),
  }
}

/** Volumes have two decimals of a cubic metre at most. */
const litresOf = (cubicMetres: number): number => Math.round(cubicMetres * litresPerCubicMetre)
