import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  baseDateEnd,
  baseDateYears,
  instantOfToken,
  isAfterKeyExpiry,
  nextTokenIdentifier,
  tokenIdentifierMax,
} from './token-identifier.ts'

const at = (time: string): number => Date.parse(time)
const minutesPerDay = 1440

describe('the identifier of a token', () => {
  test.each(baseDateYears)('is zero at the start of %d and counts minutes, seconds cut off', (year) => {
    expect(nextTokenIdentifier(year, Date.UTC(year, 0, 1))).toBe(0)
    expect(nextTokenIdentifier(year, Date.UTC(year, 0, 1, 0, 5, 59, 999))).toBe(5)
    expect(nextTokenIdentifier(year, Date.UTC(year, 0, 1) - 1)).toEqual({ rejected: 'sts-before-base-date', details: { year } })
  })

  test('ends for the base date 1993 on 2024-11-24 at 20:15, for 2014 on 2045-11-24 at 20:15', () => {
    expect(new Date(baseDateEnd(1993)).toISOString()).toBe('2024-11-24T20:15:00.000Z')
    expect(new Date(baseDateEnd(2014)).toISOString()).toBe('2045-11-24T20:15:00.000Z')
    expect(nextTokenIdentifier(1993, at('2024-11-24T20:15:59Z'))).toBe(tokenIdentifierMax)
    expect(nextTokenIdentifier(1993, at('2024-11-24T20:16:00Z'))).toEqual({ rejected: 'sts-base-date-over', details: { year: 1993 } })
    expect(nextTokenIdentifier(1993, at('2024-11-24T20:15:00Z'), tokenIdentifierMax)).toMatchObject({ rejected: 'sts-base-date-over' })
  })

  test('begins again after a rollover: the meter forgets its identifiers', () => {
    const sale = at('2024-11-24T20:16:00Z')
    const identifier = nextTokenIdentifier(2014, sale) as number
    expect(identifier).toBeLessThan(tokenIdentifierMax)
    expect(instantOfToken(2014, identifier)).toBe(sale)
  })

  test('is never the reserved minute 00:01', () => {
    const identifierAt = (time: string, last?: number) => nextTokenIdentifier(1993, at(time), last) as number
    const second = identifierAt('2004-03-29T00:01:00Z')
    expect(instantOfToken(1993, second)).toBe(at('2004-03-29T00:02:00Z'))
    expect(identifierAt('2004-03-29T00:02:00Z', second)).toBe(second + 1)
    expect(identifierAt('2004-03-29T00:00:00Z', second - 2)).toBe(second)
  })

  test('rises strictly in 10,000 sales while the clock goes on, repeats and goes back', () => {
    const steps = fc.sample(fc.integer({ min: -3_600_000, max: 3_700_000 }), { numRuns: 10_000, seed: 1 })
    let clock = at('2026-11-26T00:00:00Z')
    let last: number | undefined
    for (const step of steps) {
      clock += step
      const next = nextTokenIdentifier(2014, clock, last) as number
      if (next <= (last ?? -1) || next % minutesPerDay === 1) expect.fail(`${next} after ${last}`)
      last = next
    }
    expect(last).toBeGreaterThan(10_000)
  })

  test('is after the expiry of a key by its upper eight bits', () => {
    expect(isAfterKeyExpiry(tokenIdentifierMax, 255)).toBe(false)
    expect([0x55_ffff, 0x56_0000].map((identifier) => isAfterKeyExpiry(identifier, 0x55))).toEqual([false, true])
  })
})
