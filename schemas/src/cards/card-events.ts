import { z } from 'zod'
import { lines, text } from '../shared/text.ts'
import { AccountNo, Instant, MeterNumber } from '../shared/values.ts'
import { CardOperation, SystemOperation } from './card.ts'
import { CardImage, CardKind, CardLitres, CardNo, CardTechnology, PurchaseNo } from './card-image.ts'

/** As bills have them: ten billion units of the currency. */
const CardMinor = z.int().min(0).max(1_000_000_000_000)
/** How the customer pays or is paid: in cash, or through the bank. */
export const CardPayMethod = z.enum({ cash: '0', bank: '1' })
export type CardPayMethod = z.infer<typeof CardPayMethod>

export const FoundBy = z.enum({ report: '0', reading: '1', replacement: '2' })
export type FoundBy = z.infer<typeof FoundBy>

const ofOperation = { accountNo: AccountNo, operationId: z.uuid() }
const reason = lines(200)
/** Quantities that the meter keeps to. */
export const meterLimits = { alarmLitres: CardLitres, limitLitres: CardLitres, incrementLitres: CardLitres }
/** The purchase that is on the card after the operation: the number by which the meter takes it once, the volume and its amount. */
const purchase = { purchaseNo: PurchaseNo, purchaseLitres: CardLitres, purchaseMinor: CardMinor }

const prepared = {
  ...ofOperation,
  operation: CardOperation,
  cardNo: CardNo,
  technology: CardTechnology,
  systemNo: text(32),
  meterNo: MeterNumber,
  /** The card whose place a replacement takes. */
  replacedCardNo: CardNo.nullable(),
  ...purchase,
  ...meterLimits,
  /** Received with a recharge, or given back by a refund. Zero for others. */
  amountMinor: CardMinor,
  payMethod: CardPayMethod,
  signature: text(64),
  remark: reason,
}
const written = {
  ...ofOperation,
  operation: CardOperation,
  cardNo: CardNo,
  replacedCardNo: CardNo.nullable(),
  ...purchase,
  amountMinor: CardMinor,
  payMethod: CardPayMethod,
  /** The bridge reported it, the card was read with it later, or a replacement carries what a lost card may have. */
  foundBy: FoundBy,
}

const onCard = { accountNo: AccountNo, operationId: z.uuid(), image: CardImage, systemNo: text(32), signature: text(64) }

const MakeCard = z.object({ type: z.literal('MakeCard'), ...onCard, meterNo: MeterNumber.nullable(), ...meterLimits })
const RechargeCard = z.object({
  type: z.literal('RechargeCard'),
  ...onCard,
  /** As it was typed, and what of it is left for water after bills and charges. */
  amountMinor: CardMinor,
  purchaseMinor: CardMinor,
  purchaseLitres: CardLitres,
  payMethod: CardPayMethod,
})
const RefundCard = z.object({ type: z.literal('RefundCard'), ...onCard, payMethod: CardPayMethod, reason: reason.min(1) })
const ReplaceCard = z.object({ type: z.literal('ReplaceCard'), ...onCard, reason: reason.min(1) })
const RecycleCard = z.object({ type: z.literal('RecycleCard'), ...onCard })
/** The card as the bridge read it. */
const RecordReading = z.object({ type: z.literal('RecordReading'), accountNo: AccountNo, image: CardImage })
const ConfirmWrite = z.object({ type: z.literal('ConfirmWrite'), ...ofOperation })
const CancelWrite = z.object({ type: z.literal('CancelWrite'), ...ofOperation, image: CardImage.nullable(), reason })

export type PreparingCommand = z.infer<
  | typeof MakeCard
  | typeof RechargeCard
  | typeof RefundCard
  | typeof ReplaceCard
  | typeof RecycleCard
  | typeof RecordReading
  | typeof ConfirmWrite
  | typeof CancelWrite
>

const system = {
  cardNo: CardNo,
  operationId: z.uuid(),
  technology: CardTechnology,
  systemNo: text(32),
  operation: SystemOperation,
  kind: CardKind,
}
export const RecordSystemCard = z.object({ type: z.literal('RecordSystemCard'), ...system })
export type RecordSystemCard = z.infer<typeof RecordSystemCard>

/** Events of the cards of one account, which are decided in one stream: so a purchase moves to the next card at once. */
export const cardEventTypes = {
  'cards.CardWritePrepared': { version: 1, data: z.object({ ...prepared, at: Instant }) },
  'cards.CardWritten': { version: 1, data: z.object({ ...written, at: Instant }) },
  /** The bridge reported a write, and the card was read without it: it waits again. */
  'cards.CardWriteMissed': { version: 1, data: z.object({ ...ofOperation, cardNo: CardNo, at: Instant }) },
  'cards.CardWriteCancelled': {
    version: 1,
    data: z.object({ ...ofOperation, operation: CardOperation, cardNo: CardNo, amountMinor: CardMinor, reason, at: Instant }),
  },
  /** The meter has taken the purchase. */
  'cards.PurchaseLoaded': {
    version: 1,
    data: z.object({
      ...{ accountNo: AccountNo, cardNo: CardNo, purchaseNo: PurchaseNo, remainingLitres: CardLitres },
      swipes: CardImage.shape.swipes,
      at: Instant,
    }),
  },
  'cards.SystemCardWritten': { version: 1, data: z.object({ ...system, at: Instant }) },
} as const
