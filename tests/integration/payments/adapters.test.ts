import { createSign, generateKeyPairSync } from 'node:crypto'
import { genericAdapter, sandboxAdapter } from '@nightflow/platform/payments/adapters/generic-adapter'
import { signatureOf } from '@nightflow/platform/payments/adapters/signatures'
import type { PlatformMeans } from '@nightflow/platform/payments/payment-adapter'
import { describePaymentAdapter, type PlatformUnderTest, sendDirectly } from '@nightflow/platform/payments/payment-adapter.conformance'
import { readProtocol, sandboxProtocol } from '@nightflow/schemas/payments/generic-protocol'
import { SandboxPlatform } from '@nightflow/simulator/sandbox-platform'
import { describe, expect, test } from 'vitest'
import { darajaUnderTest } from '../../support/payments/daraja-stand-in.ts'
import { stripeUnderTest } from '../../support/payments/stripe-stand-in.ts'

const key = 'key-of-the-sandbox'

const sandboxUnderTest = async (adapter: PlatformUnderTest['adapter'], protocol: string | null): Promise<PlatformUnderTest> => {
  let signedAt = new Date()
  const sandbox = new SandboxPlatform({ key, now: () => signedAt.getTime() })
  sandbox.faults.add('silent')
  const baseAddress = await sandbox.start()
  const means: PlatformMeans = {
    ...{ baseAddress, protocol, callbackAddress: 'https://utility.example.org/callback', returnAddress: 'https://utility.example.org' },
    ...{ currency: 'KES', credentials: { notificationKey: key }, replaced: {} },
  }
  return {
    ...{ adapter, means, otherKey: 'another', hasAge: true, tellsMoney: true },
    pay: ({ orderNumber }) => sandbox.pay(orderNumber),
    fail: ({ orderNumber }) => sandbox.fail(orderNumber),
    callbackOf: ({ orderNumber }, at) => {
      signedAt = at
      const { headers, body } = sandbox.callbackOf(orderNumber)
      return { bytes: Buffer.from(body), headers, query: {} }
    },
    breakDown: (isDown) => void (isDown ? sandbox.faults.add('down') : sandbox.faults.delete('down')),
    stop: () => sandbox.stop(),
  }
}

describePaymentAdapter('of the sandbox', () => sandboxUnderTest(sandboxAdapter, null))
describePaymentAdapter('that is configured', () => sandboxUnderTest(genericAdapter, JSON.stringify(sandboxProtocol)))
describePaymentAdapter('M-Pesa Daraja', darajaUnderTest)
describePaymentAdapter('Stripe Checkout', stripeUnderTest)

describe('a configured protocol', () => {
  const event = { eventId: 'e-1', order: { id: 'P-1', reference: 'PO-1', status: 'paid', amount: '12.50', currency: 'KES' } }
  const bytes = Buffer.from(JSON.stringify(event))
  const read = (protocol: object, credentials: PlatformMeans['credentials'], signature: string) =>
    genericAdapter.readCallback(
      { bytes, headers: { 'x-signature': signature }, query: {} },
      {
        ...{ baseAddress: '', callbackAddress: '', returnAddress: '', currency: 'KES', replaced: {} },
        ...{
          credentials,
          protocol: JSON.stringify({
            ...sandboxProtocol,
            signatureHeader: 'X-Signature',
            signed: 'bytes',
            amountUnit: 'units',
            ...protocol,
          }),
        },
      },
      new Date(),
    )

  // requirement of Payments: signatures of callbacks are checked over their bytes: HMAC-SHA256, RSA-SHA256 and MD5 | – | POST /api/v1/payment-callbacks/:callbackKey
  test('checks RSA-SHA256 with the public key of the platform', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const signature = createSign('sha256').update(bytes).sign(privateKey, 'base64')
    const protocol = { signature: 'RSA-SHA256', timestampHeader: undefined }
    expect(read(protocol, { publicKey: pem }, signature)).toMatchObject({ said: { amountMinor: 1_250, platformEventId: 'e-1' } })
    expect(
      read(
        protocol,
        { publicKey: pem },
        signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      ),
    ).toEqual({ refused: 'callback-forged' })
    expect(read(protocol, { publicKey: 'no key' }, signature)).toEqual({ refused: 'callback-forged' })
  })
  test('checks MD5 of platforms that know nothing else', () => {
    const protocol = { signature: 'MD5', timestampHeader: undefined }
    const signature = signatureOf('MD5', 'shared', [bytes])
    expect(read(protocol, { notificationKey: 'shared' }, signature.toUpperCase())).toMatchObject({ said: { amountMinor: 1_250 } })
    expect(read(protocol, { notificationKey: 'other' }, signature)).toEqual({ refused: 'callback-forged' })
  })
  test('names the field that is wrong', () => {
    expect(readProtocol(null)).toEqual({ wrong: 'JSON' })
    expect(readProtocol('[]')).toHaveProperty('wrong')
    expect(readProtocol(JSON.stringify({ ...sandboxProtocol, signature: 'SHA1' }))).toEqual({ wrong: 'signature' })
    expect(readProtocol(JSON.stringify({ ...sandboxProtocol, collect: { method: 'POST', path: 'orders' } }))).toEqual({
      wrong: 'collect.path',
    })
  })
})

describe('M-Pesa', () => {
  // requirement of Payments: STK push, its query, C2B and reversal of M-Pesa Daraja | – | POST /api/v1/payment-callbacks/:callbackKey
  test('asks by push with the documented fields, and a C2B payment names its account', async () => {
    const { adapter, means, server, stop } = await darajaUnderTest()
    const order = {
      ...{
        orderId: '00000000-0000-4000-8000-000000000001',
        orderNumber: 'PO-20260302-1111111122224333',
        amountMinor: 500,
        currency: 'KES',
      },
      ...{ description: '', platformReference: null, telephone: '+254 712 345678' },
    }
    const now = new Date('2026-03-02T08:00:00Z')
    await adapter.collect(order, means, { send: sendDirectly, now })
    expect(JSON.parse(server.calls.at(-1)!.body)).toMatchObject({
      ...{ BusinessShortCode: '174379', Timestamp: '20260302110000', TransactionType: 'CustomerPayBillOnline', Amount: 5 },
      ...{ PhoneNumber: '254712345678', Password: Buffer.from('174379passkey20260302110000').toString('base64') },
    })
    const refused = { outcome: 'refused' }
    expect(await adapter.collect({ ...order, telephone: '' }, means, { send: sendDirectly, now })).toMatchObject(refused)
    expect(await adapter.collect({ ...order, amountMinor: 501 }, means, { send: sendDirectly, now })).toMatchObject(refused)
    const { query } = {
      query: {
        key: new URL(JSON.parse(server.calls.find(({ path }) => path.endsWith('processrequest'))!.body).CallBackURL).searchParams.get(
          'key',
        )!,
      },
    }
    const c2b = { TransactionType: 'Pay Bill', TransID: 'RKTQDM7W6S', TransAmount: '10.00', BillRefNumber: 'ACC-7', MSISDN: '2547' }
    expect(adapter.readCallback({ bytes: Buffer.from(JSON.stringify(c2b)), headers: {}, query }, means, now)).toMatchObject({
      said: { status: '0', platformReference: 'RKTQDM7W6S', reference: null, payerReference: 'ACC-7', amountMinor: 1_000 },
    })
    const reversed = { Result: { ResultCode: 0, ConversationID: 'AG_1', TransactionID: 'RKT2' } }
    const refund = '99999999-2222-4333-8444-555555555500'
    expect(
      adapter.readCallback({ bytes: Buffer.from(JSON.stringify(reversed)), headers: {}, query: { ...query, refund } }, means, now),
    ).toMatchObject({
      said: { status: '3', reference: refund },
    })
    stop()
  })
})
