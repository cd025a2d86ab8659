import type { TakeManualReading } from '@nightflow/schemas/metering/manual-reading'
import type { PlanWalkBy } from '@nightflow/schemas/metering/walk-by'
import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { manualReadingDecider } from './manual-reading-decider.ts'
import { walkByDecider } from './walk-by-decider.ts'

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
  ...more,
})
const taken = (more: Partial<TakeManualReading> = {}) => {
  const { type: _, plausibleUntilLitres: __, ...data } = take(more)
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
})

describe('a walk-by plan', () => {
  const of = specificationOf(walkByDecider)
  const plan: PlanWalkBy = {
    type: 'PlanWalkBy',
    planId: '019ab000-0000-7000-8000-0000000000aa',
    name: 'Canal Street',
    startDate: '2026-03-01',
    endDate: '2026-03-05',
    numbers: ['2', '1'],
  }
  const { type: _, ...data } = plan
  const planned = { type: 'metering.WalkByPlanned' as const, data: { ...data, readerId: null, at: now } }
  const cancel = { type: 'CancelWalkBy' as const, planId: plan.planId, reason: 'flood' }
  const cancelled = { type: 'metering.WalkByCancelled' as const, data: { planId: plan.planId, reason: 'flood', at: now } }

  test('keeps the order of the route', () => {
    of([]).when(plan).then([planned])
    of([planned]).when(plan).then([])
  })
  test('its start date must precede the end date', () => {
    for (const endDate of ['2026-03-01', '2026-02-28'])
      of([])
        .when({ ...plan, endDate })
        .refused('walk-by-start-not-before-end')
  })
  test('visits each meter once', () => {
    of([])
      .when({ ...plan, numbers: ['1', '2', '1'] })
      .refused('walk-by-meter-twice', { number: '1' })
  })
  test('is cancelled with a reason', () => {
    of([planned]).when(cancel).then([cancelled])
    of([planned, cancelled]).when(cancel).then([])
    of([]).when(cancel).refused('walk-by-unknown')
  })
})
