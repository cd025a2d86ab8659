import { afterEach, expect, test } from 'vitest'
import { clockOfDatabase, clockOfProcesses } from '../support/database/clocks-to-set.ts'
import { fullFormSuffix, isFullForm } from '../support/full-form.ts'
import { waitUntilReady } from '../support/process/kept-alive-process.ts'
import { type Fault, runDrill } from './drill.ts'
import type { PlayedGateway } from './gateway-load.ts'
import { Stage } from './stage.ts'
import { openWayThroughKafka } from './way-through-kafka.ts'

const stage = new Stage()
afterEach(() => stage.end())

test.skipIf(!isFullForm)(
  `clocks that jump by hours, forth and back, lose nothing and stop no process${fullFormSuffix}`,
  async () => {
    const kafka = await openWayThroughKafka(stage)
    const { databaseUrl } = await stage.startPostgres()
    const database = await clockOfDatabase(databaseUrl)
    stage.onEnd(database.close)
    const service = clockOfProcesses(await stage.stateFolder())
    const { environment } = service
    const processes = await Promise.all([
      stage.keepRoles('gateway and the rest', 'gateway,projector,policies,api', databaseUrl, { environment }),
      ...(kafka ? [stage.keepRoles('gateway and sink with Kafka', 'gateway,sink', databaseUrl, { environment, flags: kafka.flags })] : []),
    ])
    await waitUntilReady(processes)
    const utility = await stage.openUtility(databaseUrl)
    const jumps: Fault[] = [
      { name: 'the service is 5 hours ahead', strike: () => service.set(5) },
      { name: 'the service is 7 hours behind', strike: () => service.set(-7) },
      { name: 'the database is 40 days ahead', strike: () => database.set(40 * 24) },
      { name: 'the database is 3 hours behind', strike: () => database.set(-3) },
      { name: 'all are 9 hours ahead', strike: () => Promise.all([service.set(9), database.set(9)]) },
      { name: 'all are right', strike: () => Promise.all([service.set(0), database.set(0)]) },
    ]
    // Each gateway has one way only, so that no way can hide behind the other.
    const urlsOf = ({ name }: PlayedGateway) => [processes[Number(name.at(-1)) % processes.length]!.baseUrl]
    const drain = kafka && { drain: kafka.drain }
    await runDrill({ title: 'clocks', utility, processes, faults: jumps, urlsOf, ...drain }, jumps.length)

    const { rows } = await utility.pool.query<{ ahead: boolean; backwards: number }>(
      `select max(recorded_at) > now() + interval '39 days' as ahead,
       (select count(*)::int from (select recorded_at < lag(recorded_at) over (order by position) as is_earlier from log.events) one where is_earlier) as backwards
     from log.events`,
    )
    expect(rows, 'the clock was really set, and the log never goes back').toEqual([{ ahead: true, backwards: 0 }])
    expect(processes.map((one) => one.starts())).toEqual(processes.map(() => 1))
  },
  240_000,
)
