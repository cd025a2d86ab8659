import { expect, test } from 'vitest'
import { inSyncReplicasMin } from './frame-topics.ts'

test('a frame is acknowledged by two brokers where three or more keep it, otherwise by the only ones there are', () => {
  expect([1, 2, 3, 5].map(inSyncReplicasMin)).toEqual([1, 1, 2, 2])
})
