import { type CardOnWire, wireOfImage } from '@nightflow/schemas/cards/bridge'
import { blankImage, CardKind, type CardTechnology, SwipeStatus } from '@nightflow/schemas/cards/card-image'

/** A card of plastic: what a reader finds on it stays, whichever reader has it. */
export type VirtualCard = { readonly technology: CardTechnology; data: CardOnWire }

const wireOf = (cardNo: string, technology: CardTechnology, systemNo = ''): CardOnWire =>
  wireOfImage(blankImage(cardNo, technology, systemNo))

/** A new card; without the number of a utility it is not configured. */
export const newCard = (cardNo: string, technology: CardTechnology, systemNo = ''): VirtualCard => ({
  technology,
  data: wireOf(cardNo, technology, systemNo),
})

/** The card without data, still of the same utility. */
export const emptied = ({ technology, data }: VirtualCard): CardOnWire => wireOf(data.cardNo, technology, data.systemNo)

const decimals = 1_000
const sum = (one: number, other: number): number => Math.round((one + other) * decimals) / decimals

/** The part of a prepayment meter that takes a card: each purchase number once, in the units of the card. */
export class VirtualMeter {
  readonly meterNo: string
  #lastPurchaseNo = 0
  #remaining = 0
  #bought = 0

  constructor(meterNo: string) {
    this.meterNo = meterNo
  }

  get remaining(): number {
    return this.#remaining
  }

  /** Whether the meter took anything from the card. */
  swipe(card: VirtualCard): boolean {
    const { data } = card
    if (data.cardType === CardKind.enum.cumulative) {
      card.data = { ...data, dataList: [...data.dataList, { meternum: this.#remaining, buynum: this.#bought }] }
      return true
    }
    if (data.cardType !== CardKind.enum.user || data.meterNo !== this.meterNo) return false
    const isNew = data.buyTimes > this.#lastPurchaseNo && data.buynum > 0
    if (isNew) {
      this.#remaining = sum(this.#remaining, data.buynum)
      this.#bought = sum(this.#bought, data.buynum)
      this.#lastPurchaseNo = data.buyTimes
    }
    // A purchase that the meter had from another card is off this one too.
    card.data = { ...data, buynum: 0, meternum: this.#remaining, swiped: SwipeStatus.enum.swiped, swipeTimes: data.swipeTimes + 1 }
    return isNew
  }

  use(units: number): void {
    this.#remaining = Math.max(0, sum(this.#remaining, -units))
  }
}
