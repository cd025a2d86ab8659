import { describeEventLog } from '../event-log.conformance.ts'
import { createMemoryEventLog } from './memory-event-log.ts'

describeEventLog('in memory', async (upcasters) => {
  const log = createMemoryEventLog({ upcasters })
  return { log, close: () => log.close() }
})
