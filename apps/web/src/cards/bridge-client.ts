import {
  type BridgeOperation,
  BridgeReply,
  bridgeAddress,
  bridgeCodes,
  cardProtocolVersion,
  imageOfWire,
  type PrintOut,
  supplierCode,
  wireOfImage,
} from '@nightflow/schemas/cards/bridge'
import { CardOperation } from '@nightflow/schemas/cards/card'
import { type CardImage, CardTechnology } from '@nightflow/schemas/cards/card-image'

/** No bridge listens on this machine. */
export class BridgeUnreachable extends Error {}

/** The bridge answered an error, or broke the connection before it answered: then what was to be written may be on the card. */
export class BridgeFailure extends Error {
  readonly errorCode: number
  readonly operation: BridgeOperation

  constructor(errorCode: number, operation: BridgeOperation) {
    super(`${operation}: ${errorCode}`)
    this.errorCode = errorCode
    this.operation = operation
  }
}

/** A card may be pulled while it is written, and a bridge that hangs must not hold the desk for ever. */
const answerMilliseconds = 15_000

/** Sends one message to the bridge of this machine, on a connection of its own. */
const askBridge = (operateType: BridgeOperation, data: object = {}, protocolVersion: string = cardProtocolVersion): Promise<BridgeReply> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(bridgeAddress)
    let isOpen = false
    const timer = setTimeout(() => socket.close(), answerMilliseconds)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      socket.close()
    }
    socket.addEventListener('open', () => {
      isOpen = true
      socket.send(JSON.stringify({ operateType, protocolVersion, data: { supplier: supplierCode, ...data } }))
    })
    socket.addEventListener('message', ({ data: message }) => {
      const reply = BridgeReply.safeParse(jsonOf(String(message)))
      end(() => {
        if (!reply.success) reject(new BridgeFailure(bridgeCodes.unknown, operateType))
        else if (reply.data.errorCode === bridgeCodes.success) resolve(reply.data)
        else reject(new BridgeFailure(reply.data.errorCode, operateType))
      })
    })
    // After an answer the promise is settled, and this has no effect.
    socket.addEventListener('close', () =>
      end(() => reject(isOpen ? new BridgeFailure(bridgeCodes.unknown, operateType) : new BridgeUnreachable())),
    )
  })

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const { e55 } = CardTechnology.enum

export const readFromBridge = async (technology: CardTechnology): Promise<CardImage> => {
  const operation = technology === e55 ? 'readE55Card' : 'readCpuCard'
  const { data } = await askBridge(operation)
  if (!data?.card) throw new BridgeFailure(bridgeCodes.readCard, operation)
  return imageOfWire(technology, data.card)
}

/** CPU cards are created and recycled by messages of their own; an E55 card is written. */
const writingOf = (image: CardImage, operation: CardOperation | undefined): BridgeOperation => {
  if (image.technology === e55) return 'writeE55Card'
  if (operation === CardOperation.enum.make || operation === CardOperation.enum.replace) return 'createCpuCard'
  return operation === CardOperation.enum.recycle ? 'recycleCpuCard' : 'writeCpuCard'
}

export const writeToBridge = (image: CardImage, operation?: CardOperation): Promise<BridgeReply> =>
  askBridge(writingOf(image, operation), { card: wireOfImage(image) })

export const printOnBridge = (kind: 'printTicket' | 'printInvoice', print: PrintOut): Promise<BridgeReply> => askBridge(kind, { print })
