// requirement of Validation of consumption: Prolonged estimation waits for a person, also where days were missing together | /readMeter/review | PUT /prod-api/business/consumptionReview/estimate/:reviewId
import type { Finding, QuestionDay, ReviewCommand } from '@nightflow/schemas/metering/consumption-review'
import { defaultThresholds } from '@nightflow/schemas/metering/validation-thresholds'
import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { consumptionReviewDecider } from './consumption-review-decider.ts'
import { validationDecider } from './validation-decider.ts'

type Of<Type extends ReviewCommand['type']> = Extract<ReviewCommand, { type: Type }>
const given = specificationOf(consumptionReviewDecider)
const meant = { number: '10001', day: '2026-03-01' }
const now = '2026-03-02T08:00:00.000Z'
const spike: Finding = { rule: 'spike', value: 5000, limit: 900 }
const prolonged: Finding = { rule: 'prolonged-estimation', value: 8, limit: 7 }
const question = (measuredLitres: number | null, ...findings: Finding[]): QuestionDay => ({
  type: 'QuestionDay',
  ...meant,
  findings,
  measuredLitres,
  expectedLitres: 300,
})
const questioned = (measuredLitres: number | null, ...findings: Finding[]) => {
  const { type: _, ...data } = question(measuredLitres, ...findings)
  return { type: 'metering.FindingsRecorded' as const, data: { ...data, at: now } }
}
const accept = { type: 'AcceptReading' as const, ...meant, reason: 'pool filled', measuredLitres: 5000 }
const accepted = (beforeLitres: number | null, measuredLitres = 5000) => ({
  type: 'metering.ReadingAccepted' as const,
  data: { ...meant, reason: 'pool filled', measuredLitres, beforeLitres, at: now },
})
const estimate: Of<'EstimateConsumption'> = {
  type: 'EstimateConsumption',
  ...meant,
  method: 'profile',
  litres: 310,
  hourLitres: [310],
  reason: 'radio fault',
  estimatedDaysMax: 7,
}
const { type: _, estimatedDaysMax: _____, ...estimateData } = estimate
const estimated = (beforeLitres: number | null) => ({
  type: 'metering.ConsumptionEstimated' as const,
  data: { ...estimateData, beforeLitres, at: now },
})
const edit: Of<'EditConsumption'> = { type: 'EditConsumption', ...meant, litres: 280, hourLitres: [280], reason: 'read on site' }
const { type: __, ...editData } = edit
const edited = (beforeLitres: number | null) => ({
  type: 'metering.ConsumptionEdited' as const,
  data: { ...editData, beforeLitres, at: now },
})

describe('findings of a day', () => {
  test('are recorded once', () => {
    given([])
      .when(question(5000, spike))
      .then([questioned(5000, spike)])
    given([questioned(5000, spike)])
      .when(question(5000, spike))
      .then([])
  })
  test('of a day that breaks no rule are nothing', () => given([]).when(question(300)).then([]))
  test('end when late readings mend the day', () => {
    given([questioned(5000, spike)])
      .when(question(310))
      .then([questioned(310)])
    given([questioned(5000, spike), questioned(310)])
      .when(question(310))
      .then([])
  })
  test('question an accepted day again only when another volume was measured', () => {
    given([questioned(5000, spike), accepted(5000)])
      .when(question(5000, spike, prolonged))
      .then([])
    given([questioned(5000, spike), accepted(5000)])
      .when(question(6000, spike))
      .then([questioned(6000, spike, { rule: 'late-reading', value: 6000, limit: 5000 })])
  })
  test('question an estimated day when estimation is prolonged', () => {
    given([questioned(null, { rule: 'missing', value: 1, limit: 0 }), estimated(null)])
      .when(question(null, prolonged))
      .then([questioned(null, prolonged)])
  })
})

describe('a person', () => {
  test('accepts what was measured', () => {
    given([questioned(5000, spike)])
      .when(accept)
      .then([accepted(5000)])
    given([questioned(5000, spike), accepted(5000)])
      .when(accept)
      .then([])
  })
  test('cannot accept a day of which nothing was measured', () => {
    given([questioned(null, spike)])
      .when({ ...accept, measuredLitres: null })
      .refused('nothing-measured', { number: '10001 · 2026-03-01' })
  })
  test('estimates and edits, each with what counted before', () => {
    given([questioned(5000, spike)])
      .when(estimate)
      .then([estimated(5000)])
    given([questioned(5000, spike), estimated(5000)])
      .when(edit)
      .then([edited(310)])
    given([questioned(5000, spike), edited(5000)])
      .when(edit)
      .then([])
  })
  test('lets the measured volume count again', () => {
    given([questioned(5000, spike), edited(5000)])
      .when(accept)
      .then([accepted(280)])
  })
  test('judges only days that were questioned', () => {
    given([]).when(accept).refused('review-unknown')
    given([]).when(estimate).refused('review-unknown')
    given([]).when(edit).refused('review-unknown')
  })
})

describe('a day without readings that was estimated', () => {
  const missing: Finding = { rule: 'missing', value: 3, limit: 0 }
  const late = (value: number, limit: number): Finding => ({ rule: 'late-reading', value, limit })
  const estimatedDay = [questioned(null, missing), estimated(null)]

  test('is questioned again when its readings come, with what counts and what was measured, and once', () => {
    given(estimatedDay)
      .when(question(250))
      .then([questioned(250, late(250, 310))])
    given([...estimatedDay, questioned(250, late(250, 310))])
      .when(question(250))
      .then([])
  })
  test('takes the volume that came late when it is accepted, questioned before or not', () => {
    given([...estimatedDay, questioned(250, late(250, 310))])
      .when({ ...accept, measuredLitres: 250 })
      .then([accepted(310, 250)])
    given(estimatedDay)
      .when({ ...accept, measuredLitres: 250 })
      .then([accepted(310, 250)])
  })
  test('is no longer late when the readings are withdrawn', () => {
    given([...estimatedDay, questioned(250, late(250, 310))])
      .when(question(null))
      .then([questioned(null)])
    given([...estimatedDay, questioned(250, late(250, 310)), questioned(null)])
      .when(question(null))
      .then([])
  })
  test('that is accepted and then loses its readings is missing', () => {
    given([questioned(5000, spike), accepted(5000)])
      .when(question(null))
      .then([questioned(null, { rule: 'missing', value: 1, limit: 0 })])
  })
})

describe('a withdrawn decision', () => {
  const missing: Finding = { rule: 'missing', value: 3, limit: 0 }
  const withdraw = { type: 'WithdrawDecision' as const, ...meant, reason: 'wrong meter' }
  const withdrawn = (beforeLitres: number | null, restored: object) => ({
    type: 'metering.ConsumptionDecisionWithdrawn' as const,
    data: { ...meant, reason: 'wrong meter', beforeLitres, at: now, ...restored } as never,
  })
  const openAgain = (...findings: Finding[]) => ({ status: '0' as const, findings })
  const { method, litres, hourLitres } = estimateData

  test('leaves a day without readings unknown, and waiting', () => {
    given([questioned(null, missing), estimated(null)])
      .when(withdraw)
      .then([withdrawn(310, openAgain(missing))])
    given([questioned(null, missing), estimated(null), withdrawn(310, openAgain(missing))])
      .when(estimate)
      .then([estimated(null)])
  })
  test('restores the decision before it, one after the other', () => {
    const both = [questioned(5000, spike), estimated(5000), edited(310)]
    const again = { status: '2' as const, findings: [spike], litres, hourLitres, method }
    given(both)
      .when(withdraw)
      .then([withdrawn(280, again)])
    given([...both, withdrawn(280, again)])
      .when(withdraw)
      .then([withdrawn(310, openAgain(spike))])
    given([...both, withdrawn(280, again), withdrawn(310, openAgain(spike))])
      .when(withdraw)
      .refused('nothing-decided', { number: '10001 · 2026-03-01' })
  })
  test('lets an edit count again that the measured volume had replaced', () => {
    given([questioned(5000, spike), edited(5000), accepted(280)])
      .when(withdraw)
      .then([withdrawn(5000, { status: '3', findings: [spike], litres: 280, hourLitres: [280] })])
  })
  test('leaves the day open where the decision before it did not know of the late readings', () => {
    const late: Finding = { rule: 'late-reading', value: 250, limit: 310 }
    const reopened = [questioned(null, missing), estimated(null), questioned(250, late)]
    given([...reopened, edited(310)])
      .when(withdraw)
      .then([withdrawn(280, { ...openAgain(late), litres, hourLitres, method })])
    given(reopened)
      .when(withdraw)
      .then([withdrawn(310, { status: '4', findings: [] })])
  })
  test('needs a decision', () => {
    given([]).when(withdraw).refused('review-unknown')
    given([questioned(5000, spike)])
      .when(withdraw)
      .refused('nothing-decided', { number: '10001 · 2026-03-01' })
  })
})

describe('estimates of days in a row', () => {
  const dated = (day: number) => `2026-03-${String(day).padStart(2, '0')}`
  const missing: Finding = { rule: 'missing', value: 3, limit: 0 }
  const missed = (day: number, ...more: Finding[]) => ({
    type: 'metering.FindingsRecorded' as const,
    data: { number: '10001', day: dated(day), findings: [missing, ...more], measuredLitres: null, expectedLitres: 300, at: now },
  })
  const estimateOf = (day: number): Of<'EstimateConsumption'> => ({ ...estimate, day: dated(day), estimatedDaysMax: 2 })
  const estimatedOf = (day: number, beforeLitres: number | null = null) => ({
    type: 'metering.ConsumptionEstimated' as const,
    data: { ...estimateData, day: dated(day), beforeLitres, at: now },
  })
  const beyond = (value: number): Finding => ({ rule: 'prolonged-estimation', value, limit: 2 })
  const all = [1, 2, 3, 4].map((day) => missed(day))

  test('beyond the limit wait for a person once more', () => {
    given([...all, estimatedOf(1)])
      .when(estimateOf(2))
      .then([estimatedOf(2)])
    given([...all, estimatedOf(1), estimatedOf(2)])
      .when(estimateOf(3))
      .then([estimatedOf(3), missed(3, beyond(3))])
  })
  test('that an estimate joins are counted as one run', () => {
    given([...all, estimatedOf(1), estimatedOf(3), estimatedOf(4)])
      .when(estimateOf(2))
      .then([estimatedOf(2), missed(3, beyond(3)), missed(4, beyond(4))])
  })
  test('are confirmed by an estimate of the day after it was questioned', () => {
    given([...all, estimatedOf(1), estimatedOf(2), estimatedOf(3), missed(3, beyond(3))])
      .when(estimateOf(3))
      .then([estimatedOf(3, 310)])
  })
  test('end with an edited day', () => {
    const { data } = edited(null)
    given([...all, estimatedOf(1), { type: 'metering.ConsumptionEdited', data: { ...data, day: dated(2) } }])
      .when(estimateOf(3))
      .then([estimatedOf(3)])
  })
})

describe('the thresholds of a tenant', () => {
  const of = specificationOf(validationDecider)
  const set = { type: 'SetValidationThresholds' as const, ...defaultThresholds, highTimes: 2, reason: 'many pools' }
  const { type: ___, ...setData } = set
  const wereSet = { type: 'metering.ValidationThresholdsSet' as const, data: { ...setData, at: now } }
  test('are set with a reason, and once', () => {
    of([]).when(set).then([wereSet])
    of([wereSet]).when(set).then([])
  })
  test('stay with each validated day, and a pass goes forward alone', () => {
    const record = (day: string) => ({
      type: 'RecordValidation' as const,
      ...{ pass: 'first' as const, day, meters: 3, questioned: 1, thresholds: defaultThresholds },
    })
    const { type: ____, ...data } = record('2026-03-01')
    const recorded = { type: 'metering.DayValidated' as const, data: { ...data, at: now } }
    of([]).when(record('2026-03-01')).then([recorded])
    of([recorded]).when(record('2026-03-01')).then([])
    of([recorded]).when(record('2026-02-28')).then([])
  })
})
