import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withAdmin } from '@nightflow/ingest/frame-buffer/frame-topics'
import { openKafka } from '@nightflow/ingest/frame-buffer/kafka-connection'
import { absentHere } from './absent.ts'
import { imageOf } from './compose-file.ts'
import { freePort } from './free-port.ts'
import { fetchJars, hasJars, javaFlags } from './kafka-jars.ts'

/** Java on a machine that has much else to do takes its time. */
const readyMillisecondsMax = 180_000

export type KafkaBroker = {
  /** For `KAFKA_BROKERS`. */
  brokers: string[]
  /** Ends it as a lost machine does; absent where the broker is not ours to end. */
  kill?: () => Promise<void>
  /** Starts it again on the same address with what it had written. */
  restart?: () => Promise<void>
  stop(): Promise<void>
}

type Way = 'given' | 'docker' | 'java'

const succeeds = (command: string, ...parameters: string[]): boolean =>
  spawnSync(command, parameters, { stdio: 'ignore', timeout: 20_000 }).status === 0

/** How a real broker can run here: one that is given, a container, or Apache Kafka's own jars; otherwise why none can. */
export const findWayToKafka = (): { way: Way } | { absent: string } => {
  if (process.env.KAFKA_BROKERS) return { way: 'given' }
  if (succeeds('docker', 'info')) return { way: 'docker' }
  if (!succeeds('java', '-version'))
    return { absent: absentHere('kafka', 'no KAFKA_BROKERS, no Docker and no Java: nothing runs with Kafka here') }
  if (hasJars() || succeeds('mvn', '--version')) return { way: 'java' }
  return { absent: absentHere('kafka', 'no KAFKA_BROKERS, no Docker and no Maven to fetch Kafka with: nothing runs with Kafka here') }
}

/** A second way in for clients that are to come through a proxy: where the broker listens for them, and the port that it tells them. */
export type ProxiedListener = { port: number; advertisedPort: number }

/** Starts a broker, or answers the one that is given; its topics are the caller's to name uniquely. */
export const startKafka = async (proxied?: ProxiedListener): Promise<KafkaBroker> => {
  const found = findWayToKafka()
  if ('absent' in found) throw new Error(found.absent)
  if (found.way === 'given') {
    if (proxied) throw new Error('the broker that is given in KAFKA_BROKERS cannot be told of a proxy')
    return { brokers: (process.env.KAFKA_BROKERS ?? '').split(','), stop: async () => {} }
  }
  return found.way === 'docker' ? startContainer(proxied) : startFromJars(proxied)
}

/** Every setting that differs from what a broker of a utility has: one node, and no waiting for others to come. */
const oneNode = {
  'process.roles': 'broker,controller',
  'node.id': '1',
  'controller.listener.names': 'CONTROLLER',
  'inter.broker.listener.name': 'PLAINTEXT',
  'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,PROXIED:PLAINTEXT,CONTROLLER:PLAINTEXT',
  'offsets.topic.replication.factor': '1',
  'offsets.topic.num.partitions': '4',
  'transaction.state.log.replication.factor': '1',
  'transaction.state.log.min.isr': '1',
  'group.initial.rebalance.delay.ms': '0',
  // A broker that was killed is let in again once its former self counts as dead.
  'broker.session.timeout.ms': '2000',
  'broker.heartbeat.interval.ms': '500',
  'auto.create.topics.enable': 'false',
}

const startFromJars = async (proxied?: ProxiedListener): Promise<KafkaBroker> => {
  fetchJars()
  const folder = mkdtempSync(join(tmpdir(), 'nightflow-kafka-'))
  const [port, controllerPort] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')]
  const properties = {
    ...oneNode,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}${proxied ? `,PROXIED://127.0.0.1:${proxied.port}` : ''}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}${advertisedTo(proxied)}`,
    'log.dirs': join(folder, 'data'),
  }
  const file = join(folder, 'server.properties')
  writeFileSync(
    file,
    Object.entries(properties)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  // Joined to its flag below: one in 64 begins with a dash.
  const clusterId = Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url')
  execFileSync('java', [...javaFlags, 'kafka.tools.StorageTool', 'format', `--cluster-id=${clusterId}`, '-c', file], { stdio: 'ignore' })
  const brokers = [`127.0.0.1:${port}`]
  let running = await startProcess(file, folder, brokers)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const { child } = running
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    await gone
  }
  return {
    brokers,
    kill: () => end('SIGKILL'),
    restart: async () => {
      running = await startProcess(file, folder, brokers)
    },
    stop: async () => {
      // Its data is thrown away, so nothing is gained by an orderly end.
      await end('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const startProcess = async (file: string, folder: string, brokers: string[]): Promise<{ child: ChildProcess }> => {
  const said = join(folder, 'broker.log')
  const child = spawn('java', [...javaFlags, 'kafka.Kafka', file], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.pipe(createWriteStream(said, { flags: 'a' }))
  // A test run that ends in the middle leaves no broker behind.
  const killWithUs = (): void => void child.kill('SIGKILL')
  process.once('exit', killWithUs)
  child.once('exit', () => process.removeListener('exit', killWithUs))
  await waitUntilReady(brokers, () => (child.exitCode === null ? undefined : `the broker ended with ${child.exitCode}, see ${said}`))
  return { child }
}

const waitUntilReady = async (brokers: string[], ended: () => string | undefined): Promise<void> => {
  const deadline = Date.now() + readyMillisecondsMax
  for (;;) {
    const isReady = await withAdmin(openKafka({ brokers }, 'test'), (admin) => admin.describeCluster()).then(
      ({ brokers: known }) => known.length > 0,
      () => false,
    )
    if (isReady) return
    const reason =
      ended() ?? (Date.now() > deadline ? `no broker answered at ${brokers} within ${readyMillisecondsMax / 1000} s` : undefined)
    if (reason) throw new Error(reason)
    await sleep(100)
  }
}

const advertisedTo = (proxied: ProxiedListener | undefined): string => (proxied ? `,PROXIED://127.0.0.1:${proxied.advertisedPort}` : '')

const startContainer = async (proxied?: ProxiedListener): Promise<KafkaBroker> => {
  const { GenericContainer, Wait } = await import('testcontainers')
  const port = await freePort('127.0.0.1')
  const settings = {
    ...oneNode,
    'controller.quorum.voters': '1@localhost:9093',
    listeners: `PLAINTEXT://0.0.0.0:9092,CONTROLLER://0.0.0.0:9093${proxied ? ',PROXIED://0.0.0.0:9094' : ''}`,
    'advertised.listeners': `PLAINTEXT://localhost:${port}${advertisedTo(proxied)}`,
  }
  const environment = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`KAFKA_${name.replaceAll('.', '_').toUpperCase()}`, value]),
  )
  // The port is chosen here, because the broker has to name it to its clients and must keep it when it is started again.
  const container = await new GenericContainer(imageOf('kafka'))
    .withExposedPorts({ container: 9092, host: port }, ...(proxied ? [{ container: 9094, host: proxied.port }] : []))
    .withEnvironment(environment)
    .withWaitStrategy(Wait.forListeningPorts())
    .start()
  const brokers = [`localhost:${port}`]
  await waitUntilReady(brokers, () => undefined)
  return {
    brokers,
    kill: async () => {
      execFileSync('docker', ['kill', container.getId()], { stdio: 'ignore' })
    },
    restart: async () => {
      execFileSync('docker', ['start', container.getId()], { stdio: 'ignore' })
      await waitUntilReady(brokers, () => undefined)
    },
    stop: async () => {
      await container.stop()
    },
  }
}
