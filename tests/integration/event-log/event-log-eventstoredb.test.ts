import { describeEventLog } from '@nightflow/event-log/event-log.conformance'
import { describeEventLogOverNetwork } from '@nightflow/event-log/event-log-network.conformance'
import { createEventStoreDbEventLog } from '@nightflow/event-log/eventstoredb/eventstoredb-event-log'
import { test } from 'vitest'
import { findRealEventStoreDb } from '../../support/database/eventstoredb-in-docker.ts'
import { startEventStoreDbStandIn } from '../../support/eventstoredb-stand-in/start-stand-in.ts'
import { CuttingProxy } from '../../support/process/cutting-proxy.ts'

type Start = () => Promise<{ connectionString: string; stop: () => Promise<void> }>

const describeOn = (what: string, start: Start): void =>
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

const describeNetworkOf = (what: string, start: Start): void =>
  describeEventLogOverNetwork(`in EventStoreDB (${what})`, async () => {
    const server = await start()
    const network = await CuttingProxy.listen(server.connectionString)
    const log = createEventStoreDbEventLog({ connectionString: network.url })
    return {
      log,
      network,
      close: async () => {
        await log.close()
        await network.close()
        await server.stop()
      },
    }
  })

const standIn = 'a STAND-IN, no real server'
describeOn(standIn, startEventStoreDbStandIn)
describeNetworkOf(standIn, startEventStoreDbStandIn)

const real = await findRealEventStoreDb()
if (real) {
  describeOn(real.what, real.start)
  if (real.isPlain) describeNetworkOf(real.what, real.start)
  else test.skip(`the network of the event log in ${real.what}: nothing can stand before a cluster or a certificate`, () => undefined)
} else
  test.skip('the event log in a real EventStoreDB: no Docker engine answers here and NIGHTFLOW_TEST_EVENTSTOREDB names no server', () =>
    undefined)
