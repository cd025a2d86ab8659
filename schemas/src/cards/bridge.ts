import { z } from 'zod'
import { text } from '../shared/text.ts'
import { CardImage, type CardTechnology, CardTechnology as Technology } from './card-image.ts'

/** The local service that reads and writes cards: a WebSocket on the machine of the card reader. */
export const bridgePort = 18_181
export const bridgeAddress = `ws://127.0.0.1:${bridgePort}`
export const supplierCode = '0000'
/** Of messages about cards. Messages about the bridge itself carry the address of its machine in its place. */
export const cardProtocolVersion = '1.0.4'
/** `{ip}` of the specification, for `update` and `getVersion`. */
export const bridgeIp = '127.0.0.1'

/** The parameter with the address from which the bridge is downloaded. */
export const bridgeToolParameter = 'sys.card.bridgeToolUrl'

export const BridgeOperation = z.enum([
  'update',
  'getVersion',
  'readCpuCard',
  'writeCpuCard',
  'createCpuCard',
  'recycleCpuCard',
  'printTicket',
  'printInvoice',
  'readE55Card',
  'writeE55Card',
])
export type BridgeOperation = z.infer<typeof BridgeOperation>

/** Error codes of the bridge. */
export const bridgeCodes = {
  parameterError: -3,
  unknown: -2,
  protocolVersionError: -1,
  success: 0,
  readCard: 1000,
  writeCard: 1100,
  createCard: 1200,
  cardNotEmpty: 1201,
  recycleCard: 1300,
  cardEmpty: 1301,
  cardRead: 1400,
  cardReadConnection: 1401,
} as const

const quantity = z.number().min(0).max(10_000_000)
const counter = z.int().min(0).max(65_535)

/** A card as the bridge transfers it. Quantities of an E55 card are tenths of a cubic metre, those of a CPU card cubic metres. */
export const CardOnWire = z.object({
  ...CardImage.pick({ cardNo: true, systemNo: true, userNo: true, meterNo: true, operationId: true, signature: true }).shape,
  cardType: CardImage.shape.kind,
  buyTimes: counter,
  buynum: quantity,
  alarmnum: quantity,
  limitnum: quantity,
  addnum: quantity,
  meternum: quantity,
  swiped: CardImage.shape.swipeStatus,
  swipeTimes: counter,
  dataList: z.array(z.object({ meternum: quantity, buynum: quantity })).max(50),
})
export type CardOnWire = z.infer<typeof CardOnWire>

const printed = text(200)
export const printLinesMax = 40
export const PrintOut = z.object({ title: printed, lines: z.array(z.object({ label: printed, value: printed })).max(printLinesMax) })
export type PrintOut = z.infer<typeof PrintOut>

export const BridgeRequest = z.object({
  operateType: BridgeOperation,
  protocolVersion: text(32),
  data: z.object({ supplier: text(4), card: CardOnWire.optional(), print: PrintOut.optional() }),
})
export type BridgeRequest = z.infer<typeof BridgeRequest>

export const BridgeReply = z.object({
  errorCode: z.int().min(-3).max(1401),
  dataType: z.union([BridgeOperation, z.literal('unknown')]),
  data: z.object({ version: text(32).optional(), card: CardOnWire.optional() }).optional(),
})
export type BridgeReply = z.infer<typeof BridgeReply>

/** Litres of one unit of the wire. */
const litresPerUnit = (technology: CardTechnology): number => (technology === Technology.enum.e55 ? 1_000 / 10 : 1_000)

/** Reads a card of the wire. E55 values are divided by ten: they are tenths of a cubic metre. */
export const imageOfWire = (technology: CardTechnology, card: CardOnWire): CardImage => {
  const litres = (units: number): number => Math.round(units * litresPerUnit(technology))
  const { cardNo, systemNo, userNo, meterNo, operationId, signature } = card
  return {
    ...{ cardNo, technology, kind: card.cardType, systemNo, userNo, meterNo, operationId, signature },
    ...{ purchaseNo: card.buyTimes, purchaseLitres: litres(card.buynum), alarmLitres: litres(card.alarmnum) },
    ...{ limitLitres: litres(card.limitnum), incrementLitres: litres(card.addnum), remainingLitres: litres(card.meternum) },
    ...{ swipeStatus: card.swiped, swipes: card.swipeTimes },
    collected: card.dataList.map(({ meternum, buynum }) => ({ remainingLitres: litres(meternum), purchaseLitres: litres(buynum) })),
  }
}

/** The inverse of `imageOfWire`. */
export const wireOfImage = (image: CardImage): CardOnWire => {
  const units = (litres: number): number => litres / litresPerUnit(image.technology)
  const { cardNo, systemNo, userNo, meterNo, operationId, signature } = image
  return {
    ...{ cardNo, cardType: image.kind, systemNo, userNo, meterNo, operationId, signature },
    ...{ buyTimes: image.purchaseNo, buynum: units(image.purchaseLitres), alarmnum: units(image.alarmLitres) },
    ...{ limitnum: units(image.limitLitres), addnum: units(image.incrementLitres), meternum: units(image.remainingLitres) },
    ...{ swiped: image.swipeStatus, swipeTimes: image.swipes },
    dataList: image.collected.map(({ remainingLitres, purchaseLitres }) => ({
      meternum: units(remainingLitres),
      buynum: units(purchaseLitres),
    })),
  }
}
