import { describeEventLog } from '@nightflow/event-log/event-log.conformance'
import { createEventStoreDbEventLog } from '@nightflow/event-log/eventstoredb/eventstoredb-event-log'
import { test } from 'vitest'
import { findRealEventStoreDb } from '../support/eventstoredb-in-docker.ts'
import { startEventStoreDbStandIn } from '../support/eventstoredb-stand-in/start-stand-in.ts'

const describeOn = (what: string, start: () => Promise<{ connectionString: string; stop: () => Promise<void> }>): void =>
  describeEventLog(
    `in EventStoreDB (${what})`,
    async (upcasters) => {
      const server = await start()
      const log = createEventStoreDbEventLog({ connectionString: server.connectionString, upcasters })
      return {
        log,
        close: async () => {
          await log.close()
          await server.stop()
        },
      }
    },
    'with-gaps',
  )

describeOn('a STAND-IN, no real server', startEventStoreDbStandIn)

const real = await findRealEventStoreDb()
if (real) describeOn(real.what, real.start)
else
  test.skip('the event log in a real EventStoreDB: no Docker engine answers here and NIGHTFLOW_TEST_EVENTSTOREDB names no server', () =>
    undefined)
