import { PriceSchemeName, priceSchemes, type TypedStep } from '@nightflow/schemas/billing/price-scheme'
import type { PriceSchemeCommand } from '@nightflow/schemas/billing/price-scheme-calls'
import { describe, expect, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { priceSchemeDecider } from './price-scheme-decider.ts'
import { type PriceSchemeValues, refusePublishing, tariffOf } from './price-scheme-tariff.ts'

const given = specificationOf(priceSchemeDecider)
const at = '2026-03-02T08:00:00.000Z'
const forAll = { caliberMillimetres: null, customerTypeId: null, firstMonth: null, lastMonth: null }
const step = (startVolume: number, endVolume: number, unitPrice: number, conditions: Partial<TypedStep> = {}): TypedStep => ({
  ...{ startVolume, endVolume, unitPrice },
  ...forAll,
  ...conditions,
})
const key = 'Household'
const values: PriceSchemeValues = {
  priceSchemeName: key,
  accumulationMonths: 12,
  billingMonths: 1,
  startTime: '2026-01-01',
  vatRate: 9,
  chargingModel: '0',
  fixedAmount: 0,
  minimumAmount: 0,
  steps: [step(0, 10, 2), step(10, -1, 3.5)],
  remark: null,
}
const withSteps = (...steps: TypedStep[]): PriceSchemeValues => ({ ...values, steps })
const event = ({ steps, ...rest }: PriceSchemeValues) => ({ ...rest, steps: [...steps], at })
const drafted = { type: 'billing.PriceSchemeDrafted', data: event(values) } as const
const published = {
  type: 'billing.PriceSchemePublished',
  data: { priceSchemeName: key, version: 1, effectiveFrom: '2026-01-01', tariff: tariffOf(values), at },
} as const
const retired = { type: 'billing.PriceSchemeRetired', data: { priceSchemeName: key, reason: 'Replaced', at } } as const
const publish: PriceSchemeCommand = { type: 'PublishPriceScheme', priceSchemeName: key, customerTypeIds: [1, 2] }
const refuses = (wrong: PriceSchemeValues, ...refusal: Parameters<ReturnType<ReturnType<typeof given>['when']>['refused']>) =>
  given([])
    .when({ type: 'AddRecord', key, values: wrong })
    .refused(...refusal)

describe('the fields of a price scheme', () => {
  const { shape } = priceSchemes.form
  const isStep = (typed: Partial<TypedStep>) => shape.steps.safeParse([{ startVolume: 0, endVolume: -1, unitPrice: 2, ...typed }]).success

  // requirement of Prices: Price scheme name up to 20 characters | /billing/priceSchemes | POST /prod-api/business/priceScheme
  test('price scheme name up to 20 characters', () => {
    expect(PriceSchemeName.safeParse('a'.repeat(20)).success).toBe(true)
    expect(PriceSchemeName.safeParse('a'.repeat(21)).success).toBe(false)
    expect(PriceSchemeName.safeParse(' ').success).toBe(false)
  })
  // requirement of Prices: Unit price greater than zero with at most two decimals | /billing/priceSchemes | POST /prod-api/business/priceScheme
  test('unit price greater than zero with at most two decimals', () => {
    expect([0.01, 2.35, 999_999].map((unitPrice) => isStep({ unitPrice }))).toEqual([true, true, true])
    expect([0, -1, 2.345].map((unitPrice) => isStep({ unitPrice }))).toEqual([false, false, false])
  })
  // requirement of Prices: Maximum value 999999, and -1 means unlimited | /billing/priceSchemes | POST /prod-api/business/priceScheme
  test('maximum value 999999, and -1 means unlimited', () => {
    expect([-1, 999_999].map((endVolume) => isStep({ endVolume }))).toEqual([true, true])
    expect([-2, 1_000_000].map((endVolume) => isStep({ endVolume }))).toEqual([false, false])
    expect(isStep({ unitPrice: 1_000_000 })).toBe(false)
  })
  // requirement of Prices: VAT rate of a price scheme | /billing/priceSchemes | POST /prod-api/business/priceScheme
  test('VAT at least 0 and below 100', () => {
    expect([0, 99.99].map((rate) => shape.vatRate.safeParse(rate).success)).toEqual([true, true])
    expect([-0.01, 100].map((rate) => shape.vatRate.safeParse(rate).success)).toEqual([false, false])
  })
})

describe('the rules of a price scheme', () => {
  // requirement of Prices: Accumulation cycle greater than and a multiple of the billing cycle | /billing/priceSchemes | POST /prod-api/business/priceScheme
  test('accumulation cycle greater than and a multiple of the billing cycle', () => {
    refuses({ ...values, accumulationMonths: 1, billingMonths: 1 }, 'price-cycle-not-multiple')
    refuses({ ...values, accumulationMonths: 12, billingMonths: 5 }, 'price-cycle-not-multiple')
    refuses({ ...values, accumulationMonths: 2, billingMonths: 4 }, 'price-cycle-not-multiple')
  })
  // requirement of Prices: End volume greater than start volume | /billing/priceSchemes | POST /prod-api/business/priceScheme
  test('end volume greater than start volume', () =>
    refuses(withSteps(step(0, 10, 2), step(10, 10, 3), step(10, -1, 4)), 'price-step-end-not-greater', { step: 2 }))
  // requirement of Prices: The last step must be chosen as the maximum | /billing/priceSchemes | POST /prod-api/business/priceScheme
  test('the last step must be chosen as the maximum, and no other may', () => {
    refuses(withSteps(step(0, 10, 2), step(10, 20, 3)), 'price-last-step-not-maximum', { step: 2 })
    refuses(withSteps(step(0, -1, 2), step(10, -1, 3)), 'price-last-step-not-maximum', { step: 1 })
  })
  test('each step starts where the step before ends, the first at 0', () => {
    refuses(withSteps(step(0, 10, 2), step(12, -1, 3)), 'price-step-gap', { step: 2 })
    refuses(withSteps(step(1, 10, 2), step(10, -1, 3)), 'price-step-gap', { step: 1 })
  })
  test('a wrong step is named by its row among all that were typed', () => {
    const large = { caliberMillimetres: 50 }
    refuses(withSteps(step(0, 10, 2), step(0, 5, 4, large), step(10, -1, 3), step(6, -1, 6, large)), 'price-step-gap', { step: 4 })
  })
  test('a price for a caliber, a customer type or a season has steps of its own beside those for all', () => {
    const summer = { firstMonth: 6, lastMonth: 8 }
    const steps = [...values.steps, step(0, -1, 9, { caliberMillimetres: 50 }), step(0, 5, 4, summer), step(5, -1, 6, summer)]
    const { prices } = tariffOf(withSteps(...steps))
    expect(prices.map(({ caliberMillimetres, season, steps }) => [caliberMillimetres, season, steps.length])).toEqual([
      [null, null, 2],
      [50, null, 1],
      [null, summer, 2],
    ])
    refuses(withSteps(step(0, -1, 9, { caliberMillimetres: 50 })), 'price-for-all-missing')
    refuses(withSteps(step(0, -1, 9), step(0, -1, 4, { firstMonth: 6 })), 'price-season-incomplete', { step: 2 })
  })
  test('amounts are whole hundredths and volumes whole litres', () =>
    expect(tariffOf({ ...values, fixedAmount: 12.35, steps: [step(0, 10.55, 2.29), step(10.55, -1, 3)] })).toMatchObject({
      vatBasisPoints: 900,
      prices: [{ fixedMinor: 1235, steps: [{ startLitres: 0, endLitres: 10_550, unitPriceMinor: 229 }, { endLitres: null }] }],
    }))
})

describe('a price scheme', () => {
  // requirement of Prices: Price scheme name is unique | /billing/priceSchemes | POST /prod-api/business/priceScheme
  test('is drafted once by its name', () => {
    given([]).when({ type: 'AddRecord', key, values }).then([drafted])
    given([drafted]).when({ type: 'AddRecord', key, values }).refused('name-taken', { name: key })
  })
  test('is published as a version that holds from its start; the same draft again is no event', () => {
    given([drafted]).when(publish).then([published])
    given([drafted, published]).when(publish).then([])
  })
  // requirement of Prices: A version holds from its start and is never edited | /billing/priceSchemes | PUT /prod-api/business/priceScheme/publish/:priceSchemeId
  test('a published version is never edited: the draft changes, and the next version starts later', () => {
    const dearer = withSteps(step(0, 10, 2.5), step(10, -1, 4))
    const changed = (next: PriceSchemeValues) => ({ type: 'billing.PriceSchemeChanged', data: event(next) }) as const
    given([drafted, published, changed(dearer)])
      .when(publish)
      .refused('price-version-not-later', { day: '2026-01-01' })
    const later = { ...dearer, startTime: '2026-07-01' }
    given([drafted, published, changed(later)])
      .when(publish)
      .then([
        {
          ...published,
          data: { ...published.data, version: 2, effectiveFrom: '2026-07-01', tariff: tariffOf(later, '2026-01') },
        },
      ])
  })
  const withPrices = (...steps: TypedStep[]) =>
    given([{ type: 'billing.PriceSchemeDrafted', data: event(withSteps(step(0, -1, 1), ...steps)) }]).when(publish)
  test('two seasons of the same accounts that have a month in common were published, and the first one counted', () => {
    const [winter, spring, summer] = [
      [11, 2],
      [2, 4],
      [5, 9],
    ].map(([firstMonth, lastMonth]) => ({ firstMonth: firstMonth!, lastMonth: lastMonth! }))
    withPrices(step(0, 5, 2, winter), step(5, -1, 3, winter), step(0, -1, 4, spring)).refused('price-seasons-overlap', {
      ...{ step: 4, other: 2, month: 2 },
    })
    withPrices(
      step(0, -1, 2, { ...summer, customerTypeId: 1 }),
      step(0, -1, 3, { firstMonth: 9, lastMonth: 9, customerTypeId: 1 }),
    ).refused('price-seasons-overlap', { step: 3, other: 2, month: 9 })
    const separate = [
      ...[step(0, -1, 2, winter), step(0, -1, 3, summer), step(0, -1, 4, { ...summer, customerTypeId: 1 })],
      ...[step(0, -1, 5, { ...summer, customerTypeId: 2 }), step(0, -1, 6, { caliberMillimetres: 50 })],
    ]
    expect(refusePublishing(separate, [1, 2])).toBeUndefined()
  })
  test('a price for a customer type that does not exist was published', () =>
    withPrices(step(0, -1, 2, { customerTypeId: 2 }), step(0, -1, 3, { customerTypeId: 3 })).refused('price-customer-type-unknown', {
      ...{ step: 3, customerTypeId: 3 },
    }))
  test('that was published is not removed, and is retired instead', () => {
    given([drafted, published]).when({ type: 'RemoveRecord', key }).refused('price-scheme-published', { name: key })
    given([drafted, published]).when({ type: 'RetirePriceScheme', priceSchemeName: key, reason: 'Replaced' }).then([retired])
    given([drafted]).when({ type: 'RetirePriceScheme', priceSchemeName: key, reason: 'x' }).refused('price-scheme-not-published')
  })
  test('that is retired is neither changed nor published, and retiring it again is no event', () => {
    const all = [drafted, published, retired]
    given(all).when({ type: 'ChangeRecord', key, values }).refused('price-scheme-retired')
    given(all).when(publish).refused('price-scheme-retired')
    given(all).when({ type: 'RetirePriceScheme', priceSchemeName: key, reason: 'again' }).then([])
  })
})
