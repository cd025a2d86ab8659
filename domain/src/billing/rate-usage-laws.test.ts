import { litresPerCubicMetre, priceMaximum, type Tariff, type TariffPrice, type TariffStep } from '@nightflow/schemas/billing/tariff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarOf } from '../shared/local-time.ts'
import { affordableLitres } from './affordable-litres.ts'
import { cutUsage } from './cut-usage.ts'
import { rateNaively } from './naive-rating.ts'
import { type RatePlan, rateUsage, type Usage } from './rate-usage.ts'

const utc = calendarOf('UTC')
const start = Date.parse('2026-01-01T00:00:00Z')
const dayMilliseconds = 86_400_000
const at = (day: number): number => start + day * dayMilliseconds

const steps: fc.Arbitrary<TariffStep[]> = fc
  .array(fc.record({ litres: fc.integer({ min: 10, max: 60_000 }), unitPriceMinor: fc.integer({ min: 1, max: 120_000 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((blocks) => {
    let startLitres = 0
    return blocks.map(({ litres, unitPriceMinor }, index) => {
      const step = { startLitres, endLitres: index === blocks.length - 1 ? null : startLitres + litres, unitPriceMinor }
      startLitres += litres
      return step
    })
  })
const amount = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 500_000 }))
const priceFor = (conditions: fc.Arbitrary<Pick<TariffPrice, 'caliberMillimetres' | 'customerTypeId' | 'season'>>) =>
  fc.record({ conditions, steps, fixedMinor: amount, minimumMinor: amount }).map(({ conditions, ...rest }) => ({ ...conditions, ...rest }))
const month = fc.integer({ min: 1, max: 12 })
const someConditions = fc.record({
  caliberMillimetres: fc.constantFrom(null, 15, 20),
  customerTypeId: fc.constantFrom(null, 1, 2),
  season: fc.option(fc.record({ firstMonth: month, lastMonth: month })),
})
const forAll = fc.constant({ caliberMillimetres: null, customerTypeId: null, season: null })
const tariff: fc.Arbitrary<Tariff> = fc
  .record({
    cycles: fc.constantFrom([2, 1], [3, 1], [12, 1], [4, 2], [12, 3], [24, 12]),
    firstMonth: fc.constantFrom('2025-11', '2026-01', '2026-03'),
    vatBasisPoints: fc.constantFrom(0, 600, 1_300, 1_937, 9_999),
    chargingModel: fc.constantFrom('0' as const, '1' as const),
    basic: priceFor(forAll),
    more: fc.array(priceFor(someConditions), { maxLength: 3 }),
  })
  .map(({ cycles, basic, more, ...rest }) => ({
    ...rest,
    accumulationMonths: cycles[0]!,
    billingMonths: cycles[1]!,
    prices: [basic, ...more],
  }))
const plan: fc.Arbitrary<RatePlan> = fc
  .record({
    versions: fc.array(tariff, { minLength: 1, maxLength: 3 }),
    changes: fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 })),
    caliberMillimetres: fc.constantFrom(15, 20, 25),
    customerTypeId: fc.constantFrom(null, 1, 2),
    sinceDay: fc.constantFrom(-400, 0, 33),
  })
  .map(({ versions, changes, sinceDay, ...rest }) => ({
    ...rest,
    calendar: utc,
    since: at(sinceDay),
    versions: versions.map((one, index) => ({
      version: index + 1,
      from: at([-1_000, Math.min(...changes), Math.max(...changes)][index]!),
      tariff: one,
    })),
  }))
/** Up to forty days each, one after the other, some of them frozen. */
const usages: fc.Arbitrary<Usage[]> = fc
  .array(fc.record({ days: fc.integer({ min: 1, max: 40 }), litres: fc.integer({ min: 0, max: 90_000 }), isFrozen: fc.boolean() }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => {
    let day = 0
    return parts.map(({ days, litres, isFrozen }) => {
      const from = at(day)
      day += days
      return { from, to: at(day), litres: isFrozen ? 0 : litres, isFrozen }
    })
  })
const runs = { numRuns: Number(process.env.NIGHTFLOW_TARIFF_RUNS ?? 10_000) }
const fewer = { numRuns: 1_000 }
const totalOf = (charges: readonly { amountMinor: number; vatMinor: number }[]): [number, number] => [
  charges.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  charges.reduce((sum, { vatMinor }) => sum + vatMinor, 0),
]

// requirement of Prices: A second, naive implementation agrees on ten thousand random tariffs | – | –
test('ten thousand random tariffs and usages are charged as by a second, naive implementation', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(plan, usages, (plan, usages) => {
      const cut = cutUsage(plan, usages)
      const charges = rateUsage(plan, cut).map(({ kind, step, litres, amountMinor, vatMinor }) => ({
        kind,
        step,
        litres,
        amountMinor,
        vatMinor,
      }))
      expect(charges).toEqual(rateNaively(plan, cut))
    }),
    runs,
  )
})

// requirement of Prices: Law: bills of adjacent periods add up to the bill of both | – | –
test('bills of adjacent periods add up to the bill of both, wherever they are cut', () => {
  fc.assert(
    fc.property(plan, usages, fc.nat(), (plan, usages, place) => {
      const cut = cutUsage(plan, usages)
      const border = cut[place % cut.length]!.from
      const before = cut.filter(({ from }) => from < border)
      expect(totalOf([...rateUsage(plan, before), ...rateUsage(plan, cut, border)])).toEqual(totalOf(rateUsage(plan, cut)))
    }),
    fewer,
  )
})

// requirement of Prices: Law: it does not matter how a usage is cut | – | –
test('it does not matter how a usage is cut', () => {
  fc.assert(
    fc.property(
      plan,
      usages,
      fc.array(fc.tuple(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 8 }),
      (plan, usages, cuts) => {
        const once = cutUsage(plan, usages)
        const finer = cuts.reduce<Usage[]>((parts, [place, share]) => {
          const index = place % parts.length
          const { from, to, litres, ...rest } = parts[index]!
          const middle = from + Math.floor((share * (to - from)) / dayMilliseconds) * dayMilliseconds
          const first = Math.floor(share * litres)
          return parts.toSpliced(
            index,
            1,
            { ...rest, from, to: middle, litres: first },
            { ...rest, from: middle, to, litres: litres - first },
          )
        }, once)
        expect(totalOf(rateUsage(plan, finer))).toEqual(totalOf(rateUsage(plan, once)))
      },
    ),
    fewer,
  )
})

// requirement of Prices: Law: more water never costs less | – | –
test('more water never costs less, but for the hundredth by which each line is rounded', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(plan, usages, fc.nat(), fc.integer({ min: 1, max: 50_000 }), (plan, usages, place, litres) => {
      const cut = cutUsage(plan, usages)
      const more = cut.map((usage, index) => (index === place % cut.length ? { ...usage, litres: usage.litres + litres } : usage))
      // Where a price is lower above, the last steps of a year may be reached by cheaper litres.
      const isProgressive = plan.versions.every(({ tariff }) =>
        tariff.prices.every(({ steps }) =>
          steps.every((step, index) => index === 0 || step.unitPriceMinor >= steps[index - 1]!.unitPriceMinor),
        ),
      )
      fc.pre(plan.versions.length === 1 && isProgressive)
      const [before, after] = [rateUsage(plan, cut), rateUsage(plan, more)]
      const [amountBefore, vatBefore] = totalOf(before)
      const [amountAfter, vatAfter] = totalOf(after)
      // Under one price without a minimum the rounded amounts are one growing sum. Elsewhere each line begins with a rounding of its own.
      const isOneSum = plan.versions.every(({ tariff }) => tariff.prices.length === 1 && tariff.prices[0]!.minimumMinor === 0)
      expect(amountAfter).toBeGreaterThanOrEqual(amountBefore - (isOneSum ? 0 : before.length + after.length))
      expect(vatAfter).toBeGreaterThanOrEqual(vatBefore - before.length - after.length)
    }),
    fewer,
  )
})

// requirement of Prices: Law: amounts are continuous at the boundary of a step | – | –
test('at the boundary of a step a litre more costs at most its price', () => {
  fc.assert(
    fc.property(steps, (steps) => {
      const one: Tariff = {
        ...{ accumulationMonths: 12, billingMonths: 1, firstMonth: '2026-01', vatBasisPoints: 0, chargingModel: '0' },
        prices: [{ caliberMillimetres: null, customerTypeId: null, season: null, steps, fixedMinor: 0, minimumMinor: 0 }],
      }
      const plan = {
        calendar: utc,
        since: at(0),
        versions: [{ version: 1, from: at(0), tariff: one }],
        caliberMillimetres: null,
        customerTypeId: null,
      }
      const costOf = (litres: number) => totalOf(rateUsage(plan, [{ from: at(0), to: at(1), litres }]))[0]
      const dearest = Math.max(...steps.map(({ unitPriceMinor }) => unitPriceMinor))
      for (const { startLitres } of steps)
        expect(costOf(startLitres + 1) - costOf(startLitres)).toBeLessThanOrEqual(Math.ceil(dearest / 1000) + 1)
    }),
    fewer,
  )
})

// requirement of Prices: Law: money to volume and back agree within a litre | – | –
test('the water that an amount pays costs at most the amount, and one litre more costs more', () => {
  fc.assert(
    fc.property(plan, fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: 0, max: 80_000 }), (plan, amountMinor, before) => {
      const here = { ...plan, since: at(50) }
      const part = { from: at(50), to: at(50) }
      const costOf = (litres: number) =>
        totalOf(
          rateUsage(here, [
            { ...part, litres: before },
            { ...part, litres },
          ]).filter(({ kind }) => kind === 'volume'),
        ).reduce((sum, value) => sum + value)
      const litres = affordableLitres(plan, amountMinor, at(50), before)
      expect(costOf(litres) - costOf(0)).toBeLessThanOrEqual(amountMinor)
      // An amount may pay more than the largest volume.
      if (litres < priceMaximum * litresPerCubicMetre) expect(costOf(litres + 1) - costOf(0)).toBeGreaterThan(amountMinor)
    }),
    fewer,
  )
})
