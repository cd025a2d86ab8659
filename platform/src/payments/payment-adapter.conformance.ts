import { SaidStatus } from '@nightflow/schemas/payments/payment-callback'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderAtPlatform, PaymentAdapter, PlatformMeans, ReceivedCallback, RefundAtPlatform, Send, Tools } from './payment-adapter.ts'

/** A platform behind an adapter, and what a test makes it do. References are those that the adapter learned. */
export type PlatformUnderTest = {
  adapter: PaymentAdapter
  means: PlatformMeans
  /** Of another key, to be put in place of the present one. */
  otherKey: string
  /** Callbacks carry the time of their signature. */
  hasAge: boolean
  /** The platform answers a question with the money; otherwise money is known by callbacks alone. */
  tellsMoney: boolean
  pay: (order: OrderAtPlatform) => Promise<void>
  fail: (order: OrderAtPlatform) => Promise<void>
  /** The callback about an order as it is now, signed at this moment. */
  callbackOf: (order: OrderAtPlatform, at: Date) => ReceivedCallback
  /** From now on the platform has no answer. */
  breakDown: (isDown: boolean) => void
  stop: () => void
}

/** HTTP without the guard of tenants' addresses: stand-ins are on this machine. */
export const sendDirectly: Send = async ({ method, url, headers, body }) => {
  const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
  return { status: answer.status, body: await answer.text() }
}

// biome-ignore-start lint/complexity/noExcessiveLinesPerFunction: one suite, a requirement a test.
/** Requirements of every payment adapter. */
export const describePaymentAdapter = (name: string, open: () => Promise<PlatformUnderTest>): void => {
  describe(`the payment adapter ${name}`, () => {
    let platform: PlatformUnderTest
    let orders = 0
    const now = new Date()
    const tools: Tools = { send: sendDirectly, now }
    beforeAll(async () => {
      platform = await open()
    })
    afterAll(() => platform.stop())

    const newOrder = (): OrderAtPlatform => {
      orders += 1
      const orderId = `00000000-0000-4000-8000-${String(orders).padStart(12, '0')}`
      return {
        ...{
          orderId,
          orderNumber: `PO-20260302-${String(orders).padStart(16, '0')}`,
          amountMinor: 12_300,
          currency: platform.means.currency,
        },
        ...{ description: 'Water "of" March {{amount}}', platformReference: null, telephone: '0712345678' },
      }
    }
    const collected = async (): Promise<OrderAtPlatform> => {
      const order = newOrder()
      const answer = await platform.adapter.collect(order, platform.means, tools)
      if (answer.outcome !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(answer)}`)
      return { ...order, platformReference: answer.platformReference }
    }
    const paid = async () => {
      const order = await collected()
      await platform.pay(order)
      const callback = platform.callbackOf(order, now)
      return { order, callback, reading: platform.adapter.readCallback(callback, platform.means, now) }
    }

    test('acknowledges an order, and an acknowledgement is no money', async () => {
      const order = await collected()
      expect(order.platformReference).not.toBe('')
      const answer = await platform.adapter.ask(order, platform.means, tools)
      expect(answer.outcome === 'said' ? answer.said.status : answer.outcome).toMatch(/^(unknown|2)$/)
    })

    test('knows a repeated order by our reference, or says that it does not', async () => {
      const order = newOrder()
      const first = await platform.adapter.collect(order, platform.means, tools)
      const second = await platform.adapter.collect(order, platform.means, tools)
      if (platform.adapter.isRepeatable) expect(second).toEqual(first)
      else expect(second.outcome).toBe('accepted')
    })

    test('reads the money in a callback: reference, status, currency and amount', async () => {
      const { order, reading } = await paid()
      if (!('said' in reading)) throw new Error(`not read: ${JSON.stringify(reading)}`)
      expect(reading.said).toMatchObject({ status: SaidStatus.enum.paid, currency: order.currency, amountMinor: 12_300 })
      expect(reading.said.reference === order.orderNumber || reading.said.platformReference === order.platformReference).toBe(true)
      expect(reading.said.platformEventId).not.toBe('')
    })

    test('answers a question about paid money, where the platform tells it', async () => {
      const { order } = await paid()
      const answer = await platform.adapter.ask(order, platform.means, tools)
      if (!platform.tellsMoney) expect(answer.outcome).toBe('unknown')
      else expect(answer).toMatchObject({ outcome: 'said', said: { status: SaidStatus.enum.paid, amountMinor: 12_300 } })
    })

    test('reads a failure, in a callback and by asking', async () => {
      const order = await collected()
      await platform.fail(order)
      const reading = platform.adapter.readCallback(platform.callbackOf(order, now), platform.means, now)
      expect(reading).toMatchObject({ said: { status: SaidStatus.enum.failed } })
      const answer = await platform.adapter.ask(order, platform.means, tools)
      expect(answer).toMatchObject({ outcome: 'said', said: { status: SaidStatus.enum.failed } })
    })

    test('refuses what is not signed by the platform, whatever it says', async () => {
      const { callback } = await paid()
      const { adapter, means } = platform
      expect(adapter.readCallback({ ...callback, headers: {}, query: {} }, means, now)).toEqual({ refused: 'callback-forged' })
      const other = { ...means, credentials: { ...means.credentials, notificationKey: platform.otherKey, publicKey: platform.otherKey } }
      expect(adapter.readCallback(callback, other, now)).toEqual({ refused: 'callback-forged' })
      expect(adapter.readCallback(callback, { ...means, credentials: {} }, now)).toEqual({ refused: 'callback-forged' })
      if (!platform.hasAge) return
      const bytes = Buffer.concat([callback.bytes, Buffer.from(' ')])
      expect(adapter.readCallback({ ...callback, bytes }, means, now)).toEqual({ refused: 'callback-forged' })
    })

    test('believes the secret that was replaced, as long as it is good', async () => {
      const { callback, reading } = await paid()
      const { adapter, means } = platform
      const credentials = { ...means.credentials, notificationKey: platform.otherKey, publicKey: platform.otherKey }
      const rotated = { ...means, credentials, replaced: means.credentials }
      expect(adapter.readCallback(callback, rotated, now)).toEqual(reading)
    })

    test('refuses a signature of more than five minutes ago, or ahead', async () => {
      const { callback } = await paid()
      if (!platform.hasAge) return
      for (const seconds of [301, -301]) {
        const then = new Date(now.getTime() + seconds * 1000)
        expect(platform.adapter.readCallback(callback, platform.means, then)).toEqual({ refused: 'callback-late' })
      }
      const then = new Date(now.getTime() + 295_000)
      expect(platform.adapter.readCallback(callback, platform.means, then)).toHaveProperty('said')
    })

    test('does not know what became of a request that a broken platform took', async () => {
      const order = await collected()
      platform.breakDown(true)
      try {
        expect(await platform.adapter.collect(newOrder(), platform.means, tools)).toMatchObject({ outcome: 'unknown' })
        expect(await platform.adapter.ask(order, platform.means, tools)).toMatchObject({ outcome: 'unknown' })
      } finally {
        platform.breakDown(false)
      }
    })

    test('gives paid money back', async () => {
      const { order, reading } = await paid()
      if (!('said' in reading)) throw new Error('not read')
      const refund: RefundAtPlatform = {
        ...{
          refundId: order.orderId.replace('8000', '9000'),
          orderNumber: order.orderNumber,
          amountMinor: 12_300,
          currency: order.currency,
        },
        ...{ platformReference: reading.said.platformReference, transaction: reading.said.platformEventId },
      }
      const answer = await platform.adapter.refund(refund, platform.means, tools)
      expect(answer.outcome).toMatch(/^(refunded|accepted)$/)
      if (platform.adapter.isRepeatable) expect(await platform.adapter.refund(refund, platform.means, tools)).toEqual(answer)
    })
  })
}
// biome-ignore-end lint/complexity/noExcessiveLinesPerFunction: one suite, a requirement a test.
