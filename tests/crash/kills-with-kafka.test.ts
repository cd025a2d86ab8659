import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, test } from 'vitest'
import { findWayToKafka, startKafka } from '../support/kafka/kafka-broker.ts'
import { ownTopic, removeTopics, waitUntilDrained } from '../support/kafka/kafka-frames.ts'
import { waitUntilReady } from '../support/process/kept-alive-process.ts'
import { type Fault, killsOf, minutesOf, runDrill, skippedDrill } from './drill.ts'
import { killPostgres, Stage } from './stage.ts'

const way = findWayToKafka()
if ('absent' in way) console.info(way.absent)

const testMilliseconds = 120_000 + killsOf.withKafka * 90_000
/** A sink that was killed counts as dead after ten seconds, and only then do others get its partitions. */
const drainMillisecondsMax = 60_000

const stage = new Stage()
afterEach(() => stage.end())

describe.skipIf('absent' in way)('nothing that was acknowledged in Kafka is lost', () => {
  test.skipIf(killsOf.withKafka === 0)(
    `when what a frame passes is killed, one after the other${skippedDrill(killsOf.withKafka)}`,
    async () => {
      const broker = await startKafka()
      stage.onEnd(broker.stop)
      const settings = ownTopic(broker, 6)
      stage.onEnd(() => removeTopics(broker, settings))
      const { folder, databaseUrl } = await stage.startPostgres()
      const flags = ['--kafka-brokers', settings.brokers.join(','), '--kafka-topic', settings.topic, '--kafka-partitions', '6']
      const role = (name: string) => stage.keepRoles(name, name, databaseUrl, { flags })
      const [gateway, sink, projector, rest] = await Promise.all([
        role('gateway'),
        role('sink'),
        role('projector'),
        role('gateway,sink,policies,api'),
      ])
      const processes = [gateway, sink, projector, rest]
      await waitUntilReady(processes)
      const faults: Fault[] = [
        { name: 'a gateway', strike: gateway.kill },
        { name: 'a sink', strike: sink.kill },
        { name: 'the projector', strike: projector.kill },
        { name: 'PostgreSQL', strike: () => killPostgres(folder) },
      ]
      const { kill, restart } = broker
      if (kill && restart) {
        const strike = async () => {
          await kill()
          await sleep(200)
          await restart()
        }
        faults.push({ name: 'Kafka', strike })
      } else console.info('the broker was given and is not ours to kill')
      const drain = async () => {
        if (await waitUntilDrained(settings, drainMillisecondsMax)) return
        throw new Error(`frames still wait in Kafka after ${drainMillisecondsMax / 1000} s:\n${sink.output()}\n${rest.output()}`)
      }
      const utility = await stage.openUtility(databaseUrl)
      const urls = [gateway.baseUrl, rest.baseUrl]
      const minutesMax = minutesOf.withKafka
      await runDrill({ title: 'with Kafka', utility, processes, faults, urlsOf: () => urls, drain, minutesMax }, killsOf.withKafka)
    },
    testMilliseconds,
  )
})
