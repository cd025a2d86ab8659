import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import serverFeatures from '@eventstore/db-client/generated/serverfeatures_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { Server, ServerCredentials, type ServerReadableStream, type sendUnaryData, status } from '@grpc/grpc-js'
import { answerAppend } from './answer-append.ts'
import { answerRead, type ReadCall } from './answer-read.ts'
import { createStandInLog, type StandInLog } from './stand-in-log.ts'

export type EventStoreDbStandIn = {
  connectionString: string
  log: StandInLog
  /** Events that were handed to the transport for readers and subscribers so far. */
  eventsSent: () => number
  /** Cuts every connection; the next ones are taken, unless `refuse` said otherwise. */
  dropConnections: () => void
  refuse: (refusing: boolean) => void
  stop: () => Promise<void>
}

/**
 * A STAND-IN for an EventStoreDB server, for machines on which no such server can run. It serves the client's own protobuf services
 * (`Streams`, `ServerFeatures`) over real gRPC from memory, bounded, without users, without TLS and without a cluster. It cannot
 * show how the real server stores, replicates, scavenges and elects; the same tests run against the official image where Docker is.
 */
export const startEventStoreDbStandIn = async ({ appendBytesMax }: { appendBytesMax?: number } = {}): Promise<EventStoreDbStandIn> => {
  const log = createStandInLog(appendBytesMax)
  let eventsSent = 0
  const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 })
  const notServed = (_call: unknown, answer: sendUnaryData<never>): void =>
    answer({ code: status.UNIMPLEMENTED, details: 'the stand-in does not serve this' })
  server.addService(StreamsService, {
    read: (call: ReadCall) => void answerRead(log, call, () => (eventsSent += 1)),
    append: (call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>) => answerAppend(log, call, answer),
    delete: notServed,
    tombstone: notServed,
    batchAppend: (call: { emit: (name: string, error: object) => void }) =>
      call.emit('error', { code: status.UNIMPLEMENTED, details: 'the stand-in does not serve batches' }),
  })
  server.addService(ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, answer: sendUnaryData<SupportedMethods>) => answer(null, supportedMethods()),
  })
  const servedPort = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => (error ? reject(error) : resolve(port))),
  )
  const door = await openDoor(servedPort)
  return {
    connectionString: `esdb://127.0.0.1:${door.port}?tls=false`,
    log,
    eventsSent: () => eventsSent,
    dropConnections: door.dropConnections,
    refuse: door.refuse,
    stop: async () => {
      await door.close()
      server.forceShutdown()
    },
  }
}

/** The server answers what it can; of the newer calls it says nothing, so that the client takes the plain ones. */
const supportedMethods = (): SupportedMethods => {
  const methods = ['read', 'append'].map((name) => {
    const method = new serverFeatures.SupportedMethod()
    method.setServiceName('event_store.client.streams.streams')
    method.setMethodName(name)
    method.setFeaturesList(['all', 'streamposition', 'position'])
    return method
  })
  return new serverFeatures.SupportedMethods().setEventStoreServerVersion('24.10.0.0').setMethodsList(methods)
}

/** A proxy before the server that cuts its connections: they are real TCP, so a client sees a broken network. */
const openDoor = async (servedPort: number) => {
  const sockets = new Set<Socket>()
  let refusing = false
  const keep = (socket: Socket, other: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
  // Without `noDelay` every small frame would wait 40 ms for the other side's acknowledgement.
  const door = createServer({ noDelay: true }, (outside) => {
    if (refusing) return void outside.destroy()
    const inside = connect({ port: servedPort, host: '127.0.0.1', noDelay: true })
    keep(outside, inside)
    keep(inside, outside)
    outside.pipe(inside)
    inside.pipe(outside)
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const dropConnections = (): void => {
    for (const socket of [...sockets]) socket.destroy()
  }
  return {
    port: (door.address() as AddressInfo).port,
    dropConnections,
    refuse: (now: boolean): void => {
      refusing = now
    },
    close: async (): Promise<void> => {
      dropConnections()
      await new Promise((resolve) => door.close(resolve))
    },
  }
}
