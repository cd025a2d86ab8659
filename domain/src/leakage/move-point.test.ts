import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import type { PartitionEvent } from './partition-cascade.ts'
import { type PartitionCommand, partitionDecider } from './partition-decider.ts'

const given = specificationOf(partitionDecider)

const rootId = 'town'
const created = (partitionId: string, parentId: string | null, level: number): PartitionEvent => ({
  type: 'leakage.PartitionCreated',
  data: {
    ...{ partitionId, rootId, parentId, level, name: partitionId, timeZone: 'Europe/Rome', boundary: null },
    ...{ nightWindow: { fromHour: 2, toHour: 4 }, minimumCoverage: 1, personId: null, leaderName: null, leaderPhone: null },
  },
})
const moved = (partitionId: string, parentId: string, level: number): PartitionEvent => ({
  type: 'leakage.PartitionMoved',
  data: { partitionId, parentId, level },
})
const move = (partitionId: string, parentId: string): PartitionCommand => ({ type: 'MovePartition', rootId, partitionId, parentId })

/** `town` with `hill` and `dale`; `mill` is below `hill`, `lane` below `mill`. */
const town = [
  created('town', null, 1),
  created('hill', 'town', 2),
  created('dale', 'town', 2),
  created('mill', 'hill', 3),
  created('lane', 'mill', 4),
]

describe('the superior metering point is changed', () => {
  test('a point goes below another one on the same level', () =>
    given(town)
      .when(move('mill', 'dale'))
      .then([moved('mill', 'dale', 3)]))
  test('points below it move with it, and their levels follow', () =>
    given(town)
      .when(move('mill', 'town'))
      .then([moved('mill', 'town', 2), moved('lane', 'mill', 3)]))
  test('moving it where it is changes nothing', () => given(town).when(move('mill', 'hill')).then([]))
  test('the root has no superior point', () => given(town).when(move('town', 'dale')).refused('partition-root-not-moved'))
  test('a point does not go below itself', () => {
    given(town).when(move('hill', 'lane')).refused('partition-superior-below')
    given(town).when(move('hill', 'hill')).refused('partition-superior-below')
  })
  test('a superior metering point is required to exist', () =>
    given(town).when(move('mill', 'nowhere')).refused('partition-parent-missing'))
  // requirement of Cascade partitions: Cascade layers cannot exceed five, also when a point is moved | /water/leakage | PUT /api/v1/partitions/:id/superior
  test('layers cannot exceed five: the deepest point below counts', () =>
    given([...town, created('quay', 'dale', 3), created('dock', 'quay', 4)])
      .when(move('mill', 'dock'))
      .refused('partition-levels-exceeded'))
  test('a point with a leakage threshold keeps something to compare', () =>
    given([
      ...town,
      { type: 'leakage.SummaryMeterAssociated', data: { partitionId: 'mill', number: '1', direction: 'in' } },
      { type: 'leakage.ThresholdsSet', data: { partitionId: 'hill', leakageRate: 0.2 } },
    ])
      .when(move('mill', 'dale'))
      .refused('leakage-threshold-needs-sub-meters'))
})
