import type { CorrectReading, WithdrawReadingCorrection } from '@nightflow/schemas/metering/correct-reading'
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
  data: { ...details, correctedBy: 'user:clerk', correctedAt: '2026-03-02T08:00:00.000Z' },
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

describe('the withdrawal of a correction', () => {
  const withdraw = (correctionId = correct().correctionId): WithdrawReadingCorrection => ({
    type: 'WithdrawReadingCorrection',
    number: '10001',
    correctionId,
    reason: 'the photo was of another meter',
  })
  const { type: __, ...asked } = withdraw()
  const withdrawn = {
    type: 'metering.ReadingCorrectionWithdrawn' as const,
    data: { ...asked, at: '2026-03-01T08:00:00.000Z', withdrawnBy: 'user:clerk', withdrawnAt: '2026-03-02T08:00:00.000Z' },
  }
  test('says who withdrew it and why', () => {
    given([corrected]).when(withdraw()).then([withdrawn])
  })
  test('changes nothing the second time', () => {
    given([corrected, withdrawn]).when(withdraw()).then([])
  })
  test('is of a correction that there is', () => {
    given([corrected]).when(withdraw('019ab000-0002-7000-8000-000000000001')).refused('correction-not-found')
  })
  test('lets the same register be stated again', () => {
    const again = '019ab000-0003-7000-8000-000000000001'
    given([corrected, withdrawn])
      .when(correct({ correctionId: again }))
      .then([{ ...corrected, data: { ...corrected.data, correctionId: again } }])
  })
})
