import { utils, write } from '@e965/xlsx'
import type { AccountDetail } from '@nightflow/schemas/customers/account'
import type { ImportOutcome } from '@nightflow/schemas/shared/import'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

const path = '/prod-api/business/customer'
const schemes = '/prod-api/business/priceScheme'
const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
let running: RunningApi
let office: BackOffice
let token: string
const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  office.call({ method, url, token, ...(payload && { payload }), headers: { language: 'en' } })

beforeAll(async () => {
  running = await startApi('account_schemes')
  office = backOfficeOf(running)
  token = await office.logIn('admin')
  const steps = [{ startVolume: 0, endVolume: -1, unitPrice: 2 }]
  for (const priceSchemeName of ['Households', 'Trade', 'Drafted', 'Old']) {
    const made = await call('POST', schemes, { priceSchemeName, startTime: '2026-01-01', steps })
    const { priceSchemeId } = made.data as { priceSchemeId: number }
    if (priceSchemeName !== 'Drafted') await call('PUT', `${schemes}/publish/${priceSchemeId}`, {})
    if (priceSchemeName === 'Old') await call('PUT', `${schemes}/retire/${priceSchemeId}`, { reason: 'Replaced' })
  }
})
afterAll(() => running?.stop())

const refusals = [
  ['Nothing', 'price-scheme-unknown'],
  ['Drafted', 'price-scheme-not-published'],
  ['Old', 'price-scheme-retired'],
] as const

describe('the price scheme of an account is a published one', () => {
  test('where it is opened, by one form and by several rows', async () => {
    for (const [priceScheme, reason] of refusals)
      expect(await call('POST', path, { accountNo: '1001', ...holder, priceScheme })).toMatchObject({ reason })
    const rows = ['Households', 'Old'].map((priceScheme, nth) => ({ accountNo: `200${nth}`, ...holder, priceScheme }))
    expect((await call('POST', `${path}/batch`, { accounts: rows })).data).toMatchObject({
      opened: 0,
      refused: [{ row: 2, code: 'price-scheme-retired', details: { name: 'Old' } }],
    })
    const opened = { accountNo: '1001', ...holder, priceScheme: 'Households', openedAt: '2026-01-10T08:00:00Z' }
    expect(await call('POST', path, opened)).toMatchObject({ code: 200 })
  })

  // requirement of Prices: Imported accounts have a published price scheme, row by row | /customer/accounts | POST /prod-api/business/customer/importData
  test('where a spreadsheet is imported, row by row', async () => {
    const fields = ['accountNo', 'customerName', 'telephone', 'address', 'priceScheme']
    const rows = ['Trade', 'Nothing', 'Drafted', 'Old'].map((scheme, nth) => [
      `300${nth}`,
      'Wang Wei',
      '13900139000',
      '9 Mill Lane',
      scheme,
    ])
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([fields, ...rows]), 'Accounts')
    const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    const file = multipartOf('file', bytes, { fileName: 'accounts', mediaType: 'application/octet-stream', fields: { mode: 'preview' } })
    const outcome = (await office.call({ method: 'POST', url: `${path}/importData`, token, ...file })).data as ImportOutcome
    expect(outcome.problems.map(({ row, column }) => [row, column])).toEqual([3, 4, 5].map((row) => [row, 'priceScheme']))
  })
})

// requirement of Prices: A customer's price scheme changes by date, with the reason | /customer/accounts | PUT /prod-api/business/customer/:accountNo/priceScheme
test('a price scheme changes by date with its reason: past, current and coming are listed', async () => {
  const assign = (priceScheme: string, effectiveFrom: string) =>
    call('PUT', `${path}/1001/priceScheme`, { priceScheme, effectiveFrom, reason: 'Opened a shop' })
  for (const [priceScheme, reason] of refusals) expect(await assign(priceScheme, '2026-03-01')).toMatchObject({ reason })
  expect(await assign('Trade', '2026-01-01')).toMatchObject({ reason: 'price-scheme-before-opening' })
  expect(await assign('Trade', '2026-02-01')).toMatchObject({ code: 200 })
  expect(await assign('Households', '2090-01-01')).toMatchObject({ code: 200 })
  const account = (await call('GET', `${path}/1001`)).data as AccountDetail
  expect(account).toMatchObject({
    priceScheme: 'Trade',
    priceSchemes: [
      { priceScheme: 'Households', from: '2026-01-10', reason: null },
      { priceScheme: 'Trade', from: '2026-02-01', reason: 'Opened a shop' },
      { priceScheme: 'Households', from: '2090-01-01' },
    ],
  })
  const { rows } = (await call('GET', `${path}/1001/history`)).data as { rows: { step: string }[] }
  expect(rows.map(({ step }) => step)).toEqual(['priceSchemeAssigned', 'priceSchemeAssigned', 'opened'])
})

test('a change of the account refuses them too, and keeps the one that it has though it was retired', async () => {
  const change = (priceScheme: string) => call('PUT', path, { accountNo: '1001', ...holder, priceScheme, reason: 'Asked' })
  for (const [priceScheme, reason] of refusals) expect(await change(priceScheme)).toMatchObject({ reason })
  const trade = (await call('GET', `${schemes}/list?status=1`)) as unknown as { rows: { priceSchemeId: number; priceSchemeName: string }[] }
  const { priceSchemeId } = trade.rows.find(({ priceSchemeName }) => priceSchemeName === 'Trade')!
  expect(await call('PUT', `${schemes}/retire/${priceSchemeId}`, { reason: 'Replaced' })).toMatchObject({ code: 200 })
  expect(await change('Trade')).toMatchObject({ code: 200 })
})
