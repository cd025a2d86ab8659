import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import type { PartitionEvent } from './partition-cascade.ts'
import { type PartitionCommand, partitionDecider } from './partition-decider.ts'

const given = specificationOf(partitionDecider)

const rootId = 'north'
const created = (partitionId: string, parentId: string | null, level: number): PartitionEvent => ({
  type: 'leakage.PartitionCreated',
  data: {
    partitionId,
    rootId,
    parentId,
    level,
    name: partitionId,
    timeZone: 'Europe/Rome',
    nightWindow: { fromHour: 2, toHour: 4 },
    minimumCoverage: 1,
    boundary: null,
    leaderName: null,
    leaderPhone: null,
  },
})
const aRoot = [created(rootId, null, 1)]
const aCascade = [...aRoot, created('hill', rootId, 2)]

describe('changing a point', () => {
  const change = (changes: object): PartitionCommand => ({ type: 'ChangePartition', rootId, partitionId: 'hill', ...changes })
  const changed = (changes: object): PartitionEvent => ({ type: 'leakage.PartitionChanged', data: { partitionId: 'hill', ...changes } })

  test('name, leader, boundary, night window and coverage can be changed, and only what changed is recorded', () => {
    const boundary = [[1, 2] as [number, number], [3, 4] as [number, number], [5, 6] as [number, number], [1, 2] as [number, number]]
    given(aCascade)
      .when(change({ name: 'Hill', leaderName: 'Ada', leaderPhone: null, minimumCoverage: 1, minimumSupplyCoverage: 0.9, boundary }))
      .then([changed({ name: 'Hill', leaderName: 'Ada', minimumSupplyCoverage: 0.9, boundary })])
  })

  test('what is absent stays, null takes it away, and a repeated change changes nothing', () => {
    const named = [...aCascade, changed({ leaderName: 'Ada' })]
    given(named)
      .when(change({ leaderName: 'Ada', minimumSupplyCoverage: 1 }))
      .then([])
    given(named)
      .when(change({ leaderName: null }))
      .then([changed({ leaderName: null })])
  })

  test('an unknown point is refused', () => {
    given(aRoot)
      .when(change({ name: 'Hill' }))
      .refused('partition-not-found', { partitionId: 'hill' })
  })
})
