import { openKafkaSocket } from '@nightflow/ingest/frame-buffer/kafka-socket'
import { type ISocketFactory, Kafka, logLevel } from 'kafkajs'

/** Numbers of requests and codes of failures as the protocol has them. */
export const requests = { produce: 0, metadata: 3, initProducerId: 22 } as const
export const failures = { notLeader: 6, requestTimedOut: 7, clusterAuthorizationFailed: 31 } as const

/**
 * An answer's bytes: its length, the number of the request it belongs to, then what the protocol says of that request. They may be changed,
 * or others given instead.
 */
type Alter = (request: number, answer: Buffer) => Buffer | undefined

/** A client of real brokers whose answers `alter` changes, as a network or a cluster in trouble would. */
export const kafkaWithAlteredAnswers = (brokers: readonly string[], alter: Alter): { kafka: Kafka; connections: () => number } => {
  let connections = 0
  const socketFactory: ISocketFactory = (options) => {
    const socket = openKafkaSocket(options)
    socket.once('connect', () => {
      connections += 1
      socket.once('close', () => {
        connections -= 1
      })
    })
    const asked = new Map<number, number>()
    const write = socket.write.bind(socket) as (bytes: Buffer, encoding: BufferEncoding) => boolean
    socket.write = ((bytes: Buffer, encoding: BufferEncoding) => {
      asked.set(bytes.readInt32BE(8), bytes.readInt16BE(4))
      return write(bytes, encoding)
    }) as typeof socket.write
    const listen = socket.on.bind(socket) as (event: string, listener: (answer: Buffer) => void) => typeof socket
    socket.on = ((event: string, listener: (answer: Buffer) => void) =>
      listen(
        event,
        event === 'data'
          ? (answer) => {
              listener(alter(asked.get(answer.readInt32BE(4)) ?? -1, answer) ?? answer)
            }
          : listener,
      )) as typeof socket.on
    return socket
  }
  const kafka = new Kafka({ clientId: 'nightflow-test', brokers: [...brokers], socketFactory, logLevel: logLevel.NOTHING })
  return { kafka, connections: () => connections }
}

/** Makes the answer for one partition say that it failed, whatever the broker did. */
export const failProduce = (answer: Buffer, code: number): void => {
  // The topic's name is behind length, number and a count; a count and the partition follow it.
  const topicBytes = answer.readInt16BE(12)
  answer.writeInt16BE(code, 14 + topicBytes + 8)
}

/** Makes the answer say that there is no number for this producer. */
export const failInitProducerId = (answer: Buffer, code: number): void => {
  answer.writeInt16BE(code, 12)
}

/** The partitions that an answer about one topic speaks of. */
export const producedPartitions = (answer: Buffer): number[] => {
  const begin = 14 + answer.readInt16BE(12)
  // Partition, failure, three places or times.
  return Array.from({ length: answer.readInt32BE(begin) }, (_, index) => answer.readInt32BE(begin + 4 + index * 30))
}

const int = (bytes: 1 | 2 | 4, value: number): Buffer => {
  const written = Buffer.alloc(bytes)
  written.writeIntBE(value, 0, bytes)
  return written
}
const text = (value: string): Buffer => Buffer.concat([int(2, Buffer.byteLength(value)), Buffer.from(value)])
const list = (items: readonly Buffer[]): Buffer => Buffer.concat([int(4, items.length), ...items])

/** Says instead who the brokers are, numbered from 1, and which of them leads each partition of a topic. */
export const answerMetadata = (
  answer: Buffer,
  { brokers, topic, leaders }: { brokers: readonly string[]; topic: string; leaders: readonly number[] },
): Buffer => {
  const rack = int(2, -1)
  const body = Buffer.concat([
    answer.subarray(4, 8),
    int(4, 0),
    list(
      brokers.map((broker, index) => {
        const [host, port] = broker.split(':')
        return Buffer.concat([int(4, index + 1), text(host!), int(4, Number(port)), rack])
      }),
    ),
    text('cluster'),
    int(4, 1),
    list([
      Buffer.concat([
        int(2, 0),
        text(topic),
        int(1, 0),
        list(leaders.map((leader, id) => Buffer.concat([int(2, 0), int(4, id), int(4, leader), list([]), list([]), list([])]))),
      ]),
    ]),
  ])
  return Buffer.concat([int(4, body.length), body])
}
