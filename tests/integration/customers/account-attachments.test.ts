import { erasePersonalData } from '@nightflow/policies/privacy/erase-personal-data'
import { languages } from '@nightflow/schemas/shared/language'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { clerkAt, setUpBy } from '../../support/api/office-clerk.ts'
import { jpegOf, multipartOf, pngOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { findInDatabase } from '../../support/database/find-in-database.ts'
import { type RunningPolicies, runPolicies } from '../../support/running-policies.ts'

/** Values that nothing else contains, in the names of files and in their content. */
const secrets = ['Quillfeather', 'Oxbow Lane 77']
const pdf = (words = 'contract') => Buffer.from(`%PDF-1.7\n% ${words}\n%%EOF\n`)
const path = '/prod-api/business/customer'
let running: RunningApi
let policies: RunningPolicies
let office: BackOffice
let token: string
beforeAll(async () => {
  running = await startApi('account_attachments')
  policies = runPolicies(running, [erasePersonalData(running.pool)])
  office = backOfficeOf(running)
  token = await office.logIn('admin')
  for (const accountNo of ['D-1', 'D-2']) await open(accountNo)
})
afterAll(async () => {
  await policies.stop()
  await running.stop()
})

const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
const open = (accountNo: string) => call('POST', '', { accountNo, ...holder })
const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  office.call({ method, url: `${path}${url}`, token, ...(payload && { payload }) })
type Sending = { fileName?: string; language?: string }
const send = async (accountNo: string, bytes: Buffer, { fileName = 'contract.pdf', language = 'en' }: Sending = {}) => {
  const { payload, headers } = multipartOf('file', bytes, { fileName, mediaType: 'application/pdf' })
  return office.call({ method: 'POST', url: `${path}/${accountNo}/attachments`, token, payload, headers: { ...headers, language } })
}
type Row = { attachmentId: string; name: string; mediaType: string; byteLength: number; isOfHolder: boolean; url: string }
const list = async (accountNo: string): Promise<Row[]> => ((await call('GET', `/${accountNo}/attachments`)).data as { rows: Row[] }).rows
const download = (url: string) => running.api.inject({ url })
/** A refusal of the back office is in its envelope. */
const codeAt = async (url: string) => (await download(url)).json<{ code: number }>().code

// requirement of Customers: Open an account with attachments: PDF, JPEG, PNG | /customer/accounts/:accountNo | POST /prod-api/business/customer/:accountNo/attachments
test('a PDF, a JPEG and a PNG are attached, listed newest first, and had by their signed addresses', async () => {
  expect(await send('D-1', pdf())).toMatchObject({ code: 200 })
  expect(await send('D-1', jpegOf({ comment: 'from a telephone' }), { fileName: 'card.jpg' })).toMatchObject({ code: 200 })
  expect(await send('D-1', pngOf(), { fileName: '../../etc/plan.png' })).toMatchObject({ code: 200 })
  const rows = await list('D-1')
  expect(rows.map(({ name, mediaType, isOfHolder }) => [name, mediaType, isOfHolder])).toEqual([
    ['plan.png', 'image/png', true],
    ['card.jpg', 'image/jpeg', true],
    ['contract.pdf', 'application/pdf', true],
  ])
  const [picture, , contract] = await Promise.all(rows.map(({ url }) => download(url)))
  expect(picture).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/png', 'content-disposition': 'inline' } })
  expect(contract!.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''contract.pdf`)
  expect(contract!.rawPayload).toEqual(pdf())
  expect(await codeAt(rows[0]!.url.replace(/signature=.{4}/, 'signature=AAAA'))).toBe(404)
  const { rows: history } = (await call('GET', '/D-1/history')).data as { rows: { step: string }[] }
  expect(history.filter(({ step }) => step === 'attachmentAdded')).toHaveLength(3)
})

// requirement of Customers: PDFs of attachments are previewed in the page | /customer/accounts/:accountNo | GET /prod-api/file/image/:fileId
test('a PDF is previewed in a frame of this service alone', async () => {
  const [picture, , contract] = await list('D-1')
  const preview = await download(`${contract!.url}&preview=1`)
  expect(preview.headers).toMatchObject({
    ...{ 'content-type': 'application/pdf', 'content-disposition': 'inline', 'x-content-type-options': 'nosniff' },
    ...{ 'x-frame-options': 'SAMEORIGIN', 'content-security-policy': expect.stringContaining(`default-src 'none'`) },
  })
  expect(preview.headers['content-security-policy']).toContain(`frame-ancestors 'self'`)
  expect((await download(`${picture!.url}&preview=1`)).headers).toMatchObject({ 'x-frame-options': 'DENY' })
})

// requirement of Customers: Attachments are judged by their bytes | /customer/accounts/:accountNo | POST /prod-api/business/customer/:accountNo/attachments
test('a file is judged by its bytes, whatever its name and type say', async () => {
  for (const bytes of [Buffer.from('<script>alert(1)</script>'), Buffer.from('%PDF-1.7 without an end'), Buffer.from('GIF89a')])
    expect(await send('D-1', bytes)).toMatchObject({ reason: 'unsupported-media-type' })
  expect(await send('D-1', Buffer.concat([pdf(), Buffer.alloc(5 * 1024 * 1024)]))).toMatchObject({ reason: 'too-large' })
  expect(await list('D-1')).toHaveLength(3)
})

// requirement of Customers: Attachments have a limit of number | /customer/accounts/:accountNo | POST /prod-api/business/customer/:accountNo/attachments
test('the twenty-first attachment is refused in the reader’s language, and its file is not kept', async () => {
  for (let nth = 0; nth < 20; nth += 1) expect(await send('D-2', pdf(`page ${nth}`))).toMatchObject({ code: 200 })
  const said = await Promise.all(languages.map((language) => send('D-2', pdf(), { language })))
  expect(said.map(({ reason }) => reason)).toEqual(languages.map(() => 'attachments-full'))
  expect(new Set(said.map(({ msg }) => msg)).size).toBe(languages.length)
  const { rows } = await running.pool.query(`select count(*)::int as files from platform.files where purpose = 'attachment'`)
  expect(rows).toEqual([{ files: 23 }])
})

// requirement of Customers: Attachments are removed with a reason | /customer/accounts/:accountNo | PUT /prod-api/business/customer/:accountNo/attachments/:attachmentId/removal
test('an attachment that is removed with a reason is gone with its file', async () => {
  const [{ attachmentId, url }] = (await list('D-1')) as [Row]
  expect(await call('PUT', `/D-1/attachments/${attachmentId}/removal`, { reason: ' ' })).toMatchObject({ reason: 'request-invalid' })
  expect(await call('PUT', `/D-2/attachments/${attachmentId}/removal`, { reason: 'wrong' })).toMatchObject({ reason: 'attachment-unknown' })
  expect(await call('PUT', `/D-1/attachments/${attachmentId}/removal`, { reason: 'of another account' })).toMatchObject({ code: 200 })
  expect((await list('D-1')).map(({ name }) => name)).toEqual(['card.jpg', 'contract.pdf'])
  expect(await codeAt(url)).toBe(404)
})

test('attaching needs its permission, and another tenant sees nothing', async () => {
  const { newRole, worker } = setUpBy(() => clerkAt(office, token), office, running.pool)
  const reader = await worker('reader', await newRole('reader', ['customers:account:query']))
  expect(await reader.refused('GET', 'business/customer/D-1/attachments')).toBeUndefined()
  const [{ attachmentId }] = (await list('D-1')) as [Row]
  expect(await reader.refused('PUT', `business/customer/D-1/attachments/${attachmentId}/removal`, { reason: 'x' })).toBe(
    'permission-missing',
  )
  const { payload, headers } = multipartOf('file', pdf())
  const abroad = await running.ask('south', { method: 'POST', url: `${path}/D-1/attachments`, payload, headers })
  expect(abroad.json()).toMatchObject({ reason: 'account-not-found' })
  expect((await running.ask('south', { method: 'GET', url: `${path}/D-1/attachments` })).json()).toMatchObject({ code: 404 })
})

// requirement of Customers: An erasure deletes the holder’s attachments | /customer/accounts/:accountNo | GET /prod-api/business/customer/:accountNo/attachments
test('an erased holder’s files are deleted, named in no table, and no further one is kept until another holder comes', async () => {
  await open('D-3')
  await send('D-3', pdf(secrets[1]), { fileName: 'Quillfeather.pdf' })
  const { rows } = await running.pool.query<{ holder_id: string }>(`select holder_id from views.accounts where account_no = 'D-3'`)
  const places = (await findInDatabase(running.pool, secrets)).map((place) => place.split('.', 2).join('.'))
  expect(new Set(places)).toEqual(new Set(['platform.files']))
  const erasure = { method: 'POST' as const, url: `/api/v1/persons/${rows[0]!.holder_id}/erasure`, payload: { reason: 'asked for it' } }
  expect((await running.ask('north', erasure)).statusCode).toBe(200)
  await expect.poll(() => findInDatabase(running.pool, secrets)).toEqual([])
  expect(await list('D-3')).toEqual([])
  expect(await send('D-3', pdf())).toMatchObject({ reason: 'holder-erased' })
  expect(await call('PUT', '/D-3/transfer', { ...holder, customerName: 'Wang Wei', reason: 'sold' })).toMatchObject({ code: 200 })
  expect(await send('D-3', pdf(), { fileName: 'new.pdf' })).toMatchObject({ code: 200 })
  expect((await list('D-3')).map(({ name, isOfHolder }) => [name, isOfHolder])).toEqual([['new.pdf', true]])
})
