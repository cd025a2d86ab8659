import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
beforeAll(async () => {
  running = await startApi('money_reports')
  const account = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
  for (const accountNo of ['T-1', 'T-2']) await ask('POST', 'customer', { ...account, accountNo })
  const pay = (amount: number, payMethod: string) =>
    ask('POST', 'payment', { accountNo: 'T-1', paymentId: randomUUID(), amount, payMethod, reference: 'slip 7' })
  await pay(100, '1')
  const { paymentNo } = (await pay(40, '0')).data
  await ask('PUT', `payment/reverse/${paymentNo}`, { reason: 'wrong account' })
  await ask('POST', 'payment/refund', { accountNo: 'T-1', paymentId: randomUUID(), amount: 30, payMethod: '1', reason: 'moved away' })
  const debtId = randomUUID()
  await ask('POST', 'debt', { accountNo: 'T-2', debtId, feeName: 'Meter', debtType: '1', amount: 12 })
})
afterAll(() => running?.stop())

const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, tenant = 'north') =>
  (await running.ask(tenant, { method, url: `/prod-api/business/${path}`, ...(payload && { payload }) })).json()

describe('transactions', () => {
  // requirement of Bills and payments: Transaction records: every movement of money, per tenant and per account | /billing/transactions | GET /prod-api/business/transaction/list
  it('are every movement of money of an account: what it owes more, and what its balance rises by', async () => {
    const { rows } = await ask('GET', 'transaction/list?accountNo=T-1&orderByColumn=transactionNo&isAsc=asc')
    expect(rows).toMatchObject([
      { kind: '3', payMethod: '1', amountMinor: 10_000, owedMinor: -10_000, balanceMinor: 10_000, reference: 'slip 7', operator: 'admin' },
      { kind: '3', payMethod: '0', amountMinor: 4_000, owedMinor: -4_000, balanceMinor: 4_000 },
      { kind: '4', payMethod: '0', amountMinor: 4_000, owedMinor: 4_000, balanceMinor: -4_000, note: 'wrong account' },
      { kind: '5', payMethod: '1', amountMinor: 3_000, owedMinor: 3_000, balanceMinor: -3_000 },
    ])
    expect((await ask('GET', 'transaction/list?kind=7')).rows).toMatchObject([
      { accountNo: 'T-2', amountMinor: 1_200, owedMinor: 1_200, payMethod: null, note: 'Meter' },
    ])
    expect((await ask('GET', 'transaction/list', undefined, 'south')).total).toBe(0)
  })
})

describe('recharge statistics', () => {
  // requirement of Bills and payments: Recharge statistics by day or month, pay method and operator | /report/recharge | GET /prod-api/business/moneyReport/recharge/list
  it('are by day, pay method and operator, and by month', async () => {
    const byDay = await ask('GET', 'moneyReport/recharge/list?orderByColumn=payMethod&isAsc=asc')
    expect(byDay.rows).toMatchObject([
      { payMethod: '0', operator: 'admin', payments: 1, receivedMinor: 4_000, reversedMinor: 4_000, refundedMinor: 0, netMinor: 0 },
      { payMethod: '1', operator: 'admin', payments: 1, receivedMinor: 10_000, reversedMinor: 0, refundedMinor: 3_000, netMinor: 7_000 },
    ])
    expect(byDay.total).toBe(2)
    const [month] = (await ask('GET', 'moneyReport/recharge/list?unit=month&payMethod=1')).rows
    expect(month).toMatchObject({ period: byDay.rows[0].period.slice(0, 7), netMinor: 7_000 })
    expect((await ask('GET', 'moneyReport/recharge/list?operator=absent')).total).toBe(0)
    expect((await ask('GET', 'moneyReport/recharge/list?beginTime=2001-01-01&endTime=2001-12-31')).total).toBe(0)
    expect(await ask('GET', 'moneyReport/recharge/list?beginTime=2026-02-01&endTime=2026-01-01')).toMatchObject({
      reason: 'range-reversed',
    })
    expect((await ask('GET', 'moneyReport/recharge/list', undefined, 'south')).total).toBe(0)
  })

  it('are a spreadsheet', async () => {
    const sheet = await running.ask('north', { method: 'POST', url: '/prod-api/business/moneyReport/recharge/export', payload: {} })
    expect(sheet.statusCode).toBe(200)
    expect(sheet.headers['content-disposition']).toContain('recharge-statistics.xlsx')
  })
})
