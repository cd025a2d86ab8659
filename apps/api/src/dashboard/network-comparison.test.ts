import { dateOfDay } from '@nightflow/domain/shared/local-time'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import { describe, expect, it } from 'vitest'
import { compareNetwork } from './network-comparison.ts'

const day = 20_780
const row = (daysBefore: number, supplyLitres: number | null, leakageLitres: number | null): NightFlowRow =>
  ({ date: dateOfDay(day - daysBefore), supplyLitres, leakageLitres }) as NightFlowRow
const sundays = (supply: number, leakage: number) => [7, 14, 21, 28].map((back) => row(back, supply, leakage))
const compare = (...roots: NightFlowRow[][]) =>
  compareNetwork(
    roots.map((rows, place) => ({ id: `root-${place}`, counts: 'all', rows: new Map(rows.map((one) => [one.date, one])) })),
    dateOfDay(day),
  )

describe('the network on the wall', () => {
  it('is compared with the same weekday, and with the day before beside it', () => {
    const compared = compare([row(0, 900, 90), row(1, 1200, 60), ...sundays(600, 30)])
    expect(compared.supplyBaseline).toEqual({ median: 600, weeks: 4 })
    expect(compared.leakageRateBaseline).toEqual({ median: 0.05, weeks: 4 })
    expect(compared.supplyChange).toBeCloseTo(-0.25)
    expect(compared.leakageChange).toBeCloseTo(0.5)
    expect(compared.leakageRateChange).toBeCloseTo(0.05)
  })
  it('a cascade that falls silent does not look like less water', () => {
    const compared = compare([row(0, 900, 90), row(1, 900, 90), ...sundays(900, 90)], [row(1, 500, 50), ...sundays(500, 50)])
    expect(compared.supplyChange).toBe(0)
    expect(compared.supplyBaseline.median).toBe(900)
  })
  it('a cascade without sub-meters counts in the supply and not in the rate', () => {
    const compared = compare([row(0, 100, 10), ...sundays(100, 10)], [row(0, 400, null), ...sundays(400, 5)])
    expect(compared.supplyBaseline.median).toBe(500)
    expect(compared.leakageRateBaseline.median).toBeCloseTo(0.1)
  })
  it('a leakage that was not above zero is no base for a share', () =>
    expect(compare([row(0, 100, 10), row(1, 100, -5)]).leakageChange).toBeNull())
  it('a day that nothing is known of is compared with nothing', () =>
    expect(compare([])).toMatchObject({ supplyChange: null, supplyBaseline: { median: null, weeks: 0 } }))
})
