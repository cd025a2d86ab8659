import { isIP, connect as openPlain, type Socket } from 'node:net'
import { connect as openEncrypted } from 'node:tls'
import type { ISocketFactory } from 'kafkajs'

const keepAliveMilliseconds = 60_000
/** An answer begins with the length of what follows. */
const lengthBytes = 4
/** Many times what a sink requests at once. */
const answerBytesMax = 128 * 1024 * 1024

/**
 * Sockets that hand whole answers over to the client library. It keeps a half one in an object that outlives the socket: when a socket broke
 * amid an answer, or two were opened at once, bytes of one answer were read as the length of another, and a RangeError that no caller could
 * catch ended the process (tulios/kafkajs#715). Otherwise they are what the library opens by itself.
 */
export const openKafkaSocket: ISocketFactory = ({ host, port, ssl, onConnect }) => {
  const socket = ssl
    ? openEncrypted({ host, port, ...(isIP(host) === 0 && { servername: host }), ...ssl }, onConnect)
    : openPlain({ host, port }, onConnect)
  socket.setKeepAlive(true, keepAliveMilliseconds)
  const listen = socket.on.bind(socket)
  socket.on = ((event: string, listener: (...parameters: unknown[]) => void) =>
    listen(event, event === 'data' ? wholeAnswers(listener, (reason) => socket.destroy(reason)) : listener)) as Socket['on']
  return socket
}

/** Gathers the bytes of one socket and hands over one whole answer after the other, its length before it. */
export const wholeAnswers = (onAnswer: (answer: Buffer) => void, onRubbish: (reason: Error) => void): ((piece: Buffer) => void) => {
  let pieces: Buffer[] = []
  let gathered = 0
  let needed = lengthBytes
  return (piece) => {
    pieces.push(piece)
    gathered += piece.length
    while (gathered >= needed) {
      const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, gathered)
      const following = bytes.readInt32BE()
      if (following < 0 || following > answerBytesMax) return onRubbish(new Error(`an answer of ${following} bytes: this is not Kafka`))
      const length = lengthBytes + following
      const isWhole = gathered >= length
      if (isWhole) onAnswer(bytes.subarray(0, length))
      pieces = [isWhole ? bytes.subarray(length) : bytes]
      gathered -= isWhole ? length : 0
      needed = isWhole ? lengthBytes : length
    }
  }
}
