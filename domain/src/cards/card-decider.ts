import { CardOperation, rechargeLitresMax, rechargeMinorMax, WriteStatus } from '@nightflow/schemas/cards/card'
import type { CardCommand } from '@nightflow/schemas/cards/card-calls'
import { CardPayMethod, FoundBy } from '@nightflow/schemas/cards/card-events'
import { type CardImage, CardKind, SwipeStatus } from '@nightflow/schemas/cards/card-image'
import { type Rejection, type RejectionCode, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider } from '../shared/decider.ts'
import { type AccountCards, type CardEvent, evolveCards, hasWrite, isUnloaded, noCards, type Prepared } from './account-cards.ts'

type Of<Type extends CardCommand['type']> = Extract<CardCommand, { type: Type }>
type Decision = readonly CardEvent[] | Rejection
const operations = CardOperation.enum

/** The cards of one account are decided in one stream: a purchase is on one card alone, and the next one waits until the meter has it. */
export const cardDecider: Decider<CardCommand, AccountCards, CardEvent> = {
  streamOf: ({ accountNo }) => `cards-account-${accountNo}`,
  initialState: noCards,
  evolve: evolveCards,
  decide: {
    MakeCard: make,
    RechargeCard: recharge,
    RefundCard: refund,
    ReplaceCard: replace,
    RecycleCard: recycle,
    RecordReading: read,
    ConfirmWrite: confirm,
    CancelWrite: cancel,
    LoseCard: lose,
  },
}

/** The same operation again has no further effect; another one under its identifier is refused. */
const repeated = (
  { operationId }: { operationId: string },
  state: AccountCards,
  isSame: (prepared: Prepared) => boolean,
): Decision | undefined => {
  const known = state.operations.get(operationId)?.prepared
  if (!known) return undefined
  return isSame(known) ? [] : rejected('transaction-id-reused')
}

/** Why a card is not the user card of the account as the log knows it. */
const refuseImage = (
  { accountNo, image, systemNo }: { accountNo: string; image: CardImage; systemNo: string },
  { card, purchase, lastPurchaseNo }: AccountCards,
  otherKind: RejectionCode,
): Rejection | undefined => {
  if (image.kind === CardKind.enum.blank) return rejected('card-blank')
  if (image.systemNo !== systemNo) return rejected('card-invalid')
  if (image.kind !== CardKind.enum.user) return rejected(otherKind)
  if (image.userNo !== accountNo || card?.cardNo !== image.cardNo) return rejected('card-of-another-user')
  if (card.isLost) return rejected('card-lost')
  const litres = isUnloaded(purchase) ? purchase.litres : 0
  const isOther = image.swipeStatus === SwipeStatus.enum.notSwiped && image.purchaseLitres > litres
  return isOther || image.purchaseNo > (purchase?.purchaseNo ?? lastPurchaseNo) ? rejected('card-invalid') : undefined
}

const isBlankAndConfigured = (image: CardImage, systemNo: string): boolean =>
  image.kind === CardKind.enum.blank && image.systemNo !== '' && image.systemNo === systemNo

type Asked = { accountNo: string; operationId: string; image: CardImage; systemNo: string; signature: string }
type Facts = Pick<Prepared, 'operation'> & Partial<Prepared>

/** The write of an operation on the card that was read; what is not stated is as on the present card. */
const prepared = (
  { accountNo, operationId, image, systemNo, signature }: Asked,
  state: AccountCards,
  now: string,
  facts: Facts,
): CardEvent => {
  const { card, purchase } = state
  return {
    type: 'cards.CardWritePrepared',
    data: {
      ...{ accountNo, operationId, cardNo: image.cardNo, technology: image.technology, systemNo, signature },
      ...{ meterNo: card?.meterNo ?? '', replacedCardNo: null },
      ...{ purchaseNo: purchase?.purchaseNo ?? 0, purchaseLitres: 0, purchaseMinor: 0 },
      ...{ alarmLitres: card?.alarmLitres ?? 0, limitLitres: card?.limitLitres ?? 0, incrementLitres: card?.incrementLitres ?? 0 },
      ...{ amountMinor: 0, payMethod: CardPayMethod.enum.cash, remark: '', ...facts, at: now },
    },
  }
}

/** A card that broke while it was made is given up for the next one. */
function make(command: Of<'MakeCard'>, state: AccountCards, { now }: Context): Decision {
  const { image, meterNo, alarmLitres, limitLitres, incrementLitres, systemNo } = command
  const known = repeated(command, state, ({ operation, cardNo }) => operation === operations.make && cardNo === image.cardNo)
  if (known) return known
  if (state.card) return rejected('card-account-has-card', { cardNo: state.card.cardNo })
  if (meterNo === null) return rejected('card-parameter-error')
  if (!isBlankAndConfigured(image, systemNo)) return rejected('card-not-configured')
  const events = state.pending ? [cancelled(state.pending, '', now)] : []
  const limits = { alarmLitres, limitLitres, incrementLitres }
  const purchaseNo = state.lastPurchaseNo
  return [...events, prepared(command, state, now, { operation: operations.make, meterNo, purchaseNo, ...limits })]
}

function recharge(command: Of<'RechargeCard'>, state: AccountCards, { now }: Context): Decision {
  const { amountMinor, purchaseMinor, purchaseLitres, payMethod } = command
  const isSame = (known: Prepared) => known.operation === operations.recharge && known.amountMinor === amountMinor
  const known = repeated(command, state, isSame)
  if (known) return known
  if (amountMinor <= 0) return rejected('card-amount-zero')
  if (amountMinor > rechargeMinorMax || purchaseLitres > rechargeLitresMax) return rejected('card-amount-too-high')
  const refused = refuseImage(command, state, 'card-not-recharge-type')
  if (refused) return refused
  if (state.pending) return rejected('card-recharge-pending')
  if (isUnloaded(state.purchase)) return rejected('card-previous-not-loaded')
  if (purchaseLitres <= 0) return rejected('card-buys-nothing')
  const purchase = { purchaseNo: state.lastPurchaseNo + 1, purchaseLitres, purchaseMinor }
  return [prepared(command, state, now, { operation: operations.recharge, ...purchase, amountMinor, payMethod })]
}

function refund(command: Of<'RefundCard'>, state: AccountCards, { now }: Context): Decision {
  const { purchase, card } = state
  const known = repeated(command, state, ({ operation }) => operation === operations.refund)
  if (known) return known
  const refused = refuseImage(command, state, 'card-not-user')
  if (refused) return refused
  if (state.pending) return rejected('card-recharge-pending')
  if (card?.isReplacement) return rejected('card-replaced-no-refund')
  if (!isUnloaded(purchase) || command.image.swipeStatus === SwipeStatus.enum.swiped) return rejected('card-already-loaded')
  const { litres, minor } = purchase
  const given = { purchaseLitres: litres, purchaseMinor: minor, amountMinor: minor, payMethod: command.payMethod, remark: command.reason }
  return [prepared(command, state, now, { operation: operations.refund, ...given })]
}

/** The next card carries the purchase that a lost one may have: the meter takes a purchase once, by its number. */
function replace(command: Of<'ReplaceCard'>, before: AccountCards, { now }: Context): Decision {
  const { image, systemNo } = command
  const known = repeated(command, before, ({ operation, cardNo }) => operation === operations.replace && cardNo === image.cardNo)
  if (known) return known
  if (!before.card) return rejected('not-found')
  if (!isBlankAndConfigured(image, systemNo) || image.cardNo === before.card.cardNo) return rejected('card-not-configured')
  const events: CardEvent[] = before.pending ? [settledFor(before.pending, now)] : []
  const state = events.reduce(evolveCards, before)
  const { purchase, card } = state
  const carried = isUnloaded(purchase) && { purchaseLitres: purchase.litres, purchaseMinor: purchase.minor }
  const facts = { operation: operations.replace, replacedCardNo: card!.cardNo, remark: command.reason, ...carried }
  return [...events, prepared(command, state, now, facts)]
}

/** A recharge that is paid for goes to the next card; other writes of the lost card are given up. */
const settledFor = (pending: Prepared, now: string): CardEvent =>
  pending.operation === operations.recharge ? written(pending, FoundBy.enum.replacement, now) : cancelled(pending, '', now)

function recycle(command: Of<'RecycleCard'>, state: AccountCards, { now }: Context): Decision {
  const known = repeated(command, state, ({ operation }) => operation === operations.recycle)
  if (known) return known
  const refused = refuseImage(command, state, 'card-not-user')
  if (refused) return refused
  if (state.pending) return rejected('card-recharge-pending')
  if (isUnloaded(state.purchase)) return rejected('card-has-balance')
  return [prepared(command, state, now, { operation: operations.recycle })]
}

/** A reading settles what was cut off: a write that is on the card, one that is missing, and a purchase that the meter has taken. */
function read({ image, accountNo }: Of<'RecordReading'>, before: AccountCards, { now }: Context): Decision {
  const events: CardEvent[] = []
  const { pending, last } = before
  if (pending && pending.cardNo === image.cardNo && hasWrite(image, pending)) events.push(written(pending, FoundBy.enum.reading, now))
  else if (!pending && last && isMissing(image, last, before)) {
    const { operationId, cardNo } = last
    events.push({ type: 'cards.CardWriteMissed', data: { accountNo, operationId, cardNo, at: now } })
  }
  const { card, purchase, pending: waiting } = events.reduce(evolveCards, before)
  const isTaken = image.swipeStatus === SwipeStatus.enum.swiped && image.purchaseNo === purchase?.purchaseNo
  if (!waiting && isTaken && card?.cardNo === image.cardNo && image.userNo === accountNo && isUnloaded(purchase)) {
    const { cardNo, purchaseNo, remainingLitres, swipes } = image
    events.push({ type: 'cards.PurchaseLoaded', data: { accountNo, cardNo, purchaseNo, remainingLitres, swipes, at: now } })
  }
  return events
}

/** The card has an earlier operation of the account in place of the last one that was reported. */
const isMissing = (image: CardImage, last: Prepared, { operations: known }: AccountCards): boolean =>
  last.cardNo === image.cardNo &&
  last.operation !== operations.recycle &&
  !hasWrite(image, last) &&
  ((image.kind === CardKind.enum.blank && last.operation !== operations.refund) || known.has(image.operationId)) &&
  known.get(last.operationId)?.status === WriteStatus.enum.written

function confirm({ operationId }: Of<'ConfirmWrite'>, state: AccountCards, { now }: Context): Decision {
  const known = state.operations.get(operationId)
  if (!known) return rejected('not-found')
  if (known.status === WriteStatus.enum.cancelled) return rejected('card-invalid')
  return state.pending?.operationId === operationId ? [written(known.prepared, FoundBy.enum.report, now)] : []
}

function cancel({ operationId, image, reason }: Of<'CancelWrite'>, state: AccountCards, { now }: Context): Decision {
  const known = state.operations.get(operationId)
  if (!known) return rejected('not-found')
  if (known.status === WriteStatus.enum.cancelled) return []
  const { pending } = state
  if (pending?.operationId !== operationId) return rejected('card-write-found')
  if (image && image.cardNo !== pending.cardNo) return rejected('card-of-another-user')
  if (image && hasWrite(image, pending)) return rejected('card-write-found')
  return [cancelled(pending, reason, now)]
}

function lose({ accountNo, cardNo, reason }: Of<'LoseCard'>, { card }: AccountCards, { now }: Context): Decision {
  if (card?.cardNo !== cardNo) return rejected('not-found')
  return card.isLost ? [] : [{ type: 'cards.CardLost', data: { accountNo, cardNo, reason, at: now } }]
}

const written = (write: Prepared, foundBy: FoundBy, now: string): CardEvent => {
  const { accountNo, operationId, operation, cardNo, replacedCardNo, purchaseNo, purchaseLitres, purchaseMinor, amountMinor, payMethod } =
    write
  const purchase = { purchaseNo, purchaseLitres, purchaseMinor }
  const data = { accountNo, operationId, operation, cardNo, replacedCardNo, ...purchase, amountMinor, payMethod, foundBy, at: now }
  return { type: 'cards.CardWritten', data }
}

const cancelled = ({ accountNo, operationId, operation, cardNo, amountMinor }: Prepared, reason: string, now: string): CardEvent => ({
  type: 'cards.CardWriteCancelled',
  data: { accountNo, operationId, operation, cardNo, amountMinor, reason, at: now },
})
