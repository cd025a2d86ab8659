import { eventCatalogue } from '@nightflow/schemas/events'
import { expect, test } from 'vitest'
import { anEvent, aStream, describeEventLog } from './event-log.conformance.ts'
import { createMemoryEventLog } from './memory/memory-event-log.ts'
import { createMemoryPersonKeys } from './memory/memory-person-keys.ts'
import { describePersonalData, personalDataParts } from './personal-data.conformance.ts'
import { withPersonalData } from './personal-data.ts'

describeEventLog('in memory with personal data', async (upcasters) => {
  const log = withPersonalData(createMemoryEventLog(), { keys: createMemoryPersonKeys(), catalogue: eventCatalogue, upcasters })
  return { log, close: () => log.close() }
})

describePersonalData('in memory', async () => {
  const stored = createMemoryEventLog()
  const keys = createMemoryPersonKeys()
  const log = withPersonalData(stored, { keys, ...personalDataParts })
  return { log, stored, keys, close: () => log.close() }
})

test('a page without personal fields loads no key', async () => {
  const refusing = async () => {
    throw new Error('keys were asked for')
  }
  const log = withPersonalData(createMemoryEventLog(), {
    keys: { find: refusing, findOrCreate: refusing, erase: refusing },
    ...personalDataParts,
  })
  const stream = aStream()
  await log.append(stream, 0, [anEvent(), anEvent()])
  expect(await log.readStream(stream)).toHaveLength(2)
})
