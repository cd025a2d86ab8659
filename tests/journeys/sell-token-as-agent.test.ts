import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { ask } from './people.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()
const say = (key: string, values: Record<string, string | number> = {}) => text(`agents:desk.${key}`, values)

type Float = { data: { availableMinor: number; salesToday: number } }
const float = async (): Promise<Float['data']> => (await ask<Float>('agent', '/prod-api/business/agentDesk/float')).data

// requirement of Agents: Journey: an agent finds a meter, sees what a token costs, sells it, and hands out the receipt; the float falls | /billing/payment/agentDesk | POST /prod-api/business/agentDesk/sell
test('an agent sells a token: finds the meter, sees the cost and the float that is left, and reads out twenty digits', async () => {
  const { rows } = await ask<{ rows: { meterNo: string; pan: string }[] }>('admin', '/prod-api/business/stsMeter/list?pageSize=10')
  const { meterNo, pan } = rows.at(-1)!
  const before = await float()
  const page = await browser.open({ role: 'agent', path: '/billing/payment/agentDesk', width: 390, height: 844 })
  await settled(page)
  await page.getByRole('combobox', { name: say('search') }).fill(meterNo)
  await page.getByRole('option').first().click()
  await page.getByRole('combobox', { name: say('field.kind') }).click()
  await page.getByRole('option', { name: /token/i }).click()
  await page.getByRole('textbox', { name: /^Amount/ }).fill('20')
  await page.getByRole('button', { name: say('preview'), exact: true }).click()
  await page.getByText(meterNo).last().waitFor()
  // The confirmation on the meter itself comes before the money.
  await page.getByLabel(say('field.panLastFour')).fill(pan.slice(-4))
  await page.getByRole('button', { name: /20[.,]00/ }).click()
  await page.getByRole('button', { name: say('again'), exact: true }).waitFor()
  await page
    .getByText(/^\d{4}([ -]?\d{4}){4}$/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: say('receipt') }).waitFor()
  const after = await float()
  expect(after.salesToday).toBe(before.salesToday + 1)
  expect(after.availableMinor).toBe(before.availableMinor - 2_000)
})

// requirement of Tokens: Journey: decoded digits say whether they were entered, and lead to the refund of their token | /prepaid/tokenDesk | PUT /prod-api/business/token/refund/:tokenNo
test('digits that a customer brings back are decoded, and one click opens the application for their refund', async () => {
  const { rows } = await ask<{ rows: { meterNo: string; digits: string }[] }>('admin', '/prod-api/business/token/list?status=1&kind=0')
  const { meterNo, digits } = rows[0]!
  const prepaid = (key: string, values: Record<string, string> = {}) => text(`prepaid:${key}`, values)
  const page = await browser.open({ role: 'admin', path: '/prepaid/tokenDesk', width: 1440, height: 900 })
  await settled(page)
  await page.getByRole('tab', { name: prepaid('desk.decode') }).click()
  await page.getByLabel(prepaid('desk.field.digits')).fill(digits.split(' ')[0]!)
  await page.getByRole('button', { name: prepaid('desk.decode'), exact: true }).click()
  await page.getByText(prepaid('desk.decoded.entry.unknown')).waitFor()
  await page.getByRole('button', { name: prepaid('token.command.refund.short'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(prepaid('token.command.refund.text')).waitFor()
  await dialog.getByLabel(prepaid('token.field.reason')).fill('Sold for the wrong meter')
  await dialog.getByRole('button', { name: prepaid('token.command.refund.one', { name: meterNo }) }).click()
  await page.getByText(prepaid('token.command.refund.done', { name: meterNo })).waitFor()
})
