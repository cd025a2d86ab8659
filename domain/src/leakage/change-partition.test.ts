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
    personId: null,
    leaderName: null,
    leaderPhone: null,
  },
})
const aRoot = [created(rootId, null, 1)]
const aCascade = [...aRoot, created('hill', rootId, 2)]

const [ada, ben] = ['6f2f2c4e-5c39-4b7d-9c57-0b6f3a2f8f11', '0b6f3a2f-5c39-4b7d-9c57-6f2f2c4e8f11']
const changed = (changes: object): PartitionEvent => ({ type: 'leakage.PartitionChanged', data: { partitionId: 'hill', ...changes } })
const named = (leaderName: string, leaderPhone: string | null) => ({ leaderName, leaderPhone, newPersonId: ada })
const ledByAda = [...aCascade, changed({ personId: ada, leaderName: 'Ada', leaderPhone: '555 0100' })]

describe('changing a point', () => {
  const change = (changes: object): PartitionCommand => ({ type: 'ChangePartition', rootId, partitionId: 'hill', ...changes })

  test('name, leader, boundary, night window and coverage can be changed, and only what changed is recorded', () => {
    const boundary = [[1, 2] as [number, number], [3, 4] as [number, number], [5, 2] as [number, number], [1, 2] as [number, number]]
    given(aCascade)
      .when(change({ name: 'Hill', minimumCoverage: 1, minimumSupplyCoverage: 0.9, boundary, ...named('Ada', null) }))
      .then([changed({ name: 'Hill', minimumSupplyCoverage: 0.9, boundary, personId: ada, leaderName: 'Ada', leaderPhone: null })])
  })

  test('absent fields stay, null empties a field, and a repeated change changes nothing', () => {
    given(ledByAda)
      .when(change({ leaderName: 'Ada', minimumSupplyCoverage: 1 }))
      .then([])
    given(ledByAda)
      .when(change({ leaderName: null }))
      .then([changed({ personId: ada, leaderName: null })])
    given(ledByAda)
      .when(change({ leaderName: null, leaderPhone: null }))
      .then([changed({ personId: null, leaderName: null, leaderPhone: null })])
  })

  // requirement of Devices: A boundary that crosses itself is refused, for pressure meters and partitions, with a message in four languages | /device/pressureMeters | POST /prod-api/business/pressureMeter
  test('a boundary that crosses itself is refused, of a new point too', () => {
    const bow: [number, number][] = [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
      [0, 0],
    ]
    given(aCascade)
      .when(change({ boundary: bow }))
      .refused('boundary-crosses-itself')
    given(aRoot)
      .when({ type: 'CreatePartition', rootId, partitionId: 'hill', parentId: rootId, name: 'Hill', minimumCoverage: 1, boundary: bow })
      .refused('boundary-crosses-itself')
    // One of before the rule stays while other things change.
    const crossed = [
      ...aRoot,
      { ...created('hill', rootId, 2), data: { ...created('hill', rootId, 2).data, boundary: bow } } as PartitionEvent,
    ]
    given(crossed)
      .when(change({ name: 'Hill', boundary: bow }))
      .then([changed({ name: 'Hill' })])
  })

  test('an unknown point is refused', () => {
    given(aRoot)
      .when(change({ name: 'Hill' }))
      .refused('partition-not-found', { partitionId: 'hill' })
  })
})

describe('the person who leads a point', () => {
  const change = (changes: object): PartitionCommand => ({ type: 'ChangePartition', rootId, partitionId: 'hill', ...changes })

  test('stays with another telephone, or once the name is known', () => {
    given(ledByAda)
      .when(change({ leaderPhone: '555 0199', newPersonId: ben }))
      .then([changed({ personId: ada, leaderPhone: '555 0199' })])
    given([...aCascade, changed({ personId: ada, leaderName: null, leaderPhone: '555 0100' })])
      .when(change({ leaderName: 'Ada', newPersonId: ben }))
      .then([changed({ personId: ada, leaderName: 'Ada' })])
  })

  test('is another one with another name, and all that is known is recorded of them', () => {
    given(ledByAda)
      .when(change({ leaderName: 'Ben', newPersonId: ben }))
      .then([changed({ personId: ben, leaderName: 'Ben', leaderPhone: '555 0100' })])
  })

  test('an erased person is never given data again', () => {
    const erased = [...aCascade, changed({ personId: ada, leaderName: null, leaderPhone: null })]
    given(erased)
      .when(change({ leaderName: 'Cyd', newPersonId: ben }))
      .then([changed({ personId: ben, leaderName: 'Cyd', leaderPhone: null })])
    given(erased)
      .when(change({ name: 'hill' }))
      .then([])
  })
})
