import type { priceSchemes } from '@nightflow/schemas/billing/price-scheme'
import { ChargingModel, unlimited } from '@nightflow/schemas/billing/tariff'
import type { z } from 'zod'

type Form = z.input<typeof priceSchemes.form>
type Step = Form['steps'][number]
type Template = { name: string; values: Omit<Form, 'priceSchemeName'> }

/** A price of a cubic metre to begin with, in currencies whose unit is not about a dollar. */
const usualPrices: Readonly<Record<string, number>> = { CNY: 3, IDR: 5_000, JPY: 180, INR: 20, KES: 80, VND: 9_000, XOF: 400, ZAR: 25 }
const priceOtherwise = 2

/** Prices of each step, as multiples of the usual price: volumes in cubic metres, each step from where the one before ends. */
const stepsOf = (price: number, steps: readonly (readonly [endVolume: number, multiple: number])[]): Step[] =>
  steps.map(([endVolume, multiple], place) => ({
    startVolume: place === 0 ? 0 : steps[place - 1]![0],
    endVolume,
    unitPrice: Number((price * multiple).toFixed(2)),
  }))

const seasons = (price: number): Step[] =>
  [
    { firstMonth: 5, lastMonth: 9, multiple: 1.25 },
    { firstMonth: 10, lastMonth: 4, multiple: 1 },
  ].map(({ multiple, ...months }) => ({
    startVolume: 0,
    endVolume: unlimited,
    unitPrice: Number((price * multiple).toFixed(2)),
    ...months,
  }))

/**
 * Price schemes that utilities usually have, as beginnings whose prices are replaced by one's own:
 * three steps of a year in the ratio 1 : 1.5 : 3 as in China (发改价格〔2013〕2676号), blocks of ten cubic metres a month with a least amount as in
 * Indonesia, a subscription and a price per cubic metre as in France, a cheap first volume as where water is sold by token.
 */
export function priceSchemeTemplates(currency: string, today: string): Template[] {
  const price = usualPrices[currency] ?? priceOtherwise
  const common = {
    startTime: `${today.slice(0, 7)}-01`,
    fixedAmount: 0,
    minimumAmount: 0,
    billingMonths: 1,
    accumulationMonths: 12,
    vatRate: 0,
  }
  // Steps of each month by itself, or of the year.
  const monthly = { ...common, chargingModel: ChargingModel.enum.independent }
  return [
    { name: 'onePrice', values: { ...monthly, steps: stepsOf(price, [[unlimited, 1]]) } },
    {
      name: 'threeSteps',
      values: {
        ...common,
        chargingModel: ChargingModel.enum.cumulative,
        steps: stepsOf(price, [
          [180, 1],
          [260, 1.5],
          [unlimited, 3],
        ]),
      },
    },
    { name: 'subscription', values: { ...monthly, fixedAmount: price * 4, vatRate: 5.5, steps: stepsOf(price, [[unlimited, 1]]) } },
    {
      name: 'blocks',
      values: {
        ...monthly,
        minimumAmount: price * 10,
        steps: stepsOf(price, [
          [10, 1],
          [20, 1.4],
          [unlimited, 2],
        ]),
      },
    },
    {
      name: 'lifeline',
      values: {
        ...monthly,
        steps: stepsOf(price, [
          [6, 0.5],
          [unlimited, 1],
        ]),
      },
    },
    { name: 'seasons', values: { ...monthly, steps: seasons(price) } },
  ]
}
