import { costPerDayMinor } from '@nightflow/domain/leakage/detection/cost-per-day'
import { caseVolumes } from '@nightflow/domain/work-orders/case-volumes'
import { proveRepair } from '@nightflow/domain/work-orders/prove-repair'
import { type CaseDetection, RepairVerdict } from '@nightflow/schemas/work-orders/leak-case'
import type { Example } from './example.ts'

const hour = 3_600_000
const startedAt = '2026-02-20T04:00:00.000Z'
const start = Date.parse(startedAt)
const step = (flowLitresPerHour: number): CaseDetection => ({
  ...{ number: 1, kind: 'step', startedAt, detectedAt: startedAt, flowLitresPerHour, flowLow: 0, flowHigh: 0, endedAt: null },
})
const flowing = ({ flowLitresPerHour }: CaseDetection, end: number): number => (flowLitresPerHour * (end - start)) / hour
const open = { startedAt, repairedAt: null, closedAt: null, outcome: null, dropLitresPerHour: null, verdict: null }
const nightsOf = (dates: readonly string[], flowLitresPerHour: number) => dates.map((date) => ({ date, flowLitresPerHour }))

/** Examples of leak cases. */
export const caseExamples: Readonly<Record<string, Example>> = {
  'F-CASE-1': (given) => {
    const leak = { ...open, detections: [step(given.number('flow of the leak'))] }
    return { 'volume of a case': caseVolumes(leak, start + given.number('hours until the end') * hour, flowing).lostLitres }
  },
  'F-CASE-2': (given) => {
    const nights = [
      ...nightsOf(['2026-02-23', '2026-02-24', '2026-02-25'], given.number('nights before, mean')),
      ...nightsOf(['2026-02-26', '2026-02-27', '2026-02-28'], given.number('nights after, mean')),
    ]
    const repaired = { repairedAt: Date.parse('2026-02-25T12:00:00.000Z'), startedAt: start, timeZone: 'UTC', nightUntilHour: 4 }
    const proof = proveRepair({ ...repaired, flowLow: given.number('lower bound of the detection'), nights })
    return { 'drop of the night flow': proof?.dropLitresPerHour ?? null }
  },
  'F-CASE-5': (given) => ({
    'cost a day': costPerDayMinor(given.number('flow of the leak'), given.number('price of a cubic metre')),
  }),
  'F-CASE-3': (given) => {
    const repaired = {
      ...open,
      repairedAt: startedAt,
      dropLitresPerHour: given.number('drop'),
      verdict: RepairVerdict.enum.proven,
      detections: [],
    }
    return { 'saved volume': caseVolumes(repaired, start + given.number('hours since the repair') * hour, flowing).savedLitres }
  },
}
