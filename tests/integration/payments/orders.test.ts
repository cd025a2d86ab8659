import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PayingUtility, sandboxKey, startPayingUtility } from '../../support/payments/paying-utility.ts'

let utility: PayingUtility
beforeAll(async () => {
  utility = await startPayingUtility('payment_orders')
})
afterAll(() => utility?.stop())
beforeEach(() => utility.sandbox.faults.clear())

describe('an order', () => {
  // requirement of Payments: an order goes from unpaid to paid when its platform confirms the money | /billing/payment/paymentOrder | POST /prod-api/business/paymentOrder; POST /api/v1/payment-callbacks/:callbackKey
  test('is paid by the sandbox, and its account gets what the platform does not keep', async () => {
    const { orderNo, orderNumber } = await utility.accepted()
    expect(await utility.orderOf(orderNo)).toMatchObject({
      status: '0',
      orderMinor: 10_000,
      feeMinor: 100,
      purchaseMinor: 9_900,
      receivedMinor: 0,
    })
    await utility.gains(() => utility.sandbox.pay(orderNumber), 9_900)
    await utility.until(orderNo, { status: '1', knowledge: '3', receivedMinor: 10_000, payTime: expect.any(String) })
    expect(await utility.stepsOf(orderNo)).toEqual(['paid', 'accepted', 'placed'])
  })
  test('of a currency that is not the utility’s, and of an account that is none, is refused', async () => {
    const order = { orderId: randomUUID(), accountNo: 'NO-1', associationId: utility.associationId, amount: 1 }
    expect(await utility.ask('POST', 'paymentOrder', order)).toMatchObject({ reason: 'account-not-found' })
    expect(await utility.ask('POST', 'paymentOrder', { ...order, accountNo: 'ACC-1', amount: 0 })).toMatchObject({
      reason: 'order-not-positive',
    })
    expect(await utility.ask('POST', 'paymentOrder', order, 'south')).toMatchObject({ code: 500 })
  })
  test('is placed once, whatever repeats', async () => {
    const order = { orderId: randomUUID(), accountNo: 'ACC-1', associationId: utility.associationId, amount: 3 }
    const first = await utility.done('POST', 'paymentOrder', order)
    await utility.seen()
    expect(await utility.done('POST', 'paymentOrder', order)).toEqual(first)
    expect(await utility.ask('POST', 'paymentOrder', { ...order, amount: 4 })).toMatchObject({ reason: 'order-id-reused' })
  })
})

describe('callbacks', () => {
  test('that come twice, and at once, pay once', async () => {
    const { orderNo, orderNumber } = await utility.accepted(20)
    utility.sandbox.faults.add('twice')
    await utility.gains(async () => {
      await utility.sandbox.pay(orderNumber)
      await Promise.all([utility.sandbox.callBack(orderNumber), utility.sandbox.callBack(orderNumber)])
    }, 1_980)
    await utility.settled()
    expect(await utility.orderOf(orderNo)).toMatchObject({ status: '1', receivedMinor: 2_000 })
  })
  // requirement of Payments: forged and late callbacks are refused | – | POST /api/v1/payment-callbacks/:callbackKey
  test('that are forged or late change nothing', async () => {
    const { orderNo, orderNumber } = await utility.accepted(21)
    for (const fault of ['forged', 'late'] as const) {
      utility.sandbox.faults.add(fault)
      await utility.sandbox.pay(orderNumber)
      expect(utility.sandbox.answers.at(-1)).toBe(401)
      utility.sandbox.faults.clear()
    }
    await utility.settled()
    expect(await utility.orderOf(orderNo)).toMatchObject({ status: '0', receivedMinor: 0 })
    expect(
      (await utility.running.ask('north', { method: 'POST', url: `/api/v1/payment-callbacks/${randomUUID()}`, payload: '{}' })).statusCode,
    ).toBe(404)
  })
  test('signed with the secret before are believed for a day', async () => {
    const { orderNo, orderNumber } = await utility.accepted(22)
    await utility.setKey('the next key of the sandbox')
    await utility.gains(() => utility.sandbox.pay(orderNumber), 2_178)
    await utility.running.pool.query(`update platform.payment_credentials set previous_until = now() - interval '1 second'`)
    await utility.sandbox.callBack(orderNumber)
    expect(utility.sandbox.answers.at(-1)).toBe(401)
    await utility.setKey(sandboxKey)
    expect(await utility.orderOf(orderNo)).toMatchObject({ status: '1' })
  })
  test('of less than ordered, or in another currency, wait for a person', async () => {
    for (const [fault, exception] of [
      ['less', 'amount-below'],
      ['other-currency', 'wrong-currency'],
    ] as const) {
      const { orderNo, orderNumber } = await utility.accepted(23)
      utility.sandbox.faults.add(fault)
      await utility.sandbox.pay(orderNumber)
      await utility.until(orderNo, { status: '5', exception, receivedMinor: 0 })
      utility.sandbox.faults.clear()
    }
  })
  test('of more than ordered give the rest to the balance', async () => {
    const { orderNo, orderNumber } = await utility.accepted(10)
    utility.sandbox.faults.add('more')
    await utility.gains(() => utility.sandbox.pay(orderNumber), 1_485)
    await utility.until(orderNo, { status: '1', receivedMinor: 1_500 })
  })
  // requirement of Payments: money that arrives for a cancelled order becomes credit, not an error | /billing/payment/paymentOrder | –
  test('for a cancelled order become credit of the account', async () => {
    const { orderNo, orderNumber } = await utility.accepted(24)
    await utility.done('PUT', `paymentOrder/cancel/${orderNo}`, { reason: 'Placed by mistake' })
    await utility.gains(() => utility.sandbox.pay(orderNumber), 2_376)
    await utility.until(orderNo, { status: '4', receivedMinor: 2_400 })
    await utility.settled()
    await utility.sandbox.callBack(orderNumber)
    await utility.settled()
    expect(await utility.orderOf(orderNo)).toMatchObject({ receivedMinor: 2_400 })
  })
})

describe('an order without an answer', () => {
  // requirement of Payments: an unknown order is asked for again after 30 s, 2, 10 and 60 min, then by a person | /billing/payment/paymentOrder | PUT /prod-api/business/paymentOrder/resolve/:orderNo
  test('is asked for, and found paid', async () => {
    utility.sandbox.faults.add('silent')
    const { orderNo, orderNumber } = await utility.accepted(25, 'ACC-2')
    const pay = async () => {
      await utility.sandbox.pay(orderNumber)
      utility.clock.aheadMilliseconds += 31_000
    }
    await utility.gains(pay, 2_475, 'ACC-2')
    await utility.until(orderNo, { status: '1', knowledge: '3' })
  })
  test('is asked for four times, and waits for a person when the platform has no answer', async () => {
    const { orderNo } = await utility.accepted(26)
    utility.sandbox.faults.add('down')
    for (const [nth, seconds] of [31, 120, 600, 3_600].entries()) {
      utility.clock.aheadMilliseconds += seconds * 1000
      await expect
        .poll(async () => (await utility.stepsOf(orderNo)).filter((step) => step === 'asked').length, { timeout: 30_000 })
        .toBe(nth + 1)
    }
    await utility.until(orderNo, { status: '5', exception: 'unanswered', knowledge: '4' })
    await utility.done('PUT', `paymentOrder/resolve/${orderNo}`, { resolveAs: '1', reason: 'The portal shows no payment' })
    await utility.until(orderNo, { status: '4', exception: null })
  })
  test('whose acknowledgement was lost is taken by the platform once', async () => {
    utility.sandbox.faults.add('lost')
    const orderNo = await utility.place(27)
    await expect.poll(() => [...utility.sandbox.orders.values()].some(({ amount }) => amount === 2_700), { timeout: 30_000 }).toBe(true)
    utility.sandbox.faults.clear()
    utility.clock.aheadMilliseconds += 31_000
    await utility.until(orderNo, { platformReference: expect.any(String) })
    expect([...utility.sandbox.orders.values()].filter(({ amount }) => amount === 2_700)).toHaveLength(1)
  })
})

describe('a refund', () => {
  const pay = async (amount: number) => {
    const { orderNo, orderNumber } = await utility.accepted(amount)
    await utility.gains(() => utility.sandbox.pay(orderNumber), amount * 99)
    await utility.until(orderNo, { status: '1' })
    return { orderNo, orderNumber }
  }
  test('takes the payment back once the platform has confirmed it, and a later callback brings nothing', async () => {
    const { orderNo, orderNumber } = await pay(30)
    utility.sandbox.faults.add('refund-later')
    const refund = { refundId: randomUUID(), reason: 'Paid twice at the counter' }
    const before = await utility.balanceOf()
    await utility.done('PUT', `paymentOrder/refund/${orderNo}`, refund)
    await utility.done('PUT', `paymentOrder/refund/${orderNo}`, refund)
    await utility.until(orderNo, { status: '2', refundMinor: 2_970, refundNumber: refund.refundId })
    expect(await utility.balanceOf()).toBe(before)
    utility.sandbox.faults.clear()
    utility.clock.aheadMilliseconds += 31_000
    await utility.until(orderNo, { status: '3', refundTime: expect.any(String) })
    await expect.poll(() => utility.balanceOf(), { timeout: 30_000 }).toBe(before - 2_970)
    await utility.sandbox.callBack(orderNumber)
    await utility.settled()
    expect(await utility.balanceOf()).toBe(before - 2_970)
    expect(await utility.orderOf(orderNo)).toMatchObject({ status: '3' })
  })
  // requirement of Payments: two refunds of one order that race give the money back once | /billing/payment/paymentOrder | PUT /prod-api/business/paymentOrder/refund/:orderNo
  test('that races others of the same order gives the money back once', async () => {
    const { orderNo, orderNumber } = await pay(32)
    const before = await utility.balanceOf()
    const refund = () => utility.ask('PUT', `paymentOrder/refund/${orderNo}`, { refundId: randomUUID(), reason: 'Asked for twice' })
    const answers = await Promise.all([refund(), refund(), refund(), refund()])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code !== 200).map(({ reason }) => reason)).toEqual(Array(3).fill('order-not-paid'))
    await utility.until(orderNo, { status: '3' })
    await expect.poll(() => utility.balanceOf(), { timeout: 30_000 }).toBe(before - 32 * 99)
    expect([...utility.sandbox.refunds.values()].filter(({ reference }) => reference === orderNumber)).toHaveLength(1)
  })
  test('that the platform refuses leaves the order paid', async () => {
    const { orderNo } = await pay(31)
    utility.sandbox.faults.add('refund-fails')
    await utility.done('PUT', `paymentOrder/refund/${orderNo}`, { refundId: randomUUID(), reason: 'Asked for' })
    await expect.poll(async () => (await utility.stepsOf(orderNo))[0], { timeout: 30_000 }).toBe('refundRefused')
    expect(await utility.orderOf(orderNo)).toMatchObject({ status: '1', refundNumber: null })
  })
})

describe('a platform', () => {
  test('that is not in use, or that takes another currency, takes no order', async () => {
    const order = () => ({ orderId: randomUUID(), accountNo: 'ACC-1', associationId: utility.associationId, amount: 5, description: '' })
    const change = async (fields: object) => {
      const { data } = await utility.ask('GET', `paymentPlatform/${utility.platformId}`)
      const { platformId, platformName, platformType, applicationType, relatedInfo, baseAddress, currencyUnit, status } = data
      const form = { platformId, platformName, platformType, applicationType, relatedInfo, baseAddress, currencyUnit, status }
      await utility.done('PUT', 'paymentPlatform', { ...form, ...fields })
    }
    await change({ status: '1' })
    expect(await utility.ask('POST', 'paymentOrder', order())).toMatchObject({ reason: 'platform-in-disuse' })
    await change({ status: '0', currencyUnit: 'EUR' })
    expect(await utility.ask('POST', 'paymentOrder', order())).toMatchObject({ reason: 'platform-currency-differs' })
    await change({ currencyUnit: 'CNY' })
    expect(await utility.ask('POST', 'paymentOrder', order())).toMatchObject({ code: 200 })
  })
})

describe('nothing twice', () => {
  test('the ledger is even, and each order has one payment', async () => {
    await utility.settled()
    const { rows } = await utility.running.pool.query(
      `select (select sum(amount_minor) from (select (posting->>'amountMinor')::numeric as amount_minor from log.events,
         jsonb_array_elements(coalesce(data::jsonb->'postings', '[]')) posting) each) as sum`,
    )
    expect(Number(rows[0].sum)).toBe(0)
    expect(utility.deadLetters()).toEqual([])
    const paid = await utility.ask('GET', 'payment/list?payMethod=1&pageSize=200')
    const references = paid.rows.map(({ reference }: { reference: string }) => reference).filter((each: string) => each.startsWith('PO-'))
    expect(new Set(references).size).toBe(references.length)
  })
  test('a policy that starts again from the beginning of the log pays nothing again', async () => {
    const before = await utility.balanceOf()
    await utility.restartPolicies()
    await utility.settled()
    expect(await utility.balanceOf()).toBe(before)
  })
})
