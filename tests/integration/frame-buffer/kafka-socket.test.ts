import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { openKafkaSocket } from '@nightflow/ingest/frame-buffer/kafka-socket'
import { afterEach, expect, test } from 'vitest'

const answer = (text: string): Buffer => {
  const bytes = Buffer.alloc(4 + text.length)
  bytes.writeInt32BE(text.length)
  bytes.write(text, 4, 'latin1')
  return bytes
}

const open: { close(): unknown }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

/** A broker that answers every connection, and what the client library, which has one listener for all its sockets, receives. */
const connectInTurn = async (sayings: readonly ((socket: Socket) => void)[]): Promise<string[]> => {
  const heard: string[] = []
  let turn = 0
  const broker = createServer((socket) => sayings[turn++]!(socket)).listen(0, '127.0.0.1')
  open.push(broker)
  await once(broker, 'listening')
  const { port } = broker.address() as AddressInfo
  for (const _ of sayings) {
    const socket = openKafkaSocket({ host: '127.0.0.1', port, ssl: undefined as never, onConnect: () => undefined })
    socket.on('data', (bytes) => heard.push(bytes.toString('latin1', 4)))
    socket.on('error', ({ message }) => heard.push(message))
    await new Promise((closed) => socket.once('close', closed))
  }
  return heard
}

test('the client library gets nothing of an answer whose socket breaks within it, and whole answers of the next socket', async () => {
  const heard = await connectInTurn([
    (socket) => socket.end(answer('half an answer').subarray(0, 7)),
    (socket) => {
      const bytes = Buffer.concat([answer('a whole one'), answer('and another')])
      socket.write(bytes.subarray(0, 6), () => setTimeout(() => socket.end(bytes.subarray(6)), 20))
    },
  ])
  expect(heard).toEqual(['a whole one', 'and another'])
})

test('a socket that says what no broker says is closed', async () => {
  const heard = await connectInTurn([(socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')])
  expect(heard).toEqual(['an answer of 1213486160 bytes: this is not Kafka'])
})
