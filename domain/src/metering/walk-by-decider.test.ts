import type { PlanWalkBy, ReportNotRead } from '@nightflow/schemas/metering/walk-by'
import { describe, expect, test } from 'vitest'
import { specificationOf, stateAfter } from '../shared/decider-specification.ts'
import { earlierInRound, manualReadingDecider } from './manual-reading-decider.ts'
import { walkByDecider } from './walk-by-decider.ts'

const now = '2026-03-02T08:00:00.000Z'
const planId = '019ab000-0000-7000-8000-0000000000aa'
const given = specificationOf(walkByDecider)
const plan: PlanWalkBy = {
  type: 'PlanWalkBy',
  planId,
  name: 'Canal Street',
  startDate: '2026-03-01',
  endDate: '2026-03-05',
  numbers: ['2', '1'],
}
const { type: _, ...data } = plan
const planned = { type: 'metering.WalkByPlanned' as const, data: { ...data, readerId: null, at: now } }
const cancel = { type: 'CancelWalkBy' as const, planId, reason: 'flood' }
const cancelled = { type: 'metering.WalkByCancelled' as const, data: { planId, reason: 'flood', at: now } }
const close = { type: 'CloseWalkBy' as const, planId, reason: 'two houses are empty' }
const closed = { type: 'metering.WalkByClosed' as const, data: { planId, reason: 'two houses are empty', at: now } }
const join = (number: string) => ({ type: 'JoinWalkBy' as const, planId, number })
const visit: ReportNotRead = {
  type: 'ReportNotRead',
  visitId: '019ab000-0000-7000-8000-000000000001',
  planId,
  number: '1',
  at: '2026-03-02T07:00:00.000Z',
  reason: 'noAccess',
  note: '',
}
const { type: __, ...visited } = visit
const notRead = { type: 'metering.MeterNotRead' as const, data: { ...visited, reportedAt: now } }

describe('a walk-by plan', () => {
  test('keeps the order of the route', () => {
    given([]).when(plan).then([planned])
    given([planned]).when(plan).then([])
  })
  test('its start date must precede the end date', () => {
    for (const endDate of ['2026-03-01', '2026-02-28'])
      given([])
        .when({ ...plan, endDate })
        .refused('walk-by-start-not-before-end')
  })
  test('visits each meter once', () => {
    given([])
      .when({ ...plan, numbers: ['1', '2', '1'] })
      .refused('walk-by-meter-twice', { number: '1' })
  })
  test('is cancelled with a reason', () => {
    given([planned]).when(cancel).then([cancelled])
    given([planned, cancelled]).when(cancel).then([])
    given([]).when(cancel).refused('walk-by-unknown')
  })
  // requirement of Manual and walk-by reading: A plan is closed with a reason | /readMeter/walkBy | PUT /prod-api/business/walkBy/close/:walkById
  test('is closed with a reason, and neither closed after it was cancelled nor cancelled after it was closed', () => {
    given([planned]).when(close).then([closed])
    given([planned, closed]).when(close).then([])
    given([planned, cancelled]).when(close).refused('walk-by-cancelled')
    given([planned, closed]).when(cancel).refused('walk-by-closed')
    given([]).when(close).refused('walk-by-unknown')
  })
  // requirement of Manual and walk-by reading: A plan takes readings of its own meters alone | /readMeter/walkBy | POST /prod-api/business/manualReading
  test('takes readings of its own meters alone', () => {
    given([planned]).when(join('1')).then([])
    given([planned]).when(join('3')).refused('walk-by-meter-foreign', { number: '3' })
    given([]).when(join('1')).refused('walk-by-unknown')
  })
  // requirement of Manual and walk-by reading: A reading of a cancelled or closed plan is refused, stays on the phone and is sent as a manual reading | /readMeter/walkBy | POST /prod-api/business/manualReading
  test('takes no reading after it was cancelled or closed', () => {
    given([planned, cancelled]).when(join('1')).refused('walk-by-cancelled')
    given([planned, closed]).when(join('1')).refused('walk-by-closed')
  })
})

describe('a meter that could not be read', () => {
  test('is reported once with its reason', () => {
    given([planned]).when(visit).then([notRead])
    given([planned, notRead]).when(visit).then([])
    given([planned, notRead, cancelled]).when(visit).then([])
  })
  test('is of the plan, of an open plan, and not of the future', () => {
    given([planned])
      .when({ ...visit, number: '3' })
      .refused('walk-by-meter-foreign')
    given([planned, cancelled]).when(visit).refused('walk-by-cancelled')
    given([planned, closed]).when(visit).refused('walk-by-closed')
    given([]).when(visit).refused('walk-by-unknown')
    given([planned])
      .when({ ...visit, at: '2026-03-02T08:06:00Z' })
      .refused('reading-in-future')
  })
})

describe('two readings of one meter in one round', () => {
  const reading = (place: number, of: string | null) => ({
    type: 'metering.ManualReadingTaken' as const,
    data: {
      ...{
        readingId: `019ab000-0000-7000-8000-00000000000${place}`,
        number: '1',
        at: `2026-03-02T07:0${place}:00.000Z`,
        litres: 800 + place,
      },
      ...{ planId: of, photoId: null, note: '', isConfirmed: false, previousLitres: null, takenAt: now },
    },
  })
  const [plain, first, second] = [reading(1, null), reading(2, planId), reading(3, planId)]
  const readings = stateAfter(manualReadingDecider, [plain, first, second])

  test('are both kept, and the answer to the later one names the earlier one', () => {
    expect([...readings.keys()]).toHaveLength(3)
    expect(earlierInRound(readings, second.data.readingId, planId)).toBe(first.data.readingId)
    expect(earlierInRound(readings, first.data.readingId, planId)).toBeUndefined()
    expect(earlierInRound(readings, plain.data.readingId, undefined)).toBeUndefined()
  })
})
