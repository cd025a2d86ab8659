import { readFileSync } from 'node:fs'
import { read, utils } from '@e965/xlsx'
import axe from 'axe-core'
import type { Page } from 'playwright'
import { expect, inject, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { ask, signIn } from './people.ts'
import { serviceDatabase } from './sign-in-form.ts'

const browser = journeyBrowser()
const pool = serviceDatabase()

const dialog = (page: Page) => page.getByRole('dialog')

/** What the API does for somebody, past any browser; for the administrator where nobody is named. */
const command = async (
  method: string,
  path: string,
  payload: object,
  token?: string,
): Promise<{ code: number; data?: Record<string, unknown> }> => {
  const authorization = `Bearer ${token ?? (await signIn('admin')).token}`
  const answer = await fetch(`${inject('baseUrl')}/prod-api${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json', language: 'en' },
    ...(method !== 'GET' && { body: JSON.stringify(payload) }),
    signal: AbortSignal.timeout(20_000),
  })
  return (await answer.json()) as { code: number; data?: Record<string, unknown> }
}

test('a notice is made, found, changed, taken away as a spreadsheet and removed, and what was wrong is said at its field', async () => {
  const title = `Flushing ${Date.now()}`
  const page = await browser.open({ role: 'admin', path: '/system/notice' })
  await settled(page)
  await page.getByRole('button', { name: 'New notice' }).click()
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  // One press is enough although leaving the field says what is wrong too: the first field that is wrong has the focus.
  await expect.poll(() => dialog(page).getByText('Fill in this field').count()).toBeGreaterThan(0)
  await dialog(page).getByLabel('Title').and(page.locator(':focus')).waitFor()
  await dialog(page).getByLabel('Title').fill(title)
  await dialog(page).getByLabel('Kind').click()
  await page.getByRole('option', { name: 'Announcement' }).click()
  await dialog(page).getByLabel('Text', { exact: true }).fill('Hydrants in the harbour are flushed.')
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await dialog(page).waitFor({ state: 'detached' })

  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await expect.poll(() => page.url()).toContain('noticeTitle=')
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.getByRole('button', { name: `Change notice ${title}` }).click()
  await dialog(page).getByLabel('Remark').fill('Monday')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dialog(page).waitFor({ state: 'detached' })

  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export spreadsheet' }).click()])
  const sheet = Object.values(read(readFileSync(await saved.path())).Sheets)[0]!
  const [head, row, ...others] = utils.sheet_to_json<string[]>(sheet, { header: 1 })
  expect(head?.slice(0, 3)).toEqual(['Title', 'Kind', 'State'])
  expect(row?.slice(0, 3)).toEqual([title, 'Announcement', 'In use'])
  expect(others).toEqual([])

  await page.getByRole('button', { name: `Remove ${title}` }).click()
  await dialog(page)
    .getByRole('button', { name: `Remove ${title}` })
    .click()
  await page.getByText('Nothing matches').waitFor()
})

test('a view of a register is a link: filter, order and page come back with it', async () => {
  const page = await browser.open({ role: 'operator', path: '/system/dict?dictType=sys&sort=dictType.asc&size=10' })
  await settled(page)
  await page.locator('tbody tr').first().waitFor()
  const types = await page.locator('tbody tr td:nth-child(2)').allInnerTexts()
  expect(types).toEqual(types.toSorted())
  expect(types.every((type) => type.startsWith('sys'))).toBe(true)
  expect(await page.getByRole('textbox', { name: 'Dictionary' }).inputValue()).toBe('sys')
})

type Node = { id: number; label: string; children?: Node[] }

/** Somebody whose role holds all that notices need but removing them. */
const somebodyWhoRemovesNothing = async (): Promise<{ token: string }> => {
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
  const answer = await fetch(`${inject('baseUrl')}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: name, password: made.data?.initialPassword }),
  })
  return (await answer.json()) as { token: string }
}

test('without the permission the button is gone and the call refuses', async () => {
  const title = `Kept ${Date.now()}`
  const { data } = await command('POST', '/system/notice', { noticeTitle: title, noticeType: '1' })
  const { token } = await somebodyWhoRemovesNothing()
  const page = await browser.open({ path: '/login' })
  await page.context().addCookies([
    { name: 'Admin-Token', value: token, url: inject('baseUrl') },
    { name: 'Admin-Expires-In', value: String(Date.now() + 600_000), url: inject('baseUrl') },
  ])
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
  await page.getByRole('button', { name: 'New top department' }).first().click()
  await dialog(page).getByLabel('Department').fill(top)
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await page.getByRole('treeitem', { name: top }).click()
  await page.getByRole('button', { name: 'New department below' }).click()
  await dialog(page).getByLabel('Department').fill('Field work')
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('treeitem', { name: top }).getByText('Field work').waitFor()
  await page.getByRole('button', { name: `Remove ${top}` }).click()
  await dialog(page)
    .getByRole('button', { name: `Remove ${top}` })
    .click()
  await dialog(page).getByRole('alert').waitFor()
})

test.each([
  '/development/parts?parts',
  '/system/user',
  '/system/role',
  '/system/dept',
  '/system/region',
  '/system/config',
  '/system/operlog',
  '/system/settings',
])('nothing hinders people seriously on %s', async (path) => {
  const page = await browser.open({ role: 'admin', path })
  await settled(page)
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, { resultTypes: ['violations'] })`)
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`))).toEqual([])
})
