import { readFile } from 'node:fs/promises'
import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import { readPdfText } from '@nightflow/worker/pdf/read-pdf-text'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { inDialog, pickDay, press, sayIn, submit } from './open-dialog.ts'
import { callFrom } from './page-call.ts'
import { ask, command, sendFrame } from './people.ts'

const browser = journeyBrowser()
const say = sayIn('en')
const hour = 3_600_000
const litresPerHour = 100

/** `YYYY-MM` of this month or of one before it. */
const monthsAgo = (count: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 'YYYY-MM'.length)
}
const month = monthsAgo(1)

const chooseMonth = async (page: Page, label: string): Promise<void> => {
  await inDialog(page).getByLabel(label).click()
  if (!month.startsWith(String(new Date().getFullYear()))) await page.locator('button[data-direction=previous]').first().click()
  const name = new Date(`${month}-01`).toLocaleString('en', { month: 'short', timeZone: 'UTC' })
  await pickDay(page, new RegExp(`^${name}$`))
}

const rowWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

type Accounts = { meterNo: string; accountNo: string; heldNo: string; hours: number }

/** An account whose meter counted a hundred litres in each hour of the last month, and one without a meter. */
const openAccounts = async (page: Page): Promise<Accounts> => {
  const unique = String(Date.now()).slice(-9)
  const [meterNo, accountNo, heldNo] = [`95${unique}`, `RUN-${unique}`, `HELD-${unique}`]
  const { startOf } = calendarOf((await ask<{ timeZone: string }>('admin', '/api/v1/session')).timeZone)
  const [start, end] = [startOf(dayOfDate(`${month}-01`)), startOf(dayOfDate(`${monthsAgo(0)}-01`))]
  const installedAt = new Date(start - hour).toISOString()
  await callFrom(page, 'POST', '/api/v1/meters', { meters: [{ number: meterNo, installedAt, hasValve: false }] })
  const holder = {
    customerName: 'Li Na',
    telephone: '13800138000',
    address: '8 Mill Lane',
    email: 'li.na@example.org',
    openedAt: installedAt,
    priceScheme: 'Households',
  }
  await callFrom(page, 'POST', '/prod-api/business/customer', { ...holder, accountNo, meterNo })
  await callFrom(page, 'POST', '/prod-api/business/customer', { ...holder, accountNo: heldNo })
  const { bytes } = await callFrom(page, 'POST', '/api/v1/gateways', { name: `run-${unique}` })
  const { key } = JSON.parse(bytes.toString('utf8')) as { key: string }
  const hours = (end - start) / hour
  const registers = Array.from({ length: hours + 1 }, (_, nth) => 50_000 + nth * litresPerHour)
  const readings = registers.map((litres, nth) => ({ meter: meterNo, at: start + nth * hour, litres }))
  await sendFrame(key, { frameId: unique, sentAt: new Date().toISOString(), readings })
  const preview = () => command('POST', '/business/bill/preview', { accountNo, firstMonth: month, lastMonth: month })
  await expect.poll(async () => (await preview()).code, { timeout: 40_000, interval: 500 }).toBe(200)
  return { meterNo, accountNo, heldNo, hours }
}

/** Previews a run of both accounts, sees who is held and why, and posts it. */
const runBills = async (page: Page, { accountNo, heldNo }: Accounts): Promise<void> => {
  await page.goto('/billing/billRuns')
  await settled(page)
  await press(page, say('billing:billRun.create'))
  const dialog = inDialog(page)
  for (const name of ['firstMonth', 'lastMonth']) await chooseMonth(page, say(`billing:bill.field.${name}`))
  await dialog.getByLabel(say('billing:billRun.field.scope')).click()
  await page.getByRole('option', { name: 'Chosen accounts', exact: true }).click()
  await dialog.getByLabel(say('billing:billRun.field.accountNos')).fill(`${accountNo}\n${heldNo}`)
  await submit(page)
  await dialog.getByText(say('billing:billRun.notBilled')).waitFor()
  await dialog.getByRole('button', { name: /^Post 1 bill,/ }).click()
  await dialog.getByText(say('billing:billRun.hasBilled'), { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  const run = page.getByRole('row').nth(1)
  await expect.poll(() => run.textContent()).toContain('Finished')
  await run.getByText(month).first().click()
  const held = dialog.getByRole('row').filter({ hasText: heldNo })
  expect(await held.textContent()).toContain('No reading')
  await page.keyboard.press('Escape')
}

const openBill = async (page: Page, accountNo: string) => {
  await page.goto(`/billing/bills?accountNo=${accountNo}`)
  await settled(page)
  await rowWith(page, accountNo).getByText(accountNo, { exact: true }).click()
  return inDialog(page)
}

const pdfTextOf = async (page: Page): Promise<string[]> => {
  await press(page, say('billing:bill.pdf.button'))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'English', exact: true }).click(),
  ])
  return readPdfText(await readFile(await download.path()))
}

const stopReminders = async (page: Page): Promise<void> => {
  await press(page, say('billing:bill.collection.stop'))
  const dialog = inDialog(page).last()
  await dialog.getByLabel(say('billing:bill.field.reason')).fill('pays at the counter each month')
  await dialog.locator('button[type=submit]').click()
  await expect.poll(() => inDialog(page).count()).toBe(1)
  await inDialog(page).getByText(say('billing:bill.collection.stopped')).waitFor()
}

/** Ticks the bill in the list and sends it to its holder; the history of the bill names the mailing. */
const mailBill = async (page: Page, accountNo: string): Promise<void> => {
  await page.goto(`/billing/bills?accountNo=${accountNo}`)
  await settled(page)
  await rowWith(page, accountNo).getByRole('checkbox').check()
  await page
    .locator('.nf-chosen')
    .getByRole('button', { name: say('billing:bill.mail.button') })
    .click()
  await inDialog(page)
    .getByRole('button', { name: say('billing:bill.mail.confirm') })
    .click()
  await inDialog(page).waitFor({ state: 'detached' })
  await page.getByText(/bills-mailed.xlsx is ready · 1 sent/).waitFor()
  const drawer = await openBill(page, accountNo)
  await drawer.getByText(/sent the bill to its holder by e-mail/).waitFor()
}

/** From the line of a bill to its price version, the readings of its days, and the event of the version. */
const followEvidence = async (page: Page, { accountNo, meterNo }: Accounts): Promise<void> => {
  const line = inDialog(page)
    .getByRole('row')
    .filter({ hasText: /Step 1/ })
  await line.getByRole('link', { name: 'Households, 1', exact: true }).click()
  await inDialog(page)
    .getByRole('button', { name: /^Version 1, from/, expanded: true })
    .waitFor()
  await openBill(page, accountNo)
  await line.getByRole('link', { name: /^event/ }).click()
  await inDialog(page).getByText('billing.PriceSchemePublished').first().waitFor()
  await openBill(page, accountNo)
  await line.getByRole('link', { name: meterNo, exact: true }).click()
  await page.waitForURL((url) => url.pathname.endsWith(meterNo) && url.searchParams.get('from') === `${month}-01`)
}

/** States the last register of the month by hand. */
const correctLastReading = async (page: Page, meterNo: string, cubicMetres: string): Promise<void> => {
  await page.goto(`/device/meters/${meterNo}`)
  await settled(page)
  await press(page, say('metering:correction.open'))
  await inDialog(page).getByLabel(say('metering:correction.register')).fill(cubicMetres)
  await inDialog(page).getByLabel(say('metering:correction.reason')).fill('the customer sent a photo')
  await submit(page)
  await inDialog(page).waitFor({ state: 'detached' })
}

const rebill = async (page: Page, accountNo: string, confirm: RegExp): Promise<void> => {
  await page.goto(`/billing/bills?accountNo=${accountNo}`)
  await settled(page)
  await press(page, say('billing:bill.rebill.button'))
  const dialog = inDialog(page)
  await dialog.getByLabel(say('billing:field.accountNo')).fill(accountNo)
  await dialog.getByLabel(say('billing:bill.field.reason')).fill('the reading was disputed')
  await submit(page)
  await dialog.getByText(say('billing:bill.rebill.changed.reading')).waitFor()
  await dialog.getByRole('button', { name: confirm }).click()
  await dialog.waitFor({ state: 'detached' })
}

// requirement of Bills and payments: Journey: run bills, print one, correct a reading, re-bill with credit and debit | /billing/billRuns | POST /prod-api/business/billRun
// requirement of Bills and payments: From a line of a bill to its price version, the readings of its days and the events | /billing/bills | GET /prod-api/business/bill/calculation/:billNo
test('bills are run after a preview, printed, explained, and credited and debited as a disputed reading is corrected', {
  timeout: 120_000,
}, async () => {
  const page = await browser.open({ role: 'admin', path: '/billing/billRuns' })
  await settled(page)
  const accounts = await openAccounts(page)
  const { accountNo, meterNo, hours } = accounts
  await runBills(page, accounts)

  const drawer = await openBill(page, accountNo)
  await drawer.getByText(say('billing:bill.lines.title')).waitFor()
  const [front, annex] = await pdfTextOf(page)
  for (const said of ['Water bill', accountNo, 'Li Na']) expect(front).toContain(said)
  for (const said of ['How this bill was computed', `${hours / 24} measured`]) expect(annex).toContain(said)
  await stopReminders(page)
  await mailBill(page, accountNo)
  await followEvidence(page, accounts)

  // Ninety of the last hundred litres never ran: 0.09 m³ at 3.45 and 9 % VAT.
  const last = 50 + (hours * litresPerHour) / 1000
  await correctLastReading(page, meterNo, (last - 0.09).toFixed(2))
  await rebill(page, accountNo, /^Post -\D*0\.34 for 1 bill$/)
  await openBill(page, accountNo)
  await drawer.getByText(/credited \D*0\.34\./).waitFor()

  await correctLastReading(page, meterNo, last.toFixed(2))
  await rebill(page, accountNo, /^Post \D*0\.34 for 1 bill$/)
  await openBill(page, accountNo)
  await drawer.getByText(/added \D*0\.34\./).waitFor()
})
