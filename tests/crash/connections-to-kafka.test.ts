import { afterEach, expect, test } from 'vitest'
import { fullFormSuffix, isFullForm } from '../support/full-form.ts'
import { findWayToKafka, startKafka } from '../support/kafka/kafka-broker.ts'
import { ownTopic, removeTopics, waitUntilDrained } from '../support/kafka/kafka-frames.ts'
import { CuttingProxy } from '../support/process/cutting-proxy.ts'
import { freePort } from '../support/process/free-port.ts'
import { waitUntilReady } from '../support/process/kept-alive-process.ts'
import { closeForAWhile, cutAgainAndAgain, silenceForAWhile } from './broken-networks.ts'
import { type Fault, runDrill } from './drill.ts'
import { Stage } from './stage.ts'

const way = findWayToKafka()
const absent = 'absent' in way ? way.absent : way.way === 'given' ? 'the broker was given, and no proxy can stand before it' : undefined
if (absent) console.info(absent)
/** From the first answer that did not come: 15 s, a farewell in vain, and a group that gathers anew. */
const drainMillisecondsMax = 60_000

const stage = new Stage()
afterEach(() => stage.end())

// In the default form a broker that breaks is in kafka-crash.test.ts, and killed processes are in kills-with-kafka.test.ts.
test.skipIf(absent || !isFullForm)(
  `connections to Kafka that break or fall silent lose nothing and need no hands${absent ? '' : fullFormSuffix}`,
  async () => {
    const listenerPort = await freePort('127.0.0.1')
    const proxy = await CuttingProxy.listen(`kafka://127.0.0.1:${listenerPort}`)
    stage.onEnd(() => proxy.close())
    // The broker advertises the proxy to clients of the proxy; the test itself connects directly.
    const broker = await startKafka({ port: listenerPort, advertisedPort: proxy.port })
    stage.onEnd(broker.stop)
    const settings = ownTopic(broker, 6)
    stage.onEnd(() => removeTopics(broker, settings))
    const { databaseUrl } = await stage.startPostgres()
    const flags = ['--kafka-brokers', `127.0.0.1:${proxy.port}`, '--kafka-topic', settings.topic, '--kafka-partitions', '6']
    const role = (name: string) => stage.keepRoles(name, name, databaseUrl, { flags })
    const [gateway, sink, rest] = await Promise.all([role('gateway'), role('sink'), role('gateway,sink,projector,policies,api')])
    const processes = [gateway, sink, rest]
    await waitUntilReady(processes)
    expect(proxy.connections).toBeGreaterThan(0)
    const faults: Fault[] = [
      { name: 'all connections cut', strike: async () => proxy.cut() },
      { name: 'no connection for 3 s', strike: () => closeForAWhile(proxy) },
      // A minute and more: a rebalancing group waits for members that do not answer.
      { name: 'all connections cut thirty times in 3 s', strike: () => cutAgainAndAgain(proxy) },
      { name: 'all connections silent for ever', strike: () => silenceForAWhile(proxy) },
    ]
    const drain = async () => {
      if (await waitUntilDrained(settings, drainMillisecondsMax)) return
      throw new Error(`frames still wait in Kafka after ${drainMillisecondsMax / 1000} s:\n${sink.output()}\n${rest.output()}`)
    }
    const utility = await stage.openUtility(databaseUrl)
    const urls = [gateway.baseUrl, rest.baseUrl]
    await runDrill({ title: 'connections to Kafka', utility, processes, faults, urlsOf: () => urls, drain }, faults.length)
    expect(
      processes.map((one) => one.starts()),
      `no process had to be restarted; output:\n${processes.map((one) => one.output()).join('\n')}`,
    ).toEqual([1, 1, 1])
  },
  400_000,
)
