import { paymentToDivide } from '@nightflow/domain/billing/payment-deduction'
import { cardDecider } from '@nightflow/domain/cards/card-decider'
import { accountOfCard } from '@nightflow/projections/cards/cards'
import { hundredths } from '@nightflow/schemas/billing/money'
import { CardOperation, rechargeMinorMax, WriteStatus } from '@nightflow/schemas/cards/card'
import * as calls from '@nightflow/schemas/cards/card-calls'
import { CardKind } from '@nightflow/schemas/cards/card-image'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { execute } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { litresFor, restForWater } from './calculate-purchase.ts'
import { giveBack, takeBack } from './card-money.ts'
import { accountOf, cardsOf, factsOf, holderOf } from './cards-of-account.ts'
import { recordReading } from './write-cards.ts'

type ReadAnswer = ResponseOf<typeof calls.readCard>
const nothing = {
  customerName: null,
  meterNo: null,
  state: null,
  purchaseLitres: 0,
  purchaseMinor: 0,
  isLoaded: false,
  settled: null,
  pending: null,
}

const read = async (
  { image, isUserCard }: RequestOf<typeof calls.readCard>,
  context: RequestContext,
): Promise<Outcome<ReadAnswer> | Rejection> => {
  const { tenant } = context.caller
  const isConfigured = image.systemNo === tenant
  const shown = { kind: image.kind, isConfigured, purchaseNo: image.purchaseNo }
  if (isUserCard && image.kind === CardKind.enum.blank) return rejected('card-blank')
  if (image.systemNo !== '' && !isConfigured) return rejected('card-invalid')
  if (isUserCard && image.kind !== CardKind.enum.user) return rejected('card-not-user')
  if (image.kind === CardKind.enum.cumulative)
    return image.collected.length === 0 ? rejected('card-nothing-swiped') : { response: { ...shown, ...nothing, accountNo: null } }
  const accountNo = image.userNo || (await context.read((database) => accountOfCard(database, image.cardNo)))
  if (!accountNo) return { response: { ...shown, ...nothing, accountNo: null } }
  const account = await accountOf(context, accountNo)
  if (isRejection(account)) return account
  const read = await recordReading(context, accountNo, image)
  if (isRejection(read)) return read
  const last = read.events.findLast(({ type }) => type === 'cards.CardWritten' || type === 'cards.CardWriteMissed')
  const settled = last && 'operationId' in last.data ? read.after.operations.get(last.data.operationId) : undefined
  const refunded = settled?.status === WriteStatus.enum.written ? await pay(context, accountNo, settled.prepared.operationId) : 0
  const response = {
    ...{ ...shown, accountNo, customerName: await holderOf(context, accountNo), ...factsOf(read.after) },
    settled: settled ? { operation: settled.prepared.operation, status: settled.status } : null,
  }
  return { response, position: Math.max(read.position, refunded) }
}

/** Money follows a refund that is off the card; the position of its event. Payments of an operation are made once, however often it is tried. */
const pay = async (context: RequestContext, accountNo: string, operationId: string): Promise<number> => {
  const { prepared } = (await cardsOf(context, accountNo)).operations.get(operationId)!
  if (prepared.operation !== CardOperation.enum.refund) return 0
  const given = await giveBack(context, { ...prepared, reason: prepared.remark }, prepared.amountMinor)
  return isRejection(given) ? 0 : given.position
}

const showAccount = async ({ accountNo }: RequestOf<typeof calls.accountCard>, context: RequestContext) => {
  const account = await accountOf(context, accountNo)
  if (isRejection(account)) return account
  const cards = await cardsOf(context, accountNo)
  const facts = factsOf(cards)
  return {
    accountNo,
    customerName: await holderOf(context, accountNo),
    cardNo: cards.card?.cardNo ?? null,
    ...facts,
    meterNo: facts.meterNo ?? account.meterNo,
  }
}

const preview = async ({ accountNo, amount }: RequestOf<typeof calls.previewRecharge>, context: RequestContext) => {
  const amountMinor = hundredths(amount)
  if (amountMinor <= 0) return rejected('card-amount-zero')
  if (amountMinor > rechargeMinorMax) return rejected('card-amount-too-high')
  const account = await accountOf(context, accountNo)
  if (isRejection(account)) return account
  const { purchaseLimitMinor } = account
  const waterMinor = await restForWater(context, { ...paymentToDivide(accountNo, amountMinor), purchaseLimitMinor })
  if (isRejection(waterMinor)) return waterMinor
  const purchaseLitres = await litresFor(context, account, await cardsOf(context, accountNo), waterMinor)
  return isRejection(purchaseLitres) ? purchaseLitres : { amountMinor, billsMinor: amountMinor - waterMinor, waterMinor, purchaseLitres }
}

const report = async ({ operationId, accountNo }: RequestOf<typeof calls.reportWrite>, context: RequestContext) => {
  const account = await accountOf(context, accountNo)
  if (isRejection(account)) return account
  const confirmed = await execute(context, cardDecider, { type: 'ConfirmWrite', accountNo, operationId })
  if (isRejection(confirmed)) return confirmed
  const { prepared, status } = confirmed.after.operations.get(operationId)!
  const paid = await pay(context, accountNo, operationId)
  const refundedMinor = paid > 0 ? prepared.amountMinor : 0
  return {
    response: { status, refundedMinor },
    position: Math.max(confirmed.position, paid),
    after: { operationId, status, refundedMinor },
  }
}

const cancel = async ({ operationId, accountNo, image, reason }: RequestOf<typeof calls.cancelWrite>, context: RequestContext) => {
  const account = await accountOf(context, accountNo)
  if (isRejection(account)) return account
  const cancelled = await execute(context, cardDecider, { type: 'CancelWrite', accountNo, operationId, image, reason })
  if (isRejection(cancelled)) return cancelled
  const isRecharge = cancelled.after.operations.get(operationId)?.prepared.operation === CardOperation.enum.recharge
  const back = isRecharge ? await takeBack(context, accountNo, operationId, reason) : 0
  return { response: {}, position: Math.max(cancelled.position, back), after: { operationId, reason } }
}

export const readRoutes: readonly Route[] = [
  command(calls.readCard, read),
  ask(calls.accountCard, showAccount),
  ask(calls.previewRecharge, preview),
  command(calls.reportWrite, report),
  command(calls.cancelWrite, cancel),
]
