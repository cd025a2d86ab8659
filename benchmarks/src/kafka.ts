import { execFileSync, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { withAdmin } from '@nightflow/ingest/frame-buffer/frame-topics'
import { type KafkaSettings, kafkaDefaults, openKafka } from '@nightflow/ingest/frame-buffer/kafka-connection'
import type { Pool } from 'pg'
import { findWayToKafka, type KafkaBroker, startKafka } from '../../tests/support/kafka/kafka-broker.ts'
import { fetchJars, javaFlags } from '../../tests/support/kafka/kafka-jars.ts'
import { median, withBenchDatabase } from './bench-database.ts'
import { forkAsStarted } from './fork-as-started.ts'
import { readingsPerFrame } from './frames.ts'
import { sendAll } from './http-load.ts'
import { connections, createGateways, prepare } from './ingest.ts'

/** The first round warms all sides up and does not count. */
const rounds = 4
const hours = 300
/** The tool is a program of its own that warms up first: given ten times as much it shows what the broker takes. */
const toolRepeats = 10
const drainMillisecondsMax = 120_000

/**
 * HTTP to acknowledged by a real Kafka, and on to the log, against the broker's own performance tool producing messages of the same
 * mean size with the same guarantees. Gateway, sink, broker, PostgreSQL and load share this computer, the tool has it for itself.
 */
export const benchKafka = () =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const broker = await startKafka()
    const settings = settingsFor(broker)
    const keys = await createGateways(pool)
    const environment = { BENCH_DATABASE_URL: connectionString, BENCH_KAFKA: JSON.stringify(settings) }
    const server = forkAsStarted('./ingest-server.ts', environment)
    const sinkScript = new URL('../../tests/support/kafka/kafka-sink-process.ts', import.meta.url)
    const sink = fork(sinkScript, [JSON.stringify({ settings, connectionString })], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    try {
      fetchJars()
      const [port] = (await once(server, 'message')) as [number]
      const figures: Round[] = []
      for (let round = 0; round < rounds; round++) {
        const figure = await runRound({ port, keys, round, pool, settings })
        figures.push(figure)
        const { acknowledged, inLog, limit } = figure
        console.log(
          `round ${round + 1}: acknowledged ${Math.round(acknowledged)}, in the log ${Math.round(inLog)}, limit ${Math.round(limit)} readings/s`,
        )
      }
      figures.shift()
      const middle = (of: (round: Round) => number): number => median(figures.map(of))
      return {
        name: 'kafka',
        figure: Math.round(middle(({ acknowledged }) => acknowledged)),
        limit: Math.round(middle(({ limit }) => limit)),
        ratio: middle(({ acknowledged, limit }) => acknowledged / limit),
        ratioInLog: middle(({ inLog, limit }) => inLog / limit),
        acknowledgeP99Milliseconds: middle(({ p99 }) => p99),
        messageBytes: Math.round(middle(({ messageBytes }) => messageBytes)),
        unit: 'readings/s',
      }
    } finally {
      server.disconnect()
      sink.kill()
      await broker.stop()
    }
  })

/** Why there is nothing to measure here; undefined where there is. */
export const whyNoKafka = (): string | undefined => {
  const way = findWayToKafka()
  return 'absent' in way ? way.absent : undefined
}

type Round = { acknowledged: number; inLog: number; limit: number; p99: number; messageBytes: number }

const settingsFor = ({ brokers }: KafkaBroker): KafkaSettings => ({
  ...kafkaDefaults,
  brokers,
  topic: `bench.${randomUUID()}`,
  replication: 1,
})

const runRound = async (parts: {
  port: number
  keys: readonly string[]
  round: number
  pool: Pool
  settings: KafkaSettings
}): Promise<Round> => {
  const { port, keys, round, pool, settings } = parts
  const requests = prepare('columns', keys, round, hours)
  const readings = requests.length * readingsPerFrame
  const begun = performance.now()
  const sent = await sendAll(port, connections, requests)
  await waitForFrames(pool, requests.length * (round + 1))
  const seconds = (performance.now() - begun) / 1000
  const messageBytes = await meanMessageBytes(settings)
  return {
    acknowledged: readings / sent.seconds,
    inLog: readings / seconds,
    limit: produceWithTool(settings, toolRepeats * requests.length, messageBytes) * readingsPerFrame,
    p99: sent.milliseconds.toSorted((a, b) => a - b)[Math.floor(sent.milliseconds.length * 0.99)]!,
    messageBytes,
  }
}

const waitForFrames = async (pool: Pool, frames: number): Promise<void> => {
  const deadline = Date.now() + drainMillisecondsMax
  for (;;) {
    const { rows } = await pool.query<{ position: number }>('select position::float8 as position from log.head')
    if ((rows[0]?.position ?? 0) >= frames) return
    if (Date.now() > deadline)
      throw new Error(`the log has ${rows[0]?.position} of ${frames} frames after ${drainMillisecondsMax / 1000} s`)
    await sleep(20)
  }
}

/** Bytes of a message, key included, from the size of the partitions on the broker's disk. */
const meanMessageBytes = ({ topic, ...settings }: KafkaSettings): Promise<number> =>
  withAdmin(openKafka(settings, 'bench'), async (admin) => {
    const ends = await admin.fetchTopicOffsets(topic)
    const messages = ends.reduce((sum, { high }) => sum + Number(high), 0)
    const tool = [...javaFlags, 'org.apache.kafka.tools.LogDirsCommand', '--bootstrap-server', settings.brokers.join(','), '--describe']
    const said = execFileSync('java', [...tool, '--topic-list', topic], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const bytes = [...said.matchAll(/"partition":"[^"]*","size":(\d+)/g)].reduce((sum, [, size]) => sum + Number(size), 0)
    if (bytes === 0) throw new Error(`the size of ${topic} is not in what the broker says: ${said.slice(0, 500)}`)
    return bytes / messages
  })

/** Messages per second of Kafka's own tool, into the same topic settings, with the guarantees of the gateway's producer. */
const produceWithTool = ({ brokers, topic }: KafkaSettings, messages: number, messageBytes: number): number => {
  const target = `${topic}.limit`
  const properties = [
    `bootstrap.servers=${brokers.join(',')}`,
    'acks=all',
    'enable.idempotence=true',
    'max.in.flight.requests.per.connection=1',
  ]
  const flags = [
    '--topic',
    target,
    '--num-records',
    String(messages),
    '--record-size',
    String(Math.round(messageBytes)),
    '--throughput',
    '-1',
  ]
  createTopic(brokers, target)
  const tool = [...javaFlags, 'org.apache.kafka.tools.ProducerPerformance', ...flags, '--producer-props', ...properties]
  const said = execFileSync('java', tool, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const rate = /records sent, ([\d.]+) records\/sec/.exec(said.trim().split('\n').at(-1) ?? '')?.[1]
  if (!rate) throw new Error(`the performance tool said no rate: ${said.slice(0, 500)}`)
  return Number(rate)
}

const createTopic = (brokers: readonly string[], topic: string): void => {
  const flags = ['--bootstrap-server', brokers.join(','), '--create', '--if-not-exists', '--topic', topic]
  const size = ['--partitions', String(kafkaDefaults.partitions), '--replication-factor', '1']
  execFileSync('java', [...javaFlags, 'org.apache.kafka.tools.TopicCommand', ...flags, ...size], { stdio: 'ignore' })
}
