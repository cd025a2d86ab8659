import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { bridgePort } from '@nightflow/schemas/cards/bridge'
import { WebSocketServer } from 'ws'
import { CardReader, cut } from './card-reader.ts'

const messageBytesMax = 65_536

export type CardBridge = { url: string; reader: CardReader; stop: () => Promise<void> }

/** Serves a card reader on this machine alone. A message is answered before the next one of its connection. */
export const startCardBridge = async (port: number = bridgePort, reader = new CardReader()): Promise<CardBridge> => {
  const server = new WebSocketServer({ host: '127.0.0.1', port, maxPayload: messageBytesMax })
  server.on('connection', (socket) => {
    socket.on('error', () => socket.terminate())
    socket.on('message', (message) => {
      const reply = reader.answer(message.toString())
      if (reply === cut) socket.terminate()
      else socket.send(JSON.stringify(reply))
    })
  })
  await once(server, 'listening')
  const { port: listening } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${listening}`,
    reader,
    stop: async () => {
      for (const socket of server.clients) socket.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}
