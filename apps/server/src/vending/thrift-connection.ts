import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import {
  NotThrift,
  type ReadStruct,
  readThrift,
  type ThriftFields,
  type ThriftMessage,
  thriftMessages,
  writeThrift,
} from './thrift-binary.ts'

export type ThriftAddress = {
  host: string
  port: number
  /** Certificates that are trusted instead of those of the system, as PEM. */
  ca?: string | undefined
  millisecondsMax: number
}

/** The module did not answer: nothing is known of what it did. */
export class ModuleSilent extends Error {}

export type ThriftConnection = {
  /** The fields of the reply. Throws `ModuleSilent` where none arrives in time, whatever the reason. */
  call(name: string, fields: ThriftFields): Promise<ReadStruct>
  close(): void
}

const frameBytesMax = 1024 * 1024
const lengthBytes = 4
const leastTls = 'TLSv1.2'

type Waiting = { name: string; resolve: (fields: ReadStruct) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

/**
 * Calls over framed Thrift on one TLS connection, which is opened by the first call and again after a failure. The certificate of the server is always
 * verified. A call that gets no answer in time ends the connection, so that a late answer is not taken for that of another call.
 */
export const connectThrift = (address: ThriftAddress): ThriftConnection => {
  let socket: TLSSocket | undefined
  let sequence = 0
  const waiting = new Map<number, Waiting>()

  const end = (of: TLSSocket, why: Error): void => {
    if (socket !== of) return
    socket = undefined
    of.destroy()
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer)
      reject(why)
    }
    waiting.clear()
  }

  const answer = (message: ThriftMessage): void => {
    const call = waiting.get(message.sequence)
    if (!call || call.name !== message.name) throw new NotThrift('an answer to no call')
    waiting.delete(message.sequence)
    clearTimeout(call.timer)
    if (message.kind === thriftMessages.reply) call.resolve(message.fields)
    else call.reject(new ModuleSilent(`the module cannot answer ${message.name}`))
  }

  const open = (): TLSSocket => {
    const { host, port, ca } = address
    const opened = connect({
      ...{ host, port, minVersion: leastTls, rejectUnauthorized: true },
      ...(ca !== undefined && { ca }),
      ...(isIP(host) === 0 && { servername: host }),
    })
    let received = Buffer.alloc(0)
    opened.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part])
      try {
        for (;;) {
          const length = received.length < lengthBytes ? undefined : received.readUInt32BE()
          if (length !== undefined && length > frameBytesMax) throw new NotThrift('a frame is too long')
          if (length === undefined || received.length < lengthBytes + length) return
          answer(readThrift(received.subarray(lengthBytes, lengthBytes + length)))
          received = received.subarray(lengthBytes + length)
        }
      } catch (error) {
        end(opened, new ModuleSilent('the module answered with something else', { cause: error }))
      }
    })
    opened.on('error', (error) => end(opened, new ModuleSilent('the module is out of reach', { cause: error })))
    opened.on('close', () => end(opened, new ModuleSilent('the module ended the connection')))
    opened.unref()
    return opened
  }

  return {
    call: (name, fields) => {
      const { promise, resolve, reject } = Promise.withResolvers<ReadStruct>()
      socket ??= open()
      const used = socket
      const id = ++sequence
      const timer = setTimeout(() => end(used, new ModuleSilent('the module does not answer')), address.millisecondsMax)
      waiting.set(id, { name, resolve, reject, timer })
      const message = writeThrift({ name, kind: thriftMessages.call, sequence: id, fields })
      const length = Buffer.alloc(lengthBytes)
      length.writeUInt32BE(message.length)
      used.write(Buffer.concat([length, message]))
      return promise
    },
    close: () => {
      if (socket) end(socket, new ModuleSilent('the connection was closed'))
    },
  }
}
