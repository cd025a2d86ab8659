import { eventCatalogue } from '@nightflow/schemas/events'
import { expect, test } from 'vitest'
import { liftData } from './lift-data.ts'
import { upcasters } from './upcasters.ts'

const lift = (type: string, data: object) => liftData(upcasters, type, 1, data as Record<string, unknown>)
const personId = expect.stringMatching(/^[0-9a-f]{8}-/)

test('the leaders that an older partition names are one person', () => {
  const created = lift('leakage.PartitionCreated', { partitionId: 'hill', rootId: 'town', leaderName: 'Ada', leaderPhone: null })
  expect(created).toEqual({
    schemaVersion: 2,
    data: { partitionId: 'hill', rootId: 'town', leaderName: 'Ada', leaderPhone: null, personId },
  })
  const changed = lift('leakage.PartitionChanged', { partitionId: 'hill', leaderName: null })
  expect(changed.data.personId).toBe(created.data.personId)
  expect(lift('leakage.PartitionChanged', { partitionId: 'vale', leaderName: 'Ada' }).data.personId).not.toBe(created.data.personId)
  const { personId: schema } = eventCatalogue['leakage.PartitionCreated'].data.shape
  expect(schema.safeParse(created.data.personId).success).toBe(true)
})

test('an older partition without a leader has no person', () => {
  const data = { partitionId: 'hill', rootId: 'town', leaderName: null, leaderPhone: null }
  expect(lift('leakage.PartitionCreated', data).data).toEqual({ ...data, personId: null })
  expect(lift('leakage.PartitionChanged', { partitionId: 'hill', name: 'Hill' }).data).toEqual({ partitionId: 'hill', name: 'Hill' })
})

test('an older order to a valve was a person’s', () => {
  for (const type of ['devices.ValveOpeningRequested', 'devices.ValveClosingRequested'])
    expect(lift(type, { number: '10001' })).toEqual({ schemaVersion: 2, data: { number: '10001', closingReason: 'manual' } })
})

test('every older version of an event is lifted to the newest', () => {
  for (const [type, { version }] of Object.entries(eventCatalogue))
    expect(liftData(upcasters, type, 1, { partitionId: 'a' }).schemaVersion).toBe(version)
})
