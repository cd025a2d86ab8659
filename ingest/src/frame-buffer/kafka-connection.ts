import { createRequire } from 'node:module'
import type { Kafka, SASLOptions } from 'kafkajs'
import { openKafkaSocket } from './kafka-socket.ts'

/** How to reach Kafka and how the topics look that are created there when they are absent. */
export type KafkaSettings = {
  /** `host:port` of at least one broker; the others are learnt from it. */
  brokers: readonly string[]
  /** Encrypted, with the certificates that this computer trusts. */
  tls?: boolean | undefined
  /** Credentials; without them Kafka must accept all clients. */
  signIn?: KafkaSignIn | undefined
  /** The topic of the frames; dead letters go to `<topic>.dead-letters`. */
  topic: string
  /** How many sinks can share the work; only used when the topic is created. */
  partitions: number
  /** How many brokers hold each message; only used when a topic is created. */
  replication: number
  /** Hours that frames stay readable: a sink must not be away for longer. Only used when the topic is created. */
  retentionHours: number
  /** A sink that was silent for so long is dead, and others take its partitions over. */
  sessionMilliseconds: number
}

export const kafkaMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const
export type KafkaSignIn = { mechanism: (typeof kafkaMechanisms)[number]; username: string; password: string }

export const kafkaDefaults = {
  topic: 'nightflow.frames',
  partitions: 12,
  replicationMax: 3,
  retentionHours: 7 * 24,
  sessionMilliseconds: 10_000,
} as const

/** Log of the client library about connections lost and restored; each failure also reaches its caller. */
export type KafkaLog = (message: string, more: object) => void

/** Nothing waits without end: about four seconds of retries, then the caller gets the error. */
const connectionRetry = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 6 }

type KafkaOptions = {
  onLog?: KafkaLog | undefined
  /** Brokers may take ten seconds until all copies are there; a shorter wait finds a silent broker sooner. */
  requestMilliseconds?: number
  retries?: number
}

const require = createRequire(import.meta.url)
/** Loaded by the first client: a start without Kafka leaves its 140 files alone. */
export const kafkaLibrary = (): typeof import('kafkajs') => require('kafkajs')

/** A client that is not connected yet. */
export const openKafka = (
  { brokers, tls, signIn }: Pick<KafkaSettings, 'brokers' | 'tls' | 'signIn'>,
  part: string,
  { onLog, requestMilliseconds = 15_000, retries = connectionRetry.retries }: KafkaOptions = {},
): Kafka => {
  const { Kafka, logLevel } = kafkaLibrary()
  return new Kafka({
    clientId: `nightflow-${part}`,
    brokers: [...brokers],
    ssl: tls === true,
    // One object type per mechanism in the library; they do not differ in shape.
    ...(signIn && { sasl: signIn as SASLOptions }),
    socketFactory: openKafkaSocket,
    connectionTimeout: 3_000,
    requestTimeout: requestMilliseconds,
    retry: { ...connectionRetry, retries },
    logLevel: onLog ? logLevel.ERROR : logLevel.NOTHING,
    ...(onLog && {
      logCreator:
        () =>
        ({ log: { message, timestamp: _timestamp, ...more } }) =>
          onLog(message, more),
    }),
  })
}
