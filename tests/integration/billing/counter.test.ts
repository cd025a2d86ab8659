import { randomUUID } from 'node:crypto'
import { languages } from '@nightflow/schemas/shared/language'
import { readPdfText } from '@nightflow/worker/pdf/read-pdf-text'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BilledUtility, type IssuedBill, startBilledUtility } from '../../support/api/billed-utility.ts'

let utility: BilledUtility
let march: IssuedBill
let april: IssuedBill

beforeAll(async () => {
  utility = await startBilledUtility('counter')
  utility.travelTo('2026-05-02T09:00:00Z')
  const installed = '2026-02-10T08:00:00Z'
  await utility.publish('Households', '2026-01-01', 2)
  await utility.open('C-12', '4711', installed, 'Households', 'Europe/Rome')
  const other = { customerName: 'Anna Rossi', telephone: '13911112222', address: '12 Canal Street' }
  await utility.done('POST', 'customer', { ...other, accountNo: 'C-1' })
  await utility.done('POST', 'customer', { ...other, accountNo: 'C-120', customerName: 'Bruno Rossi', address: '13 Canal Street' })
  await utility.use('4711', '2026-02-28T23:00:00Z', '2026-05-01T23:00:00Z', () => 10)
  march = await utility.issue('C-12', '2026-03')
  april = await utility.issue('C-12', '2026-04')
})
afterAll(() => utility?.stop())

const find = async (search: string): Promise<{ accountNo: string; openMinor: number | null; owedSince: string | null }[]> =>
  (await utility.business('GET', `customer/find?search=${encodeURIComponent(search)}`)).data.accounts
const numbers = async (search: string) => (await find(search)).map(({ accountNo }) => accountNo)
const billIdOf = async (billNo: number): Promise<string> => (await utility.done('GET', `bill/${billNo}`)).billId
const pay = (amount: number, more: object = {}) =>
  utility.business('POST', 'payment', { accountNo: 'C-12', paymentId: randomUUID(), amount, ...more })
const openOf = async (billNo: number): Promise<number> => (await utility.done('GET', `bill/${billNo}`)).openMinor
const receipt = (paymentNo: number, language = 'en', tenant = 'north') =>
  utility.running.ask(tenant, { method: 'GET', url: `/prod-api/business/payment/receipt/${paymentNo}?language=${language}` })

describe('the account of a payer', () => {
  it('is found by name, number, address, telephone, meter and bill number, the exact number first', async () => {
    expect(await numbers('C-12')).toEqual(['C-12', 'C-120'])
    expect(await numbers('c-1')).toEqual(['C-1', 'C-120', 'C-12'])
    expect(await numbers('rossi')).toEqual(['C-120', 'C-1'])
    expect(await numbers('anna canal')).toEqual(['C-1'])
    expect(await numbers('13 canal')).toEqual(['C-120', 'C-1'])
    expect(await numbers('13800138000')).toEqual(['C-12'])
    expect(await numbers('139 1111')).toEqual(['C-120', 'C-1'])
    expect(await numbers('4711')).toEqual(['C-12'])
    expect((await numbers(String(april.billNo)))[0]).toBe('C-12')
    expect(await numbers('100%')).toEqual([])
  })

  it('is found with its holder, what it owes and since when, without the amounts for callers who may not see bills', async () => {
    const owed = { openMinor: march.openMinor + april.openMinor, owedSince: '2026-06-01', customerName: 'Li Na', address: '8 Mill Lane' }
    expect(await find('li na')).toMatchObject([{ accountNo: 'C-12', ...owed, telephone: '13800138000', meterNo: '4711', status: '0' }])
    const south = await utility.running.ask('south', { method: 'GET', url: '/prod-api/business/customer/find?search=li' })
    expect(south.json().data.accounts).toEqual([])
    const analyst = `Bearer ${utility.running.tokenOf('north', 'analyst')}`
    const refused = { method: 'GET' as const, url: '/prod-api/business/customer/find?search=li', headers: { authorization: analyst } }
    expect((await utility.running.ask('north', refused)).json()).toMatchObject({ code: 403 })
  })

  it('shows its open bills with the amount that settles them', async () => {
    const bills = [{ billNo: march.billNo, openMinor: march.openMinor }, { billNo: april.billNo }]
    expect(await utility.done('GET', 'payment/counter/C-12')).toMatchObject({
      ...{ customerName: 'Li Na', address: '8 Mill Lane', owedSince: '2026-06-01', overdueMinor: 0, bills },
      proposedMinor: march.openMinor + april.openMinor,
    })
    expect(await utility.done('GET', 'payment/counter/C-1')).toMatchObject({ bills: [], owedSince: null, proposedMinor: 0 })
    expect(await utility.business('GET', 'payment/counter/C-9')).toMatchObject({ reason: 'account-not-found' })
  })
})

describe('bills and payments', () => {
  it('are found by number, by account and by any word of its holder, the exact number and open bills first', async () => {
    const findMoney = async (search: string) => (await utility.business('GET', `bill/find?search=${encodeURIComponent(search)}`)).data
    const found = await findMoney('li mill')
    expect(found.bills.map(({ billNo }: IssuedBill) => billNo)).toEqual([april.billNo, march.billNo])
    expect(found.bills[0]).toMatchObject({ accountNo: 'C-12', customerName: 'Li Na', openMinor: april.openMinor, status: '0' })
    expect((await findMoney(String(march.billNo))).bills[0].billNo).toBe(march.billNo)
    expect((await findMoney('c-12')).bills).toHaveLength(2)
    expect(await findMoney('nothing of this')).toEqual({ bills: [], payments: [] })
  })
})

describe('a bill that a customer finds high', () => {
  it('is compared with the bill before it, and what makes the difference adds up', async () => {
    const { bill, before, lastYear } = await utility.done('GET', `bill/compare/${april.billNo}`)
    expect(bill).toMatchObject({ billNo: april.billNo, days: 30, litres: april.litres, totalMinor: april.totalMinor, estimatedDays: 0 })
    expect(before.bill).toMatchObject({ billNo: march.billNo, days: 31, litres: march.litres })
    expect(before.differenceMinor).toBe(april.totalMinor - march.totalMinor)
    const effects: number[] = Object.values(before.effects)
    expect(effects.reduce((sum, effect) => sum + effect, 0)).toBe(before.differenceMinor)
    expect(before.effects.daysMinor).toBeLessThan(0)
    expect(lastYear).toBeNull()
    expect((await utility.done('GET', `bill/compare/${march.billNo}`)).before).toBeNull()
    expect(await utility.business('GET', 'bill/compare/1')).toMatchObject({ reason: 'not-found' })
  })
})

describe('a payment for chosen bills', () => {
  it('pays the chosen bill before one that is due earlier, and its receipt says what is left', async () => {
    const chosen = { billIds: [await billIdOf(april.billNo)], reference: 'window 3' }
    const { data } = await pay(april.openMinor / 100, chosen)
    expect(await Promise.all([openOf(april.billNo), openOf(march.billNo)])).toEqual([0, march.openMinor])
    const titles: Record<string, string> = { 'zh-CN': '收据', en: 'Receipt', fr: 'Reçu', id: 'Kuitansi' }
    for (const language of languages) {
      const answer = await receipt(data.paymentNo, language)
      expect(answer.headers['content-type']).toBe('application/pdf')
      const [page] = await readPdfText(answer.rawPayload)
      const facts = ['C-12', 'Li Na', 'window 3', String(data.paymentNo), String(april.billNo)]
      for (const said of [titles[language]!, ...facts]) expect(page).toContain(said)
    }
    const { payments } = (await utility.business('GET', 'bill/find?search=Window%203')).data
    expect(payments).toMatchObject([{ paymentNo: data.paymentNo, amountMinor: april.openMinor, reference: 'window 3' }])
    const [page] = await readPdfText((await receipt(data.paymentNo)).rawPayload)
    for (const minor of [april.openMinor, march.openMinor]) expect(page).toContain((minor / 100).toFixed(2))
    expect((await receipt(data.paymentNo, 'en', 'south')).json()).toMatchObject({ reason: 'not-found' })
  })

  it('is refused where a chosen bill is paid already, and pays other open bills with what is beyond the chosen ones', async () => {
    const paid = await billIdOf(april.billNo)
    expect(await pay(1, { billIds: [paid] })).toMatchObject({ reason: 'payment-bill-not-open' })
    const more = march.openMinor / 100 + 5
    const { data } = await pay(more, { billIds: [await billIdOf(march.billNo)] })
    expect(await openOf(march.billNo)).toBe(0)
    const [page] = await readPdfText((await receipt(data.paymentNo)).rawPayload)
    for (const said of ['5.00', '0.00', String(march.billNo)]) expect(page).toContain(said)
    await utility.done('PUT', `payment/reverse/${data.paymentNo}`, { reason: 'wrong account' })
    expect((await readPdfText((await receipt(data.paymentNo)).rawPayload))[0]).toContain('The receipt is void')
  })
})
