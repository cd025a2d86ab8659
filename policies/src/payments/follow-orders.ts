import { orderDecider } from '@nightflow/domain/payments/order-decider'
import type { Order } from '@nightflow/domain/payments/payment-order'
import type { EventLog } from '@nightflow/event-log/event-log'
import { stateOfStream } from '@nightflow/event-log/execute-command'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { adapterOf } from '@nightflow/platform/payments/adapter-of'
import { findAssociation, meansOf } from '@nightflow/platform/payments/associations'
import type {
  OrderAnswer,
  OrderAtPlatform,
  PaymentAdapter,
  PlatformMeans,
  RefundAnswer,
  Tools,
} from '@nightflow/platform/payments/payment-adapter'
import { telephoneOfAccount } from '@nightflow/projections/customers/account-figures'
import { payAddressOf, payFragment } from '@nightflow/schemas/payments/pay-page'
import { SaidStatus } from '@nightflow/schemas/payments/payment-callback'
import { askAfterSeconds, KnownBy } from '@nightflow/schemas/payments/payment-order'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy, type Reaction } from '../shared/define-policy.ts'
import { AddressRefused, guardedRequest } from '../shared/guarded-request.ts'

type Parts = { pool: Pool; log: EventLog; trustedHosts: ReadonlySet<string> }
type Known = { order: Order; placed: NonNullable<Order['placed']>; adapter: PaymentAdapter; means: PlatformMeans; tools: Tools }
type Step = 'collect' | 'ask' | 'refund'

const platformPatienceMilliseconds = 15_000

/**
 * Takes orders to their platforms, asks what became of them, and asks for refunds. Timers are the durable queue: whatever stops, a step is done again
 * until an event says that it is over. Platforms know a repeated request by our reference; one that does not is asked once, and then a person looks.
 */
export const followOrders = (parts: Parts): AnyPolicy =>
  definePolicy({
    name: 'payments/follow-orders',
    actor: 'policy:payments',
    events: [
      ...(['payments.OrderPlaced', 'payments.OrderAccepted', 'payments.OrderPaid', 'payments.OrderCancelled'] as const),
      ...(['payments.OrderInException', 'payments.OrderRefundStarted', 'payments.OrderRefunded', 'payments.OrderRefundRefused'] as const),
    ],
    react: ({ type, data }, { now, setTimer, cancelTimer }) => {
      const { orderId } = data
      const step = beginnings[type]
      if (step === undefined) for (const each of ['collect', 'ask', 'refund']) cancelTimer(`${each}/${orderId}`)
      else if (step === 'ask') {
        cancelTimer(`collect/${orderId}`)
        setTimer({ key: `ask/${orderId}`, dueAt: nextQuestion(now, 0), data: { attempt: 1 } })
      } else setTimer({ key: `${step}/${orderId}`, dueAt: now, data: { attempt: 0 } })
    },
    onTimer: async ({ key, data }, reaction) => {
      const [step = '', orderId = ''] = key.split('/')
      const { attempt } = data as { attempt: number }
      const known = await knownOf(parts, orderId, reaction)
      if (known) await steps[step as Step](known, { orderId, attempt }, reaction)
    },
  })

const beginnings: Readonly<Record<string, Step>> = {
  'payments.OrderPlaced': 'collect',
  'payments.OrderAccepted': 'ask',
  'payments.OrderRefundStarted': 'refund',
}

/** When the next question is due, by how many were asked. The pause begins now: after a stop, questions do not follow each other at once. */
const nextQuestion = (now: Date, asked: number): Date =>
  new Date(now.getTime() + ((askAfterSeconds[asked] ?? 0) - (askAfterSeconds[asked - 1] ?? 0)) * 1000)

const knownOf = async (
  { pool, log, trustedHosts }: Parts,
  orderId: string,
  { tenant, now, signal }: Reaction,
): Promise<Known | undefined> => {
  const order = await stateOfStream(log, `${tenant}/payments-order-${orderId}`, orderDecider)
  const { placed } = order
  const association = placed && (await findAssociation(pool, tenant, placed.associationId))
  if (!placed || !association) return undefined
  const send: Tools['send'] = (call) => guardedRequest(call, { trustedHosts, signal, millisecondsMax: platformPatienceMilliseconds })
  const offered = await meansOf(pool, association, now)
  const means = placed.isOnPage
    ? { ...offered, returnAddress: payAddressOf(association.publicAddress, tenant, { [payFragment.order]: orderId }) }
    : offered
  const telephone = await withTenant(pool, tenant, (database) => telephoneOfAccount(database, placed.accountNo))
  telephones.set(order, telephone)
  return { order, placed, adapter: adapterOf[placed.platformType], means, tools: { send, now } }
}

/** Beside the order: a telephone is personal, and belongs into no event of it. */
const telephones = new WeakMap<Order, string>()

const atPlatform = ({ order, placed }: Known): OrderAtPlatform => {
  const { orderId, orderNumber, orderMinor: amountMinor, currency, description } = placed
  const platformReference = order.platformReference ?? null
  return { orderId, orderNumber, amountMinor, currency, description, platformReference, telephone: telephones.get(order) ?? '' }
}

/** No answer means that nothing is known. An address that the service does not call is refused for good. */
const trying = async <Answer extends { outcome: string }>(call: () => Promise<Answer>, signal: AbortSignal): Promise<Answer | Failed> => {
  try {
    return await call()
  } catch (error) {
    if (signal.aborted) throw error
    const detail = (error instanceof Error ? error.message : String(error)).slice(0, 200)
    return { outcome: error instanceof AddressRefused || error instanceof TypeError ? 'refused' : 'unknown', detail }
  }
}
type Failed = { outcome: 'refused' | 'unknown'; detail: string }

type Due = { orderId: string; attempt: number }

const collect = async (known: Known, { orderId, attempt }: Due, { now, execute, signal, setTimer }: Reaction): Promise<void> => {
  const { order, adapter, means, tools } = known
  if (order.status !== 'unpaid' || order.platformReference !== undefined) return
  const isAgain = attempt > 0 && !adapter.isRepeatable
  const answer: OrderAnswer = isAgain
    ? { outcome: 'unknown', detail: 'sent once, and not sent again' }
    : await trying(() => adapter.collect(atPlatform(known), means, tools), signal)
  if (answer.outcome === 'accepted') {
    const { platformReference, payAddress } = answer
    await execute(orderDecider, { type: 'AcceptOrder', orderId, platformReference, payAddress })
  } else if (answer.outcome === 'refused') {
    await execute(orderDecider, { type: 'CancelOrder', orderId, by: 'platform', reason: storable(answer.detail) })
  } else if (attempt >= askAfterSeconds.length || isAgain) {
    const detail = 'detail' in answer ? answer.detail : ''
    await execute(orderDecider, { type: 'StopOrder', orderId, exception: 'not-submitted', detail })
  } else setTimer({ key: `collect/${orderId}`, dueAt: nextQuestion(now, attempt), data: { attempt: attempt + 1 } })
}

/** A detail as a reason that people read in one line. */
const storable = (detail: string): string =>
  detail
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200) || '-'

const ask = async (known: Known, { orderId, attempt }: Due, { now, execute, signal, setTimer }: Reaction): Promise<void> => {
  const { order, adapter, means, tools } = known
  if (order.status !== 'unpaid') return
  const answer: OrderAnswer = await trying(() => adapter.ask(atPlatform(known), means, tools), signal)
  const said = answer.outcome === 'said' ? answer.said : undefined
  if (said?.status === SaidStatus.enum.paid) {
    const { status: _, payerReference: __, ...money } = said
    await execute(orderDecider, { type: 'TakeMoney', orderId, knownBy: KnownBy.enum.status, ...money })
    return
  }
  if (said?.status === SaidStatus.enum.failed) {
    await execute(orderDecider, { type: 'CancelOrder', orderId, by: 'platform', reason: storable(said.platformEventId) })
    return
  }
  const isKnown = said?.status === SaidStatus.enum.pending
  await execute(orderDecider, { type: 'NoteAnswer', orderId, attempt, isKnown, detail: 'detail' in answer ? answer.detail : '' })
  if (attempt < askAfterSeconds.length)
    setTimer({ key: `ask/${orderId}`, dueAt: nextQuestion(now, attempt), data: { attempt: attempt + 1 } })
}

const refund = async (known: Known, { orderId, attempt }: Due, { now, execute, signal, setTimer }: Reaction): Promise<void> => {
  const { order, placed, adapter, means, tools } = known
  const { refund: started, paid } = order
  if (order.status !== 'refunding' || !started || !paid) return
  const { refundId, refundMinor: amountMinor } = started
  const { orderNumber, currency } = placed
  const asked = {
    refundId,
    orderNumber,
    currency,
    amountMinor,
    platformReference: paid.platformReference,
    transaction: paid.platformEventId,
  }
  const isFirst = attempt === 0 || adapter.isRepeatable
  const answer: RefundAnswer = await trying(() => (isFirst ? adapter.refund : adapter.askRefund)(asked, means, tools), signal)
  if (answer.outcome === 'refunded') {
    await execute(orderDecider, { type: 'ConfirmRefund', orderId, refundId, refundReference: answer.refundReference })
  } else if (answer.outcome === 'refused') {
    await execute(orderDecider, { type: 'RefuseRefund', orderId, refundId, detail: answer.detail })
  } else if (attempt >= askAfterSeconds.length) {
    const detail = 'detail' in answer ? answer.detail : ''
    await execute(orderDecider, { type: 'StopOrder', orderId, exception: 'refund-unanswered', detail })
  } else setTimer({ key: `refund/${orderId}`, dueAt: nextQuestion(now, attempt), data: { attempt: attempt + 1 } })
}

const steps = { collect, ask, refund }
