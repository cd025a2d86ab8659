import type { AccountRow } from '@nightflow/schemas/customers/account'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { firstScreenKilobytesMax, scriptBytes, untilComplete, watchContent } from '../support/process/first-screen.ts'
import { journeyBrowser, settled } from './journey-browser.ts'
import { inDialog, press, sayIn } from './open-dialog.ts'
import { ask, command, signIn } from './people.ts'

/** The start page of each role has the work of that role, and a person arranges it. */

const browser = journeyBrowser()
const say = sayIn('en')
const part = (page: Page, key: string) => page.getByRole('region', { name: say(`dashboard:home.${key}`) })

/** From here on: taps count as clicks, typing does not. */
const countClicks = (page: Page): Promise<void> =>
  page.evaluate(
    `addEventListener('pointerdown', () => (document.body.dataset.clicks = Number(document.body.dataset.clicks ?? 0) + 1), true)`,
  )
const clicksOn = async (page: Page): Promise<number> => Number((await page.locator('body').getAttribute('data-clicks')) ?? 0)

const firstAsync = async <Item>(items: readonly Item[], isWanted: (item: Item) => Promise<boolean>): Promise<Item | undefined> => {
  for (const item of items) if (await isWanted(item)) return item
  return undefined
}

test('the first screen of each role loads at most 250 kB of scripts', async () => {
  for (const role of ['admin', 'analyst', 'clerk', 'agent', 'operator'] as const) {
    const page = await browser.open({ role, path: '/index' })
    await page.addInitScript(watchContent)
    await page.reload()
    const kilobytes = (await scriptBytes(page, await untilComplete(page))) / 1000
    expect(kilobytes, role).toBeGreaterThan(50)
    expect(kilobytes, role).toBeLessThan(firstScreenKilobytesMax)
    await page.close()
  }
})

test('the analyst reads the worst partition and its reason without a click, and opens it with one', async () => {
  const page = await browser.open({ role: 'analyst', path: '/index' })
  await settled(page)
  const worst = part(page, 'worst').getByRole('listitem').first()
  await worst.getByText(/Leak of|no open leak/).waitFor()
  expect(await worst.textContent()).toMatch(/\d%/)
  expect(await part(page, 'counter').count()).toBe(0)
  const due = part(page, 'leaksDue').getByRole('listitem')
  await expect.poll(() => due.locator('b').allTextContents()).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)])
  const name = (await worst.getByRole('link').textContent())!
  await worst.getByRole('link').click()
  await page.waitForURL(/\/water\/leakage\?partition=/)
  await page.getByRole('heading', { name, exact: true }).first().waitFor()
})

test('the clerk finds a customer from the start page, sees what waits, and takes a payment with one click', async () => {
  const { rows } = await ask<{ rows: AccountRow[] }>('admin', '/prod-api/business/customer/list?pageSize=20&waterUse=0')
  const { accountNo, customerName } = rows.find((row) => row.customerName)!
  const page = await browser.open({ role: 'clerk', path: '/index' })
  await settled(page)
  const waiting = part(page, 'tasks')
  await waiting.getByRole('link', { name: say('dashboard:home.task.bankEntries') }).waitFor()
  await expect.poll(() => waiting.textContent()).toMatch(/Bank entries without an account\d/)
  const counter = part(page, 'counter')
  await counter.getByRole('button', { name: say('shared:find.command.receivePayment') }).click()
  await inDialog(page).getByLabel(say('shared:account.search')).waitFor()
  await page.keyboard.press('Escape')
  await counter.getByLabel(say('shared:account.search')).fill(accountNo)
  await page
    .getByRole('option', { name: new RegExp(customerName!) })
    .first()
    .click()
  await page.waitForURL(`**/customer/accounts/${accountNo}`)
})

test('the clerk answers why a bill is so high with two clicks', async () => {
  const { rows } = await ask<{ rows: { accountNo: string }[] }>('admin', '/prod-api/business/bill/list?pageSize=50')
  const { accountNo } = (await firstAsync(rows, async (bill) => {
    // Bills of a former holder are not those of the account of today.
    const { data } = await ask<{ data: { bills: object[] } }>('admin', `/prod-api/business/bill/account/${bill.accountNo}`)
    return data.bills.length > 0
  }))!
  const page = await browser.open({ role: 'clerk', path: '/index' })
  await settled(page)
  await countClicks(page)
  await part(page, 'counter').getByLabel(say('shared:account.search')).fill(accountNo)
  await page.getByRole('option').filter({ hasText: accountNo }).click()
  await press(page, say('billing:compare.button'))
  await inDialog(page).getByText(say('billing:compare.fact.perDay')).first().waitFor()
  expect(await clicksOn(page)).toBe(2)
})

test('the clerk takes a payment with three clicks', async () => {
  const accountNo = `DAY-${String(Date.now()).slice(-8)}`
  const holder = { accountNo, customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
  await command('POST', '/business/customer', holder)
  const page = await browser.open({ role: 'clerk', path: '/index' })
  await settled(page)
  await countClicks(page)
  await part(page, 'counter')
    .getByRole('button', { name: say('shared:find.command.receivePayment') })
    .click()
  const form = inDialog(page)
  await form.getByLabel(say('shared:account.search')).fill(accountNo)
  await page.getByRole('option').filter({ hasText: accountNo }).click()
  await form.getByLabel(say('billing:field.amount')).fill('12.5')
  await form.getByRole('button', { name: /^Receive .*12\.50$/ }).click()
  await form.getByText(/^Payment received, receipt \d+$/).waitFor()
  expect(await clicksOn(page)).toBe(3)
})

test('a person puts a tile away and moves another one, and finds it so in another browser', async () => {
  const usual = { homeTiles: { order: [], hidden: [] } }
  const { token } = await signIn('analyst')
  await command('PUT', '/system/user/preferences', usual, token)
  const page = await browser.open({ role: 'analyst', path: '/index' })
  await settled(page)
  const tiles = () => page.locator('.nf-page h2').allTextContents()
  await part(page, 'worst').waitFor()
  await press(page, say('dashboard:home.arrange'))
  const shown = page.getByRole('checkbox', { name: say('dashboard:home.tile.tasks') })
  // Not `uncheck`, which looks before the page had a turn to draw the choice.
  await shown.click()
  await expect.poll(() => shown.isChecked()).toBe(false)
  await page.getByRole('button', { name: say('dashboard:home.moveDown', { name: say('dashboard:home.tile.briefing') }) }).click()
  await page.getByRole('button', { name: say('dashboard:home.moveDown', { name: say('dashboard:home.tile.briefing') }) }).click()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await tiles()).includes(say('dashboard:home.tasks'))).toBe(false)
  const other = await browser.open({ role: 'analyst', path: '/index' })
  await part(other, 'worst').waitFor()
  expect(await part(other, 'tasks').count()).toBe(0)
  const top = await other.locator('.nf-figures-row, [aria-label="New leaks and alarms"]').first().textContent()
  expect(top).toContain(say('dashboard:top.used'))
  await command('PUT', '/system/user/preferences', usual, token)
})

test('the agent has the float and nothing of the utility’s money', async () => {
  const page = await browser.open({ role: 'agent', path: '/index' })
  await settled(page)
  await page.getByText(say('agents:desk.figure.left'), { exact: true }).waitFor()
  expect(await page.getByText(say('dashboard:bills.title')).count()).toBe(0)
  expect(await part(page, 'tasks').count()).toBe(0)
  await page.getByRole('link', { name: say('agents:desk.open') }).click()
  await page.getByRole('combobox', { name: say('agents:desk.search') }).waitFor()
})
