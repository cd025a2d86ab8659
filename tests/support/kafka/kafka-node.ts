import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { withAdmin } from '@nightflow/ingest/frame-buffer/frame-topics'
import { openKafka } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { javaFlags } from './kafka-jars.ts'

/** Java on a machine that has much else to do takes its time. */
const readyMillisecondsMax = 180_000

/** Settings that differ from what a broker of a utility has: little that waits for others to come. */
export const impatientNode = {
  'controller.listener.names': 'CONTROLLER',
  'inter.broker.listener.name': 'PLAINTEXT',
  'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,PROXIED:PLAINTEXT,CONTROLLER:PLAINTEXT',
  'offsets.topic.num.partitions': '4',
  'group.initial.rebalance.delay.ms': '0',
  // A broker that was killed is let in again once its former self counts as dead.
  'broker.session.timeout.ms': '2000',
  'broker.heartbeat.interval.ms': '500',
  'auto.create.topics.enable': 'false',
}

export type KafkaNode = {
  /** Ends it as a lost machine does. */
  kill(): Promise<void>
  /** Starts it again on the same address with what it had written. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export const newClusterId = (): string => Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url')

/** Starts a node of Apache Kafka from its jars, which are there, with a folder of its own, and waits until it answers at `address`. */
export const startKafkaNode = async (
  address: string,
  clusterId: string,
  settings: Record<string, string>,
  flags: string[] = [],
): Promise<KafkaNode> => {
  const folder = mkdtempSync(join(tmpdir(), 'nightflow-kafka-'))
  const file = join(folder, 'server.properties')
  const properties = Object.entries({ ...settings, 'log.dirs': join(folder, 'data') })
  writeFileSync(file, properties.map(([name, value]) => `${name}=${value}\n`).join(''))
  // Joined to its flag: one identifier in 64 begins with a dash.
  await promisify(execFile)('java', [...javaFlags, 'kafka.tools.StorageTool', 'format', `--cluster-id=${clusterId}`, '-c', file])
  const start = () => startProcess(folder, [...javaFlags, ...flags, 'kafka.Kafka', file], address)
  let child = await start()
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await gone
  }
  return {
    kill,
    restart: async () => {
      child = await start()
    },
    stop: async () => {
      // Its data is thrown away, so nothing is gained by an orderly end.
      await kill()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const startProcess = async (folder: string, command: string[], address: string): Promise<ChildProcess> => {
  const said = join(folder, 'broker.log')
  const child = spawn('java', command, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.pipe(createWriteStream(said, { flags: 'a' }))
  // A test run that ends in the middle leaves no broker behind.
  const killWithUs = (): void => void child.kill('SIGKILL')
  process.once('exit', killWithUs)
  child.once('exit', () => process.removeListener('exit', killWithUs))
  await waitUntilKafkaAnswers(address, () => (child.exitCode === null ? undefined : `the broker ended with ${child.exitCode}, see ${said}`))
  return child
}

export const waitUntilKafkaAnswers = async (address: string, ended: () => string | undefined = () => undefined): Promise<void> => {
  const deadline = Date.now() + readyMillisecondsMax
  for (;;) {
    const isReady = await withAdmin(openKafka({ brokers: [address] }, 'test'), (admin) => admin.describeCluster()).then(
      ({ brokers: known }) => known.length > 0,
      () => false,
    )
    if (isReady) return
    const reason =
      ended() ?? (Date.now() > deadline ? `no broker answered at ${address} within ${readyMillisecondsMax / 1000} s` : undefined)
    if (reason) throw new Error(reason)
    await sleep(100)
  }
}
