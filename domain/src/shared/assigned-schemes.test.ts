import { describe, expect, test } from 'vitest'
import { datedSchemes, schemeOn, tariffOn, tariffSpans, withScheme } from './assigned-schemes.ts'

const timeZone = 'Asia/Shanghai'
const said = (priceScheme: string | null, effectiveFrom: string | null, at = '2025-12-31T17:00:00Z') => ({
  ...{ priceScheme, effectiveFrom, at, reason: null },
})
const assigned = [said('Households', null), said('Trade', '2026-03-01'), said(null, '2026-06-01')]
const versions = {
  Households: [{ effectiveFrom: '2026-01-15' }, { effectiveFrom: '2026-02-01' }],
  Trade: [{ effectiveFrom: '2025-01-01' }],
}
const versionsOf = (name: string) => versions[name as keyof typeof versions]

describe('the price scheme that counts on a day', () => {
  test('is the last one that began, by the local day of the tenant', () => {
    const days = ['2025-12-31', '2026-01-01', '2026-02-28', '2026-03-01', '2026-06-01']
    expect(days.map((day) => schemeOn(assigned, day, timeZone))).toEqual([null, 'Households', 'Households', 'Trade', null])
    expect(schemeOn(assigned, '2025-12-31', 'UTC')).toBe('Households')
  })

  test('is the one that was said last where two begin on one day', () => {
    const corrected = withScheme(assigned, said('Institutions', '2026-03-01'))
    expect(corrected).toHaveLength(3)
    expect(datedSchemes(corrected, timeZone).map(({ priceScheme }) => priceScheme)).toEqual(['Households', 'Institutions', null])
  })

  test('has the version that held then, and none before its first one', () => {
    const on = (day: string) => tariffOn(assigned, versionsOf, day, timeZone)?.version.effectiveFrom
    expect(['2026-01-14', '2026-01-15', '2026-02-01', '2026-03-01', '2026-06-01'].map(on)).toEqual([
      ...[undefined, '2026-01-15', '2026-02-01', '2025-01-01', undefined],
    ])
  })

  test('between two days changes at each change of scheme or version', () => {
    const spans = tariffSpans(assigned, versionsOf, { from: '2026-01-10', to: '2026-04-01', timeZone })
    expect(spans.map(({ from, version }) => [from, version?.effectiveFrom ?? null])).toEqual([
      ...[
        ['2026-01-10', null],
        ['2026-01-15', '2026-01-15'],
        ['2026-02-01', '2026-02-01'],
        ['2026-03-01', '2025-01-01'],
      ],
    ])
  })
})
