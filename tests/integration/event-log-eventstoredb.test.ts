import { describeEventLog } from '@nightflow/event-log/event-log.conformance'
import { createEventStoreDbEventLog } from '@nightflow/event-log/eventstoredb/eventstoredb-event-log'
import { startEventStoreDbStandIn } from '../support/eventstoredb-stand-in/start-stand-in.ts'

describeEventLog(
  'in EventStoreDB (STAND-IN, no real server)',
  async (upcasters) => {
    const standIn = await startEventStoreDbStandIn()
    const log = createEventStoreDbEventLog({ connectionString: standIn.connectionString, upcasters })
    return {
      log,
      close: async () => {
        await log.close()
        await standIn.stop()
      },
    }
  },
  'with-gaps',
)
