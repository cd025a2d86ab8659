import { infrastructureDaysMax } from '@nightflow/schemas/leakage/infrastructure'
import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import type { PartitionEvent } from './partition-cascade.ts'
import { type PartitionCommand, partitionDecider } from './partition-decider.ts'

const given = specificationOf(partitionDecider)
const rootId = 'north'
const about = { rootId, partitionId: rootId }
const created: PartitionEvent = {
  type: 'leakage.PartitionCreated',
  data: {
    ...{ partitionId: rootId, rootId, parentId: null, level: 1, name: rootId, timeZone: 'Europe/Rome' },
    ...{ nightWindow: { fromHour: 2, toHour: 4 }, minimumCoverage: 1, boundary: null, personId: null, leaderName: null, leaderPhone: null },
  },
}
const pipes = { mainsMetres: 12_000, serviceConnections: 640 }
const set = (from: string, stated: object = pipes): PartitionEvent => ({
  type: 'leakage.InfrastructureSet',
  data: { partitionId: rootId, from, ...stated },
})
const command = (from: string, stated: object = pipes): PartitionCommand => ({ type: 'SetInfrastructure', ...about, from, ...stated })
const removed = (from: string): PartitionEvent => ({ type: 'leakage.InfrastructureRemoved', data: { partitionId: rootId, from } })

describe('infrastructure of a metering point', () => {
  test('is stated from a day on; the same again is no event, other values of the day replace it', () => {
    given([created])
      .when(command('2026-01-01'))
      .then([set('2026-01-01')])
    given([created, set('2026-01-01')])
      .when(command('2026-01-01', { ...pipes, pressureMetres: undefined }))
      .then([])
    given([created, set('2026-01-01')])
      .when(command('2026-01-01', { mainsMetres: 12_400 }))
      .then([set('2026-01-01', { mainsMetres: 12_400 })])
    given([created, set('2026-01-01')])
      .when(command('2026-07-01'))
      .then([set('2026-07-01')])
  })

  test('is taken back by its day; a day without any is no event', () => {
    const remove = (from: string): PartitionCommand => ({ type: 'RemoveInfrastructure', ...about, from })
    given([created, set('2026-01-01')])
      .when(remove('2026-01-01'))
      .then([removed('2026-01-01')])
    given([created, set('2026-01-01')])
      .when(remove('2026-02-01'))
      .then([])
    given([created, set('2026-01-01'), removed('2026-01-01')])
      .when(command('2026-01-01'))
      .then([set('2026-01-01')])
  })

  test('is of a point that exists, and of so many days', () => {
    const days = Array.from({ length: infrastructureDaysMax }, (_, day) => set(new Date(day * 86_400_000).toISOString().slice(0, 10)))
    given([]).when(command('2026-01-01')).refused('partition-not-found')
    given([created, ...days])
      .when(command('2026-01-01'))
      .refused('infrastructure-days-exceeded')
  })
})
