import type { Tariff, TariffPrice } from '@nightflow/schemas/billing/tariff'
import { describe, expect, test } from 'vitest'
import { calendarOf } from '../shared/local-time.ts'
import { affordableLitres } from './affordable-litres.ts'
import { cutUsage } from './cut-usage.ts'
import { type RatePlan, rateUsage, type TariffVersion, type Usage } from './rate-usage.ts'

const jakarta = calendarOf('Asia/Jakarta')
const at = (date: string, calendar = jakarta): number => calendar.startOf(Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000))
const cubicMetres = (volume: number): number => volume * 1000

/** 1 m3 costs 2.00 up to 10 m3, 3.50 up to 20 m3, 5.00 above. */
const steps = [
  { startLitres: 0, endLitres: 10_000, unitPriceMinor: 200 },
  { startLitres: 10_000, endLitres: 20_000, unitPriceMinor: 350 },
  { startLitres: 20_000, endLitres: null, unitPriceMinor: 500 },
]
const price = (stated: Partial<TariffPrice> = {}): TariffPrice => ({
  ...{ caliberMillimetres: null, customerTypeId: null, season: null, steps, fixedMinor: 0, minimumMinor: 0 },
  ...stated,
})
const tariff = (stated: Partial<Tariff> = {}): Tariff => ({
  ...{ accumulationMonths: 12, billingMonths: 1, firstMonth: '2026-01', vatBasisPoints: 0, chargingModel: '0', prices: [price()] },
  ...stated,
})
const planOf = (stated: Partial<Tariff> = {}, rest: Partial<RatePlan> = {}): RatePlan => ({
  calendar: jakarta,
  versions: [{ version: 1, from: at('2026-01-01'), tariff: tariff(stated) }],
  ...{ caliberMillimetres: 15, customerTypeId: 1, since: at('2020-01-01') },
  ...rest,
})
const usage = (from: string, to: string, volume: number, calendar = jakarta): Usage => ({
  ...{ from: at(from, calendar), to: at(to, calendar), litres: cubicMetres(volume) },
})
/** Kind, step, litres and amount of each charge. */
const briefly = (charges: ReturnType<typeof rateUsage>) =>
  charges.map(({ kind, step, litres, amountMinor }) => [kind, step, litres, amountMinor])
const january = usage('2026-01-01', '2026-02-01', 12)
const february = usage('2026-02-01', '2026-03-01', 12)

describe('the steps of a tariff', () => {
  test('each step charges the volume within it at its own price', () =>
    expect(briefly(rateUsage(planOf(), [usage('2026-01-01', '2026-02-01', 25)]))).toEqual([
      ['volume', 1, 10_000, 2_000],
      ['volume', 2, 10_000, 3_500],
      ['volume', 3, 5_000, 2_500],
    ]))

  test('a volume that fills a step exactly charges nothing in the next', () =>
    expect(briefly(rateUsage(planOf(), [usage('2026-01-01', '2026-02-01', 10)]))).toEqual([['volume', 1, 10_000, 2_000]]))

  // requirement of Prices: Cumulative steps over the accumulation cycle | /billing/priceSchemes | POST /api/v1/tariff-calculations
  test('cumulative: the volume of earlier billing cycles fills the steps, until the accumulation cycle begins anew', () => {
    expect(briefly(rateUsage(planOf(), [january, february], february.from))).toEqual([
      ['volume', 2, 8_000, 2_800],
      ['volume', 3, 4_000, 2_000],
    ])
    const nextYear = usage('2027-01-01', '2027-02-01', 5)
    expect(briefly(rateUsage(planOf(), [january, nextYear], nextYear.from))).toEqual([['volume', 1, 5_000, 1_000]])
  })

  // requirement of Prices: Charging model, cumulative or independent | /billing/priceSchemes | POST /prod-api/business/priceScheme
  test('independent: each billing cycle begins with the first step', () =>
    expect(briefly(rateUsage(planOf({ chargingModel: '1' }), [january, february], february.from))).toEqual([
      ['volume', 1, 10_000, 2_000],
      ['volume', 2, 2_000, 700],
    ]))

  test('a new holder begins with the first step', () => {
    const plan = planOf({}, { since: at('2026-02-01') })
    expect(briefly(rateUsage(plan, [january, february], february.from))[0]).toEqual(['volume', 1, 10_000, 2_000])
  })
})

describe('which price counts', () => {
  const dear = [{ startLitres: 0, endLitres: null, unitPriceMinor: 1_000 }]
  const amountOf = (prices: TariffPrice[], plan: Partial<RatePlan> = {}) =>
    rateUsage(planOf({ prices }, plan), [usage('2026-07-01', '2026-08-01', 1)])[0]?.amountMinor

  // requirement of Prices: Prices by customer type, caliber and season, the weightiest first | /billing/priceSchemes | POST /api/v1/tariff-calculations
  test('that of the customer type, before that of the caliber, before that of the season, before the one for all', () => {
    const forAll = price()
    const ofSummer = price({ season: { firstMonth: 6, lastMonth: 8 }, steps: [{ ...dear[0]!, unitPriceMinor: 300 }] })
    const ofCaliber = price({ caliberMillimetres: 15, steps: [{ ...dear[0]!, unitPriceMinor: 400 }] })
    const ofType = price({ customerTypeId: 1, steps: [{ ...dear[0]!, unitPriceMinor: 500 }] })
    expect(amountOf([forAll])).toBe(200)
    expect(amountOf([forAll, ofSummer])).toBe(300)
    expect(amountOf([ofSummer, ofCaliber, forAll])).toBe(400)
    expect(amountOf([forAll, ofSummer, ofType, ofCaliber])).toBe(500)
    expect(amountOf([forAll, ofType, ofCaliber], { customerTypeId: 2, caliberMillimetres: 20 })).toBe(200)
  })

  test('a season may go over the end of the year', () => {
    const winter = price({ season: { firstMonth: 11, lastMonth: 2 }, steps: dear })
    const plan = planOf({ prices: [price(), winter] })
    const amounts = ['2026-10', '2026-11', '2026-12', '2027-01', '2027-02', '2027-03'].map(
      (month) => rateUsage(plan, [usage(`${month}-01`, `${month}-02`, 1)])[0]?.amountMinor,
    )
    expect(amounts).toEqual([200, 1_000, 1_000, 1_000, 1_000, 200])
  })

  test('a new version of the tariff charges from its date on, in the step that was reached', () => {
    const later: TariffVersion = {
      ...{ version: 2, from: at('2026-02-01') },
      tariff: tariff({ prices: [price({ steps: steps.map((step) => ({ ...step, unitPriceMinor: step.unitPriceMinor * 2 })) })] }),
    }
    const plan = planOf()
    const charges = rateUsage({ ...plan, versions: [...plan.versions, later] }, [january, february])
    expect(charges.map(({ version, step, litres, amountMinor }) => [version, step, litres, amountMinor])).toEqual([
      [1, 1, 10_000, 2_000],
      [1, 2, 2_000, 700],
      [2, 2, 8_000, 5_600],
      [2, 3, 4_000, 4_000],
    ])
  })
})

describe('the fixed part and the minimum', () => {
  // requirement of Prices: Fixed part by days of the billing cycle | /billing/priceSchemes | POST /api/v1/tariff-calculations
  test('the fixed part is due for each billing cycle, and by days where the cycle is not whole', () => {
    const plan = planOf({ prices: [price({ fixedMinor: 3_100 })] })
    const fixedOf = (from: string, to: string) => rateUsage(plan, [usage(from, to, 0)])[0]?.amountMinor
    expect(fixedOf('2026-01-01', '2026-02-01')).toBe(3_100)
    expect(fixedOf('2026-01-11', '2026-02-01')).toBe(2_100)
  })

  test('a frozen account pays no fixed part and no minimum', () => {
    const plan = planOf({ prices: [price({ fixedMinor: 3_100, minimumMinor: 9_300 })] })
    const half = [usage('2026-01-01', '2026-01-11', 0), { ...usage('2026-01-11', '2026-02-01', 0), isFrozen: true }]
    expect(briefly(rateUsage(plan, half))).toEqual([
      ['fixed', null, 0, 1_000],
      ['minimum', null, 0, 3_000],
    ])
  })

  // requirement of Prices: Minimum of a billing cycle | /billing/priceSchemes | POST /api/v1/tariff-calculations
  test('where the volumes of a billing cycle cost less than the minimum, the difference is due, once', () => {
    const plan = planOf({ prices: [price({ minimumMinor: 3_000 })] })
    const [first, second] = [usage('2026-01-01', '2026-01-16', 5), usage('2026-01-16', '2026-02-01', 5)]
    expect(briefly(rateUsage(plan, [first, second]))).toEqual([
      ['volume', 1, 5_000, 1_000],
      ['volume', 1, 5_000, 1_000],
      ['minimum', null, 0, 1_000],
    ])
    expect(briefly(rateUsage(plan, [january])).map(([kind]) => kind)).toEqual(['volume', 'volume', 'minimum'])
    expect(briefly(rateUsage(plan, [usage('2026-01-01', '2026-02-01', 20)])).map(([kind]) => kind)).toEqual(['volume', 'volume'])
  })
})

describe('rounding', () => {
  // requirement of Prices: Each line and its VAT rounded half up once | /billing/priceSchemes | POST /api/v1/tariff-calculations
  test('an amount is rounded half up once per line, its VAT on its own', () => {
    // 5 l at 1.00 are half a hundredth; 13 % of 1.50 are 0.195.
    const cheap = price({ steps: [{ startLitres: 0, endLitres: null, unitPriceMinor: 100 }] })
    const plan = planOf({ prices: [cheap], vatBasisPoints: 1_300 })
    expect(rateUsage(plan, [{ ...january, litres: 5 }])[0]).toMatchObject({ amountMinor: 1, vatMinor: 0 })
    expect(rateUsage(plan, [{ ...january, litres: 1_500 }])[0]).toMatchObject({ amountMinor: 150, vatMinor: 20 })
  })

  test('a line is due to date less what was due before: 12,529 l at 3.45 after 1,002 l are 43.22, and both are what 13,531 l cost', () => {
    const plan = planOf({ prices: [price({ steps: [{ startLitres: 0, endLitres: null, unitPriceMinor: 345 }] })] })
    const amounts = rateUsage(plan, [
      { ...january, litres: 1_002 },
      { ...february, litres: 12_529 },
    ]).map(({ amountMinor }) => amountMinor)
    expect(amounts).toEqual([346, 4_322])
    expect(rateUsage(plan, [{ ...january, litres: 13_531 }])[0]?.amountMinor).toBe(346 + 4_322)
  })

  test('the largest volume at the largest price is exact', () => {
    const dearest = price({ steps: [{ startLitres: 0, endLitres: null, unitPriceMinor: 99_999_900 }] })
    const [charge] = rateUsage(planOf({ prices: [dearest] }), [{ ...january, litres: 999_999_000 }])
    expect(charge?.amountMinor).toBe(99_999_800_000_100)
  })
})

describe('a usage over a change of price, version or cycle', () => {
  const plan = planOf()
  const twoMonths = usage('2026-01-01', '2026-03-01', 59)

  test('is divided by measured volume where each hour is known', () => {
    const parts = cutUsage(plan, [twoMonths], () => cubicMetres(40))
    expect(parts.map(({ litres, dividedBy }) => [litres, dividedBy])).toEqual([
      [40_000, 'hours'],
      [19_000, 'hours'],
    ])
  })

  test('is divided by time elsewhere, and says so', () => {
    const parts = cutUsage(plan, [twoMonths])
    expect(parts.map(({ from, litres, dividedBy }) => [from, litres, dividedBy])).toEqual([
      [at('2026-01-01'), 31_000, 'time'],
      [at('2026-02-01'), 28_000, 'time'],
    ])
  })

  test('in a zone with clock changes, months begin at local midnight', () => {
    const paris = calendarOf('Europe/Paris')
    const parts = cutUsage({ ...planOf(), calendar: paris }, [usage('2026-03-01', '2026-05-01', 61, paris)])
    expect(parts[1]?.from).toBe(Date.parse('2026-03-31T22:00:00Z'))
    expect(parts.reduce((sum, { litres }) => sum + litres, 0)).toBe(61_000)
  })
})

describe('how much water an amount pays', () => {
  test('through the steps, after what was used before', () => {
    expect(affordableLitres(planOf(), 2_000, at('2026-01-05'), 0)).toBe(10_001)
    expect(affordableLitres(planOf(), 2_350, at('2026-01-05'), 9_000)).toBe(7_144)
  })
})
