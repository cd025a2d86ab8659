import { readFileSync } from 'node:fs'
import { read, utils, write } from '@e965/xlsx'
import type { Download, Page } from 'playwright'
import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()
const dialog = (page: Page) => page.getByRole('dialog')
const say = (key: string, values: Record<string, string> = {}) => text(`shared:import.${key}`, values, 'zh-CN')

const spreadsheetOf = (rows: readonly (readonly string[])[]): Buffer => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Sheet1')
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}
const savedRows = async (download: Download): Promise<string[][]> =>
  utils.sheet_to_json<string[]>(Object.values(read(readFileSync(await download.path())).Sheets)[0]!, { header: 1 })
const choose = (page: Page, buffer: Buffer, name = 'types.xlsx') =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer })

test('customer types are imported: a wrong file, a wrong head and wrong rows are named by cell in the language of the reader', async () => {
  const name = `大口径${Date.now()}`
  const page = await browser.open({ role: 'admin', path: `/customer/customerType?customerTypeName=${name}`, language: 'zh-CN' })
  await settled(page)
  await page.getByRole('button', { name: say('open'), exact: true }).click()
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page)
      .getByRole('button', { name: say('template') })
      .click(),
  ])
  const [heads = []] = await savedRows(template)
  expect(heads).toHaveLength(4)

  await choose(page, Buffer.alloc(5 * 1024 * 1024 + 1))
  await dialog(page).getByText(say('tooBig')).waitFor()
  await choose(page, Buffer.from('a,b'), 'types.csv')
  await dialog(page).getByText(say('wrongType')).waitFor()
  await choose(page, spreadsheetOf([['Bogus'], ['x']]))
  await dialog(page)
    .getByRole('alert')
    .filter({ hasText: /\p{Script=Han}/u })
    .waitFor()

  await choose(page, spreadsheetOf([[...heads, 'Bogus'], [name], [name], ['']]))
  await dialog(page)
    .getByText(say('checked', { good: '1', total: '2' }))
    .waitFor()
  await dialog(page)
    .getByText(say('ignored', { columns: 'Bogus' }))
    .waitFor()
  const problem = await dialog(page).locator('tbody tr').first().locator('td').allTextContents()
  expect([problem[0], problem[1]]).toEqual(['A3', heads[0]])
  expect(problem[2]).toMatch(/\p{Script=Han}/u)

  await dialog(page)
    .getByRole('button', { name: say('good') })
    .click()
  await dialog(page)
    .getByText(say('result', { imported: '1' }))
    .waitFor()
  await dialog(page)
    .getByRole('button', { name: text('shared:action.done', {}, 'zh-CN') })
    .click()
  await page.getByText(name, { exact: true }).first().waitFor()
})
