import { CardOperation, WriteStatus } from '@nightflow/schemas/cards/card'
import type { CardCommand } from '@nightflow/schemas/cards/card-calls'
import { CardPayMethod } from '@nightflow/schemas/cards/card-events'
import { blankImage, type CardImage, CardKind, CardTechnology, SwipeStatus } from '@nightflow/schemas/cards/card-image'
import { describe, expect, test } from 'vitest'
import { decide, specificationOf, stateAfter } from '../shared/decider-specification.ts'
import { type CardEvent, imageToWrite, soldSince } from './account-cards.ts'
import { cardDecider } from './card-decider.ts'

const given = specificationOf(cardDecider)
const accountNo = 'C-1'
const systemNo = 'north'
const [cardNo, otherNo] = ['0A1B2C3D', '0A1B2C3E']
const id = (nth: number): string => `6b6f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a${String(nth).padStart(2, '0')}`
const blank = (no = cardNo): CardImage => blankImage(no, CardTechnology.enum.e55, systemNo)
const limits = { alarmLitres: 1_000, limitLitres: 50_000, incrementLitres: 0 }
const asked = (nth: number, image: CardImage) => ({ accountNo, operationId: id(nth), image, systemNo, signature: `s${nth}` })

const making = (nth: number, image = blank()): CardCommand => ({ type: 'MakeCard', ...asked(nth, image), meterNo: '4711', ...limits })
const recharging = (nth: number, image: CardImage, more: object = {}): CardCommand => ({
  type: 'RechargeCard',
  ...asked(nth, image),
  ...{ amountMinor: 10_000, purchaseMinor: 9_000, purchaseLitres: 34_700, payMethod: CardPayMethod.enum.cash },
  ...more,
})
const refunding = (nth: number, image: CardImage): CardCommand => ({
  ...{ type: 'RefundCard', ...asked(nth, image), payMethod: CardPayMethod.enum.cash, reason: 'moved away' },
})
const replacing = (nth: number, image = blank(otherNo)): CardCommand => ({ type: 'ReplaceCard', ...asked(nth, image), reason: 'lost' })
const recycling = (nth: number, image: CardImage): CardCommand => ({ type: 'RecycleCard', ...asked(nth, image) })
const confirming = (nth: number): CardCommand => ({ type: 'ConfirmWrite', accountNo, operationId: id(nth) })
const reading = (image: CardImage): CardCommand => ({ type: 'RecordReading', accountNo, image })
const cancelling = (nth: number, image: CardImage | null): CardCommand => ({
  ...{ type: 'CancelWrite', accountNo, operationId: id(nth), image, reason: 'the customer left' },
})

/** The events of commands one after the other; a refused one fails. */
const after = (...commands: readonly CardCommand[]): readonly CardEvent[] => {
  const events: CardEvent[] = []
  for (const command of commands) {
    const decided = decide(cardDecider, stateAfter(cardDecider, events), command)
    if (!Array.isArray(decided)) throw new Error(`${command.type}: ${JSON.stringify(decided)}`)
    events.push(...decided)
  }
  return events
}
const stateOf = (events: readonly CardEvent[]) => stateAfter(cardDecider, events)
/** The card as an operation of these events writes it. */
const imageOf = (events: readonly CardEvent[], nth: number): CardImage => imageToWrite(stateOf(events).operations.get(id(nth))!.prepared)
const swiped = (image: CardImage): CardImage => ({
  ...image,
  swipeStatus: SwipeStatus.enum.swiped,
  purchaseLitres: 0,
  remainingLitres: 34_700,
  swipes: 1,
})
const statusOf = (events: readonly CardEvent[], nth: number) => stateOf(events).operations.get(id(nth))?.status
const typesOf = (events: readonly CardEvent[]) => events.map(({ type }) => type.replace('cards.', ''))

const made = after(making(1), confirming(1))
const userCard = imageOf(made, 1)
const bought = after(making(1), confirming(1), recharging(2, userCard), confirming(2))
const loadedCard = imageOf(bought, 2)

describe('making a card', () => {
  // requirement of Cards: Card must be blank for making a card | /card/desk | –
  test('Card must be blank for making a card', () => {
    given([]).when(making(1, userCard)).refused('card-not-configured')
    given([])
      .when(making(1, blankImage(cardNo, CardTechnology.enum.e55)))
      .refused('card-not-configured')
    given([])
      .when(making(1, { ...blank(), systemNo: 'south' }))
      .refused('card-not-configured')
  })
  test('writes account, meter and limits on a blank and configured card', () => {
    expect(userCard).toMatchObject({ kind: CardKind.enum.user, userNo: accountNo, meterNo: '4711', systemNo, ...limits, purchaseLitres: 0 })
    expect(stateOf(made).card).toMatchObject({ cardNo, isLost: false, isReplacement: false })
  })
  test('an account has one card', () =>
    given(made)
      .when(making(2, blank(otherNo)))
      .refused('card-account-has-card', { cardNo }))
  test('an account without a meter has none: Parameter error', () =>
    given([])
      .when({ ...making(1), meterNo: null } as CardCommand)
      .refused('card-parameter-error'))
  test('goes on with another card where the first one broke', () => {
    const events = after(making(1), making(2, blank(otherNo)), confirming(2))
    expect(stateOf(events).card?.cardNo).toBe(otherNo)
    expect(statusOf(events, 1)).toBe(WriteStatus.enum.cancelled)
  })
})

describe('a recharge', () => {
  test("The recharge amount can't be zero.", () => {
    for (const amountMinor of [0, -100])
      given(made)
        .when(recharging(2, userCard, { amountMinor }))
        .refused('card-amount-zero')
  })
  test("The amount of recharge can't exceed 3000!", () => {
    given(made)
      .when(recharging(2, userCard, { amountMinor: 300_001 }))
      .refused('card-amount-too-high')
    given(made)
      .when(recharging(2, userCard, { purchaseLitres: 3_000_100 }))
      .refused('card-amount-too-high')
    expect(after(making(1), confirming(1), recharging(2, userCard, { amountMinor: 300_000 }))).toHaveLength(3)
  })
  test('The card and current user do not match, please confirm!', () => {
    given(made)
      .when(recharging(2, { ...userCard, userNo: 'C-2' }))
      .refused('card-of-another-user')
    given(made)
      .when(recharging(2, { ...userCard, cardNo: otherNo }))
      .refused('card-of-another-user')
  })
  test('The card is blank', () => given(made).when(recharging(2, blank())).refused('card-blank'))
  test('Invalid card: of another utility, or with a volume that nothing was paid for', () => {
    given(made)
      .when(recharging(2, { ...userCard, systemNo: 'south' }))
      .refused('card-invalid')
    given(made)
      .when(recharging(2, { ...userCard, purchaseLitres: 5_000 }))
      .refused('card-invalid')
    given(made)
      .when(recharging(2, { ...userCard, purchaseNo: 7 }))
      .refused('card-invalid')
  })
  test('Current card is not an account opening and recharge type', () =>
    given(made)
      .when(recharging(2, { ...userCard, kind: CardKind.enum.cumulative }))
      .refused('card-not-recharge-type'))
  test('There is currently a record of card recharge', () =>
    given(after(making(1), confirming(1), recharging(2, userCard)))
      .when(recharging(3, userCard))
      .refused('card-recharge-pending'))
  // requirement of Cards: A purchase not yet loaded to the meter blocks another purchase | /card/desk | –
  test('The previous purchase not yet recharged to the meter', () =>
    given(bought).when(recharging(3, loadedCard)).refused('card-previous-not-loaded'))
  test('follows once the meter has the purchase, with the next number', () => {
    const events = after(
      making(1),
      confirming(1),
      recharging(2, userCard),
      confirming(2),
      reading(swiped(loadedCard)),
      recharging(3, swiped(loadedCard)),
    )
    expect(typesOf(events).slice(-2)).toEqual(['PurchaseLoaded', 'CardWritePrepared'])
    expect(imageOf(events, 3)).toMatchObject({ purchaseNo: 2, purchaseLitres: 34_700, swipeStatus: SwipeStatus.enum.notSwiped })
  })
  test('that buys nothing is refused', () =>
    given(made)
      .when(recharging(2, userCard, { purchaseLitres: 0 }))
      .refused('card-buys-nothing'))
  test('again is the same one; another amount under its identifier is refused', () => {
    given(bought).when(recharging(2, userCard)).then([])
    given(bought)
      .when(recharging(2, userCard, { amountMinor: 5_000 }))
      .refused('transaction-id-reused')
  })
  test('fills the steps of the price until it is refunded or cancelled', () => {
    expect(soldSince(stateOf(bought), 0)).toBe(34_700)
    expect(soldSince(stateOf(after(making(1), confirming(1), recharging(2, userCard), cancelling(2, userCard))), 0)).toBe(0)
    expect(soldSince(stateOf(bought), Date.parse('2027-01-01T00:00:00Z'))).toBe(0)
  })
})

describe('a write that was cut off', () => {
  const pending = after(making(1), confirming(1), recharging(2, userCard))
  test('is found written when the card is read', () => {
    const events = [...pending, ...(decide(cardDecider, stateOf(pending), reading(imageOf(pending, 2))) as CardEvent[])]
    expect(typesOf(events).at(-1)).toBe('CardWritten')
    expect(stateOf(events)).toMatchObject({ pending: null, purchase: { litres: 34_700, isLoaded: false } })
  })
  test('is found written and loaded where the customer was at the meter meanwhile', () => {
    const events = after(making(1), confirming(1), recharging(2, userCard), reading(swiped(imageOf(pending, 2))))
    expect(typesOf(events).slice(-2)).toEqual(['CardWritten', 'PurchaseLoaded'])
  })
  test('waits where the card is read without it', () => given(pending).when(reading(userCard)).then([]))
  test('waits again where the bridge had reported it and the card does not have it', () => {
    const events = after(making(1), confirming(1), recharging(2, userCard), confirming(2), reading(userCard))
    expect(typesOf(events).at(-1)).toBe('CardWriteMissed')
    expect(stateOf(events).pending?.operationId).toBe(id(2))
    expect(stateOf([...events, ...after()]).operations.get(id(2))?.status).toBe(WriteStatus.enum.prepared)
  })
  test('is cancelled where the card does not have it, and never where it has', () => {
    const events = after(making(1), confirming(1), recharging(2, userCard), cancelling(2, userCard))
    expect(statusOf(events, 2)).toBe(WriteStatus.enum.cancelled)
    given(events).when(cancelling(2, userCard)).then([])
    given(pending)
      .when(cancelling(2, imageOf(pending, 2)))
      .refused('card-write-found')
    given(pending)
      .when(cancelling(2, { ...userCard, cardNo: otherNo }))
      .refused('card-of-another-user')
    given(bought).when(cancelling(2, userCard)).refused('card-write-found')
    given(made).when(cancelling(9, userCard)).refused('not-found')
  })
  test('is confirmed once', () => {
    given(bought).when(confirming(2)).then([])
    given(made).when(confirming(9)).refused('not-found')
    given(after(making(1), confirming(1), recharging(2, userCard), cancelling(2, userCard)))
      .when(confirming(2))
      .refused('card-invalid')
  })
})

describe('a refund', () => {
  test('takes the purchase off the card and gives its amount', () => {
    const events = after(making(1), confirming(1), recharging(2, userCard), confirming(2), refunding(3, loadedCard), confirming(3))
    expect(imageOf(events, 3)).toMatchObject({ purchaseLitres: 0, purchaseNo: 1 })
    expect(events.at(-1)).toMatchObject({ type: 'cards.CardWritten', data: { amountMinor: 9_000, operation: CardOperation.enum.refund } })
    expect(soldSince(stateOf(events), 0)).toBe(0)
    given(events)
      .when(refunding(4, imageOf(events, 3)))
      .refused('card-already-loaded')
    expect(
      typesOf(after(...[making(1), confirming(1), recharging(2, userCard), confirming(2), refunding(3, loadedCard), confirming(3)])),
    ).toHaveLength(6)
  })
  // requirement of Cards: Nothing can be refunded once the volume is already in the meter | /card/desk | –
  test('Already recharged to the meter, No amount to refund', () => {
    given(bought)
      .when(refunding(3, swiped(loadedCard)))
      .refused('card-already-loaded')
    given(after(making(1), confirming(1), recharging(2, userCard), confirming(2), reading(swiped(loadedCard))))
      .when(refunding(3, swiped(loadedCard)))
      .refused('card-already-loaded')
    given(made).when(refunding(3, userCard)).refused('card-already-loaded')
  })
  test('Not a user card', () =>
    given(bought)
      .when(refunding(3, { ...loadedCard, kind: CardKind.enum.cumulative }))
      .refused('card-not-user'))
  // requirement of Cards: After a card replacement a refund is forbidden | /card/desk | –
  test('after a card replacement a refund is forbidden', () => {
    const events = after(making(1), confirming(1), recharging(2, userCard), confirming(2), replacing(3), confirming(3))
    given(events)
      .when(refunding(4, imageOf(events, 3)))
      .refused('card-replaced-no-refund')
  })
})

describe('a replacement', () => {
  test('carries a purchase that the meter does not have, under its number', () => {
    const events = after(making(1), confirming(1), recharging(2, userCard), confirming(2), replacing(3), confirming(3))
    expect(imageOf(events, 3)).toMatchObject({ cardNo: otherNo, userNo: accountNo, meterNo: '4711', purchaseNo: 1, purchaseLitres: 34_700 })
    expect(events.at(-1)).toMatchObject({ data: { replacedCardNo: cardNo } })
    given(events).when(recharging(4, loadedCard)).refused('card-of-another-user')
  })
  test('carries nothing that the meter has', () => {
    const events = after(
      making(1),
      confirming(1),
      recharging(2, userCard),
      confirming(2),
      reading(swiped(loadedCard)),
      replacing(3),
      confirming(3),
    )
    expect(imageOf(events, 3).purchaseLitres).toBe(0)
  })
  test('carries a paid recharge of which the write is not known', () => {
    const events = after(making(1), confirming(1), recharging(2, userCard), replacing(3), confirming(3))
    expect(statusOf(events, 2)).toBe(WriteStatus.enum.written)
    expect(imageOf(events, 3)).toMatchObject({ purchaseNo: 1, purchaseLitres: 34_700 })
  })
  test('of a card that is reported as lost: the lost one takes nothing more', () => {
    const lost = after(making(1), confirming(1), { type: 'LoseCard', accountNo, cardNo, reason: 'bus' })
    given(lost).when(recharging(2, userCard)).refused('card-lost')
    given(lost).when({ type: 'LoseCard', accountNo, cardNo, reason: 'bus' }).then([])
    given(lost).when({ type: 'LoseCard', accountNo, cardNo: otherNo, reason: 'bus' }).refused('not-found')
    expect(stateOf([...lost, ...(decide(cardDecider, stateOf(lost), replacing(3)) as CardEvent[])]).pending?.replacedCardNo).toBe(cardNo)
  })
  test('needs another card, blank and configured, and one to replace', () => {
    given(made).when(replacing(3, blank())).refused('card-not-configured')
    given(made)
      .when(replacing(3, { ...userCard, cardNo: otherNo }))
      .refused('card-not-configured')
    given([]).when(replacing(3)).refused('not-found')
  })
})

describe('recycling', () => {
  // requirement of Cards: A card must be refunded before it can be recycled | /card/desk | –
  test('There is a balance on the current card, please refund it and recycle it', () =>
    given(bought).when(recycling(3, loadedCard)).refused('card-has-balance'))
  test('leaves a blank card, and the account without one', () => {
    const events = after(making(1), confirming(1), recycling(2, userCard), confirming(2))
    expect(imageOf(events, 2)).toEqual(blank())
    expect(stateOf(events).card).toBeNull()
  })
  test('is found done when the card is blank', () => {
    const events = after(making(1), confirming(1), recycling(2, userCard), reading(blank()))
    expect(typesOf(events).at(-1)).toBe('CardWritten')
  })
  test('the numbers of purchases go on with the next card: the meter takes each once', () => {
    const refunded = [making(1), confirming(1), recharging(2, userCard), confirming(2), refunding(3, loadedCard), confirming(3)]
    const empty = imageOf(after(...refunded), 3)
    const again = after(...refunded, recycling(4, empty), confirming(4), making(5), confirming(5))
    const events = [...again, ...(decide(cardDecider, stateOf(again), recharging(6, imageOf(again, 5))) as CardEvent[])]
    expect(imageOf(events, 6).purchaseNo).toBe(2)
  })
})
