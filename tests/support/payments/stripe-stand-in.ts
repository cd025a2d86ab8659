import { createHmac } from 'node:crypto'
import { stripeAdapter } from '@nightflow/platform/payments/adapters/stripe-adapter'
import type { OrderAtPlatform } from '@nightflow/platform/payments/payment-adapter'
import type { PlatformUnderTest } from '@nightflow/platform/payments/payment-adapter.conformance'
import { NetworkServer } from '../process/network-server.ts'

type Session = Record<string, string | number | null>

/** Plays Stripe by its documented calls: Checkout sessions and refunds under idempotency keys, and signed webhooks. */
export const stripeUnderTest = async (): Promise<PlatformUnderTest & { server: NetworkServer }> => {
  const server = new NetworkServer()
  const answered = new Map<string, object>()
  const sessions = new Map<string, Session>()
  let isDown = false
  let events = 0
  const credentials = { privateKey: 'sk_test_1', notificationKey: 'whsec_1' }
  const made = (path: string, form: URLSearchParams): object => {
    if (path === '/v1/refunds')
      return { id: `re_${answered.size}`, object: 'refund', status: 'succeeded', payment_intent: form.get('payment_intent') }
    const id = `cs_test_${sessions.size + 1}`
    const session: Session = {
      ...{ id, object: 'checkout.session', url: `https://checkout.example.org/${id}`, status: 'open', payment_status: 'unpaid' },
      ...{ client_reference_id: form.get('client_reference_id'), currency: form.get('line_items[0][price_data][currency]') },
      ...{ amount_total: Number(form.get('line_items[0][price_data][unit_amount]')), payment_intent: null },
    }
    sessions.set(id, session)
    return { ...session }
  }
  server.answer = ({ method, path, headers, body }, response) => {
    const reply = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (isDown) return reply(500, { error: { type: 'api_error' } })
    if (headers.authorization !== 'Bearer sk_test_1') return reply(401, { error: { type: 'invalid_request_error' } })
    if (method === 'GET') {
      const session = sessions.get(path.split('/').at(-1)!)
      return session ? reply(200, session) : reply(404, { error: {} })
    }
    const key = String(headers['idempotency-key'])
    const known = answered.get(key) ?? made(path, new URLSearchParams(body))
    answered.set(key, known)
    return reply(200, known)
  }
  const baseAddress = await server.start()
  const sessionOf = ({ platformReference }: OrderAtPlatform): Session => sessions.get(platformReference ?? '')!
  const means = {
    ...{
      baseAddress,
      protocol: null,
      callbackAddress: 'https://utility.example.org/callback',
      returnAddress: 'https://utility.example.org',
    },
    ...{ currency: 'EUR', credentials, replaced: {} },
  }
  return {
    ...{ server, adapter: stripeAdapter, means, otherKey: 'whsec_2', hasAge: true, tellsMoney: true },
    pay: async (order) =>
      void Object.assign(sessionOf(order), { status: 'complete', payment_status: 'paid', payment_intent: `pi_${order.platformReference}` }),
    fail: async (order) => void Object.assign(sessionOf(order), { status: 'expired' }),
    callbackOf: (order, at) => {
      events += 1
      const type = sessionOf(order).status === 'expired' ? 'checkout.session.expired' : 'checkout.session.completed'
      const bytes = Buffer.from(JSON.stringify({ id: `evt_${events}`, object: 'event', type, data: { object: sessionOf(order) } }))
      const timestamp = Math.floor(at.getTime() / 1000)
      const signature = createHmac('sha256', credentials.notificationKey).update(`${timestamp}.`).update(bytes).digest('hex')
      return { bytes, headers: { 'stripe-signature': `t=${timestamp},v1=${'0'.repeat(64)},v1=${signature},v0=x` }, query: {} }
    },
    breakDown: (down) => {
      isDown = down
    },
    stop: () => server.stop(),
  }
}
