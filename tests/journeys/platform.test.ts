import { readFileSync } from 'node:fs'
import { read, utils, write } from '@e965/xlsx'
import type { Download, Page } from 'playwright'
import { expect, test } from 'vitest'
import { cookiesOf, journeyBrowser, settled } from './journey-browser.ts'
import { lane } from './lane.ts'
import { ask, command } from './people.ts'
import { serviceDatabase } from './sign-in-form.ts'

const browser = journeyBrowser()
const pool = serviceDatabase()

const dialog = (page: Page) => page.getByRole('dialog')

test('a notice is made, found, changed, taken away as a spreadsheet and removed, and what was wrong is said at its field', async () => {
  const title = `Flushing ${Date.now()}`
  const page = await browser.open({ role: 'admin', path: '/system/notice' })
  await settled(page)
  // An empty list offers the first step a second time.
  await page.getByRole('button', { name: 'Add notice' }).first().click()
  await dialog(page).getByRole('button', { name: 'Add notice' }).click()
  // One press is enough although leaving the field says what is wrong too: the first field that is wrong has the focus.
  await expect.poll(() => dialog(page).getByText('Fill in this field').count()).toBeGreaterThan(0)
  await dialog(page).getByLabel('Title').and(page.locator(':focus')).waitFor()
  await dialog(page).getByLabel('Title').fill(title)
  await dialog(page).getByLabel('Type').click()
  await page.getByRole('option', { name: 'Announcement' }).click()
  await dialog(page).getByLabel('Text', { exact: true }).fill('Hydrants in the harbour are flushed.')
  await dialog(page).getByRole('button', { name: 'Add notice' }).click()
  await dialog(page).waitFor({ state: 'detached' })

  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await expect.poll(() => page.url()).toContain('noticeTitle=')
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.getByRole('button', { name: `Change notice ${title}` }).click()
  await dialog(page).getByLabel('Remark').fill('Monday')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dialog(page).waitFor({ state: 'detached' })

  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export spreadsheet' }).click()])
  const [head, row, ...others] = await savedRows(saved)
  expect(head?.slice(0, 3)).toEqual(['Title', 'Type', 'Status'])
  expect(row?.slice(0, 3)).toEqual([title, 'Announcement', 'Published'])
  expect(others).toEqual([])

  await page.getByRole('button', { name: `Remove ${title}` }).click()
  await dialog(page)
    .getByRole('button', { name: `Remove ${title}` })
    .click()
  await page.getByText('No matching entries').waitFor()
})

test('a view of a list is a link: filter, order and page come back with it', async () => {
  const page = await browser.open({ role: 'operator', path: '/system/dict?dictType=sys&sort=dictType.asc&size=10' })
  await settled(page)
  await page.locator('tbody tr').first().waitFor()
  const types = await page.locator('tbody tr td:nth-child(2)').allTextContents()
  expect(types).toEqual(types.toSorted())
  expect(types.every((type) => type.startsWith('sys'))).toBe(true)
  expect(await page.getByRole('textbox', { name: 'Dictionary' }).inputValue()).toBe('sys')
})

test('an operator creates a tenant, sees its first password once, and visits it with a reason that is in its log', async () => {
  const code = `canal-${Date.now()}`
  const page = await browser.open({ role: 'operator', path: '/tenant/list' })
  await settled(page)
  await page.getByRole('button', { name: 'Add tenant' }).click()
  await dialog(page).getByLabel('Tenant', { exact: false }).first().fill(`Canal Water ${code}`)
  await dialog(page).getByLabel('Code').fill(code)
  await dialog(page).getByLabel('Time zone').fill('Europe/Rome')
  await page.getByRole('option', { name: 'Europe/Rome' }).click()
  await dialog(page).getByLabel('User name').fill(`a${Date.now()}`)
  await dialog(page).getByRole('button', { name: 'Add tenant' }).click()
  await dialog(page).getByText('This password is shown only once').waitFor()
  expect(await dialog(page).locator('pre').last().textContent()).toMatch(/^(?=.*\d)(?=.*[A-Z])(?=.*[a-z]).{6,16}$/)
  await dialog(page).getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('button', { name: `Visit Canal Water ${code}` }).click()
  await dialog(page).getByLabel('Reason').fill('Help with the first import')
  await dialog(page)
    .getByRole('button', { name: `Visit Canal Water ${code}` })
    .click()
  // The reason is in the dialog first, then in the banner of the next page.
  await page.locator('[role=status]').getByText('Help with the first import').waitFor()
  await settled(page)
  await page.goto('/system/operlog')
  await page.getByRole('button', { name: 'Start a visit' }).first().waitFor()
})

test('a password reset shows the new password once', async () => {
  const name = `forgot${Date.now()}`
  await command('POST', '/system/user', { userName: name, nickName: 'Forgot' })
  const page = await browser.open({ role: 'admin', path: `/system/user?userName=${name}` })
  await page.getByRole('button', { name: `Reset the password of ${name}` }).click()
  await dialog(page)
    .getByRole('button', { name: `Reset the password of ${name}` })
    .click()
  await dialog(page).getByText('This password is shown only once').waitFor()
  expect(await dialog(page).locator('pre').last().textContent()).toMatch(/^(?=.*\d)(?=.*[A-Z])(?=.*[a-z]).{6,16}$/)
  await dialog(page).getByRole('button', { name: 'I have stored it' }).click()
  await dialog(page).waitFor({ state: 'detached' })
})

const spreadsheetOf = (rows: readonly (readonly string[])[]): Buffer => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Sheet1')
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

const savedRows = async (download: Download): Promise<string[][]> =>
  utils.sheet_to_json<string[]>(Object.values(read(readFileSync(await download.path())).Sheets)[0]!, { header: 1 })

test('a spreadsheet of staff is looked at row by row, its good rows are taken, and a file says what became of each', async () => {
  const name = `imported${Date.now()}`
  const page = await browser.open({ role: 'admin', path: `/system/user?userName=${name}` })
  await settled(page)
  await page.getByRole('button', { name: 'Import' }).click()
  const [template] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download the template' }).click()])
  const [heads = []] = await savedRows(template)
  const row = (filled: Record<string, string>) => heads.map((head) => filled[head] ?? '')
  const buffer = spreadsheetOf([heads, row({ 'User name': name, Name: 'Imported' }), row({ 'User name': '9bad', Name: 'Bad' })])
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.locator('input[type=file]').setInputFiles({ name: 'staff.xlsx', mimeType, buffer })
  await dialog(page).getByText('Valid rows: 1 of 2').waitFor()
  const problem = await dialog(page).locator('tbody tr').first().locator('td').allTextContents()
  expect([problem[0], problem[1]]).toEqual(['A3', 'User name'])
  expect(problem[2]).toContain('9bad')
  await dialog(page).getByRole('button', { name: 'Import the valid rows' }).click()
  await dialog(page).getByText('Rows imported: 1').waitFor()
  const [result] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Download the result' }).click(),
  ])
  expect((await savedRows(result)).map(([userName]) => userName)).toEqual(['User name', name, '9bad'])
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await page.getByRole('cell', { name, exact: true }).waitFor()
})

type Node = { id: number; label: string; children?: Node[] }

/** A person whose role may do everything with notices but remove them. */
const personWithoutRemoval = async (): Promise<{ token: string }> => {
  const name = `limited${Date.now()}`
  const { data: menus } = await ask<{ data: Node[] }>('admin', '/prod-api/system/menu/treeselect')
  const system = menus.find(({ label }) => label === 'System')!
  const notices = system.children!.find(({ label }) => label === 'Notices')!
  const menuIds = [system, notices, ...notices.children!].filter(({ label }) => label !== 'Remove').map(({ id }) => id)
  expect(notices.children!.map(({ label }) => label)).toContain('Remove')
  const role = await command('POST', '/system/role', { roleName: name, roleKey: name, menuIds })
  const made = await command('POST', '/system/user', { userName: name, nickName: 'Limited', roleIds: [role.data?.roleId] })
  // As if the initial password had been changed already, which is another journey.
  await pool.query('update platform.users set must_change_password = false where username = $1', [name])
  const answer = await fetch(`${lane().baseUrl}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: name, password: made.data?.initialPassword }),
  })
  return (await answer.json()) as { token: string }
}

test('without the permission the button is gone and the call refuses', async () => {
  const title = `Kept ${Date.now()}`
  const { data } = await command('POST', '/system/notice', { noticeTitle: title, noticeType: '1' })
  const { token } = await personWithoutRemoval()
  const page = await browser.open({ path: '/login' })
  await page.context().addCookies(cookiesOf({ token, expiresIn: 600 }, lane().baseUrl))
  await page.goto(`/system/notice?noticeTitle=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: `Change notice ${title}` }).waitFor()
  expect(await page.getByRole('button', { name: `Remove ${title}` }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Staff' }).count()).toBe(0)
  expect(await command('DELETE', `/system/notice/${data?.noticeId}`, {}, token)).toMatchObject({ code: 403 })
  expect(await command('GET', '/system/user/list', {}, token)).toMatchObject({ code: 403 })
})

test('a tree is walked and grown: a department, one below it, and neither is lost while it is needed', async () => {
  const top = `Top ${Date.now() % 1e6}`
  const page = await browser.open({ role: 'admin', path: '/system/dept' })
  await settled(page)
  await page.getByRole('button', { name: 'Add top department' }).first().click()
  await dialog(page).getByLabel('Department').fill(top)
  await dialog(page).getByRole('button', { name: 'Add top department' }).click()
  await page.getByRole('treeitem', { name: top }).click()
  await page.getByRole('button', { name: 'Add department below' }).click()
  await dialog(page).getByLabel('Department').fill('Field work')
  await dialog(page).getByRole('button', { name: 'Add department below' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('treeitem', { name: top }).getByText('Field work').waitFor()
  await page.getByRole('button', { name: `Remove ${top}` }).click()
  await dialog(page)
    .getByRole('button', { name: `Remove ${top}` })
    .click()
  await dialog(page).getByRole('alert').waitFor()
})
