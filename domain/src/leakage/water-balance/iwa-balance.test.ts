import { Infrastructure } from '@nightflow/schemas/leakage/infrastructure'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assumedOf } from './assumed.ts'
import { type BalanceInput, iwaBalance } from './iwa-balance.ts'

const share = (max: number) => fc.double({ min: 0, max, noNaN: true })
const input: fc.Arbitrary<BalanceInput> = fc.record({
  days: fc.integer({ min: 1, max: 31 }),
  supply: fc.double({ min: 0, max: 1e12, noNaN: true }),
  metered: fc.double({ min: 0, max: 1e12, noNaN: true }),
  billed: fc.option(fc.double({ min: 0, max: 1e12, noNaN: true })),
})
const stated = fc.record({
  supplyAccuracy: share(1),
  meteredAccuracy: share(1),
  unauthorisedShare: share(1),
  underRegistration: share(0.9),
  dataErrorShare: share(1),
  billedUnmeteredLitresPerDay: share(1e9),
  unbilledUnmeteredLitresPerDay: share(1e9),
})

/** Volumes and the parts that they are made of. */
const parts = [
  ['systemInput', 'authorised', 'losses'],
  ['authorised', 'billedAuthorised', 'unbilledAuthorised'],
  ['billedAuthorised', 'billedMetered', 'billedUnmetered'],
  ['unbilledAuthorised', 'unbilledMetered', 'unbilledUnmetered'],
  ['losses', 'apparentLosses', 'realLosses'],
  ['systemInput', 'revenueWater', 'nonRevenueWater'],
] as const

describe('the water balance', () => {
  test('every volume is the sum of its parts', () => {
    fc.assert(
      fc.property(input, stated, (volumes, values) => {
        const balance = iwaBalance(volumes, assumedOf(Infrastructure.parse(values)))
        for (const [whole, ...of] of parts) {
          const sum = of.reduce((total, part) => total + balance[part].value!, 0)
          // Each is rounded to a litre.
          expect(Math.abs(balance[whole].value! - sum)).toBeLessThanOrEqual(2)
        }
        const { unauthorised, meterInaccuracy, dataErrors, apparentLosses } = balance
        expect(Math.abs(apparentLosses.value! - unauthorised.value! - meterInaccuracy.value! - dataErrors.value!)).toBeLessThanOrEqual(2)
      }),
    )
  })

  test('the bound of a volume is at most the sum of those of its parts, and that of the losses at least that of the supply', () => {
    fc.assert(
      fc.property(input, stated, (volumes, values) => {
        const balance = iwaBalance(volumes, assumedOf(Infrastructure.parse(values)))
        for (const { bound } of Object.values(balance)) expect(bound).toBeGreaterThanOrEqual(0)
        const { authorised, billedAuthorised, unbilledAuthorised, losses, realLosses, systemInput, apparentLosses } = balance
        expect(authorised.bound!).toBeLessThanOrEqual(billedAuthorised.bound! + unbilledAuthorised.bound! + 2)
        expect(losses.bound! + 1).toBeGreaterThanOrEqual(systemInput.bound!)
        expect(realLosses.bound!).toBeLessThanOrEqual(losses.bound! + apparentLosses.bound! + 2)
      }),
    )
  })

  test('a balance with true accuracies contains the truth in 95 of 100 cases', () => {
    const truth = { supply: 100_000, metered: 80_000 }
    const assumed = assumedOf({
      supplyAccuracy: 0.03,
      meteredAccuracy: 0.02,
      unauthorisedShare: 0,
      underRegistration: 0,
      dataErrorShare: 0,
    })
    let state = 1
    // A sum of twelve uniform numbers is near enough a normal one.
    const uniform = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    const normal = () => Array.from({ length: 12 }, uniform).reduce((sum, value) => sum + value, -6)
    const runs = 4_000
    let contained = 0
    for (let run = 0; run < runs; run += 1) {
      const supply = truth.supply * (1 + (0.03 / 1.96) * normal())
      const metered = truth.metered * (1 + (0.02 / 1.96) * normal())
      const { value, bound } = iwaBalance({ days: 30, supply, metered, billed: null }, assumed).realLosses
      if (Math.abs(value! - (truth.supply - truth.metered)) <= bound!) contained += 1
    }
    expect(contained / runs).toBeGreaterThan(0.94)
    expect(contained / runs).toBeLessThan(0.96)
  })

  test('bills beyond the metered use are no water', () => {
    const { billedMetered, unbilledMetered } = iwaBalance({ days: 30, supply: 100, metered: 80, billed: 90 }, assumedOf({}))
    expect([billedMetered.value, unbilledMetered.value]).toEqual([80, 0])
  })

  test('values that nothing states are assumed, and each is listed', () => {
    expect(assumedOf({}).assumptions.map(({ code }) => code)).toEqual([
      'supply-accuracy',
      'metered-accuracy',
      'unauthorised-share',
      'under-registration',
      'data-errors',
      'pressure-exponent',
      'no-unmetered-use',
    ])
    const { values, assumptions } = assumedOf({ supplyAccuracy: 0.01, unbilledUnmeteredLitresPerDay: 5, systemKind: 'intermittent' })
    expect(values).toMatchObject({ supplyAccuracy: 0.01, unbilledUnmeteredLitresPerDay: 5 })
    expect(assumptions.map(({ code }) => code)).not.toContain('supply-accuracy')
    expect(assumptions.map(({ code }) => code)).toContain('whole-day-pressure')
  })
})
