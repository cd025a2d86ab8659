import type { TakeManualReading } from '@nightflow/schemas/metering/manual-reading'
import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { manualReadingDecider } from './manual-reading-decider.ts'

const now = '2026-03-02T08:00:00.000Z'
const given = specificationOf(manualReadingDecider)
const take = (more: Partial<TakeManualReading> = {}): TakeManualReading => ({
  type: 'TakeManualReading',
  readingId: '019ab000-0000-7000-8000-000000000001',
  number: '10001',
  at: '2026-03-01T09:00:00.000Z',
  litres: 812,
  note: '',
  isConfirmed: false,
  previousLitres: 800,
  plausibleUntilLitres: 900,
  planRefusal: null,
  ...more,
})
const taken = (more: Partial<TakeManualReading> = {}) => {
  const { type: _, plausibleUntilLitres: __, planRefusal: ___, ...data } = take(more)
  return { type: 'metering.ManualReadingTaken' as const, data: { ...data, planId: null, photoId: null, takenAt: now } }
}

describe('a manual reading', () => {
  test('is taken once, however often it is sent', () => {
    given([]).when(take()).then([taken()])
    given([taken()]).when(take()).then([])
    given([taken()])
      .when(take({ readingId: '019ab000-0000-7000-8000-000000000002' }))
      .then([])
  })
  test('is refused with another register or instant under the identifier of one that was taken', () => {
    for (const other of [{ litres: 813 }, { at: '2026-03-01T09:05:00.000Z' }])
      given([taken()]).when(take(other)).refused('reading-id-used', { number: '10001' })
  })
  test('of the same instant with another register is a further one, which outranks it', () => {
    const other = { readingId: '019ab000-0000-7000-8000-000000000002', litres: 813 }
    given([taken()])
      .when(take(other))
      .then([taken(other)])
  })
  test('below the one before, or above what may have flowed, is taken once the reader confirms it', () => {
    for (const litres of [799, 901]) {
      given([]).when(take({ litres })).refused('reading-implausible', { number: '10001' })
      given([])
        .when(take({ litres, isConfirmed: true }))
        .then([taken({ litres, isConfirmed: true })])
    }
    given([])
      .when(take({ litres: 5, previousLitres: null, plausibleUntilLitres: null }))
      .then([taken({ litres: 5, previousLitres: null })])
  })
  test('is not of the future', () => {
    given([])
      .when(take({ at: '2026-03-02T08:06:00Z' }))
      .refused('reading-in-future')
  })
  test('of a plan that does not take it is refused, and sent again after it was accepted it is accepted', () => {
    for (const planRefusal of ['walk-by-unknown', 'walk-by-meter-foreign', 'walk-by-cancelled', 'walk-by-closed'] as const) {
      given([]).when(take({ planRefusal })).refused(planRefusal, { number: '10001' })
      given([taken()]).when(take({ planRefusal })).then([])
    }
  })
})
