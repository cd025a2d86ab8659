import { utils, write } from '@e965/xlsx'
import type { AccountDetail } from '@nightflow/schemas/customers/account'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { ask, command } from './people.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()
const dialog = (page: Page) => page.getByRole('dialog')
const field = (name: string) => text(`customers:account.field.${name}`)
const unique = Date.now()
const accountNo = `J-${unique}`
const meterNo = `7${unique}`
const reason = 'Asked at the counter'

const account = async (number = accountNo): Promise<AccountDetail> =>
  (await ask<{ data: AccountDetail }>('admin', `/prod-api/business/customer/${number}`)).data
const fill = (page: Page, name: string, value: string) => dialog(page).getByLabel(field(name), { exact: false }).first().fill(value)

/** Gives a command of the account's page, with what is typed. */
const order = async (page: Page, name: string, typed: Record<string, string>): Promise<void> => {
  await page
    .locator('.nf-page-head')
    .getByRole('button', { name: text(`customers:account.command.${name}.short`), exact: true })
    .click()
  for (const [known, value] of Object.entries(typed)) await fill(page, known, value)
  await dialog(page).locator('button[type=submit]').click()
  await dialog(page).waitFor({ state: 'hidden' })
}

test('a clerk opens an account with its meter, freezes and unfreezes it, transfers it and cancels it', { timeout: 90_000 }, async () => {
  expect(await command('POST', '/business/meter', { number: meterNo })).toMatchObject({ code: 200 })
  const page = await browser.open({ role: 'admin', path: '/customer/accounts?size=50' })
  await settled(page)
  const types = await ask<{ rows: { customerTypeName: string }[] }>('admin', '/prod-api/business/customerType/list')
  const cells = await page.locator('tbody td').allTextContents()
  expect(types.rows.some(({ customerTypeName }) => cells.includes(customerTypeName))).toBe(true)
  await page.getByRole('button', { name: text('customers:account.create'), exact: true }).click()
  expect(await dialog(page).getByLabel(field('creditCode')).count()).toBe(0)
  for (const [name, value] of Object.entries({ accountNo, customerName: 'Li Na', telephone: '123', address: '8 Mill Lane', meterNo }))
    await fill(page, name, value)
  await dialog(page).locator('button[type=submit]').click()
  await dialog(page).getByRole('alert').waitFor()
  await fill(page, 'telephone', '13800138000')
  const contract = { name: 'contract.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') }
  await dialog(page).locator('input[type=file]').setInputFiles([contract])
  await dialog(page).locator('button[type=submit]').click()
  await dialog(page).waitFor({ state: 'hidden' })
  expect(await account()).toMatchObject({ customerName: 'Li Na', meterNo, status: '0' })

  // The next steps are on the page of the account, which opens by itself.
  await page.waitForURL(`**/customer/accounts/${accountNo}`)
  await settled(page)
  await page.getByRole('heading', { name: 'Li Na' }).waitFor()
  await page.locator('.nf-page-head').getByText(text('customers:title', { accountNo }), { exact: false }).waitFor()
  const attached = page.getByRole('button', { name: text('customers:attachments.open', { name: contract.name }) })
  await attached.waitFor()
  await page.getByRole('button', { name: text('customers:attachments.removeOf', { name: contract.name }) }).click()
  await dialog(page).getByLabel(text('customers:attachments.reason')).fill(reason)
  await dialog(page).locator('button[type=submit]').click()
  await attached.waitFor({ state: 'detached' })
  await order(page, 'freeze', { reason })
  await expect.poll(async () => (await account()).status).toBe('1')
  await page
    .locator('.nf-page-head')
    .getByRole('button', { name: text('customers:account.command.transfer.short'), exact: true })
    .waitFor({ state: 'hidden' })
  await order(page, 'unfreeze', { reason })
  await order(page, 'transfer', {
    ...{ customerName: 'Zhao Min', telephone: '13911112222', address: '8 Mill Lane' },
    ...{ closingRegisterCubicMetres: '12', reason },
  })
  await page.locator('.nf-page-head').getByText('Zhao Min', { exact: false }).waitFor()
  await order(page, 'cancel', { closingRegisterCubicMetres: '15', reason })
  await page
    .locator('.nf-page-head')
    .getByRole('button', { name: text('customers:account.command.cancel.short'), exact: true })
    .waitFor({ state: 'hidden' })
  expect(await account()).toMatchObject({ status: '2', meterNo: null })
  const history = page.getByRole('region', { name: text('customers:history'), exact: true })
  await expect.poll(() => history.getByRole('listitem').count()).toBe(9)
})

test('a spreadsheet with a wrong row: the row is named by its cell, and the good rows are imported', { timeout: 60_000 }, async () => {
  const book = utils.book_new()
  const rows = [
    ['accountNo', 'customerName', 'telephone', 'address'],
    [`${accountNo}-1`, 'Wang Wei', '13900139000', '9 Mill Lane'],
    [`${accountNo}-2`, 'Wang Wei', '139', '10 Mill Lane'],
  ]
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Accounts')
  const buffer = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  const page = await browser.open({ role: 'admin', path: '/customer/accounts' })
  await settled(page)
  await page.getByRole('button', { name: text('shared:import.open'), exact: true }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'accounts.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer })
  await dialog(page)
    .getByText(text('shared:import.checked', { good: '1', total: '2' }))
    .waitFor()
  const problem = await dialog(page).locator('tbody tr').first().locator('td').allTextContents()
  expect(problem.slice(0, 2)).toEqual(['C3', field('telephone')])
  await dialog(page)
    .getByRole('button', { name: text('shared:import.good') })
    .click()
  await dialog(page)
    .getByText(text('shared:import.result', { imported: '1' }))
    .waitFor()
  expect(await account(`${accountNo}-1`)).toMatchObject({ customerName: 'Wang Wei' })
})

test('a clerk lays another account beside this one, found by its name, and the link keeps both', async () => {
  const { rows } = await ask<{ rows: AccountDetail[] }>('admin', '/prod-api/business/customer/list?pageSize=20&waterUse=0')
  const [own, other] = rows.filter(({ customerName, meterNo }) => customerName && meterNo)
  const page = await browser.open({ role: 'clerk', path: `/customer/accounts/${own!.accountNo}` })
  await settled(page)
  await page.getByRole('button', { name: text('customers:beside.open'), exact: true }).click()
  await dialog(page).getByLabel(text('shared:account.search')).fill(other!.customerName!)
  await page
    .getByRole('option', { name: new RegExp(other!.accountNo) })
    .first()
    .click()
  await page.waitForURL(/against=/)
  const beside = page.getByRole('region', { name: text('customers:beside.title') })
  await beside.getByRole('link', { name: other!.customerName!, exact: true }).first().waitFor()
  await page.reload()
  await settled(page)
  await beside.getByText(other!.accountNo, { exact: false }).first().waitFor()
  await page.getByRole('button', { name: text('customers:beside.end'), exact: true }).click()
  await beside.waitFor({ state: 'detached' })
})
