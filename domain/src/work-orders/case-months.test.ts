import { CaseFinding, CaseOutcome, CaseStage, RepairVerdict } from '@nightflow/schemas/work-orders/leak-case'
import { describe, expect, it } from 'vitest'
import { caseMonths } from './case-months.ts'

const leak = {
  month: '2026-03',
  startedAt: '2026-03-01T00:00:00Z',
  awareAt: '2026-03-02T00:00:00Z',
  siteAt: '2026-03-02T12:00:00Z',
  repairedAt: '2026-03-04T00:00:00Z',
  stage: CaseStage.enum.closed,
  outcome: CaseOutcome.enum.repaired,
  verdict: RepairVerdict.enum.proven,
  finding: null,
}
const falsePositive = { ...leak, outcome: CaseOutcome.enum.falsePositive, verdict: null, repairedAt: null }
const volumes = () => ({ runHours: 72, lostLitres: 3_000, savedLitres: 5_000 })

describe('the figures of leak cases by month', () => {
  it('the newest month comes first, and each has its own cases', () => {
    const months = caseMonths([leak, { ...leak, month: '2026-04' }, { ...leak, month: '2026-04' }], volumes)
    expect(months.map(({ month, cases }) => [month, cases])).toEqual([
      ['2026-04', 2],
      ['2026-03', 1],
    ])
  })
  it('median and 90th percentile are of the times of the month, in hours', () => {
    const later = { ...leak, siteAt: '2026-03-03T00:00:00Z', repairedAt: null, outcome: null, verdict: null }
    expect(caseMonths([leak, later], volumes)[0]).toMatchObject({
      awarenessMedianHours: 24,
      siteMedianHours: 18,
      siteP90Hours: 22.8,
      repairMedianHours: 48,
      savedLitres: 10_000,
      lostLitres: 6_000,
    })
  })
  it('repeats are leaks, and dry holes are false positives, which lose no water', () => {
    const { repeat, dryHole } = CaseFinding.enum
    const months = caseMonths([{ ...falsePositive, finding: dryHole }, falsePositive, leak, { ...leak, finding: repeat }], volumes)
    expect(months[0]).toMatchObject({ cases: 4, falsePositives: 2, dryHoles: 1, repeats: 1, repaired: 2, lostLitres: 6_000 })
  })
})
