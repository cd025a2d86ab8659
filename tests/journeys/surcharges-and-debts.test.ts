import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readPdfText } from '@nightflow/worker/pdf/read-pdf-text'
import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { inDialog, pickDay, press, sayIn, submit } from './open-dialog.ts'
import { callFrom } from './page-call.ts'

const browser = journeyBrowser()
const say = sayIn('en')
const field = (name: string) => say(`billing:field.${name}`)
const unique = () => String(Date.now()).slice(-8)

// requirement of Surcharges and debts: Journey: add a surcharge scheme with its items and try it | /billing/surchargeSchemes | POST /prod-api/business/surchargeScheme
test('a surcharge scheme is added with its items, and tried before an account gets it', async () => {
  const name = `Surcharges ${unique()}`
  const page = await browser.open({ role: 'admin', path: '/billing/surchargeSchemes' })
  await settled(page)
  await press(page, say('billing:surchargeScheme.create'))
  const form = inDialog(page)
  await form.getByLabel(say('billing:surchargeScheme.field.schemeName')).fill(name)
  await form.getByRole('button', { name: say('shared:rows.add'), exact: true }).click()
  await form.getByLabel(field('itemName')).fill('Sewage')
  await form.getByLabel(field('ratioPercent')).fill('12.5')
  await form.getByLabel(field('enabledDate')).click()
  await pickDay(page, /^1 /)
  await submit(page)

  await page.getByRole('row').filter({ hasText: name }).getByText(name, { exact: true }).click()
  const trial = inDialog(page)
  await trial.getByLabel(say('billing:surchargeScheme.trial.amount')).fill('200')
  for (const [label, day] of [
    ['since', /^1 /],
    ['day', /^11 /],
  ] as const) {
    await trial.getByLabel(say(`billing:surchargeScheme.trial.${label}`)).click()
    await pickDay(page, day)
  }
  await submit(page)
  await trial.getByText('175.00').waitFor()
})

// requirement of Surcharges and debts: Journey: add a debt with a plan, pay it, find its records | /billing/debts | PUT /prod-api/business/debt/pay/:debtNo
test('a debt is added with a repayment plan, paid, and found in the debt records', async () => {
  const feeName = `Meter ${unique()}`
  const page = await browser.open({ role: 'admin', path: '/billing/debts' })
  await settled(page)
  const { bytes } = await callFrom(page, 'GET', '/prod-api/business/customer/list?pageSize=1&status=0')
  const { accountNo } = (JSON.parse(bytes.toString('utf8')) as { rows: { accountNo: string }[] }).rows[0]!
  await press(page, say('billing:debt.create'))
  const form = inDialog(page)
  await form.getByLabel(field('accountNo')).fill(accountNo)
  await form.getByLabel(field('debtType')).click()
  await page.getByRole('option', { name: 'Meter', exact: true }).click()
  await form.getByLabel(field('feeName')).fill(feeName)
  await form.getByLabel(field('amount')).fill('90')
  await form.getByLabel(field('planSource')).click()
  await page.getByRole('option', { name: 'Recharge', exact: true }).click()
  await form.getByLabel(field('planDeductions')).fill('3')
  await submit(page)
  await form.waitFor({ state: 'detached' })
  const row = page.getByRole('row').filter({ hasText: feeName })
  await expect.poll(() => row.textContent()).toContain('90.00')

  await row.getByRole('button', { name: /^Pay debt/ }).click()
  await inDialog(page).getByLabel(field('amount')).fill('90')
  await submit(page)
  await expect.poll(() => row.textContent()).toContain('Paid')
  await page.goto(new URL(`/billing/debtRecords?accountNo=${accountNo}`, page.url()).href)
  await settled(page)
  await expect.poll(() => page.getByRole('row').filter({ hasText: feeName }).count()).toBe(2)
})

// requirement of Surcharges and debts: Journey: a surcharge on a payment, from its preview to the receipt | /billing/recharges | POST /prod-api/business/payment/preview
test('a recharge shows what surcharges and instalments take before it is received, keeps it, and has it on its receipt', async () => {
  const accountNo = `R${unique()}`
  const page = await browser.open({ role: 'admin', path: '/billing/recharges' })
  await settled(page)
  const call = (path: string, payload: object) => callFrom(page, 'POST', `/prod-api/business/${path}`, payload)
  await call('customer', { accountNo, customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' })
  const waste = { itemName: 'Waste water', method: '0', enabledDate: '2026-01-01', ratioPercent: 5, vatRate: 6 }
  await call('personalSurcharge', { accountNo, ...waste })
  const plan = { planSource: '1', planDeductions: 3 }
  await call('debt', { accountNo, debtId: randomUUID(), debtType: '1', feeName: 'New meter', amount: 30, ...plan })

  await press(page, say('billing:recharge.create'))
  const form = inDialog(page)
  await form.getByLabel(say('shared:account.search')).fill(accountNo)
  await page.getByRole('option').filter({ hasText: accountNo }).click()
  await form.getByText('Li Na').waitFor()
  await form.getByLabel(field('amount')).fill('100')
  await form.getByText(/^Of .*100\.00: .*15\.00 surcharges and instalments, .*85\.00 to the balance/).waitFor()
  const lines = form.getByRole('table', { name: say('billing:payment.allocation.title') })
  await expect.poll(() => lines.getByRole('row').filter({ hasText: 'New meter' }).textContent()).toMatch(/20\.00 left.*10\.00/)
  await expect.poll(() => lines.getByRole('row').filter({ hasText: 'Waste water' }).textContent()).toContain('5.00')
  await form.getByRole('button', { name: /^Receive .*100\.00$/ }).click()
  await form.getByText(/^Payment received, receipt \d+$/).waitFor()
  const saved = page.waitForEvent('download')
  await form.getByRole('button', { name: say('billing:payment.receipt') }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  const paper = await readPdfText(await readFile(await (await saved).path()))
  for (const words of ['Waste water', 'New meter', 'Surcharges and instalments', '85.00']) expect(paper.join(' ')).toContain(words)
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })

  const row = page.getByRole('row').filter({ hasText: accountNo })
  await expect.poll(() => row.textContent()).toMatch(/100\.00.*15\.00.*85\.00/)
  await row.getByText(accountNo, { exact: true }).click()
  await inDialog(page).getByText('Waste water').waitFor()
})
