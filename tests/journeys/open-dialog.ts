import { utils, write } from '@e965/xlsx'
import type { Locator, Page } from 'playwright'
import { type Language, text } from './texts.ts'

type Say = (key: string, values?: Record<string, string>) => string

/** Opens something over the screen that is shown, by the words of the reader's language. */
export type Opening = (page: Page, say: Say) => Promise<void>

export const sayIn =
  (language: Language): Say =>
  (key, values) =>
    text(key, values, language)

export const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).first().click()
/** On a telephone filters are behind a button. */
export const openFilters = async (page: Page): Promise<void> => {
  const opener = page.locator('.nf-filters-opener')
  if (await opener.isVisible()) await opener.click()
}
/** The tools of a row, from left to right. On a telephone the tools of a row are in one menu. */
export const pressTool = async (page: Page, nth: number, row: Locator): Promise<void> => {
  const cell = row.locator('td:last-child')
  await cell.locator('button').first().waitFor()
  const menu = cell.locator('button[aria-haspopup=menu]')
  if ((await menu.count()) === 0) return cell.locator('button').nth(nth).click()
  await menu.click()
  await page.getByRole('menuitem').nth(nth).click()
}
export const inDialog = (page: Page) => page.getByRole('dialog')
export const submit = (page: Page): Promise<void> => inDialog(page).locator('button[type=submit]').click()
/** Chooses a day or a month of the calendar that is open, and waits until it has closed: the next one shows the same days. */
export const pickDay = async (page: Page, day: RegExp): Promise<void> => {
  const days = page.getByRole('button', { name: day })
  await days.first().click()
  await days.first().waitFor({ state: 'detached' })
}
export const choose = (page: Page, name: string): Promise<void> => page.getByRole('menuitem', { name, exact: true }).click()

/** A button of the screen, and what is pressed in the dialog. */
export const opensWith =
  (key: string, then?: (page: Page, say: Say) => Promise<void>) =>
  async (page: Page, say: Say): Promise<void> => {
    await press(page, say(key))
    await inDialog(page).waitFor()
    await then?.(page, say)
  }
/** The nth tool of a row, from the left. */
export const opensRow =
  (nth: number, row = 0) =>
  async (page: Page): Promise<void> => {
    await pressTool(page, nth, page.locator('tbody tr').nth(row))
    await inDialog(page).waitFor()
  }
/** A tool of the first row by its word, where tools before it depend on the row. */
export const opensTool =
  (key: string) =>
  async (page: Page, say: Say): Promise<void> => {
    const cell = page.locator('tbody tr').first().locator('td:last-child')
    await cell.locator('button').first().waitFor()
    const menu = cell.locator('button[aria-haspopup=menu]')
    const isMenu = (await menu.count()) > 0
    if (isMenu) await menu.click()
    await (isMenu ? page : cell).getByRole(isMenu ? 'menuitem' : 'button', { name: new RegExp(say(key)) }).click()
    await inDialog(page).waitFor()
  }
export const empty = async (page: Page): Promise<void> => {
  await submit(page)
  await inDialog(page).locator('[aria-invalid=true], .mantine-InputWrapper-error').first().waitFor()
}
/** Something of the menu of a partition. */
export const managing =
  (key: string) =>
  async (page: Page, say: Say): Promise<void> => {
    await press(page, say('leakage:tools.manage'))
    await choose(page, say(key))
    await inDialog(page).waitFor()
  }

const spreadsheet = (rows: readonly (readonly string[])[]): Buffer => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Sheet1')
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}
/** Looks like the key of a text that is missing. */
export const sentFile = 'staff.xlsx'
const wrongRows = [
  ['userName', 'nickName', 'phonenumber', 'email', 'deptId'],
  ['9bad', 'One', '12', 'nobody', 'No such department'],
  ['good_one', 'A name that is longer than the twenty characters allowed', '13800138000', '', ''],
  ['good_two', 'Two', '', '', ''],
]
export const sendRows = async (page: Page): Promise<void> => {
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const file = { name: sentFile, mimeType, buffer: spreadsheet(wrongRows) }
  await page.locator('input[type=file][accept*=xls]').setInputFiles(file)
  await inDialog(page).locator('tbody tr').first().waitFor()
}

export function ringing(tab: number): Opening {
  return async (page) => {
    await page.locator('.nf-bell button').first().click()
    await page.getByRole('tab').nth(tab).click()
  }
}

export function finding(words: string): Opening {
  return async (page, say) => {
    await page.keyboard.press('Control+K')
    await page.getByRole('textbox', { name: say('shared:find.placeholder') }).fill(words)
  }
}
