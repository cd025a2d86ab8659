import type { AccountRow } from '@nightflow/schemas/customers/account'
import type { MeterRow } from '@nightflow/schemas/devices/meters'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { inDialog, pickDay, press, sayIn, submit } from './open-dialog.ts'
import { ask } from './people.ts'

/** Daily work of people without typing an identifier. */

const browser = journeyBrowser()
const say = sayIn('en')

const find = async (page: Page, words: string): Promise<void> => {
  await page.keyboard.press('Control+K')
  await page.getByRole('textbox', { name: say('shared:find.placeholder') }).fill(words)
}
const action = (page: Page, text: string | RegExp) => page.locator('.mantine-Spotlight-action').filter({ hasText: text }).first()

test('the palette finds a customer by two words and a command by its name', async () => {
  const { rows } = await ask<{ rows: AccountRow[] }>('admin', '/prod-api/business/customer/list?pageSize=20&waterUse=0')
  const { accountNo, customerName, address } = rows.find((row) => row.customerName && row.address)!
  const page = await browser.open({ role: 'admin', path: '/index' })
  await settled(page)
  await find(page, accountNo)
  await action(page, customerName!).waitFor()
  // The exact number is first: Enter opens it.
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/customer/accounts/${accountNo}`)
  await page.keyboard.press('Control+K')
  // The palette draws the label of a group by a style: no element has it as its text.
  const last = page.locator('.mantine-Spotlight-actionsGroup').first()
  expect(await last.getAttribute('style')).toContain(say('shared:find.recent'))
  await last.locator('.mantine-Spotlight-action').filter({ hasText: accountNo }).waitFor()
  await page.keyboard.press('Escape')

  await find(page, `${customerName} ${address!.split(' ')[0]}`)
  await action(page, accountNo).waitFor()
  await page.keyboard.press('Escape')

  await find(page, say('shared:find.command.receivePayment'))
  await action(page, say('shared:find.command.receivePayment')).waitFor()
  await page.keyboard.press('Enter')
  await inDialog(page).getByLabel(say('shared:account.search')).waitFor()
})

test('the palette gives every command that is declared: its list shows the rows for which there is one, and asks for the row', async () => {
  const page = await browser.open({ role: 'admin', path: '/index' })
  await settled(page)
  await find(page, say('billing:payment.command.reverse.short'))
  await action(page, new RegExp(`^${say('billing:payment.command.reverse.short')}.*${say('billing:payment.title')}`)).click()
  await page.waitForURL('**/payments?do=reverse')
  await page.getByText(say('shared:resource.chooseRow', { command: say('billing:payment.command.reverse.short') })).waitFor()
  const button = page
    .getByRole('row')
    .getByRole('button', { name: /^Reverse payment/ })
    .first()
  await button.click()
  await inDialog(page)
    .getByText(/^Reverse payment/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: say('shared:action.cancel'), exact: true }).click()
  await page.waitForURL((url) => !url.search.includes('do='))

  await find(page, say('platform:customerType.create'))
  await action(page, say('platform:customerType.create')).click()
  await inDialog(page).getByRole('textbox').first().waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => !url.search.includes('do='))
})

test('a round is planned for the meters of a street and a reader by name', async () => {
  const { rows } = await ask<{ rows: MeterRow[] }>('admin', '/api/v1/meters?state=installed&limit=100')
  const street = rows.find(({ address }) => address)!.address!.replace(/^\d+ /, '')
  const name = `Round ${Date.now()}`
  const page = await browser.open({ role: 'admin', path: '/readMeter/walkBy' })
  await settled(page)
  await press(page, say('metering:walkBy.plan'))
  const form = inDialog(page)
  await form.getByLabel(new RegExp(`^${say('metering:walkBy.field.name')}( \\*)?$`)).fill(name)
  await form.getByLabel(say('metering:walkBy.field.startDate')).click()
  await pickDay(page, /^1 /)
  await form.getByLabel(say('metering:walkBy.field.endDate')).click()
  await pickDay(page, /^11 /)
  await form.getByLabel(say('metering:walkBy.field.readerId')).click()
  await page.getByRole('option', { name: 'admin', exact: true }).click()
  await form.getByLabel(say('metering:walkBy.search')).fill(street)
  await form.getByText(/^\d+ meters? in route order$/).waitFor()
  const chosen = Number((await form.getByText(/^\d+ meters? in route order$/).textContent())!.split(' ')[0])
  expect(chosen).toBeGreaterThan(0)
  await form.getByRole('checkbox').first().uncheck()
  await submit(page)
  await form.waitFor({ state: 'detached' })
  const row = page.getByRole('row').filter({ hasText: name })
  await expect.poll(() => row.textContent()).toContain(String(chosen - 1))
  await expect.poll(() => row.textContent()).toContain('admin')
})

test('of the selected meters a valve command takes those that have a valve, and says of how many', async () => {
  const { rows } = await ask<{ rows: MeterRow[] }>('admin', '/api/v1/meters?limit=20')
  const withValve = rows.filter(({ hasValve }) => hasValve).length
  const page = await browser.open({ role: 'admin', path: '/device/meters?size=20&sort=number.asc' })
  await settled(page)
  await page.getByRole('checkbox', { name: say('shared:resource.chooseAll') }).check()
  const bar = page.locator('.nf-chosen')
  await bar.getByText(String(rows.length)).first().waitFor()
  const label = say('devices:meters.command.closeValve.short')
  const button = bar.getByRole('button', { name: new RegExp(`^${label}( \\(\\d+\\))?$`) })
  if (withValve === 0) return void expect(await button.count()).toBe(0)
  expect(await button.textContent()).toBe(withValve === rows.length ? label : `${label} (${withValve})`)
})
