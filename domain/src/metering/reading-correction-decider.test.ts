import type { CorrectReading } from '@nightflow/schemas/metering/correct-reading'
import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { readingCorrectionDecider } from './reading-correction-decider.ts'

const given = specificationOf(readingCorrectionDecider)
const correct = (more: Partial<CorrectReading> = {}): CorrectReading => ({
  type: 'CorrectReading',
  correctionId: '019ab000-0000-7000-8000-000000000001',
  number: '10001',
  at: '2026-03-01T09:00:00+01:00',
  litres: 812,
  reason: 'read on site',
  ...more,
})
const { type: _, ...details } = correct({ at: '2026-03-01T08:00:00.000Z' })
const corrected = {
  type: 'metering.ReadingCorrected' as const,
  data: { ...details, correctedBy: 'user:somebody', correctedAt: '2026-03-02T08:00:00.000Z' },
}

describe('a manual correction', () => {
  test('states the register at an instant, with who stated it and why', () => {
    given([]).when(correct()).then([corrected])
  })
  test('changes nothing when it states the same again', () => {
    given([corrected])
      .when(correct({ correctionId: '019ab000-0001-7000-8000-000000000001' }))
      .then([])
  })
  test('is not of the future', () => {
    given([])
      .when(correct({ at: '2026-03-02T08:00:01Z' }))
      .refused('correction-in-future')
  })
})
