import type { Issuer, LeakageDocument } from '@nightflow/domain/billing/papers'
import { balanceAssumptions, balanceVolumes } from '@nightflow/schemas/leakage/water-balance'
import { defaultColourRanges } from '@nightflow/schemas/shared/colour-ranges'
import { type Language, languages } from '@nightflow/schemas/shared/language'
import { describe, expect, it } from 'vitest'
import { readPdfText } from '../pdf/read-pdf-text.ts'
import { leakageTexts } from './leakage-texts.ts'
import { papers } from './papers.ts'

const issuer: Issuer = {
  ...{ name: 'Valley Water', logo: null, colour: '#1890ff', currency: 'EUR', dateForm: 'YYYY-MM-DD', timeZone: 'Europe/Rome' },
  iban: null,
}

type Point = LeakageDocument['points'][number]
const square = (x: number, y: number, side: number): Point['boundary'] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
]
const point = (name: string, level: number, boundary: Point['boundary'], leakageRate: number | null): Point => ({
  ...{ name, level, boundary, leakageRate },
  ...{ supplyLitres: 500_000, leakageLitres: leakageRate === null ? null : 500_000 * leakageRate },
})

const document: LeakageDocument = {
  ...{ partitionId: 'town', name: 'Town', month: '2026-03', days: 31, daysKnown: 30, daysEstimated: 2 },
  figures: [
    { name: 'Supply', unit: 'litres', value: 744_000, before: 672_000 },
    { name: 'Leakage rate', unit: 'share', value: 0.25, before: 0.262 },
    { name: 'Night minimum', unit: 'litres-per-hour', value: 1_250, before: null },
    { name: 'KL', unit: 'ratio', value: 0.61, before: 0.61 },
  ],
  volumes: balanceVolumes.map((volume, nth) => ({
    volume,
    name: volume,
    figure: { value: 744_000 - nth * 1_000, bound: nth === 0 ? 14_880 : null },
  })),
  points: [
    point('Town', 1, square(8.5, 47.3, 0.2), 0.25),
    point('Hill', 2, square(8.5, 47.3, 0.09), 0.12),
    point('Harbour', 2, square(8.6, 47.4, 0.1), 0.55),
    point('Lake', 2, square(8.6, 47.3, 0.09), null),
  ],
  ranges: defaultColourRanges,
  alarms: { total: 21, rows: [{ at: '2026-03-04T06:30:00Z', name: 'Night flow', pointName: 'Hill', status: 'Open' }] },
  cases: { total: 1, rows: [{ caseNo: 812, at: '2026-03-05T06:30:00Z', pointName: 'Harbour', stage: 'Repair' }] },
  assumptions: ['The accuracy of supply is assumed to be 2%.'],
}

const draw = async (drawn: LeakageDocument, language: Language = 'en'): Promise<string[]> =>
  readPdfText(await papers.leakage({ issuer, language }, drawn))
/** As a font without Chinese quotation marks shows it. */
const shown = (text: string): string => text.replaceAll('’', "'").replaceAll(/\s+/g, ' ')

describe('the leakage report', () => {
  it('has figures with the month before, bounds, and the points of the map', async () => {
    const text = shown((await draw(document)).join(' '))
    for (const figure of ['744.0 m³', '672.0 m³', '+11%', '25.0 %', '26.2 %', '-1.2 points', '1.25 m³/h', '0.61'])
      expect(text).toContain(figure)
    expect(text).toContain('± 14.9')
    expect(text).toContain('Supply and consumption are known of 30 of 31 days; 2 of these have an estimated part.')
    expect(text).toContain('Harbour 500.0 275.0 55.0 %')
    expect(text, 'all alarms are counted').toContain('Alarms of the month: 21')
    expect(text).toContain('20 more')
    expect(text, 'times are local').toContain('2026-03-04 07:30:00 Night flow Hill Open')
    expect(text).toContain('2026-03-05 07:30:00 812 Harbour Repair')
    expect(text).toContain(document.assumptions[0])
  })

  it.each(languages)('has its words and three signatures in %s', async (language) => {
    const text = shown((await draw(document, language)).join(' '))
    const words = leakageTexts[language]
    for (const word of [
      words.title,
      words.figures,
      words.balance,
      words.map,
      words.assumptions,
      words.prepared,
      words.checked,
      words.approved,
    ])
      expect(text).toContain(shown(word))
    expect(text).toContain(shown(words.legend('10', '20')))
  })

  it.each(languages)('has four pages at most in %s, however much there is', async (language) => {
    const long = 'A metering point with a name that is as long as the names of metering points may be in this utility'
    const points = Array.from({ length: 20 }, (_, nth) => ({ ...document.points[nth % 4]!, name: `${nth} ${long}` }))
    const alarms = { total: 400, rows: Array.from({ length: 12 }, () => ({ ...document.alarms!.rows[0]!, name: long, pointName: long })) }
    const cases = { total: 90, rows: Array.from({ length: 10 }, () => ({ ...document.cases!.rows[0]!, pointName: long })) }
    const figures = Array.from({ length: 9 }, () => document.figures[0]!)
    const assumptions = balanceAssumptions.map((code) => `${code} ${long} ${long}`)
    const pages = await draw({ ...document, name: long, points, alarms, cases, figures, assumptions }, language)
    expect(pages.length).toBeLessThanOrEqual(4)
    expect(shown(pages[0]!), 'the name wraps').toContain(`${long} · town`)
    expect(shown(pages.join(' ')).match(/in this utility/g)!.length, 'names wrap everywhere').toBeGreaterThan(20 + 2 * 12 + 10)
    expect(shown(pages.at(-1)!)).toContain(shown(leakageTexts[language].approved))
  })

  it('says that nothing is known, and leaves alarms and cases out for readers who may not see them', async () => {
    const figures = document.figures.map((figure) => ({ ...figure, value: null, before: null }))
    const points = document.points.map((each) => ({ ...each, boundary: null, leakageRate: null }))
    const text = (await draw({ ...document, figures, points, alarms: null, cases: null, assumptions: [] })).join(' ')
    expect(text).toContain('Supply – – –')
    expect(text).toContain('No metering point has a boundary.')
    expect(text).not.toMatch(/Alarms of the month|Leak cases/)
  })
})
