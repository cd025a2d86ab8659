import { execFileSync, spawnSync } from 'node:child_process'
import { absentHere } from '../process/absent.ts'
import { imageOf } from '../process/compose-file.ts'
import { freePort } from '../process/free-port.ts'
import { fetchJars, hasJars } from './kafka-jars.ts'
import { impatientNode, newClusterId, startKafkaNode, waitUntilKafkaAnswers } from './kafka-node.ts'

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
  const lacking = lackingForJars()
  if (!lacking) return { way: 'java' }
  return { absent: absentHere('kafka', `no KAFKA_BROKERS, no Docker and ${lacking}: nothing runs with Kafka here`) }
}

/** The missing part to run Kafka from its jars, where there is one. */
export const lackingForJars = (): string | undefined => {
  if (!succeeds('java', '-version')) return 'no Java'
  return hasJars() || succeeds('mvn', '--version') ? undefined : 'no Maven to fetch Kafka with'
}

/** A second way in for clients that are to come through a proxy: where the broker listens for them, and the port that it advertises. */
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

const oneNode = {
  ...impatientNode,
  'process.roles': 'broker,controller',
  'node.id': '1',
  'offsets.topic.replication.factor': '1',
  'transaction.state.log.replication.factor': '1',
  'transaction.state.log.min.isr': '1',
}

const startFromJars = async (proxied?: ProxiedListener): Promise<KafkaBroker> => {
  fetchJars()
  const [port, controllerPort] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')]
  const address = `127.0.0.1:${port}`
  const node = await startKafkaNode(address, newClusterId(), {
    ...oneNode,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://${address},CONTROLLER://127.0.0.1:${controllerPort}${proxied ? `,PROXIED://127.0.0.1:${proxied.port}` : ''}`,
    'advertised.listeners': `PLAINTEXT://${address}${advertisedTo(proxied)}`,
  })
  return { brokers: [address], ...node }
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
  const address = `localhost:${port}`
  await waitUntilKafkaAnswers(address)
  return {
    brokers: [address],
    kill: async () => {
      execFileSync('docker', ['kill', container.getId()], { stdio: 'ignore' })
    },
    restart: async () => {
      execFileSync('docker', ['start', container.getId()], { stdio: 'ignore' })
      await waitUntilKafkaAnswers(address)
    },
    stop: async () => {
      await container.stop()
    },
  }
}
