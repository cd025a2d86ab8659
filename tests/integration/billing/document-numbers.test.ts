import { randomUUID } from 'node:crypto'
import { numberDocuments } from '@nightflow/policies/billing/number-documents'
import { verifyViews } from '@nightflow/projections/views/replay'
import { languages } from '@nightflow/schemas/shared/language'
import { readPdfText } from '@nightflow/worker/pdf/read-pdf-text'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BilledUtility, type IssuedBill, startBilledUtility } from '../../support/api/billed-utility.ts'
import { multipartOf } from '../../support/api/pictures.ts'
import { waitUntil } from '../../support/process/server-process.ts'
import { type RunningPolicies, runPolicies } from '../../support/running-policies.ts'

let utility: BilledUtility
let policies: RunningPolicies

beforeAll(async () => {
  utility = await startBilledUtility('document-numbers')
  policies = runPolicies(utility.running, [numberDocuments(utility.running.pool)])
  utility.travelTo('2026-04-02T09:00:00Z')
  const installed = '2026-01-10T08:00:00Z'
  await utility.publish('Households', '2026-01-01', 2)
  for (const [accountNo, meterNo] of [
    ['N-1', '4711'],
    ['N-2', '4712'],
  ] as const) {
    await utility.open(accountNo, meterNo, installed, 'Households', 'Europe/Rome')
    await utility.use(meterNo, '2026-01-10T08:00:00Z', '2026-04-01T22:00:00Z', () => 10)
  }
}, 60_000)
afterAll(async () => {
  await policies?.stop()
  await utility?.stop()
})

type Listed = IssuedBill & { invoiceNumber: string | null; status: string }
const bill = (billNo: number): Promise<Listed> => utility.done('GET', `bill/${billNo}`)
const numbered = async (billNo: number): Promise<Listed> => {
  expect(await waitUntil(async () => (await bill(billNo)).invoiceNumber !== null)).toBe(true)
  return bill(billNo)
}
type Note = { transactionNo: number; kind: string; documentNumber: string | null }
const notesOf = async (billNo: number): Promise<Note[]> => {
  const read = async (): Promise<Note[]> => (await utility.done('GET', `bill/notes/${billNo}`)).notes
  expect(await waitUntil(async () => (await read()).every(({ documentNumber }) => documentNumber !== null))).toBe(true)
  return read()
}
const correct = (verb: 'credit' | 'debit', billNo: number, amount: number) =>
  utility.done('PUT', `bill/${verb}/${billNo}`, { adjustmentId: randomUUID(), amount, reason: 'burst pipe' })
const pagesOf = async (path: string, tenant = 'north') =>
  readPdfText((await utility.running.ask(tenant, { method: 'GET', url: `/prod-api/business/${path}` })).rawPayload)

it('bills were numbered by positions of the log, with gaps; each kind counts up by year, whatever account it is of', async () => {
  const issued = [await utility.issue('N-1', '2026-02'), await utility.issue('N-2', '2026-02'), await utility.issue('N-1', '2026-03')]
  const numbers: (string | null)[] = []
  for (const { billNo } of issued) numbers.push((await numbered(billNo)).invoiceNumber)
  expect(numbers).toEqual(['INV-2026-000001', 'INV-2026-000002', 'INV-2026-000003'])
  await correct('credit', issued[0]!.billNo, 1)
  await correct('debit', issued[0]!.billNo, 2)
  await correct('credit', issued[1]!.billNo, 1)
  expect((await notesOf(issued[0]!.billNo)).map(({ documentNumber }) => documentNumber)).toEqual(['DN-2026-000001', 'CN-2026-000001'])
  expect((await notesOf(issued[1]!.billNo)).map(({ documentNumber }) => documentNumber)).toEqual(['CN-2026-000002'])
  // Clients other than our own read local times.
  const headers = { authorization: `Bearer ${utility.running.tokenOf('north')}` }
  const local = await utility.running.api.inject({ url: `/prod-api/business/bill/notes/${issued[0]!.billNo}`, headers })
  expect(local.json().data.notes[0].createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(policies.deadLetters).toEqual([])
})

it('the form of later numbers is a setting; what has a number keeps it, and no other tenant has it', async () => {
  await utility.setting({ numbering: 'YEAR/KIND/NUMBER' })
  const next = await numbered((await utility.issue('N-2', '2026-03')).billNo)
  expect(next.invoiceNumber).toBe('2026/INV/000004')
  expect((await utility.billsOf('N-1')).map((each) => (each as Listed).invoiceNumber)).toEqual(['INV-2026-000001', 'INV-2026-000003'])
  const found = await utility.business('GET', `bill/list?invoiceNumber=${encodeURIComponent('2026/INV')}`)
  expect(found.rows).toMatchObject([{ billNo: next.billNo }])
  const [note] = await notesOf((await utility.billsOf('N-1'))[0]!.billNo)
  const south = await utility.running.ask('south', { method: 'GET', url: `/prod-api/business/bill/note/${note!.transactionNo}` })
  expect(south.json()).toMatchObject({ reason: 'not-found' })
})

it('a payment that states the number of the invoice was not matched, and the palette found it by its signs alone', async () => {
  const { billNo, openMinor } = (await utility.billsOf('N-2')).find((each) => (each as Listed).invoiceNumber === 'INV-2026-000002')!
  const amount = (openMinor / 100).toFixed(2)
  const csv = `date,amount,text\n2026-04-02,${amount},Water inv 2026 000002\n2026-04-02,0.01,INV2026000002\n`
  const heads = JSON.stringify({ bankAccount: 'DE02120300000000202051', bookingDay: 'date', amount: 'amount', remittance: 'text' })
  const file = multipartOf('file', Buffer.from(csv), { fileName: 'bank.csv', mediaType: 'text/csv', fields: { heads } })
  const { payload, headers } = file
  const url = '/prod-api/business/bankStatement/preview'
  const { data } = (await utility.running.ask('north', { method: 'POST', url, payload, headers })).json()
  expect(data.entries).toMatchObject([
    { why: 'nothing', accountNo: 'N-2' },
    { fate: 'matched', matchedBy: '1', accountNo: 'N-2' },
  ])
  for (const typed of ['INV-2026-000002', 'inv2026000002', 'inv 2026 000002'])
    expect((await utility.business('GET', `bill/find?search=${encodeURIComponent(typed)}`)).data.bills[0]).toMatchObject({ billNo })
})

it('there was no paper of a credit; it names the bill, the reason and the amounts, in four languages', async () => {
  const [corrected] = (await utility.billsOf('N-2')) as Listed[]
  const [{ transactionNo }] = (await notesOf(corrected!.billNo)) as [Note]
  const titles = { 'zh-CN': '贷记单', en: 'Credit note', fr: 'Avoir', id: 'Nota kredit' }
  for (const language of languages) {
    const [page] = await pagesOf(`bill/note/${transactionNo}?language=${language}`)
    for (const said of [titles[language], 'CN-2026-000002', 'INV-2026-000002', 'burst pipe', 'Li Na']) expect(page).toContain(said)
  }
  const [page] = await pagesOf(`bill/pdf/${corrected!.billNo}`)
  expect(page).toContain('INV-2026-000002')
})

it('a bill that was credited whole was paid in lists and on paper; it is void', async () => {
  const whole = (await utility.billsOf('N-1'))[0]!
  await correct('credit', whole.billNo, whole.totalMinor / 100)
  expect((await bill(whole.billNo)).status).toBe('4')
  const listed = async (status: string) =>
    (await utility.business('GET', `bill/list?accountNo=N-1&status=${status}`)).rows.map(({ billNo }: Listed) => billNo)
  expect(await listed('4')).toEqual([whole.billNo])
  expect(await listed('1')).toEqual([])
  const [page] = await pagesOf(`bill/pdf/${whole.billNo}`)
  expect(page).toContain('Void')
  expect(page).not.toMatch(/Paid(?! or)/)
})

it('after a re-billing the registers on paper were those of now; they give the charged volume, and the note has what changed', async () => {
  const billed = ((await utility.billsOf('N-1')) as Listed[]).find(({ periodFrom }) => periodFrom === '2026-03-01')
  const registersOf = async () => (await utility.done('GET', `bill/calculation/${billed!.billNo}`)).meters[0]
  const before = await registersOf()
  expect(before.after.litres - before.before.litres).toBe(billed!.litres)
  const at = '2026-03-31T22:00:00Z'
  await utility.call('POST', '/api/v1/meters/4711/corrections', { at, litres: before.after.litres - 5, reason: 'misread' })
  const { bills } = await utility.done('POST', 'bill/rebill/preview', { accountNo: 'N-1' })
  const { calculation } = bills.find(({ billNo }: Listed) => billNo === billed!.billNo)
  await utility.done('PUT', `bill/rebill/${billed!.billNo}`, { adjustmentId: randomUUID(), reason: 'misread', calculation })
  expect(await registersOf()).toEqual(before)
  const [{ transactionNo }] = (await notesOf(billed!.billNo)) as [Note]
  const [page] = await pagesOf(`bill/note/${transactionNo}`)
  const cubicMetres = (litres: number) => `${(litres / 1000).toFixed(3)} m³`
  for (const said of ['misread', cubicMetres(billed!.litres), cubicMetres(billed!.litres - 5)]) expect(page).toContain(said)
})

it('numbers are facts of the log: the read models follow from it', async () => {
  expect(await verifyViews({ pool: utility.running.pool, log: utility.running.log })).toEqual([])
})
