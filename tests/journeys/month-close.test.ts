import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import type { Download, Page } from 'playwright'
import { expect, test } from 'vitest'
import { decideAt } from '../support/billing/money-story.ts'
import { journeyBrowser, settled } from './journey-browser.ts'
import { lane } from './lane.ts'
import { inDialog, pickDay, press, sayIn, submit } from './open-dialog.ts'
import { ask, credentialsOf } from './people.ts'
import { refusalText } from './refusal-text.ts'
import { serviceDatabase } from './sign-in-form.ts'

const browser = journeyBrowser()
const say = sayIn('en')
const pool = serviceDatabase()
const now = new Date()
/** The months before this one are closed by the demo, and the last one has no end yet. */
const closed = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 15))
const month = closed.toISOString().slice(0, 'YYYY-MM'.length)
const paidMinor = 12_345
const days = `beginTime=${month}-01&endTime=${month}-28`

/** Money of another day than today. */
const pay = (at: Date) => {
  const paid = { type: 'ReceivePayment', accountNo: `CLOSE-${Date.now()}`, paymentId: randomUUID(), payMethod: '1' } as const
  const log = createPostgresEventLog({ pool, connectionString: lane().databaseUrl })
  return decideAt(log, at.toISOString(), { ...paid, amountMinor: paidMinor, reference: '', remark: '' }, credentialsOf('admin').tenant)
}

type Balance = { ledgerAccount: string; openingMinor: number; debitMinor: number; creditMinor: number; closingMinor: number }
/** The line of the bank in the trial balance of the month. */
const inBank = async (): Promise<Balance> => {
  const { rows } = await ask<{ rows: Balance[] }>('admin', `/prod-api/business/ledger/trialBalance/list?${days}`)
  return rows.find(({ ledgerAccount }) => ledgerAccount === 'bank')!
}
const closing = async (): Promise<number> => (await inBank()).closingMinor

const closeMonth = async (page: Page): Promise<void> => {
  await press(page, say('billing:bookClose.create'))
  await inDialog(page).getByLabel(say('billing:bookClose.field.month')).click()
  if (closed.getUTCFullYear() < now.getFullYear()) await page.locator('button[data-direction=previous]').first().click()
  await pickDay(page, new RegExp(`^${closed.toLocaleString('en', { month: 'short', timeZone: 'UTC' })}$`))
  await inDialog(page).getByLabel(say('billing:bookClose.field.reason')).fill('checked with the accountant')
  await submit(page)
}

const savedRows = async (download: Download): Promise<unknown[][]> =>
  utils.sheet_to_json<unknown[]>(Object.values(read(await readFile(await download.path())).Sheets)[0]!, { header: 1 })

// requirement of Bills and payments: Journey: close a month, export its trial balance as xlsx and CSV, refuse its second close | /billing/ledger/closes | POST /prod-api/business/ledger/close
test('a month is closed after its trial balance was seen, exported, and takes no money any more', async () => {
  const before = await closing()
  expect(await pay(closed)).not.toHaveProperty('rejected')
  await expect.poll(closing).toBe(before + paidMinor)
  const { openingMinor, debitMinor, creditMinor, closingMinor } = await inBank()
  const bank = [openingMinor, debitMinor, creditMinor, closingMinor].map((minor) => minor / 100)
  const amount = (closingMinor / 100).toLocaleString('en', { minimumFractionDigits: 2 })
  const page = await browser.open({ role: 'admin', path: '/billing/ledger/closes' })
  await settled(page)
  await closeMonth(page)
  const dialog = inDialog(page)
  await expect.poll(() => dialog.getByRole('row', { name: /^Bank (?!clearing)/ }).textContent()).toContain(amount)
  await dialog.getByRole('button', { name: say('billing:bookClose.confirm', { month }) }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: month }).filter({ hasText: 'checked with the accountant' }).waitFor()

  await page.goto(`/billing/ledger/trialBalance?${days}`)
  await settled(page)
  await page.getByRole('row').filter({ hasText: amount }).first().waitFor()
  const [sheet] = await Promise.all([page.waitForEvent('download'), press(page, say('shared:table.exportSpreadsheet'))])
  const [head, ...lines] = await savedRows(sheet)
  expect(head).toEqual(['Ledger account', 'Opening', 'Debits', 'Credits', 'Closing'])
  expect(lines).toContainEqual(['Bank', ...bank])
  const [text] = await Promise.all([page.waitForEvent('download'), press(page, say('shared:table.exportCsv'))])
  expect(await readFile(await text.path(), 'utf8')).toContain(`Bank,${bank.join(',')}`)

  expect(await pay(closed)).toEqual({ rejected: 'books-closed', details: { month } })
  browser.expectProblem(/409/)
  await page.goto('/billing/ledger/closes')
  await settled(page)
  await closeMonth(page)
  await dialog.getByText(refusalText('books-month-closed', 'en', { month })).waitFor()
})
