import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { annotationDecider } from './annotation-decider.ts'

const given = specificationOf(annotationDecider)
const at = '2026-03-02T08:00:00.000Z'
const values = {
  annotationKey: '0b6f0c9e-6a1b-4c59-9a41-3f2f6c1f0001',
  partitionId: 'harbour',
  fromDay: '2026-02-27',
  toDay: '2026-03-01',
  remark: 'Hydrants were flushed.',
}
const key = values.annotationKey
const added = { type: 'leakage.AnnotationAdded', data: { ...values, at } } as const
const removed = { type: 'leakage.AnnotationRemoved', data: { annotationKey: key, at } } as const

describe('annotation', () => {
  test('is added once for its key, however often the request is sent', () => {
    given([]).when({ type: 'AddRecord', key, values }).then([added])
    given([added]).when({ type: 'AddRecord', key, values }).refused('name-taken', { name: key })
  })
  test('is changed and removed; the same values again are no event', () => {
    const other = { ...values, remark: 'Hydrants were flushed twice.' }
    given([added])
      .when({ type: 'ChangeRecord', key, values: other })
      .then([{ type: 'leakage.AnnotationChanged', data: { ...other, at } }])
    given([added]).when({ type: 'ChangeRecord', key, values }).then([])
    given([added]).when({ type: 'RemoveRecord', key }).then([removed])
  })
  test('does not end before it starts', () => {
    given([])
      .when({ type: 'AddRecord', key, values: { ...values, toDay: '2026-02-26' } })
      .refused('range-reversed', { from: '2026-02-27', to: '2026-02-26' })
  })
})
