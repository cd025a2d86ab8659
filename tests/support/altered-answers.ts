import { openKafkaSocket } from '@nightflow/ingest/frame-buffer/kafka-socket'
import { type ISocketFactory, Kafka, logLevel } from 'kafkajs'

/** Numbers of requests and codes of failures as the protocol has them. */
export const requests = { produce: 0, initProducerId: 22 } as const
export const failures = { requestTimedOut: 7, clusterAuthorizationFailed: 31 } as const

/** An answer's bytes: its length, the number of the request it belongs to, then what the protocol says of that request. */
type Alter = (request: number, answer: Buffer) => void

/** A client of real brokers that is told what `alter` makes of their answers, as a network or a cluster in trouble would tell it. */
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
              alter(asked.get(answer.readInt32BE(4)) ?? -1, answer)
              listener(answer)
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
