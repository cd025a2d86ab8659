import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

const path = '/prod-api/business/paymentPlatform'
const heads = {
  ...{ platformName: 'Name', platformType: 'Type', applicationType: 'Application', currencyUnit: 'Currency', status: 'State' },
  ...{ baseAddress: 'Address', relatedInfo: 'Information', protocol: 'Protocol' },
}
let running: RunningApi
let office: BackOffice
let token: string
beforeAll(async () => {
  running = await startApi('import_platforms')
  office = backOfficeOf(running)
  token = await office.logIn('admin')
})
afterAll(() => running?.stop())

// requirement of Payments: an import of payment platforms checks the protocol as the form does | /billing/payment/paymentPlatform | POST /prod-api/business/paymentPlatform/importData
test('a platform whose protocol cannot be read is refused by the import, as by the form', async () => {
  const row = (name: string, protocol: string) => [name, '1', '0', 'CNY', '0', 'https://pay.example.org', 'By spreadsheet', protocol]
  const book = utils.book_new()
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([Object.values(heads), row('Broken', '{"signature":"none"}'), row('=cmd()', 'no JSON')]),
    'Platforms',
  )
  const bytes: Buffer = write(book, { type: 'buffer', bookType: 'xlsx' })
  const answer = await office.call({
    method: 'POST',
    url: `${path}/importData`,
    token,
    language: 'en',
    ...multipartOf('file', bytes, {
      fileName: 'platforms.xlsx',
      mediaType: 'application/octet-stream',
      fields: { mode: 'good', heads: JSON.stringify(heads) },
    }),
  })
  expect(answer).toMatchObject({ code: 200, data: { imported: 0 } })
  expect(JSON.stringify(answer.data)).toContain('protocol')
  const { rowCount } = await running.pool.query(`select from platform.payment_platforms where tenant = 'north'`)
  expect(rowCount).toBe(0)
})
