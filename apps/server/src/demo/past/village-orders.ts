import { randomUUID } from 'node:crypto'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { leftoverDecider } from '@nightflow/domain/payments/leftover-decider'
import { leftoverNamespace, nameOfLeftover } from '@nightflow/domain/payments/leftover-id'
import { orderDecider } from '@nightflow/domain/payments/order-decider'
import { nameBasedId } from '@nightflow/event-log/name-based-id'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { PayMethod } from '@nightflow/schemas/billing/money'
import { LeftoverSide, LeftoverSource } from '@nightflow/schemas/payments/payment-leftover'
import { KnownBy } from '@nightflow/schemas/payments/payment-order'
import { PlatformType } from '@nightflow/schemas/payments/payment-platform'
import { dayMilliseconds, type Past } from './past.ts'
import { type Household, householdsWith } from './village.ts'

/** The association through which the village pays by telephone, as the platform's tables have it. */
export type Association = { associationId: number; platformName: string; feeBasisPoints: number }

const platform = 'policy:payments'

class Orders {
  readonly #past: Past
  readonly #association: Association
  #count = 0

  constructor(past: Past, association: Association) {
    this.#past = past
    this.#association = association
  }

  async place({ accountNo }: Household, orderMinor: number): Promise<string> {
    const { currency, actors } = this.#past.utility
    const orderId = randomUUID()
    const terms = { ...this.#association, platformType: PlatformType.enum.sandbox, currency, maxFeeMinor: 0, takesPartial: false }
    const order = { orderId, accountNo, orderMinor, description: 'Recharge', isRecharge: true, ...terms }
    await this.#past.execute(orderDecider, { type: 'PlaceOrder', ...order }, actors.clerk)
    this.#count += 1
    const accepted = { platformReference: `SB-${4_000 + this.#count}`, payAddress: null }
    await this.#past.execute(orderDecider, { type: 'AcceptOrder', orderId, ...accepted }, platform)
    this.#past.wait(2)
    return orderId
  }

  /** The amount that the platform says it received; another amount than that of the order waits for a person. */
  async receive(orderId: string, amountMinor: number): Promise<void> {
    const { currency } = this.#past.utility
    const platformReference = `SB-${4_000 + this.#count}`
    const said = { knownBy: KnownBy.enum.callback, platformEventId: `evt-${platformReference}`, platformReference, reference: null }
    const { events } = await this.#past.execute(orderDecider, { type: 'TakeMoney', orderId, ...said, currency, amountMinor }, platform)
    const paid = events.find((event) => event.type === 'payments.OrderPaid')
    if (!paid) return
    const { payerAccountNo: accountNo, paymentId, purchaseMinor, orderNumber: reference } = paid.data
    const payment = { accountNo, paymentId, amountMinor: purchaseMinor, payMethod: PayMethod.enum.bank, reference, remark: '' }
    const recharge = { ...payment, bankEntryId: orderId, source: PaymentSource.enum.recharge }
    await this.#past.execute(accountBillsDecider, { type: 'ReceivePayment', ...recharge }, platform)
  }
}

/** Recharges by telephone: one each month is paid, one was cancelled, and one came with less money than was ordered and waits for a person. */
export const payByTelephone = (past: Past, association: Association, months: readonly number[]): void => {
  const orders = new Orders(past, association)
  const payers = householdsWith('card')
  for (const [nth, startsAt] of months.entries())
    past.on(startsAt + 11.6 * dayMilliseconds, async () => {
      const amountMinor = 2_000 + 500 * (nth % 3)
      await orders.receive(await orders.place(payers[nth % payers.length]!, amountMinor), amountMinor)
    })
  past.on(past.daysAgo(40, 14), async () => {
    const orderId = await orders.place(payers[1]!, 4_000)
    const reason = 'The customer paid at the counter'
    await past.execute(orderDecider, { type: 'CancelOrder', orderId, by: 'person', reason })
  })
  past.on(past.daysAgo(2, 19), async () => {
    await orders.receive(await orders.place(payers[3]!, 5_000), 4_500)
  })
  past.on(past.daysAgo(1, 9), () => findStray(past, association, past.daysAgo(2, 12)))
}

/** The report of a day has money that no order explains. */
const findStray = async (past: Past, { associationId, platformName }: Association, day: number): Promise<void> => {
  const reference = 'SB-3999'
  const side = LeftoverSide.enum.theirs
  const leftoverId = nameBasedId(leftoverNamespace, nameOfLeftover(associationId, side, reference))
  const money = { reference, payerReference: 'WB-1013', currency: past.utility.currency, amountMinor: 3_200, orderId: null }
  const found = { associationId, platformName, side, source: LeftoverSource.enum.report, day: new Date(day).toISOString().slice(0, 10) }
  await past.execute(leftoverDecider, { type: 'FindLeftover', leftoverId, ...found, ...money }, platform)
}
