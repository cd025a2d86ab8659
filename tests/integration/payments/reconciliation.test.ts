import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { multipartOf } from '../../support/api/pictures.ts'
import { type PayingUtility, sandboxKey, startPayingUtility } from '../../support/payments/paying-utility.ts'
import { dayOfNorth } from '../../support/two-utilities.ts'

let utility: PayingUtility
beforeAll(async () => {
  utility = await startPayingUtility('payment_platforms', { hasCredentials: false })
})
afterAll(() => utility?.stop())
beforeEach(() => utility.sandbox.faults.clear())

describe('credentials of a platform', () => {
  // requirement of Payments: credentials are encrypted at rest and write-only | /billing/payment/paymentPlatform | PUT /prod-api/business/paymentPlatform/credentials/:platformId
  test('are needed before an order, sealed, and never read again', async () => {
    const order = { orderId: randomUUID(), accountNo: 'ACC-1', associationId: utility.associationId, amount: 1 }
    expect(await utility.ask('POST', 'paymentOrder', order)).toMatchObject({ reason: 'platform-incomplete' })
    expect(await utility.ask('PUT', `paymentPlatform/credentials/${utility.platformId}`, { credentials: { alias: 'x' } })).toMatchObject({
      reason: 'platform-incomplete',
    })
    expect(
      await utility.done('PUT', `paymentPlatform/credentials/${utility.platformId}`, { credentials: { notificationKey: sandboxKey } }),
    ).toEqual({
      credentialNames: ['notificationKey'],
    })
    const listed = await utility.ask('GET', 'paymentPlatform/list')
    expect(listed.rows).toMatchObject([{ platformName: 'Sandbox', credentialNames: ['notificationKey'] }])
    const kept = await utility.running.pool.query(
      `select (select jsonb_agg(to_jsonb(log)) from platform.operation_log log)::text as log,
         (select string_agg(encode(sealed, 'escape'), ' ') from platform.payment_credentials) as sealed`,
    )
    expect(JSON.stringify([listed, kept.rows])).not.toContain(sandboxKey)
    expect(
      await utility.ask('PUT', `paymentPlatform/credentials/${utility.platformId}`, { credentials: { notificationKey: 'x' } }, 'south'),
    ).toMatchObject({
      reason: 'not-found',
    })
  })
  test('bind the type of the platform', async () => {
    const { data } = await utility.ask('GET', `paymentPlatform/${utility.platformId}`)
    const { platformName, applicationType, currencyUnit, baseAddress, relatedInfo } = data
    const form = { platformId: utility.platformId, platformName, applicationType, currencyUnit, baseAddress, relatedInfo }
    expect(await utility.ask('PUT', 'paymentPlatform', { ...form, platformType: '3' })).toMatchObject({ reason: 'platform-type-fixed' })
    expect(
      await utility.ask('POST', 'paymentPlatform', { ...form, platformId: undefined, platformName: 'G', platformType: '1' }),
    ).toMatchObject({
      reason: 'protocol-unreadable',
    })
    expect(await utility.ask('DELETE', `paymentPlatform/${utility.platformId}`)).toMatchObject({ reason: 'in-use' })
  })
})

describe('reconciliation', () => {
  const upload = async (lines: readonly string[], day = dayOfNorth()) => {
    const text = ['reference,platformReference,currency,amount,status', ...lines].join('\n')
    const fields = { associationId: String(utility.associationId), day }
    const file = multipartOf('file', Buffer.from(text), { fileName: 'report.csv', mediaType: 'text/csv', fields })
    const url = '/prod-api/business/paymentReconciliation/upload'
    const answer = (await utility.running.ask('north', { method: 'POST', url, payload: file.payload, headers: file.headers })).json()
    await utility.seen()
    return answer
  }
  // requirement of Payments: a report settles what we did not know and leaves both sides’ rest to people | /billing/payment/paymentReconciliation | POST /prod-api/business/paymentReconciliation/upload; PUT /prod-api/business/paymentReconciliation/credit/:leftoverNo
  test('settles what we did not know, and a clerk gives money without an order to its account', async () => {
    utility.sandbox.faults.add('silent')
    const { orderNo, orderNumber } = await utility.accepted(40)
    const lines = [`${orderNumber},S-40,CNY,40,paid`, ',STRAY-1,CNY,12.34,paid']
    await utility.gains(async () => {
      const answer = await upload(lines)
      expect(answer, JSON.stringify(answer)).toMatchObject({ code: 200, data: { lines: 2, settled: 1, theirs: 1 } })
    }, 3_960)
    await utility.until(orderNo, { status: '1' })
    expect(await upload(lines)).toMatchObject({ data: { settled: 0, matched: 1 } })
    const { rows } = await utility.ask('GET', 'paymentReconciliation/list?reference=STRAY-1')
    expect(rows).toMatchObject([{ side: '1', status: '0', ageDays: 0, amountMinor: 1_234, owner: null }])
    const { leftoverNo } = rows[0]
    await utility.done('PUT', `paymentReconciliation/take/${leftoverNo}`, {})
    await utility.gains(
      () => utility.done('PUT', `paymentReconciliation/credit/${leftoverNo}`, { accountNo: 'ACC-2', reason: 'Named on the slip' }),
      1_234,
      'ACC-2',
    )
    await utility.seen()
    expect((await utility.ask('GET', `paymentReconciliation/${leftoverNo}`)).data).toMatchObject({ status: '1', owner: 'admin' })
    expect(await utility.ask('PUT', `paymentReconciliation/explain/${leftoverNo}`, { reason: 'x' })).toMatchObject({
      reason: 'leftover-not-open',
    })
  })
  test('lists paid orders that the platform does not have', async () => {
    const { orderNo, orderNumber } = await utility.accepted(41)
    await utility.sandbox.pay(orderNumber)
    await utility.until(orderNo, { status: '1' })
    await upload([])
    const { rows } = await utility.ask('GET', 'paymentReconciliation/list?side=0&pageSize=50')
    expect(rows.length).toBeGreaterThan(1)
    const { leftoverNo } = rows[0]
    await utility.done('PUT', `paymentReconciliation/explain/${leftoverNo}`, { reason: 'In the report of tomorrow' })
    await utility.seen()
    expect((await utility.ask('GET', `paymentReconciliation/${leftoverNo}`)).data).toMatchObject({
      status: '2',
      note: 'In the report of tomorrow',
    })
  })
  test('refuses a file that is no report, with its line', async () => {
    expect(await upload(['PO-1,,CNY,1,paid'])).toMatchObject({ reason: 'report-unreadable' })
  })
})
