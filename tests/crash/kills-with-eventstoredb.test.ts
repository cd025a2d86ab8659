import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, test } from 'vitest'
import { type EventStoreDbStandIn, startEventStoreDbStandIn } from '../support/eventstoredb-stand-in/start-stand-in.ts'
import { fullFormSuffix, isFullForm } from '../support/full-form.ts'
import { waitUntilReady } from '../support/process/kept-alive-process.ts'
import { type Fault, killsOf, minutesOf, runDrill } from './drill.ts'
import type { PlayedGateway } from './gateway-load.ts'
import { Stage } from './stage.ts'
import { openWayThroughKafka } from './way-through-kafka.ts'

const stage = new Stage()
afterEach(() => stage.end())

const refuseForAWhile = async (standIn: EventStoreDbStandIn): Promise<void> => {
  standIn.refuse(true)
  standIn.dropConnections()
  await sleep(3_000)
  standIn.refuse(false)
}

// On the STAND-IN, which runs in the test's own process and holds the log in memory: it outlives every kill and is not killed itself.
// The default form stops and breaks each process with this log in tests/integration/event-log/eventstoredb-server.test.ts.
test.skipIf(!isFullForm)(
  `nothing that was acknowledged with the log in EventStoreDB is lost, whichever process is killed${fullFormSuffix}`,
  async () => {
    const standIn = await startEventStoreDbStandIn()
    stage.onEnd(standIn.stop)
    const { databaseUrl } = await stage.startPostgres()
    const kafka = await openWayThroughKafka(stage)
    const keep = (name: string, roles: string, flags: readonly string[] = []) =>
      stage.keepRoles(name, roles, databaseUrl, { flags, environment: { EVENTSTOREDB_URL: standIn.connectionString } })
    const [gateway, projector, rest] = await Promise.all([
      keep('a gateway', 'gateway'),
      keep('the projector', 'projector'),
      keep('policies and API', 'policies,api'),
    ])
    const throughKafka =
      kafka && (await Promise.all([keep('a gateway with Kafka', 'gateway', kafka.flags), keep('a sink', 'sink', kafka.flags)]))
    const processes = [gateway, projector, rest, ...(throughKafka ?? [])]
    await waitUntilReady(processes)
    const victims = [gateway, ...(throughKafka?.slice(1) ?? []), projector, rest]
    const faults: Fault[] = [
      { name: 'no connection to EventStoreDB for 3 s', strike: () => refuseForAWhile(standIn) },
      ...victims.map(({ name, kill }) => ({ name, strike: kill })),
    ]
    const utility = await stage.openUtility(databaseUrl, standIn)
    const waysIn = [gateway, ...(throughKafka?.slice(0, 1) ?? [])]
    // Each gateway has one way only, so that no way can hide behind the other.
    const urlsOf = ({ name }: PlayedGateway) => [waysIn[Number(name.at(-1)) % waysIn.length]!.baseUrl]
    const times = Math.max(faults.length, killsOf.withEventStoreDb)
    await runDrill(
      {
        title: 'with EventStoreDB',
        utility,
        processes,
        faults,
        urlsOf,
        minutesMax: minutesOf.withEventStoreDb,
        ...(kafka && { drain: kafka.drain }),
      },
      times,
    )
  },
  120_000 + killsOf.withEventStoreDb * 90_000,
)
