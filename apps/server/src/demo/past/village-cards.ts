import { randomBytes, randomUUID } from 'node:crypto'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { affordableLitres } from '@nightflow/domain/billing/affordable-litres'
import { stepCycleAt } from '@nightflow/domain/billing/rate-usage'
import { type AccountCards, imageToWrite, noCards, soldSince } from '@nightflow/domain/cards/account-cards'
import { cardDecider } from '@nightflow/domain/cards/card-decider'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { CardPayMethod } from '@nightflow/schemas/cards/card-events'
import { blankImage, type CardImage, CardTechnology, litresPerTenth, SwipeStatus } from '@nightflow/schemas/cards/card-image'
import { dayMilliseconds, type Past } from './past.ts'
import { type Household, householdsWith, priceOf } from './village.ts'

const limits = { alarmLitres: 1_000, limitLitres: 60_000, incrementLitres: 0 }
const newSignature = (): string => randomBytes(16).toString('hex')

/** A card of a household, from hand to hand between the desk and the meter. */
class Card {
  readonly #past: Past
  readonly #household: Household
  readonly #from: number
  #cards: AccountCards = noCards
  #image: CardImage

  constructor(past: Past, household: Household, cardNo: string, from: number) {
    this.#past = past
    this.#household = household
    this.#from = from
    this.#image = blankImage(cardNo, CardTechnology.enum.e55, past.utility.tenant)
  }

  #asked() {
    const { accountNo } = this.#household
    const { tenant: systemNo } = this.#past.utility
    return { accountNo, operationId: randomUUID(), image: this.#image, systemNo, signature: newSignature() }
  }

  /** The reader writes what was prepared, and says so. */
  async #write(operationId: string): Promise<void> {
    const { accountNo } = this.#household
    const written = await this.#past.execute(cardDecider, { type: 'ConfirmWrite', accountNo, operationId })
    this.#cards = written.after
    this.#image = imageToWrite(written.after.operations.get(operationId)!.prepared)
  }

  async make(): Promise<void> {
    const asked = this.#asked()
    await this.#past.execute(cardDecider, { type: 'MakeCard', ...asked, meterNo: this.#household.meterNo, ...limits })
    await this.#write(asked.operationId)
  }

  async recharge(amountMinor: number): Promise<void> {
    const { now, execute } = this.#past
    const asked = this.#asked()
    const { accountNo, operationId: paymentId } = asked
    const payment = { accountNo, paymentId, amountMinor, payMethod: CardPayMethod.enum.cash, reference: '', remark: '' }
    await execute(accountBillsDecider, { type: 'ReceivePayment', ...payment, source: PaymentSource.enum.recharge })
    const plan = priceOf(this.#past, this.#from)
    const litres = affordableLitres(plan, amountMinor, now(), soldSince(this.#cards, stepCycleAt(plan, now())))
    const purchase = { purchaseMinor: amountMinor, purchaseLitres: Math.floor(litres / litresPerTenth) * litresPerTenth }
    await execute(cardDecider, { type: 'RechargeCard', ...asked, amountMinor, ...purchase, payMethod: CardPayMethod.enum.cash })
    await this.#write(asked.operationId)
  }

  /** The meter takes the purchase; the next visit to the desk shows that. */
  async swipe(): Promise<void> {
    const { purchaseLitres, swipes, remainingLitres } = this.#image
    this.#image = {
      ...{ ...this.#image, swipeStatus: SwipeStatus.enum.swiped, swipes: swipes + 1, purchaseLitres: 0 },
      remainingLitres: Math.round((remainingLitres * 3 + purchaseLitres) / 4 / litresPerTenth) * litresPerTenth,
    }
    const { accountNo } = this.#household
    this.#cards = (await this.#past.execute(cardDecider, { type: 'RecordReading', accountNo, image: this.#image })).after
  }

  async lose(nextCardNo: string): Promise<void> {
    const { accountNo } = this.#household
    const { cardNo } = this.#image
    await this.#past.execute(cardDecider, { type: 'LoseCard', accountNo, cardNo, reason: 'Lost on the way to the market' })
    this.#past.wait(20)
    this.#image = blankImage(nextCardNo, CardTechnology.enum.e55, this.#past.utility.tenant)
    const asked = this.#asked()
    await this.#past.execute(cardDecider, { type: 'ReplaceCard', ...asked, reason: 'Lost card' })
    await this.#write(asked.operationId)
  }
}

const cardNoOf = (nth: number): string => `E5500A${(0x10 + nth).toString(16).toUpperCase()}`
const monthOfLoss = 7
const amounts = [6_000, 4_500, 7_500]

/** Each household with a card loads it once a month; one loses it, and the last purchase of another has not reached the meter yet. */
export const carryCards = (past: Past, from: number, months: readonly number[]): void => {
  for (const [nth, household] of householdsWith('card').entries()) {
    const card = new Card(past, household, cardNoOf(nth), from)
    past.on(from + 2.4 * dayMilliseconds + nth * 900_000, () => card.make())
    for (const [month, startsAt] of months.entries()) {
      const at = startsAt + (4 + 3 * nth) * dayMilliseconds + (10 * 60 + 11 * nth) * 60_000
      past.on(at, () => card.recharge(amounts[(nth + month) % amounts.length]!))
      if (nth > 0 || month < months.length - 1) past.on(at + dayMilliseconds / 3, () => card.swipe())
    }
    if (nth === 2) past.on(months[monthOfLoss]! + 20.45 * dayMilliseconds, () => card.lose(cardNoOf(0x20)))
  }
}
