import type { Detection, RecordDetections } from '@nightflow/schemas/leakage/detection'
import { describe, test } from 'vitest'
import type { EventIn } from '../../shared/decider.ts'
import { specificationOf } from '../../shared/decider-specification.ts'
import { detectionDecider } from './detection-decider.ts'

const at = '2026-03-02T08:00:00.000Z'
const given = specificationOf(detectionDecider)

const aDetection = (number: number): Detection => ({
  ...{ number, kind: 'step', continues: null, endedAt: null, explanation: [] },
  ...{ startedAt: at, startedEarliest: at, startedLatest: at, detectedAt: at },
  ...{ flowLitresPerHour: 500, flowLow: 400, flowHigh: 600 },
})
const record = (until: string, more: Partial<RecordDetections> = {}): RecordDetections => ({
  ...{ type: 'RecordDetections', partitionId: 'north', until, baseFrom: '1900-01-01', basis: 'b1', found: [], ended: [] },
  ...more,
})
const recorded = ({ type: _, ...data }: RecordDetections, withdrawn = 0): EventIn<'leakage.DetectionsRecorded'> => ({
  type: 'leakage.DetectionsRecorded',
  data: { ...data, withdrawn, at },
})

describe('detections of a metering point', () => {
  const first = record('2026-02-01', { found: [aDetection(1)] })

  test('are recorded once for a night', () => {
    given([])
      .when(first)
      .then([recorded(first)])
    given([recorded(first)])
      .when(first)
      .then([])
  })

  test('a quiet metering point has an event a week', () => {
    given([recorded(first)])
      .when(record('2026-02-07'))
      .then([])
    given([recorded(first)])
      .when(record('2026-02-08'))
      .then([recorded(record('2026-02-08'))])
  })

  test('the end of one is recorded at once', () => {
    const end = record('2026-02-03', { ended: [{ number: 1, endedAt: at }] })
    given([recorded(first)])
      .when(end)
      .then([recorded(end)])
  })

  test('other inlets or outlets withdraw what was recorded, and the history is judged anew', () => {
    const anew = record('2026-02-01', { basis: 'b2', found: [aDetection(1)] })
    given([recorded(first)])
      .when(anew)
      .then([recorded(anew, 1)])
  })

  test('a verdict from another state is not recorded', () =>
    given([recorded(first)])
      .when(record('2026-02-05', { found: [aDetection(1)] }))
      .then([]))
})
