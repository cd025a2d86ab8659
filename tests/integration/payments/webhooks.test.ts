import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PayingUtility, startPayingUtility } from '../../support/payments/paying-utility.ts'

type Got = { body: string; headers: Record<string, string | string[] | undefined> }

let utility: PayingUtility
let server: Server
let address: string
let status = 204
const got: Got[] = []
const polled = { timeout: 30_000, interval: 100 }

beforeAll(async () => {
  utility = await startPayingUtility('webhooks')
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    got.push({ body: Buffer.concat(parts).toString('utf8'), headers: request.headers })
    response.writeHead(status, status === 302 ? { location: 'http://169.254.169.254/' } : {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
}, 120_000)
afterAll(async () => {
  server?.close()
  await utility?.stop()
})

const endpoint = async (endpointName: string, change: object = {}) =>
  (await utility.done('POST', 'webhookEndpoint', { endpointName, address, topics: ['order'], ...change })).endpointId as number
const secretOf = async (endpointId: number): Promise<string> =>
  (await utility.done('PUT', `webhookEndpoint/secret/${endpointId}`, {})).secret
const pay = async (amount: number) => {
  const { orderNumber } = await utility.accepted(amount)
  await utility.gains(() => utility.sandbox.pay(orderNumber), amount * 99)
  return orderNumber
}
const deliveries = async (of: string) => (await utility.ask('GET', `webhookDelivery/list?endpointName=${of}&pageSize=50`)).rows
const isSigned = ({ body, headers }: Got, secret: string): boolean => {
  const [timestamp, ...signatures] = String(headers['nightflow-signature']).split(',')
  const expected = createHmac('sha256', secret)
    .update(`${timestamp!.slice(2)}.${body}`)
    .digest('hex')
  return signatures.includes(`v1=${expected}`)
}

describe('webhooks', () => {
  // requirement of Payments: outgoing webhooks are signed over the raw bytes with a timestamp; the secret before is good for 24 hours | /billing/payment/webhookEndpoint | PUT /prod-api/business/webhookEndpoint/secret/:endpointId
  test('tell of a paid order once, signed with the secret and for a day with the one before; the secret is shown once', async () => {
    const endpointId = await endpoint('Orders')
    const first = await secretOf(endpointId)
    const orderNumber = await pay(10)
    await expect.poll(() => got.length, polled).toBe(1)
    const [told] = got
    expect(isSigned(told!, first)).toBe(true)
    expect(JSON.parse(told!.body)).toMatchObject({
      type: 'order.paid',
      data: { orderNumber, receivedMinor: 1_000, payerAccountNo: 'ACC-1' },
    })
    expect(told!.body).not.toContain('orderId')
    const second = await secretOf(endpointId)
    await pay(11)
    await expect.poll(() => got.length, polled).toBe(2)
    expect([isSigned(got[1]!, first), isSigned(got[1]!, second)]).toEqual([true, true])
    await utility.running.pool.query(`update platform.webhook_secrets set previous_until = now() - interval '1 second'`)
    await pay(12)
    await expect.poll(() => got.length, polled).toBe(3)
    expect([isSigned(got[2]!, first), isSigned(got[2]!, second)]).toEqual([false, true])
    const row = (await utility.ask('GET', `webhookEndpoint/${endpointId}`)).data
    expect(JSON.stringify(row)).not.toContain(second)
    const { rows } = await utility.running.pool.query(
      `select subject::text || coalesce(after::text, '') as kept from platform.operation_log where operation like '%secret%'`,
    )
    expect(rows.map(({ kept }) => kept).join()).not.toContain('whsec_')
    await utility.done('DELETE', `webhookEndpoint/${endpointId}`)
  })
  // requirement of Payments: webhooks are retried, logged and replayed, and a dead endpoint is switched off with a notice | /billing/payment/webhookDelivery | PUT /prod-api/business/webhookDelivery/replay/:deliveryId
  test('are sent again after a failure, replayed by a person, and end with a notice after days', async () => {
    const endpointId = await endpoint('Flaky')
    await secretOf(endpointId)
    status = 500
    await pay(13)
    await expect.poll(() => deliveries('Flaky'), polled).toMatchObject([{ status: '0', attempts: 1, answerStatus: 500 }])
    status = 204
    utility.clock.aheadMilliseconds += 61_000
    await expect.poll(() => deliveries('Flaky'), polled).toMatchObject([{ status: '1', attempts: 2, answerStatus: 204 }])
    const count = got.length
    const [{ deliveryId }] = await deliveries('Flaky')
    await utility.done('PUT', `webhookDelivery/replay/${deliveryId}`, {})
    await expect.poll(() => got.length, polled).toBe(count + 1)
    expect(got.at(-1)!.body).toBe(got.at(-2)!.body)
    expect(await utility.ask('PUT', `webhookDelivery/replay/${deliveryId}`, {}, 'south')).toMatchObject({ reason: 'not-found' })
    status = 302
    await pay(14)
    await expect.poll(async () => (await deliveries('Flaky'))[0], polled).toMatchObject({ status: '0', answerStatus: 302 })
    await utility.running.pool.query(`update platform.webhook_endpoints set failing_since = failing_since - interval '4 days'`)
    utility.clock.aheadMilliseconds += 61_000
    await expect.poll(async () => (await utility.ask('GET', `webhookEndpoint/${endpointId}`)).data, polled).toMatchObject({ status: '1' })
    // The notice follows the switch.
    const noticed = async () => (await utility.running.pool.query(`select notice_title from platform.notices where tenant = 'north'`)).rows
    await expect.poll(noticed, polled).toContainEqual({ notice_title: 'A webhook endpoint was switched off' })
    status = 204
    await utility.done('DELETE', `webhookEndpoint/${endpointId}`)
  })
  test('never go to private addresses or without TLS', async () => {
    for (const [nth, inside] of [
      'http://169.254.169.254/latest',
      'https://10.0.0.1/x',
      'http://[::1]/x',
      'https://user:pass@example.org/',
    ].entries()) {
      const endpointId = await endpoint(`Inside ${nth}`, { address: inside })
      await secretOf(endpointId)
    }
    await pay(15)
    for (const nth of [0, 1, 2, 3])
      await expect.poll(() => deliveries(`Inside ${nth}`), polled).toMatchObject([{ status: '2', attempts: 1, answerStatus: null }])
  })
})

describe('late money', () => {
  // requirement of Payments: money for a cancelled order becomes credit, with a notice to the customer and to the back office | /billing/payment/paymentOrder | –
  test('is a notice to the staff and a message to the customer, once', async () => {
    const { orderNo, orderNumber } = await utility.accepted(24)
    await utility.done('PUT', `paymentOrder/cancel/${orderNo}`, { reason: 'Placed by mistake' })
    await utility.gains(() => utility.sandbox.pay(orderNumber), 2_376)
    await utility.sandbox.callBack(orderNumber)
    const { pool } = utility.running
    await expect
      .poll(async () => (await pool.query('select body from platform.outbox where body like $1', [`%${orderNumber}%`])).rowCount, polled)
      .toBe(1)
    expect((await pool.query('select from platform.notices where notice_content like $1', [`%${orderNumber}%`])).rowCount).toBe(1)
    await utility.settled()
    expect((await pool.query('select from platform.outbox where body like $1', [`%${orderNumber}%`])).rowCount).toBe(1)
    expect(utility.deadLetters()).toEqual([])
  })
})
