import { mpesaAdapter, tokenOf } from '@nightflow/platform/payments/adapters/mpesa-adapter'
import type { OrderAtPlatform } from '@nightflow/platform/payments/payment-adapter'
import type { PlatformUnderTest } from '@nightflow/platform/payments/payment-adapter.conformance'
import { NetworkServer } from '../process/network-server.ts'

/** Plays Daraja by its documented calls: a token, STK push and its query, and reversals. */
export const darajaUnderTest = async (): Promise<PlatformUnderTest & { server: NetworkServer }> => {
  const server = new NetworkServer()
  const pushes = new Map<string, { amount: number; code: string | null }>()
  let isDown = false
  const credentials = {
    ...{ publicKey: 'consumer', privateKey: 'secret', encryptionKey: 'passkey', merchantCode: '174379', alias: 'initiator' },
    ...{ customerId: 'sealed', notificationKey: 'notification' },
  }
  server.answer = ({ path, headers, body }, response) => {
    const reply = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (isDown) return reply(503, { errorCode: '503.001' })
    if (path.startsWith('/oauth/'))
      return headers.authorization === `Basic ${Buffer.from('consumer:secret').toString('base64')}`
        ? reply(200, { access_token: 'token', expires_in: '3599' })
        : reply(401, { errorCode: '401.003' })
    if (headers.authorization !== 'Bearer token') return reply(404, { errorCode: '404.001.03', errorMessage: 'Invalid Access Token' })
    const sent = JSON.parse(body)
    if (path.endsWith('/processrequest')) {
      const id = `ws_CO_${pushes.size + 1}`
      pushes.set(id, { amount: sent.Amount, code: null })
      return reply(200, { MerchantRequestID: '1-2-1', CheckoutRequestID: id, ResponseCode: '0', CustomerMessage: 'Success' })
    }
    if (path.endsWith('/query')) {
      const push = pushes.get(sent.CheckoutRequestID)
      if (!push || push.code === null) return reply(500, { errorCode: '500.001.1001', errorMessage: 'The transaction is being processed' })
      return reply(200, { ResponseCode: '0', CheckoutRequestID: sent.CheckoutRequestID, ResultCode: push.code, ResultDesc: 'x' })
    }
    return reply(200, { ConversationID: 'AG_1', ResponseCode: '0', ResponseDescription: 'Accept the service request successfully.' })
  }
  const baseAddress = await server.start()
  const pushOf = ({ platformReference }: OrderAtPlatform) => pushes.get(platformReference ?? '')!
  const means = {
    ...{
      baseAddress,
      protocol: null,
      callbackAddress: 'https://utility.example.org/callback',
      returnAddress: 'https://utility.example.org',
    },
    ...{ currency: 'KES', credentials, replaced: {} },
  }
  return {
    ...{ server, adapter: mpesaAdapter, means, otherKey: 'another notification', hasAge: false, tellsMoney: false },
    pay: async (order) => void Object.assign(pushOf(order), { code: '0' }),
    fail: async (order) => void Object.assign(pushOf(order), { code: '1032' }),
    callbackOf: (order) => {
      const { amount, code } = pushOf(order)
      const items = [
        { Name: 'Amount', Value: amount },
        { Name: 'MpesaReceiptNumber', Value: `R${order.platformReference}` },
        { Name: 'TransactionDate', Value: 20_260_302_110_000 },
      ]
      const result = { MerchantRequestID: '1-2-1', CheckoutRequestID: order.platformReference, ResultCode: Number(code), ResultDesc: 'x' }
      const stkCallback = code === '0' ? { ...result, CallbackMetadata: { Item: items } } : result
      return {
        bytes: Buffer.from(JSON.stringify({ Body: { stkCallback } })),
        headers: {},
        query: { key: tokenOf(credentials.notificationKey) },
      }
    },
    breakDown: (down) => {
      isDown = down
    },
    stop: () => server.stop(),
  }
}
