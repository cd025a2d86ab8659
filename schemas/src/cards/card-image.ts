import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { text } from '../shared/text.ts'

/** The number of the chip, as the reader shows it. */
export const CardNo = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-F]{8,16}$/, formatText('card-no'))

/** E55: a memory card whose quantities are tenths of a cubic metre. CPU: a card with a processor, whose quantities are cubic metres. */
export const CardTechnology = z.enum({ e55: '0', cpu: '1' })
export type CardTechnology = z.infer<typeof CardTechnology>

/** A user card is of the account-opening and recharge type; a cumulative card collects what meters have counted. */
export const CardKind = z.enum({ blank: '0', user: '1', cumulative: '2' })
export type CardKind = z.infer<typeof CardKind>

/** Whether the meter has taken the purchase on the card. */
export const SwipeStatus = z.enum({ notSwiped: '0', swiped: '1' })
export type SwipeStatus = z.infer<typeof SwipeStatus>

/** A card counts in tenths of a cubic metre, and no quantity of it is above ten million of them. */
export const litresPerTenth = 100
const tenthsMax = 10_000_000
export const CardLitres = z
  .int()
  .min(0)
  .max(tenthsMax * litresPerTenth)
export const PurchaseNo = z.int().min(0).max(65_535)
const cumulatedMax = 50

/** The data of a card. Quantities are litres, whatever the card counts in. */
export const CardImage = z.object({
  cardNo: CardNo,
  technology: CardTechnology,
  kind: CardKind,
  /** The utility whose cards these are; empty on a card that was never configured. */
  systemNo: text(32),
  /** Account and meter of a user card; empty on others. */
  userNo: text(32),
  meterNo: text(64),
  /** The operation that wrote the card last, and its signature; empty on a blank card. */
  operationId: z.union([z.literal(''), z.uuid()]),
  signature: text(64),
  purchaseNo: PurchaseNo,
  purchaseLitres: CardLitres,
  alarmLitres: CardLitres,
  limitLitres: CardLitres,
  incrementLitres: CardLitres,
  swipeStatus: SwipeStatus,
  swipes: z.int().min(0).max(65_535),
  /** Written by the meter: what it had left when the card was swiped. */
  remainingLitres: CardLitres,
  /** On a cumulative card a line for each meter that was read. */
  collected: z.array(z.object({ remainingLitres: CardLitres, purchaseLitres: CardLitres })).max(cumulatedMax),
})
export type CardImage = z.infer<typeof CardImage>

/** A card without data; a configured one has the number of its utility. */
export const blankImage = (cardNo: string, technology: CardTechnology, systemNo = ''): CardImage => ({
  ...{ cardNo, technology, kind: CardKind.enum.blank, systemNo, userNo: '', meterNo: '', operationId: '', signature: '' },
  ...{ purchaseNo: 0, purchaseLitres: 0, alarmLitres: 0, limitLitres: 0, incrementLitres: 0, remainingLitres: 0 },
  ...{ swipeStatus: SwipeStatus.enum.notSwiped, swipes: 0, collected: [] },
})
