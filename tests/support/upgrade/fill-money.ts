import { randomUUID } from 'node:crypto'
import { waitUntil } from '../process/server-process.ts'
import { type Caller, callerOf } from './fill-utility.ts'

/** Commits that have no prices and bills yet. */
const withoutMoney = new Set(['68f0887', '7ff4b14'])
export const hasMoney = (commit: string): boolean => !withoutMoney.has(commit)

const month = '2026-03'
const hourMilliseconds = 3_600_000
const hoursOfMonth = 31 * 24
const litresOfMonth = 12_000

const reportMonth = async (gateway: Caller): Promise<void> => {
  const from = Date.parse('2026-02-28T23:00:00Z')
  const readings = Array.from({ length: hoursOfMonth + 2 }, (_, hour) => ({
    meter: 'billed',
    at: from + hour * hourMilliseconds,
    litres: Math.floor((Math.min(hour, hoursOfMonth - 1) * litresOfMonth) / (hoursOfMonth - 1)),
  }))
  await gateway.call('POST', '/ingest/v1/frames', { frameId: 'month', sentAt: new Date().toISOString(), readings })
}

/** A price scheme, two accounts, a bill that is paid in part and credited in part, a payment that was taken back, a balance, a refund, a debt and its payment. */
export const fillMoney = async (admin: Caller, { baseUrl, key }: { baseUrl: string; key: string }): Promise<void> => {
  const { call, office, firstOf } = admin
  const post = (path: string, payload: object) => office('POST', `business/${path}`, payload)
  const steps = [
    { startVolume: 0, endVolume: 10, unitPrice: 2 },
    { startVolume: 10, endVolume: -1, unitPrice: 3.5 },
  ]
  const scheme = { priceSchemeName: 'Households', billingMonths: 1, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01', steps }
  const { priceSchemeId } = await post('priceScheme', scheme)
  await office('PUT', `business/priceScheme/publish/${priceSchemeId}`, {})
  const installed = { timeZone: 'Europe/Rome', caliberMillimetres: 15, installedAt: '2026-01-05T08:00:00Z' }
  await call('POST', '/api/v1/meters', { meters: [{ number: 'billed', ...installed }] })
  const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', openedAt: '2026-01-05T08:00:00Z' }
  await post('customer', { ...holder, accountNo: 'B-1', meterNo: 'billed', priceScheme: 'Households' })
  await post('customer', { ...holder, accountNo: 'B-2', customerName: 'Wang Wei' })
  await reportMonth(callerOf(baseUrl, key))
  const bill = { accountNo: 'B-1', billId: randomUUID(), firstMonth: month, lastMonth: month }
  // The readings and the account come to the read models one after the other.
  const isIssued = await waitUntil(() =>
    post('bill', bill).then(
      () => true,
      () => false,
    ),
  )
  if (!isIssued) throw new Error('no bill within a minute')
  const { billNo } = await firstOf('business/bill/list?accountNo=B-1')
  const pay = (accountNo: string, amount: number, reference: string) =>
    post('payment', { accountNo, paymentId: randomUUID(), amount, payMethod: '0', reference })
  await pay('B-1', 10, 'in part')
  await office('PUT', `business/bill/credit/${billNo}`, { adjustmentId: randomUUID(), amount: 2.2, reason: 'leak' })
  await pay('B-2', 50, 'ahead')
  await post('payment/refund', { accountNo: 'B-2', paymentId: randomUUID(), amount: 20, payMethod: '0', reason: 'moved out' })
  await pay('B-1', 5, 'bounces')
  const bounced = await firstOf('business/payment/list?accountNo=B-1')
  await office('PUT', `business/payment/reverse/${bounced.paymentNo}`, { reason: 'bounced' })
  const debt = { accountNo: 'B-2', debtId: randomUUID(), debtType: '0', feeName: 'Old pipe', amount: 30, remark: '' }
  await post('debt', { ...debt, planSource: '1', planDeductions: 3 })
  const { debtNo } = await firstOf('business/debt/list?accountNo=B-2')
  await office('PUT', `business/debt/pay/${debtNo}`, { paymentId: randomUUID(), amount: 12, payMethod: '0', remark: '' })
}

/** Lists whose rows a later version answers with at least these fields. */
export const callsAboutMoney = [
  ['north', '/prod-api/business/customer/list'],
  ['north', '/prod-api/business/priceScheme/list'],
  ['north', '/prod-api/business/bill/list'],
  ['north', '/prod-api/business/payment/list'],
  ['north', '/prod-api/business/transaction/list'],
  ['north', '/prod-api/business/debt/list'],
  ['north', '/prod-api/business/debtRecord/list'],
] as const
