import { randomUUID } from 'node:crypto'
import {
  type BridgeOperation,
  BridgeReply,
  bridgeCodes,
  cardProtocolVersion,
  imageOfWire,
  supplierCode,
  wireOfImage,
} from '@nightflow/schemas/cards/bridge'
import { type CardImage, CardTechnology } from '@nightflow/schemas/cards/card-image'

/** One message to a bridge; rejected where the connection breaks before the reply. */
export const sendToBridge = (url: string, message: unknown): Promise<BridgeReply> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.addEventListener('open', () => socket.send(typeof message === 'string' ? message : JSON.stringify(message)))
    socket.addEventListener('message', ({ data }) => {
      resolve(BridgeReply.parse(JSON.parse(String(data))))
      socket.close()
    })
    socket.addEventListener('close', () => reject(new Error('the bridge broke the connection')))
    socket.addEventListener('error', () => undefined)
  })

export const ofBridge = (url: string, operateType: BridgeOperation, data: object = {}, protocolVersion: string = cardProtocolVersion) =>
  sendToBridge(url, { operateType, protocolVersion, data: { supplier: supplierCode, ...data } })

type Business = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
) => Promise<{ code: number; reason?: string; data?: unknown }>

/** The work of a card desk: reads and writes E55 cards through a bridge, and says to the service what it did. */
export const cardDesk = (bridgeUrl: string, business: Business) => {
  const read = async (): Promise<CardImage> => {
    const { errorCode, data } = await ofBridge(bridgeUrl, 'readE55Card')
    if (errorCode !== bridgeCodes.success || !data?.card) throw new Error(`card reading ${errorCode}`)
    return imageOfWire(CardTechnology.enum.e55, data.card)
  }
  const write = async (image: CardImage): Promise<number> =>
    (await ofBridge(bridgeUrl, 'writeE55Card', { card: wireOfImage(image) }).catch(() => ({ errorCode: bridgeCodes.unknown }))).errorCode
  const prepare = async (name: string, accountNo: string, more: object = {}) =>
    business('POST', `card/${name}`, { operationId: randomUUID(), accountNo, image: await read(), ...more })
  const report = (accountNo: string, operationId: string) => business('POST', 'card/report', { accountNo, operationId })
  return {
    read,
    write,
    prepare,
    report,
    /** The answer of the service to the card in the reader. */
    show: async (more: object = {}) => business('POST', 'card/read', { image: await read(), ...more }),
    /** The whole of an operation; the refusal of the service, or the code of the bridge, where it ends before. */
    carryOut: async (name: string, accountNo: string, more: object = {}) => {
      const prepared = await prepare(name, accountNo, more)
      if (prepared.code !== 200) return prepared.reason
      const { operationId, image } = prepared.data as { operationId: string; image: CardImage }
      const errorCode = await write(image)
      if (errorCode !== bridgeCodes.success) return errorCode
      return (await report(accountNo, operationId)).code
    },
    configure: async (operation: string) => {
      const operationId = randomUUID()
      const written = await business('POST', 'card/system', { operationId, operation, image: await read() })
      if (written.code !== 200) return written.reason
      await write((written.data as { image: CardImage }).image)
      return (await business('POST', 'card/reportSystem', { operationId, operation, image: await read() })).code
    },
  }
}
