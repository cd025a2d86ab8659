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
