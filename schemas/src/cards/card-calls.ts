import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { confirmedAmount } from '../shared/confirmed-amount.ts'
import { endpoint } from '../shared/endpoint.ts'
import { formatText } from '../shared/format-texts.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import type { RowOf } from '../shared/resource.ts'
import { lines } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { AccountNo } from '../shared/values.ts'
import { CardOperation, CardState, cards, SystemOperation, WriteStatus } from './card.ts'
import { CardPayMethod, type PreparingCommand } from './card-events.ts'
import { CardImage, CardNo } from './card-image.ts'

const path = '/prod-api/business/card'
const reason = lines(200)
const operationId = z.uuid()

/** An amount as people type it. That it is above zero and at most 3000 are rules with messages of their own. */
const typedMax = 1e12
const amountRefined = (value: number): boolean => Number.isInteger(Number((value * 100).toPrecision(15)))
const Amount = z.number().min(-typedMax).max(typedMax).refine(amountRefined, formatText('amount'))
const CubicMetres = z.number().min(0).max(1_000_000)

/** The write that waits for the card: what the desk has to put on it. */
export const PendingWrite = z.object({
  operationId,
  operation: CardOperation,
  status: WriteStatus,
  amountMinor: z.int(),
  purchaseLitres: z.int(),
  image: CardImage,
})
export type PendingWrite = z.infer<typeof PendingWrite>

export const readCard = endpoint({
  method: 'POST',
  path: `${path}/read`,
  permission: 'cards:card:desk',
  summary:
    'What a card that the bridge read is: its account and purchase, and the write that waits for it. A write that was cut off is settled by it',
  request: z.object({
    image: CardImage,
    isUserCard: z.boolean().default(false).meta({ description: 'refused where the card is no user card of a known account' }),
  }),
  response: z.object({
    kind: CardImage.shape.kind,
    isConfigured: z.boolean(),
    accountNo: AccountNo.nullable(),
    /** Null for callers who may not see accounts. */
    customerName: z.string().nullable(),
    meterNo: z.string().nullable(),
    state: CardState.nullable(),
    purchaseNo: z.int(),
    purchaseLitres: z.int(),
    purchaseMinor: z.int(),
    isLoaded: z.boolean(),
    /** The operation of this card that was found written, or found missing. */
    settled: z.object({ operation: CardOperation, status: WriteStatus }).nullable(),
    pending: PendingWrite.nullable(),
  }),
})

export const accountCard = endpoint({
  method: 'GET',
  path: `${path}/account/:accountNo`,
  permission: 'cards:card:desk',
  summary: 'The card of an account, and the write that waits for it',
  request: z.object({ accountNo: AccountNo }),
  response: z.object({
    accountNo: AccountNo,
    customerName: z.string().nullable(),
    meterNo: z.string().nullable(),
    cardNo: CardNo.nullable(),
    state: CardState.nullable(),
    purchaseLitres: z.int(),
    purchaseMinor: z.int(),
    isLoaded: z.boolean(),
    pending: PendingWrite.nullable(),
  }),
})

export const previewRecharge = endpoint({
  method: 'GET',
  path: `${path}/preview`,
  permission: 'cards:card:recharge',
  summary: 'What an amount would buy now: the open bills that it pays first, and the volume for the rest',
  request: z.object({
    accountNo: AccountNo,
    amount: typedNumber().min(-typedMax).max(typedMax).refine(amountRefined, formatText('amount')),
  }),
  response: z.object({ amountMinor: z.int(), billsMinor: z.int(), waterMinor: z.int(), purchaseLitres: z.int() }),
})

const onCard = { operationId, accountNo: AccountNo, image: CardImage }
const writeCall = <const Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  permission: `cards:card:${'make' | 'recharge' | 'refund' | 'replace' | 'recycle'}`,
  summary: string,
  more: Shape,
) =>
  endpoint({
    method: 'POST',
    path: `${path}/${name}`,
    permission,
    summary: `${summary}; the answer is what to write, and the same operation again answers the same`,
    request: z.object({ ...onCard, ...more }),
    response: PendingWrite,
  })

export const makeCard = writeCall('make', 'cards:card:make', 'Make the account-opening card of an account on a blank, configured card', {
  alarmVolume: CubicMetres.default(0),
  limitVolume: CubicMetres.default(0),
  increment: CubicMetres.default(0),
})
export const rechargeCard = writeCall('recharge', 'cards:card:recharge', 'Receive an amount and put its water on the card', {
  amount: Amount,
  ...confirmedAmount,
  payMethod: CardPayMethod.default(CardPayMethod.enum.cash),
})
export const refundCard = writeCall('refund', 'cards:card:refund', 'Take a purchase off the card, and give its amount back', {
  payMethod: CardPayMethod.default(CardPayMethod.enum.cash),
  reason: reason.min(1),
})
export const replaceCard = writeCall('replace', 'cards:card:replace', 'Put what is on a lost or damaged card on another one', {
  reason: reason.min(1),
})
export const recycleCard = writeCall('recycle', 'cards:card:recycle', 'Take a card out of use, so that it is blank again', {})

export const reportWrite = endpoint({
  method: 'POST',
  path: `${path}/report`,
  permission: 'cards:card:desk',
  summary: 'The bridge has written what was prepared',
  request: z.object({ operationId, accountNo: AccountNo }),
  response: z.object({ status: WriteStatus, refundedMinor: z.int() }),
})

export const cancelWrite = endpoint({
  method: 'PUT',
  path: `${path}/cancel`,
  permission: 'cards:card:desk',
  summary: 'Give up a write that is not on the card; the payment of a recharge is taken back. Refused where the card has it',
  request: z.object({
    ...{ operationId, accountNo: AccountNo, reason: reason.min(1) },
    image: CardImage.meta({ description: 'the card as it was read now' }),
  }),
  response: z.object({}),
})

export const writeSystemCard = endpoint({
  method: 'POST',
  path: `${path}/system`,
  permission: 'cards:card:configure',
  summary: 'What to write on a card without an account: the number of the utility, nothing, or the collection of meters',
  request: z.object({ operationId, operation: SystemOperation, image: CardImage }),
  response: z.object({ operationId, image: CardImage }),
})

export const reportSystemCard = endpoint({
  method: 'POST',
  path: `${path}/reportSystem`,
  permission: 'cards:card:configure',
  summary: 'The bridge has written a card without an account',
  request: z.object({ operationId, operation: SystemOperation, image: CardImage }),
  response: z.object({}),
})

export const listCardHistory = historyCallOf(cards, '/api/v1/cards')

/** Commands on cards. */
export const cardCommands = commandsOn<RowOf<typeof cards>>()(
  { entity: 'Card', id: 'cardId', path, permission: 'cards:card:lose', key: { accountNo: AccountNo, cardNo: CardNo } },
  {
    lose: {
      summary: 'Report a card as lost: it takes no further operation, and a replacement carries its purchase',
      typed: { reason: reason.min(1) },
      event: 'cards.CardLost',
      step: 'lost',
      becomes: { state: CardState.enum.lost },
      recorded: { reason },
      icon: 'lock',
      isOffered: ({ state }) => state === CardState.enum.inUse,
    },
  },
)
export type CardCommand = PreparingCommand | GivenTo<typeof cardCommands>
