import { SaidStatus } from '@nightflow/schemas/payments/payment-callback'
import type {
  CallbackReading,
  HttpAnswer,
  PaymentAdapter,
  PlatformMeans,
  ReceivedCallback,
  RefundAnswer,
  RefundAtPlatform,
  Said,
  Tools,
} from '../payment-adapter.ts'
import { isNear } from './generic-adapter.ts'
import { at, detailOf, isRefusal, jsonIn, minorAt, textAt } from './read-json.ts'
import { isSigned } from './signatures.ts'

/** Currencies that Stripe counts in units instead of hundredths. */
const wholeCurrencies = new Set(['BIF', 'CLP', 'DJF', 'GNF', 'JPY', 'KMF', 'KRW', 'MGA', 'PYG', 'RWF', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'])
const isWhole = (currency: string): boolean => wholeCurrencies.has(currency.toUpperCase())
const sessionMinutes = 60

/** Stripe Checkout: a session per order, its payment by webhook or by asking for the session, and refunds of its payment intent. */
export const stripeAdapter: PaymentAdapter = {
  isRepeatable: true,
  collect: async (order, means, tools) => {
    if (isWhole(order.currency) && order.amountMinor % 100 !== 0)
      return { outcome: 'refused', detail: `${order.currency} has no hundredths` }
    const answer = await post('/v1/checkout/sessions', means, tools, order.orderId, {
      mode: 'payment',
      client_reference_id: order.orderNumber,
      'metadata[order]': order.orderNumber,
      'payment_intent_data[metadata][order]': order.orderNumber,
      'line_items[0][quantity]': String(1),
      'line_items[0][price_data][currency]': order.currency.toLowerCase(),
      'line_items[0][price_data][unit_amount]': String(isWhole(order.currency) ? order.amountMinor / 100 : order.amountMinor),
      'line_items[0][price_data][product_data][name]': order.description || order.orderNumber,
      success_url: means.returnAddress,
      cancel_url: means.returnAddress,
      expires_at: String(Math.floor(tools.now.getTime() / 1000) + sessionMinutes * 60),
    })
    if (isRefusal(answer)) return { outcome: 'refused', detail: detailOf(answer) }
    const body = jsonIn(answer.body)
    const platformReference = textAt(body, 'id')
    if (answer.status !== 200 || platformReference === '') return { outcome: 'unknown', detail: detailOf(answer) }
    return { outcome: 'accepted', platformReference, payAddress: textAt(body, 'url', 1_000) || null }
  },
  ask: async ({ platformReference }, means, tools) => {
    if (platformReference === null) return { outcome: 'unknown', detail: 'no session was acknowledged' }
    const answer = await get(`/v1/checkout/sessions/${encodeURIComponent(platformReference)}`, means, tools)
    const said = answer.status === 200 ? saidOfSession(jsonIn(answer.body), undefined) : undefined
    return said ? { outcome: 'said', said } : { outcome: 'unknown', detail: detailOf(answer) }
  },
  refund: async (refund, means, tools) => {
    const intent = await intentOf(refund, means, tools)
    if (typeof intent !== 'string') return intent
    const amount = String(isWhole(refund.currency) ? refund.amountMinor / 100 : refund.amountMinor)
    return refundAnswer(
      await post('/v1/refunds', means, tools, refund.refundId, { payment_intent: intent, amount, 'metadata[refund]': refund.refundId }),
    )
  },
  // The same request under the same key: Stripe answers the refund that it made the first time.
  askRefund: (refund, means, tools) => stripeAdapter.refund(refund, means, tools),
  readCallback: (callback, means, now) => readEvent(callback, means, now),
}

const headersOf = ({ credentials: { privateKey = '' } }: PlatformMeans) => ({ authorization: `Bearer ${privateKey}` })

const post = (path: string, means: PlatformMeans, { send }: Tools, key: string, form: Record<string, string>): Promise<HttpAnswer> =>
  send({
    method: 'POST',
    url: `${means.baseAddress}${path}`,
    headers: { ...headersOf(means), 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': key },
    body: new URLSearchParams(form).toString(),
  })

const get = (path: string, means: PlatformMeans, { send }: Tools): Promise<HttpAnswer> =>
  send({ method: 'GET', url: `${means.baseAddress}${path}`, headers: headersOf(means) })

/** A refund names the payment intent; an order knows its session. */
const intentOf = async ({ platformReference }: RefundAtPlatform, means: PlatformMeans, tools: Tools): Promise<string | RefundAnswer> => {
  if (platformReference.startsWith('pi_')) return platformReference
  const answer = await get(`/v1/checkout/sessions/${encodeURIComponent(platformReference)}`, means, tools)
  const intent = textAt(jsonIn(answer.body), 'payment_intent')
  return answer.status === 200 && intent !== '' ? intent : { outcome: 'unknown', detail: detailOf(answer) }
}

const refundAnswer = (answer: HttpAnswer): RefundAnswer => {
  if (isRefusal(answer)) return { outcome: 'refused', detail: detailOf(answer) }
  const body = jsonIn(answer.body)
  const status = textAt(body, 'status', 40)
  if (status === 'succeeded') return { outcome: 'refunded', refundReference: textAt(body, 'id') }
  if (status === 'failed' || status === 'canceled') return { outcome: 'refused', detail: detailOf(answer) }
  return status === 'pending' || status === 'requires_action' ? { outcome: 'accepted' } : { outcome: 'unknown', detail: detailOf(answer) }
}

/** A session is paid when its payment says so; that it is complete is not enough, because some ways of paying settle later. */
const saidOfSession = (session: unknown, eventId: string | undefined): Said | undefined => {
  const platformReference = textAt(session, 'id')
  const currency = textAt(session, 'currency', 16).toUpperCase()
  const amount = minorAt(session, 'amount_total', isWhole(currency) ? 'units' : 'hundredths')
  if (platformReference === '' || amount === undefined) return undefined
  const isPaid = textAt(session, 'payment_status', 40) === 'paid'
  const isOver = textAt(session, 'status', 40) === 'expired'
  const status = isPaid ? SaidStatus.enum.paid : isOver ? SaidStatus.enum.failed : SaidStatus.enum.pending
  const reference = textAt(session, 'client_reference_id', 64)
  return {
    platformEventId: eventId ?? platformReference,
    status,
    platformReference,
    reference,
    payerReference: '',
    currency,
    amountMinor: amount,
  }
}

/** `t=…,v1=…`: HMAC-SHA256 over `<t>.<bytes>`; while a secret is changed there are several `v1`. */
const readEvent = ({ bytes, headers }: ReceivedCallback, { credentials, replaced }: PlatformMeans, now: Date): CallbackReading => {
  const parts = (headers['stripe-signature'] ?? '').split(',').map((part) => part.trim().split('=', 2))
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? ''
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value = '']) => value)
  const keys = [credentials.notificationKey, replaced.notificationKey]
  const good = signatures.slice(0, 5).map((signature) => isSigned('HMAC-SHA256', keys, [`${timestamp}.`, bytes], signature))
  if (!good.includes(true)) return { refused: 'callback-forged' }
  if (!isNear(timestamp, now)) return { refused: 'callback-late' }
  const event = jsonIn(bytes.toString('utf8'))
  const [eventId, type] = [textAt(event, 'id'), textAt(event, 'type', 80)]
  if (eventId === '' || type === '') return { refused: 'request-invalid' }
  if (type.startsWith('checkout.session.')) {
    const said = saidOfSession(at(event, 'data.object'), eventId)
    return said ? { said } : { refused: 'request-invalid' }
  }
  if (type === 'refund.updated' || type === 'refund.failed') return readRefund(at(event, 'data.object'), eventId)
  return { ignored: type }
}

const readRefund = (refund: unknown, eventId: string): CallbackReading => {
  const status = textAt(refund, 'status', 40)
  const refundId = textAt(refund, 'metadata.refund', 64)
  if (refundId === '' || (status !== 'succeeded' && status !== 'failed')) return { ignored: `refund ${status}` }
  return {
    said: {
      ...{ platformEventId: eventId, status: status === 'succeeded' ? SaidStatus.enum.refunded : SaidStatus.enum.refundFailed },
      ...{ platformReference: textAt(refund, 'id'), reference: refundId, payerReference: '' },
      ...{ currency: textAt(refund, 'currency', 16).toUpperCase(), amountMinor: 0 },
    },
  }
}
