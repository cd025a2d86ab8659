import { randomUUID } from 'node:crypto'
import { endpoints } from '@nightflow/schemas/endpoints'
import { confirmedAmount } from '@nightflow/schemas/shared/confirmed-amount'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { languages } from '@nightflow/schemas/shared/language'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let debtNo: number
beforeAll(async () => {
  running = await startApi('confirmed_amounts')
  const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
  for (const accountNo of ['A-1', 'A-2'])
    expect(await ask('POST', 'business/customer', { ...holder, accountNo })).toMatchObject({ code: 200 })
  const debt = { accountNo: 'A-1', debtId: randomUUID(), feeName: 'Meter', debtType: '1', amount: 900 }
  debtNo = (await ask('POST', 'business/debt', debt)).data.debtNo
  await setLimit(100)
})
afterAll(() => running?.stop())

type Method = 'GET' | 'POST' | 'PUT'
const ask = async (method: Method, path: string, payload?: object, { language = 'en', tenant = 'north' } = {}) =>
  (await running.ask(tenant, { method, url: `/prod-api/${path}`, headers: { language }, ...(payload && { payload }) })).json()
const setLimit = async (confirmAmountsAbove: number) =>
  expect(await ask('PUT', 'system/tenant/settings', { confirmAmountsAbove })).toMatchObject({ code: 200 })
const balanceOf = async (accountNo: string) => (await ask('GET', `business/payment/balance?accountNo=${accountNo}`)).data.balanceMinor
const pay = (amount: number, more: object = {}) => ({ accountNo: 'A-1', paymentId: randomUUID(), amount, payMethod: '0', ...more })

describe('an amount above the limit of the tenant', () => {
  it('is refused with the limit until the request says it twice, in four languages', async () => {
    const payment = pay(100.01)
    const refused = await Promise.all(languages.map((language) => ask('POST', 'business/payment', payment, { language })))
    expect(refused.map(({ reason }) => reason)).toEqual(languages.map(() => 'amount-not-confirmed'))
    expect(new Set(refused.map(({ msg }) => msg)).size).toBe(languages.length)
    for (const { msg } of refused) expect(msg).toContain('100.00')
    expect(await ask('POST', 'business/payment', { ...payment, confirmedAmount: 100.1 })).toMatchObject({ reason: 'amount-not-confirmed' })
    expect(await balanceOf('A-1'), 'nothing was stored').toBe(0)
    expect(await ask('POST', 'business/payment', { ...payment, confirmedAmount: 100.01 })).toMatchObject({ code: 200 })
    expect(await ask('POST', 'business/payment', { ...payment, confirmedAmount: 100.01 }), 'repeated').toMatchObject({ code: 200 })
    expect(await balanceOf('A-1')).toBe(10_001)
  })

  it('is not asked for at the limit, nor in a tenant without one', async () => {
    expect(await ask('POST', 'business/payment', pay(100))).toMatchObject({ code: 200 })
    const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', accountNo: 'S-1' }
    expect(await ask('POST', 'business/customer', holder, { tenant: 'south' })).toMatchObject({ code: 200 })
    expect(await ask('POST', 'business/payment', pay(9_999, { accountNo: 'S-1' }), { tenant: 'south' })).toMatchObject({ code: 200 })
  })

  it('is asked for by refunds, debts, payments of debts, deductions, reversals and recharges of agents', async () => {
    const { paymentNo } = (await ask('POST', 'business/payment', { ...pay(500), accountNo: 'A-2', confirmedAmount: 500 })).data
    const calls: [Method, string, object, number][] = [
      ['POST', 'business/payment/refund', { ...pay(150), reason: 'asked for' }, 150],
      ['POST', 'business/debt', { accountNo: 'A-1', debtId: randomUUID(), feeName: 'Pipe', debtType: '1', amount: 200 }, 200],
      ['PUT', `business/debt/pay/${debtNo}`, { paymentId: randomUUID(), amount: 300, payMethod: '0' }, 300],
      ['POST', 'business/deduction', { deductionId: randomUUID(), accountNo: 'A-2', source: '1', amount: 400 }, 400],
      ['PUT', `business/payment/reverse/${paymentNo}`, { reason: 'wrong account' }, 500],
    ]
    for (const [method, path, payload, confirmed] of calls) {
      expect(await ask(method, path, payload), path).toMatchObject({ reason: 'amount-not-confirmed' })
      expect(await ask(method, path, { ...payload, confirmedAmount: confirmed }), path).toMatchObject({ code: 200 })
    }
    const { roleId } = (await ask('GET', 'system/role/list?roleType=agent')).rows?.[0] ?? {}
    const recharge = { rechargeId: randomUUID(), userId: 1, amount: 101 }
    expect(await ask('POST', 'system/user/agentRecharge', recharge), String(roleId)).toMatchObject({ reason: 'amount-not-confirmed' })
    expect(await ask('POST', 'system/user/agentRecharge', { ...recharge, confirmedAmount: 101 })).toMatchObject({ reason: 'agent-unknown' })
  })
})

describe('every call that moves an amount by hand', () => {
  const declared: [string, Endpoint][] = Object.values(endpoints).flatMap((rows) =>
    Object.entries(rows).filter((entry): entry is [string, Endpoint] => typeof entry[1] === 'object' && 'path' in entry[1]),
  )
  /** Questions with an amount, orders that customers pay, recharges that a platform has taken, items that later payments take, parts of a repair, a limit of a meter: no money is moved. */
  const movesNothing = [
    ...['tryScheme', 'previewDeduction', 'previewPayment', 'personalSurcharges.create', 'personalSurcharges.change'],
    ...['completeWorkOrder', 'requestManagementToken', 'deskPreview', 'previewOnPayPage', 'placeOnPayPage'],
    'pushThirdPartyRecharge',
  ]
  const isOfMoney = ([name, { method, request }]: [string, Endpoint]): boolean =>
    method !== 'GET' && !movesNothing.includes(name) && ['amount', 'parts'].some((field) => field in request.shape)

  it.each(declared.filter(isOfMoney))('%s takes the amount a second time', (_, { request }) => {
    expect(Object.keys(confirmedAmount).every((field) => field in request.shape)).toBe(true)
  })

  it('is among these', () => {
    const names = declared.filter(([, { request }]) => 'confirmedAmount' in request.shape).map(([name]) => name)
    expect(names.toSorted()).toEqual(
      [
        ...[
          'agentRecharge',
          'assignBankEntry',
          'creditBill',
          'debitBill',
          'debts.create',
          'deductions.create',
          'payDebt',
          'payments.create',
        ],
        ...['rebill', 'refundBalance', 'returnBankEntry', 'reversePayment'],
        ...['paymentOrders.create', 'rechargeCard', 'refundPaymentOrder', 'sellToken', 'deskSell', 'payAgentCommission'],
      ].toSorted(),
    )
  })
})
