import { CardOperation, WriteStatus } from '@nightflow/schemas/cards/card'
import { blankImage, type CardImage, CardKind, SwipeStatus } from '@nightflow/schemas/cards/card-image'
import type { EventIn } from '../shared/decider.ts'

export type CardEvent = EventIn<
  | 'cards.CardWritePrepared'
  | 'cards.CardWritten'
  | 'cards.CardWriteMissed'
  | 'cards.CardWriteCancelled'
  | 'cards.PurchaseLoaded'
  | 'cards.CardLost'
>
export type Prepared = EventIn<'cards.CardWritePrepared'>['data']

/** The card that an account has now. */
type HeldCard = Pick<Prepared, 'cardNo' | 'meterNo' | 'technology' | 'systemNo' | 'alarmLitres' | 'limitLitres' | 'incrementLitres'> & {
  readonly isLost: boolean
  /** It took the place of another card: nothing is refunded on it. */
  readonly isReplacement: boolean
}

/** The last purchase that is on the card, or was. */
type Purchase = {
  readonly purchaseNo: number
  readonly litres: number
  readonly minor: number
  readonly isLoaded: boolean
  readonly isRefunded: boolean
}

type Operation = { readonly prepared: Prepared; readonly status: WriteStatusOf; readonly isRefunded: boolean }
type WriteStatusOf = (typeof WriteStatus.options)[number]

/** The cards of one account, one after the other, and what they were written with. */
export type AccountCards = {
  readonly card: HeldCard | null
  readonly purchase: Purchase | null
  /** Of every purchase that was prepared, whichever card it was for: the meter takes each number once. */
  readonly lastPurchaseNo: number
  /** The operation whose write is not confirmed. */
  readonly pending: Prepared | null
  /** The operation that was written last. */
  readonly last: Prepared | null
  readonly operations: ReadonlyMap<string, Operation>
}

export const noCards: AccountCards = { card: null, purchase: null, lastPurchaseNo: 0, pending: null, last: null, operations: new Map() }

const operations = CardOperation.enum
const statuses = WriteStatus.enum

export const evolveCards = (state: AccountCards, event: CardEvent): AccountCards => {
  switch (event.type) {
    case 'cards.CardWritePrepared':
      return {
        ...withStatus(state, event.data, statuses.prepared),
        pending: event.data,
        lastPurchaseNo: Math.max(state.lastPurchaseNo, event.data.purchaseNo),
      }
    case 'cards.CardWritten': {
      const operation = state.operations.get(event.data.operationId)
      return operation ? writtenOn(withStatus(state, operation.prepared, statuses.written), operation.prepared) : state
    }
    case 'cards.CardWriteMissed': {
      const operation = state.operations.get(event.data.operationId)
      return operation ? { ...withStatus(state, operation.prepared, statuses.prepared), pending: operation.prepared } : state
    }
    case 'cards.CardWriteCancelled': {
      const operation = state.operations.get(event.data.operationId)
      if (!operation) return state
      const pending = state.pending?.operationId === event.data.operationId ? null : state.pending
      return { ...withStatus(state, operation.prepared, statuses.cancelled), pending }
    }
    case 'cards.PurchaseLoaded':
      return { ...state, purchase: state.purchase && { ...state.purchase, isLoaded: true } }
    case 'cards.CardLost':
      return { ...state, card: state.card && { ...state.card, isLost: true } }
  }
}

const withStatus = (state: AccountCards, prepared: Prepared, status: WriteStatusOf): AccountCards => {
  const known = state.operations.get(prepared.operationId)
  const operation = { prepared, status, isRefunded: known?.isRefunded ?? false }
  return { ...state, operations: new Map(state.operations).set(prepared.operationId, operation) }
}

/** The cards after a write that a card has. */
const writtenOn = (state: AccountCards, prepared: Prepared): AccountCards => {
  const { cardNo, meterNo, technology, systemNo, alarmLitres, limitLitres, incrementLitres, purchaseNo, purchaseLitres, purchaseMinor } =
    prepared
  const after = { ...state, pending: null, last: prepared }
  const card = { cardNo, meterNo, technology, systemNo, alarmLitres, limitLitres, incrementLitres, isLost: false, isReplacement: false }
  const bought = { purchaseNo, litres: purchaseLitres, minor: purchaseMinor, isLoaded: false, isRefunded: false }
  switch (prepared.operation) {
    case operations.make:
      return { ...after, card, purchase: null }
    case operations.recharge:
      return { ...after, purchase: bought }
    case operations.refund:
      return withRefund(after)
    case operations.replace:
      return { ...after, card: { ...card, isReplacement: true }, purchase: purchaseLitres > 0 ? bought : state.purchase }
    case operations.recycle:
      return { ...after, card: null, purchase: null }
  }
}

const withRefund = (state: AccountCards): AccountCards => {
  const { purchase } = state
  const sold = [...state.operations.values()].find(
    ({ prepared }) => prepared.operation === operations.recharge && prepared.purchaseNo === purchase?.purchaseNo,
  )
  return {
    ...state,
    purchase: purchase && { ...purchase, isRefunded: true },
    ...(sold && { operations: new Map(state.operations).set(sold.prepared.operationId, { ...sold, isRefunded: true }) }),
  }
}

/** Whether a purchase is on the card and the meter has not taken it. */
export const isUnloaded = (purchase: Purchase | null): purchase is Purchase =>
  purchase !== null && !purchase.isLoaded && !purchase.isRefunded

/** Litres that were sold on cards since an instant, in epoch milliseconds, and not given back: they fill the steps of the price. */
export const soldSince = ({ operations: all }: AccountCards, since: number): number =>
  [...all.values()].reduce((sum, { prepared, status, isRefunded }) => {
    const isSold = prepared.operation === operations.recharge && status !== statuses.cancelled && !isRefunded
    return isSold && Date.parse(prepared.at) >= since ? sum + prepared.purchaseLitres : sum
  }, 0)

/** The card as an operation writes it. */
export const imageToWrite = (prepared: Prepared): CardImage => {
  const { cardNo, technology, systemNo, accountNo, meterNo, operationId, signature, purchaseNo, purchaseLitres } = prepared
  const blank = blankImage(cardNo, technology, systemNo)
  if (prepared.operation === operations.recycle) return blank
  const { alarmLitres, limitLitres, incrementLitres } = prepared
  return {
    ...blank,
    ...{ kind: CardKind.enum.user, userNo: accountNo, meterNo, operationId, signature, purchaseNo },
    ...{ purchaseLitres: prepared.operation === operations.refund ? 0 : purchaseLitres, alarmLitres, limitLitres, incrementLitres },
    swipeStatus: SwipeStatus.enum.notSwiped,
  }
}

/** Whether a card that was read has what an operation writes. */
export const hasWrite = (image: CardImage, prepared: Prepared): boolean =>
  prepared.operation === operations.recycle
    ? image.kind === CardKind.enum.blank && image.systemNo === prepared.systemNo
    : image.operationId === prepared.operationId && image.signature === prepared.signature && image.purchaseNo === prepared.purchaseNo
