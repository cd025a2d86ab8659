import { CardOperation, CardState, cards as resource } from '@nightflow/schemas/cards/card'
import { cardCommands } from '@nightflow/schemas/cards/card-calls'
import { SwipeStatus } from '@nightflow/schemas/cards/card-image'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { casesOf, defineEntity, type EventAt } from '../projector/entity.ts'
import { readHistory } from '../projector/entity-history.ts'

const operations = CardOperation.enum
/** The purchase that was prepared and is not confirmed is on no card yet. */
const row = resource.row.extend({ isOnCard: z.boolean() })
type Card = z.infer<typeof row>

/** The cards that an event is about: its own, and the one that a replacement takes out of use. */
const keysOf = ({ data }: { data: object }) => {
  const { accountNo, cardNo, replacedCardNo } = data as { accountNo: string; cardNo: string; replacedCardNo?: string | null }
  return [cardNo, ...(replacedCardNo ? [replacedCardNo] : [])].map((each) => ({ accountNo, cardNo: each }))
}

/** Every card that was prepared for an account, with what is on it. */
export const cards = defineEntity({
  name: 'cards/cards',
  version: 2,
  table: 'cards',
  key: ['accountNo', 'cardNo'],
  row,
  indexes: { id: '(tenant, card_id)', card: '(tenant, card_no)' },
  keysOf,
  evolve: {
    'cards.CardWritePrepared': (card, { data, position }, { cardNo }) => {
      if (cardNo !== data.cardNo || (data.operation !== operations.make && data.operation !== operations.replace)) return card
      const { accountNo, systemNo, meterNo, technology, alarmLitres, limitLitres, incrementLitres, purchaseNo } = data
      return {
        ...{ accountNo, cardNo, cardId: card?.cardId ?? position, systemNo, meterNo, technology, state: CardState.enum.inUse },
        ...{ swipeStatus: SwipeStatus.enum.notSwiped, purchaseLitres: 0, rechargeCount: 0, swipes: 0, remainingLitres: null },
        ...{ alarmLitres, limitLitres, incrementLitres, purchaseNo, createTime: data.at, isOnCard: false },
      }
    },
    'cards.CardWritten': (card, { data }, { cardNo }) => {
      if (!card) return card
      return cardNo === data.cardNo ? writtenTo(card, data) : { ...card, state: CardState.enum.replaced }
    },
    'cards.CardWriteMissed': (card) => card && { ...card, isOnCard: false },
    'cards.CardWriteCancelled': (card, { data: { operation } }) =>
      card && (operation === operations.make || operation === operations.replace) ? { ...card, state: CardState.enum.recycled } : card,
    'cards.PurchaseLoaded': (card, { data: { swipes, remainingLitres } }) =>
      card && { ...card, swipeStatus: SwipeStatus.enum.swiped, swipes, remainingLitres },
    ...casesOf(cardCommands.becomes, (card: Card, change) => ({ ...card, ...change })),
  },
  history: {
    sentences: 'cards:card',
    steps: {
      'cards.CardWritten': {
        step: 'written',
        tell: ({ data: { operation, purchaseLitres, amountMinor, cardNo } }, { key }) =>
          key.cardNo === cardNo ? { facts: { operation, purchaseLitres, amountMinor } } : undefined,
      },
      'cards.CardWriteCancelled': {
        step: 'cancelled',
        tell: ({ data: { operation, reason } }) => ({ facts: { operation }, note: reason || null }),
      },
      'cards.CardWriteMissed': { step: 'missed' },
      'cards.PurchaseLoaded': { step: 'loaded', tell: ({ data: { remainingLitres } }) => ({ facts: { remainingLitres } }) },
      'cards.CardLost': { step: 'lost', tell: ({ data: { reason } }) => ({ facts: {}, note: reason || null }) },
    },
  },
})

type Written = EventAt<'cards.CardWritten'>['data']

const writtenTo = (card: Card, { operation, purchaseNo, purchaseLitres }: Written): Card => {
  const after = { ...card, purchaseNo, purchaseLitres, isOnCard: true }
  const isNew = purchaseLitres > 0
  switch (operation) {
    case operations.recharge:
      return {
        ...after,
        rechargeCount: card.rechargeCount + (card.purchaseNo === purchaseNo ? 0 : 1),
        swipeStatus: SwipeStatus.enum.notSwiped,
      }
    case operations.refund:
      return { ...after, purchaseLitres: 0 }
    case operations.recycle:
      return { ...after, purchaseLitres: 0, state: CardState.enum.recycled }
    default:
      return isNew ? { ...after, swipeStatus: SwipeStatus.enum.notSwiped } : after
  }
}

type NamedCard = { accountNo: string; cardNo: string }

/** The cards of these numbers of rows. */
export const findCards = async (database: PoolClient, ids: readonly number[]): Promise<NamedCard[]> => {
  const { rows } = await database.query<NamedCard>(
    `select account_no as "accountNo", card_no as "cardNo" from views.cards where card_id = any($1::bigint[])`,
    [ids],
  )
  return rows
}

/** The account that a card is in use for; undefined where none has it. */
export const accountOfCard = async (database: PoolClient, cardNo: string): Promise<string | undefined> => {
  const { rows } = await database.query<{ accountNo: string }>(
    `select account_no as "accountNo" from views.cards where card_no = $1 and state in ('${CardState.enum.inUse}', '${CardState.enum.lost}')
     order by card_id desc limit 1`,
    [cardNo],
  )
  return rows[0]?.accountNo
}

/** The history of one card, newest first; undefined where there is none. */
export const cardHistory = async (database: PoolClient, cardId: number, page: HistoryPage) => {
  const [card] = await findCards(database, [cardId])
  return card && readHistory(database, cards.entity, card, page)
}
