import { randomUUID } from 'node:crypto'
import { accountDecider } from '@nightflow/domain/customers/account-decider'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { languages } from '@nightflow/schemas/shared/language'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
const meter = '4711'
const month = '2026-03'

beforeAll(async () => {
  running = await startApi('bills')
  const scheme = { billingMonths: 1, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01' }
  const steps = [
    { startVolume: 0, endVolume: 10, unitPrice: 2 },
    { startVolume: 10, endVolume: -1, unitPrice: 3.5 },
  ]
  for (const more of [{ priceSchemeName: 'Households' }, { priceSchemeName: 'With a fixed part', fixedAmount: 31 }]) {
    const { priceSchemeId } = (await ask('POST', 'priceScheme', { ...scheme, ...more, steps })).data
    expect(await ask('PUT', `priceScheme/publish/${priceSchemeId}`, {})).toMatchObject({ code: 200 })
  }
  await running.ask('north', {
    method: 'POST',
    url: '/api/v1/meters',
    payload: {
      meters: [meter, 'old', 'new'].map((number) => ({
        number,
        timeZone: 'Europe/Rome',
        caliberMillimetres: 15,
        installedAt: '2026-01-05T08:00:00Z',
      })),
    },
  })
  const account = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', openedAt: '2026-01-05T08:00:00Z' }
  const opened = await Promise.all([
    ask('POST', 'customer', { ...account, accountNo: 'B-1', meterNo: meter, priceScheme: 'Households' }),
    ask('POST', 'customer', { ...account, accountNo: 'B-2', priceScheme: 'Households' }),
    ask('POST', 'customer', { ...account, accountNo: 'B-3' }),
    ask('POST', 'customer', { ...account, accountNo: 'B-4', meterNo: 'old', priceScheme: 'With a fixed part' }),
  ])
  expect(opened.map(({ code }) => code)).toEqual([200, 200, 200, 200])
  // 12 m³ in March: an hour of 12,000 / 744 litres each, from the last hour of February on.
  const hours = 31 * 24 + 2
  const at = (hour: number) => Math.floor((hour * 12_000) / 743)
  await running.report(
    'north',
    meter,
    '2026-02-28T23:00:00Z',
    Array.from({ length: hours }, (_, hour) => at(Math.min(hour, 743))),
  )
  await waitForViews(running.pool, await running.log.head(), 30_000)
})
afterAll(() => running?.stop())

type Method = 'GET' | 'POST' | 'PUT'
const ask = async (method: Method, path: string, payload?: object, { language = 'en', tenant = 'north' } = {}) =>
  (await running.ask(tenant, { method, url: `/prod-api/business/${path}`, headers: { language }, ...(payload && { payload }) })).json()
const issue = (accountNo: string, billId: string = randomUUID(), months: object = { firstMonth: month, lastMonth: month }) =>
  ask('POST', 'bill', { accountNo, billId, ...months })
const billRow = async (billNo: number) => (await ask('GET', `bill/${billNo}`)).data

describe('a bill', () => {
  // requirement of Bills and payments: A bill keeps its volumes, lines, scheme, version, steps and log position | /billing/bills | POST /prod-api/business/bill
  // requirement of Bills and payments: The list that the account page leads to has this account alone | /customer/accounts/:accountNo | GET /prod-api/business/bill/list
  it('is previewed, issued once, and keeps the volumes, lines and versions that it was computed from', async () => {
    const previewed = await ask('POST', 'bill/preview', { accountNo: 'B-1', firstMonth: month, lastMonth: month })
    expect(previewed).toMatchObject({
      data: {
        ...{ periodFrom: '2026-03-01', periodTo: '2026-04-01', litres: 12_000, amountMinor: 2700, vatMinor: 270, totalMinor: 2970 },
        lines: [
          { kind: 'volume', step: 1, litres: 10_000, amountMinor: 2000, priceScheme: 'Households', version: 1 },
          { kind: 'volume', step: 2, litres: 2_000, amountMinor: 700 },
        ],
        volumes: [{ meterNo: meter, month, litres: 12_000, knownDays: 31, statedDays: 0 }],
      },
    })
    const { calculation, ...shown } = previewed.data
    expect(calculation).toMatch(/^[0-9a-f]{64}$/)
    const billId = randomUUID()
    const issued = await ask('POST', 'bill', { accountNo: 'B-1', billId, firstMonth: month, lastMonth: month, calculation })
    expect(issued).toMatchObject({ code: 200 })
    expect(await issue('B-1', billId)).toMatchObject({ data: issued.data })
    expect(await billRow(issued.data.billNo)).toMatchObject({ ...shown, status: '0', openMinor: 2970, billType: '0' })
    expect((await ask('GET', 'bill/list?accountNo=B-1&status=0')).total).toBe(1)
    const exactly = async (accountNo: string) => (await ask('GET', `bill/list?accountNo=${encodeURIComponent(`=${accountNo}`)}`)).total
    expect(await exactly('b-1'), 'the whole number, in small letters').toBe(1)
    expect(await exactly('B-'), 'a part of the number').toBe(0)
    expect((await ask('GET', 'bill/list?accountNo=B-')).total).toBe(1)
    expect((await ask('GET', 'bill/list', undefined, { tenant: 'south' })).total).toBe(0)
  })

  it('is refused for a period that is billed, with the reason in four languages', async () => {
    const refused = await Promise.all(
      languages.map((language) =>
        ask('POST', 'bill', { accountNo: 'B-1', billId: randomUUID(), firstMonth: month, lastMonth: month }, { language }),
      ),
    )
    expect(refused.map(({ reason }) => reason)).toEqual(languages.map(() => 'bill-period-billed'))
    expect(new Set(refused.map(({ msg }) => msg)).size).toBe(languages.length)
  })

  it('is held without a reading, without a price, and for months that are not over', async () => {
    expect(await issue('B-2')).toMatchObject({ reason: 'bill-held-no-reading' })
    expect(await issue('B-3')).toMatchObject({ reason: 'bill-held-no-price' })
    expect(await issue('B-9')).toMatchObject({ reason: 'account-not-found' })
    const next = `${new Date().getUTCFullYear() + 1}-01`
    expect(await issue('B-1', randomUUID(), { firstMonth: next, lastMonth: next })).toMatchObject({ reason: 'bill-period-not-over' })
    expect(await issue('B-1', randomUUID(), { firstMonth: '2026-03', lastMonth: '2026-02' })).toMatchObject({ reason: 'bill-months-wrong' })
    // March is billed: of both months April is left.
    const both = { firstMonth: '2026-03', lastMonth: '2026-04' }
    expect(await issue('B-1', randomUUID(), both)).toMatchObject({ reason: 'bill-held-no-reading' })
  })
})

describe('a bill of a month in which the meter was replaced', () => {
  const replacedAt = '2026-03-15T11:00:00Z'
  /** Ten litres an hour. */
  const report = (number: string, from: string, hours: number) =>
    running.report(
      'north',
      number,
      from,
      Array.from({ length: hours + 1 }, (_, hour) => hour * 10),
    )
  const preview = async () => (await ask('POST', 'bill/preview', { accountNo: 'B-4', firstMonth: month, lastMonth: month })).data

  it('counts the day of the replacement for both meters, and nothing twice', async () => {
    await report('old', '2026-02-28T23:00:00Z', 14 * 24 + 12)
    await report('new', replacedAt, 16 * 24 + 11)
    const replacement = { replacedBy: 'new', replacedAt, finalLitres: 3_480, initialLitres: 0 }
    const replaced = await running.ask('north', { method: 'POST', url: '/api/v1/meters/old/replacement', payload: replacement })
    expect(replaced.statusCode, replaced.body).toBe(200)
    // As the policy does that follows replacements.
    await executeCommand(running.log, {
      decider: accountDecider,
      tenant: 'north',
      command: { type: 'FollowReplacement', accountNo: 'B-4', meterNo: 'old', replacedBy: 'new', replacedAt, finalLitres: 3_480 },
      context: { now: new Date().toISOString(), actor: 'policy:accounts', timeZone: 'Europe/Rome' },
      actor: 'policy:accounts',
    })
    await waitForViews(running.pool, await running.log.head(), 30_000)
    expect(await preview()).toMatchObject({
      litres: 7_430,
      volumes: [
        { meterNo: 'new', litres: 3_950 },
        { meterNo: 'old', litres: 3_480 },
      ],
    })
  })

  it('has the fixed part of days before the account was frozen', async () => {
    const fixedOf = async () => (await preview()).lines.find(({ kind }: { kind: string }) => kind === 'fixed')?.amountMinor
    expect(await fixedOf()).toBe(3_100)
    expect(await ask('PUT', 'customer/B-4/freeze', { reason: 'away' })).toMatchObject({ code: 200 })
    expect((await ask('GET', 'customer/list?accountNo=B-4')).rows).toMatchObject([{ status: '1' }])
    expect(await fixedOf()).toBe(3_100)
  })

  it('is not issued where its calculation has changed since the preview', async () => {
    const { calculation, totalMinor } = await preview()
    const assigned = { priceScheme: 'Households', effectiveFrom: '2026-03-16', reason: 'wrong scheme' }
    expect(await ask('PUT', 'customer/B-4/priceScheme', assigned)).toMatchObject({ code: 200 })
    const bill = { accountNo: 'B-4', billId: randomUUID(), firstMonth: month, lastMonth: month }
    const refused = await Promise.all(languages.map((language) => ask('POST', 'bill', { ...bill, calculation }, { language })))
    expect(refused.map(({ reason }) => reason)).toEqual(languages.map(() => 'bill-changed-since-preview'))
    expect(new Set(refused.map(({ msg }) => msg)).size).toBe(languages.length)
    const now = await preview()
    expect(now.totalMinor).not.toBe(totalMinor)
    expect(now.calculation).not.toBe(calculation)
  })
})

describe('a bill of a part of a month', () => {
  const previewOf = async (lastDay?: string) =>
    (await ask('POST', 'bill/preview', { accountNo: 'B-4', firstMonth: month, lastMonth: month, ...(lastDay && { lastDay }) })).data
  const partOf = (lastDay?: string) => issue('B-4', randomUUID(), { firstMonth: month, lastMonth: month, ...(lastDay && { lastDay }) })

  it('ends on its last day, and the bill of the month has the days after it', async () => {
    const whole = await previewOf()
    const outside = await ask('POST', 'bill/preview', { accountNo: 'B-4', firstMonth: month, lastMonth: month, lastDay: '2026-04-01' })
    expect(outside).toMatchObject({ reason: 'bill-last-day-outside' })
    const both = { accountNo: 'B-4', firstMonth: month, lastMonth: '2026-04' }
    expect(await ask('POST', 'bill/preview', both)).toMatchObject({ reason: 'bill-held-days-missing' })
    const first = await billRow((await partOf('2026-03-10')).data.billNo)
    expect(first).toMatchObject({ periodFrom: '2026-03-01', periodTo: '2026-03-11', litres: 2_400 })
    const rest = await billRow((await partOf()).data.billNo)
    expect(rest).toMatchObject({ periodFrom: '2026-03-11', periodTo: '2026-04-01', litres: whole.litres - 2_400 })
    expect(first.totalMinor + rest.totalMinor).toBe(whole.totalMinor)
    expect(await partOf()).toMatchObject({ reason: 'bill-period-billed' })
  })
})

describe('a bill whose price changed after it was issued', () => {
  const previewOf = async (accountNo?: string) => (await ask('POST', 'bill/rebill/preview', { ...(accountNo && { accountNo }) })).data
  const post = (billNo: number, calculation: string, adjustmentId: string = randomUUID(), language = 'en') =>
    ask('PUT', `bill/rebill/${billNo}`, { adjustmentId, reason: 'wrong price scheme', calculation }, { language })

  // requirement of Bills and payments: A bill is computed again and its difference posted, refused where the preview no longer holds | /billing/bills | PUT /prod-api/business/bill/rebill/:billNo
  // requirement of Bills and payments: Bills that have changed are previewed page by page | /billing/bills | POST /prod-api/business/bill/rebill/preview
  it('is compared line by line, and the difference is posted once; the bill stays as it was', async () => {
    expect((await previewOf()).bills).toEqual([])
    const assigned = { priceScheme: 'Households', effectiveFrom: '2026-03-11', reason: 'a household from the 11th on' }
    expect(await ask('PUT', 'customer/B-4/priceScheme', assigned)).toMatchObject({ code: 200 })
    await waitForViews(running.pool, await running.log.head(), 30_000)
    const { bills, total } = await previewOf()
    expect(total).toBe(1)
    expect(bills).toMatchObject([
      {
        ...{ accountNo: 'B-4', periodFrom: '2026-03-11', changed: ['price'], held: null },
        lines: expect.arrayContaining([
          expect.objectContaining({ priceScheme: 'With a fixed part', amountAfter: 0 }),
          expect.objectContaining({ priceScheme: 'Households' }),
        ]),
      },
    ])
    expect((await previewOf('B-4')).bills).toMatchObject([{ billNo: bills[0].billNo, changed: ['price'] }])
    expect((await ask('POST', 'bill/rebill/preview', { pageNum: 2, pageSize: 1 })).data).toEqual({ bills: [], total: 1 })
    const [{ billNo, totalBefore, totalAfter, calculation }] = bills
    const issued = await billRow(billNo)
    const refused = await Promise.all(languages.map((language) => post(billNo, '0'.repeat(64), randomUUID(), language)))
    expect(refused.map(({ reason }) => reason)).toEqual(languages.map(() => 'rebill-changed'))
    expect(new Set(refused.map(({ msg }) => msg)).size).toBe(languages.length)

    const adjustmentId = randomUUID()
    const posted = await post(billNo, calculation, adjustmentId)
    expect(posted).toMatchObject({ data: { totalMinor: totalAfter, differenceMinor: totalAfter - totalBefore } })
    expect(await post(billNo, calculation, adjustmentId)).toMatchObject({ data: posted.data })
    const { recomputed, ...now } = await billRow(billNo)
    expect(now).toMatchObject({ lines: issued.lines, volumes: issued.volumes, totalMinor: totalAfter })
    expect(recomputed).toMatchObject({ totalMinor: totalAfter })
    expect((await previewOf()).bills).toEqual([])
    expect((await previewOf('B-4')).bills).toEqual([])
    const history = (await running.ask('north', { method: 'GET', url: `/api/v1/bills/${billNo}/history` })).json()
    expect(history.rows.map(({ step }: { step: string }) => step)).toEqual(['credited', 'recomputed', 'issued'])
  })
})

describe('a payment at the counter', () => {
  // requirement of Bills and payments: Bill unpaid, paid, paid in part | /billing/bills | GET /prod-api/business/bill/list
  it('pays the bill, is recorded with what it paid, and can be taken back; credits and debits are in the history of the bill', async () => {
    const { billNo } = (await ask('GET', 'bill/list?accountNo=B-1')).rows[0]
    const pay = { accountNo: 'B-1', paymentId: randomUUID(), amount: 20, payMethod: '1', reference: 'slip 7' }
    const paid = await ask('POST', 'payment', pay)
    expect(await ask('POST', 'payment', pay)).toMatchObject({ data: paid.data })
    expect(await billRow(billNo)).toMatchObject({ status: '2', openMinor: 970 })
    const credit = { adjustmentId: randomUUID(), amount: 9.9, reason: 'a spike' }
    expect(await ask('PUT', `bill/credit/${billNo}`, credit)).toMatchObject({ data: { totalMinor: 1980, openMinor: 0 } })
    expect(await billRow(billNo)).toMatchObject({ status: '1', vatMinor: 180 })
    const { paymentNo } = paid.data
    expect(await ask('PUT', `bill/debit/${billNo}`, { adjustmentId: randomUUID(), amount: 9.9, reason: 'no spike' })).toMatchObject({
      code: 200,
    })
    expect((await ask('GET', 'payment/list?accountNo=B-1')).rows).toMatchObject([
      {
        paymentNo,
        status: '0',
        amountMinor: 2000,
        restMinor: 0,
        allocations: [{ amountMinor: 2000 }],
        reference: 'slip 7',
        createBy: 'admin',
      },
    ])
    expect(await ask('POST', 'payment', { ...pay, paymentId: randomUUID(), amount: 0 })).toMatchObject({ reason: 'payment-not-positive' })
    const history = (await running.ask('north', { method: 'GET', url: `/api/v1/bills/${billNo}/history` })).json()
    expect(history.rows.map(({ step }: { step: string }) => step)).toEqual(['paidFromBalance', 'debited', 'credited', 'paid', 'issued'])
  })
})

describe('the postpaid detail', () => {
  // requirement of Bills and payments: Postpaid detail: accounts with bills, paid and open in a period | /report/postpaid | GET /prod-api/business/moneyReport/postpaid/list
  it('has for each account what was billed in a period, and what of it is paid and open', async () => {
    const { rows, total } = await ask('GET', 'moneyReport/postpaid/list?accountNo=b-1')
    const sums = { bills: 1, openBills: 1, billedMinor: 2970, paidMinor: 2000, openMinor: 970, overdueMinor: 0 }
    expect({ rows, total }).toEqual({
      rows: [{ lineNo: 'B-1/1', accountNo: 'B-1', contractNo: 1, customerName: 'Li Na', ...sums, status: '2' }],
      total: 1,
    })
    expect((await ask('GET', 'moneyReport/postpaid/list?accountNo=B-1&status=1')).total).toBe(0)
    expect((await ask('GET', 'moneyReport/postpaid/list', undefined, { tenant: 'south' })).total).toBe(0)
  })
})

describe('an account that is cancelled', () => {
  const paid = { accountNo: 'B-2', amount: 25.5, payMethod: '0' }
  const cancel = (language = 'en') => ask('PUT', 'customer/B-2/cancel', { reason: 'moved away' }, { language })

  // requirement of Bills and payments: Account balance insufficient, balance not refunded: an account is cancelled only when it owes and has nothing | /customer/accounts | PUT /prod-api/business/customer/:accountNo/cancel
  it('has its balance refunded first, and owes nothing', async () => {
    expect(await ask('POST', 'payment', { ...paid, paymentId: randomUUID() })).toMatchObject({ code: 200 })
    expect(await ask('GET', 'payment/balance?accountNo=B-2')).toMatchObject({ data: { balanceMinor: 2550, openMinor: 0, debtsMinor: 0 } })
    const refused = await Promise.all(languages.map(cancel))
    expect(refused.map(({ reason }) => reason)).toEqual(languages.map(() => 'account-balance-not-refunded'))
    expect(new Set(refused.map(({ msg }) => msg)).size).toBe(languages.length)

    const refund = { ...paid, paymentId: randomUUID(), reason: 'moved away' }
    expect(await ask('POST', 'payment/refund', { ...refund, amount: 25.51 })).toMatchObject({ reason: 'refund-over-balance' })
    expect(await ask('POST', 'payment/refund', refund)).toMatchObject({ data: { balanceMinor: 0 } })
    expect(await ask('POST', 'payment/refund', refund), 'a repeated request gives back once').toMatchObject({ data: { balanceMinor: 0 } })
    expect((await ask('GET', 'payment/list?accountNo=B-2&status=2')).rows).toMatchObject([
      { amountMinor: -2550, restMinor: -2550, remark: 'moved away', createBy: 'admin' },
    ])

    const debt = { accountNo: 'B-2', debtId: randomUUID(), feeName: 'Meter', debtType: '1', amount: 12 }
    expect(await ask('POST', 'debt', debt)).toMatchObject({ code: 200 })
    expect(await cancel()).toMatchObject({ reason: 'account-balance-insufficient', msg: expect.stringContaining('12.00') })
  })

  it('can still pay what is open, and no more', async () => {
    const pay = (amount: number, language = 'en') =>
      ask('POST', 'payment', { accountNo: 'B-1', paymentId: randomUUID(), amount, payMethod: '0' }, { language })
    expect(await pay(9.9)).toMatchObject({ code: 200 })
    expect(
      await ask('POST', 'payment/refund', { accountNo: 'B-1', paymentId: randomUUID(), amount: 0.2, payMethod: '0', reason: 'moved' }),
    ).toMatchObject({ code: 200 })
    const closing = { reason: 'moved away', closingRegisterCubicMetres: 12 }
    expect(await ask('PUT', 'customer/B-1/cancel', closing)).toMatchObject({ code: 200 })
    const { billNo } = (await ask('GET', 'bill/list?accountNo=B-1')).rows[0]
    const debit = { adjustmentId: randomUUID(), amount: 5, reason: 'a reading that came late' }
    expect(await ask('PUT', `bill/debit/${billNo}`, debit)).toMatchObject({ code: 200 })
    const refused = await Promise.all(languages.map((language) => pay(5.01, language)))
    expect(refused.map(({ reason }) => reason)).toEqual(languages.map(() => 'payment-over-open'))
    expect(new Set(refused.map(({ msg }) => msg)).size).toBe(languages.length)
    expect(await pay(5)).toMatchObject({ code: 200 })
    expect(await ask('GET', 'payment/balance?accountNo=B-1')).toMatchObject({ data: { balanceMinor: 0, openMinor: 0 } })
    expect(await pay(1)).toMatchObject({ reason: 'payment-over-open', msg: expect.stringContaining('0.00') })
  })
})
