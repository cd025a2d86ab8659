import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { leftOfPayment } from '@nightflow/domain/billing/payment-deduction'
import type { AccountCards } from '@nightflow/domain/cards/account-cards'
import { cardDecider } from '@nightflow/domain/cards/card-decider'
import { accountOfCard } from '@nightflow/projections/cards/cards'
import type { CardAccount } from '@nightflow/projections/joined/card-account'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { hundredths } from '@nightflow/schemas/billing/money'
import { rechargeMinorMax } from '@nightflow/schemas/cards/card'
import type { CardCommand } from '@nightflow/schemas/cards/card-calls'
import * as calls from '@nightflow/schemas/cards/card-calls'
import type { CardImage } from '@nightflow/schemas/cards/card-image'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { confirmed } from '../http/confirmed-amount.ts'
import { execute, refusalOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import { command, type Route } from '../http/serve.ts'
import { litresFor, restForWater } from './calculate-purchase.ts'
import { claimOfPayment, refuseRefund, takeBack } from './card-money.ts'
import { accountOf, writeOf } from './cards-of-account.ts'
import { signatureOf } from './sign-card.ts'

type Asked = { operationId: string; accountNo: string; image: CardImage }
type OnAccount = { account: CardAccount; cards: AccountCards }

/** Settles the card by what was read, before anything is decided about it. */
export const recordReading = async (context: RequestContext, accountNo: string, image: CardImage) =>
  execute(context, cardDecider, { type: 'RecordReading', accountNo, image })

const open = async (context: RequestContext, { accountNo, image }: Asked): Promise<OnAccount | Rejection> => {
  const account = await accountOf(context, accountNo)
  if (isRejection(account)) return account
  const other = await context.read((database) => accountOfCard(database, image.cardNo))
  if (other !== undefined && other !== accountNo && image.userNo !== other) return rejected('card-in-use', { accountNo: other })
  const read = await recordReading(context, accountNo, image)
  return isRejection(read) ? read : { account, cards: read.after }
}

const onCard = (context: RequestContext, { operationId, accountNo, image }: Asked, litres: number) => ({
  ...{ operationId, accountNo, image, systemNo: context.caller.tenant },
  signature: signatureOf(context, { operationId, accountNo, cardNo: image.cardNo }, litres),
})

/** Stores the write and answers it, also where an earlier request did. */
const prepare = async (context: RequestContext, given: CardCommand & { operationId: string }) => {
  const executed = await execute(context, cardDecider, given)
  if (isRejection(executed)) return executed
  const { prepared, status } = executed.after.operations.get(given.operationId)!
  const response = writeOf(prepared, status)
  const { operation, amountMinor, purchaseLitres } = response
  return { response, position: executed.position, after: { operation, amountMinor, purchaseLitres, cardNo: prepared.cardNo } }
}

const litresOf = (cubicMetres: number): number => Math.round(cubicMetres * 10) * 100

const make = async ({ alarmVolume, limitVolume, increment, ...asked }: RequestOf<typeof calls.makeCard>, context: RequestContext) => {
  const opened = await open(context, asked)
  if (isRejection(opened)) return opened
  const limits = { alarmLitres: litresOf(alarmVolume), limitLitres: litresOf(limitVolume), incrementLitres: litresOf(increment) }
  return prepare(context, { type: 'MakeCard', ...onCard(context, asked, 0), meterNo: opened.account.meterNo, ...limits })
}

/**
 * The payment comes first, in the stream of the account's money, under the identifier of the operation. A process that stops in between leaves a balance
 * and no volume: the same request again goes on from there.
 */
const recharge = async (sent: RequestOf<typeof calls.rechargeCard>, context: RequestContext) => {
  const amountMinor = hundredths(sent.amount)
  if (amountMinor <= 0) return rejected('card-amount-zero')
  if (amountMinor > rechargeMinorMax) return rejected('card-amount-too-high')
  const asked = await confirmed(context, sent, amountMinor)
  if (isRejection(asked)) return asked
  const { operationId, accountNo, payMethod } = asked
  const opened = await open(context, asked)
  if (isRejection(opened)) return opened
  const { account, cards } = opened
  const commandFor = (purchaseMinor: number, purchaseLitres: number) => {
    const purchase = { amountMinor, purchaseMinor, purchaseLitres, payMethod }
    return { type: 'RechargeCard' as const, ...onCard(context, asked, purchaseLitres), ...purchase }
  }
  if (cards.operations.has(operationId)) return prepare(context, commandFor(0, 0))
  const { purchaseLimitMinor } = account
  const of = { accountNo, paymentId: operationId, amountMinor, purchaseLimitMinor, payMethod }
  const payment = { type: 'ReceivePayment' as const, ...of, reference: '', remark: '' }
  const restMinor = await restForWater(context, payment)
  if (isRejection(restMinor)) return restMinor
  const litres = await litresFor(context, account, cards, restMinor)
  if (isRejection(litres)) return litres
  const refused = await refusalOf(context, cardDecider, commandFor(restMinor, litres))
  if (refused) return refused
  const recharge = { ...payment, source: PaymentSource.enum.recharge }
  const received = await execute(context, accountBillsDecider, recharge, claimOfPayment(context, 'billing.PaymentReceived', operationId))
  if (isRejection(received)) return received
  const takenMinor = leftOfPayment(received.after, operationId)
  const bought = takenMinor === restMinor ? litres : await litresFor(context, account, cards, takenMinor)
  const prepared = isRejection(bought) ? bought : await prepare(context, commandFor(takenMinor, bought))
  // Another desk was faster with this card: the money that was received for nothing goes back.
  if (isRejection(prepared)) await takeBack(context, accountNo, operationId, prepared.rejected)
  return prepared
}

const refund = async (asked: RequestOf<typeof calls.refundCard>, context: RequestContext) => {
  const opened = await open(context, asked)
  if (isRejection(opened)) return opened
  const given = { type: 'RefundCard' as const, ...onCard(context, asked, 0), payMethod: asked.payMethod, reason: asked.reason }
  const refused = await refusalOf(context, cardDecider, given)
  if (refused) return refused
  const { operations, purchase } = opened.cards
  const unpaid = operations.has(asked.operationId) ? undefined : await refuseRefund(context, asked, purchase?.minor ?? 0)
  return unpaid ?? prepare(context, given)
}

const replace = async (asked: RequestOf<typeof calls.replaceCard>, context: RequestContext) => {
  const opened = await open(context, asked)
  if (isRejection(opened)) return opened
  return prepare(context, { type: 'ReplaceCard', ...onCard(context, asked, 0), reason: asked.reason })
}

const recycle = async (asked: RequestOf<typeof calls.recycleCard>, context: RequestContext) => {
  const opened = await open(context, asked)
  return isRejection(opened) ? opened : prepare(context, { type: 'RecycleCard', ...onCard(context, asked, 0) })
}

export const writeRoutes: readonly Route[] = [
  command(calls.makeCard, make),
  command(calls.rechargeCard, recharge),
  command(calls.refundCard, refund),
  command(calls.replaceCard, replace),
  command(calls.recycleCard, recycle),
]
