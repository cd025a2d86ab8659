import type { listNotice } from '@nightflow/schemas/alarms/endpoints'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { ask } from './people.ts'
import { serviceDatabase } from './sign-in-form.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()
const pool = serviceDatabase()
/** The address may quote digits, so that they stay a text. */
const showsMetersLike = (digits: string) => (url: URL) =>
  url.pathname === '/device/meters' && (url.searchParams.get('search') ?? '').includes(digits)

describe('the sign-in', () => {
  test('a signed-in person is redirected from the sign-in page to home', async () => {
    const page = await browser.open({ role: 'analyst', path: '/login' })
    await page.waitForURL(/\/index/)
  })

  test('a token that opens nothing is forgotten, the reason is said, and the way leads to sign-in', async () => {
    const page = await browser.open({ path: '/login' })
    // A page that is not yet there would find the token, and forget it before the one below does.
    await settled(page)
    await page.context().addCookies([{ name: 'Admin-Token', value: 'nonsense', url: new URL(page.url()).origin, sameSite: 'Strict' }])
    await page.goto('/device/meters')
    await page.waitForURL(/\/login\?redirect=/)
    // It stays until the person has signed in.
    await page.getByText(text('shared:response.code.401')).waitFor()
    expect((await page.context().cookies()).some(({ name }) => name === 'Admin-Token')).toBe(false)
  })

  // requirement of Shell, answers and limits: Fallbacks 404 and 401 | /404 | –
  test('a mistyped address leads to 404, a screen that others may see to 401', async () => {
    const page = await browser.open({ role: 'analyst', path: '/nowhere/at/all' })
    await page.waitForURL(/\/404$/)
    await page.getByRole('heading', { name: text('shared:fallback.notFoundTitle') }).waitFor()
    // Below a directory that has screens, and for a person who may see some of them.
    await page.goto('/water/cascadeScreen')
    await page.waitForURL(/\/404$/)
    await page.goto('/system/user')
    await page.waitForURL(/\/401$/)
    await page.getByRole('heading', { name: text('shared:fallback.noAccessTitle') }).waitFor()
  })
})

describe('the sidebar', () => {
  // requirement of Shell, answers and limits: Sidebar: one submenu open at a time, remembered, only permitted routes | /index | GET /prod-api/system/menu/getRouters
  test('opens one directory at a time, shows only what is permitted, and remembers that it was folded', async () => {
    const page = await browser.open({ role: 'analyst', path: '/device/meters' })
    await settled(page)
    const side = page.getByRole('navigation', { name: text('shell:navigation') })
    const network = text('shell:group.network')
    expect(await side.getByRole('button', { expanded: true }).allTextContents()).toEqual([network, 'Devices'])
    await side.getByRole('button', { name: text('shell:group.leakage') }).click()
    expect(await side.getByRole('button', { expanded: true }).allTextContents()).toEqual([text('shell:group.leakage'), 'Water'])
    expect(await side.getByText('System', { exact: true }).count()).toBe(0)
    expect((await page.locator('.nf-side').boundingBox())?.width).toBe(250)
    await page.getByRole('button', { name: text('shell:sidebar') }).click()
    expect((await page.context().cookies()).find(({ name }) => name === 'sidebarStatus')?.value).toBe('0')
    await page.reload()
    await settled(page)
    expect((await page.locator('.nf-side').boundingBox())?.width).toBeLessThan(100)
  })

  test('has the favourites of the person at its top, in each browser', async () => {
    const page = await browser.open({ role: 'analyst', path: '/device/quarantine' })
    await settled(page)
    await page.getByRole('button', { name: text('shell:favourites.add', { title: 'Quarantine' }) }).click()
    const other = await browser.open({ role: 'analyst', path: '/index' })
    const starred = other.getByRole('list', { name: text('shell:favourites.title') })
    await starred.getByRole('link', { name: 'Quarantine' }).click()
    await other.waitForURL(/quarantine/)
    await other.getByRole('button', { name: text('shell:favourites.remove', { title: 'Quarantine' }) }).click()
    await starred.waitFor({ state: 'hidden' })
  })

  // requirement of Shell, answers and limits: Mobile sidebar closes on a route change | /index | –
  test('is over the screen of a telephone and closes once a screen was chosen', async () => {
    const page = await browser.open({ role: 'analyst', path: '/index', width: 390, height: 844 })
    await settled(page)
    await page.getByRole('button', { name: text('shell:sidebar') }).click()
    const side = page.getByRole('dialog', { name: text('shell:navigation') }).getByRole('navigation', { name: text('shell:navigation') })
    await side.getByRole('button', { name: text('shell:group.network'), exact: true }).click()
    await side.getByRole('link', { name: 'Meters', exact: true }).click()
    await page.waitForURL(/\/device\/meters/)
    await side.waitFor({ state: 'hidden' })
  })

  // requirement of Shell, answers and limits: Breadcrumb from the dashboard; entries without redirect and the last one are no links | /index | –
  test('the way to a screen leads back: home is a link, a directory without a screen and the screen itself are not', async () => {
    const page = await browser.open({ role: 'analyst', path: '/device/quarantine' })
    await settled(page)
    const crumbs = page.getByRole('navigation', { name: text('shell:breadcrumb') })
    expect(await crumbs.getByRole('listitem').allTextContents()).toEqual([text('shell:home'), 'Devices', 'Quarantine'])
    expect(await crumbs.getByRole('link').allTextContents()).toEqual([text('shell:home')])
    await crumbs.getByRole('link').click()
    await page.waitForURL(/\/index/)
  })
})

describe('tabs of visited screens', () => {
  const tabs = (page: Page) => page.getByRole('navigation', { name: text('shell:tags.label') })
  const names = (page: Page) => tabs(page).getByRole('link').allTextContents()
  const menuOf = async (page: Page, tab: string, entry: string) => {
    await tabs(page).getByRole('link', { name: tab }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: text(`shell:tags.${entry}`), exact: true }).click()
  }

  test('keep their screens: what was opened, typed and scrolled there is still there, until the tab is closed or refreshed', async () => {
    const page = await browser.open({ role: 'analyst', path: '/device/meters?size=50' })
    await settled(page)
    await page.evaluate(`localStorage.setItem('layout-setting', JSON.stringify({ tagsView: true }))`)
    await page.reload()
    await settled(page)
    const strip = page.getByRole('navigation', { name: text('shell:secondLevel') })
    const kept = page.locator('[data-kept]')
    // A mark that only this very screen carries.
    const mark = () => page.evaluate(`document.querySelector('.nf-page:not([style*=none]) h1').setAttribute('data-kept', 'yes')`)
    const table = page.locator('.nf-page').filter({ has: kept }).locator('.nf-table-scroll')
    await mark()
    await table.evaluate((element) => element.scrollTo(0, 300))
    await strip.getByRole('link', { name: 'Quarantine' }).click()
    await page.waitForURL(/quarantine/)
    await page.getByRole('heading', { name: 'Quarantine' }).waitFor()
    expect(await kept.isVisible()).toBe(false)
    // Each screen filters by its own search.
    await page.getByPlaceholder(text('metering:quarantine.meter')).fill('861')
    await page.waitForURL(/quarantine\?.*meter=/)

    await tabs(page).getByRole('link', { name: 'Meters', exact: true }).click()
    await page.waitForURL(/meters\?size=50$/)
    expect(await kept.isVisible()).toBe(true)
    await expect.poll(() => table.evaluate((element) => element.scrollTop)).toBe(300)

    await menuOf(page, 'Meters', 'refresh')
    await page.waitForURL(/meters\?size=50$/)
    await settled(page)
    expect(await kept.count()).toBe(0)
    expect(await names(page)).toEqual([text('shell:home'), 'Meters', 'Quarantine'])
    await mark()
    await tabs(page).getByRole('link', { name: 'Quarantine' }).click()
    await page.waitForURL(/quarantine\?.*meter=/)
    expect(await page.getByPlaceholder(text('metering:quarantine.meter')).inputValue()).toBe('861')
    expect(await kept.count()).toBe(1)
    await tabs(page)
      .getByRole('button', { name: text('shell:tags.closeNamed', { title: 'Meters' }) })
      .click()
    await expect.poll(() => kept.count()).toBe(0)
  })

  test('show the dashboard anew each time', async () => {
    const page = await browser.open({ role: 'analyst', path: '/index' })
    await page.evaluate(`localStorage.setItem('layout-setting', JSON.stringify({ tagsView: true }))`)
    await page.reload()
    await settled(page)
    await page.evaluate(`document.querySelector('.nf-content h1').setAttribute('data-kept', 'yes')`)
    const side = page.getByRole('navigation', { name: text('shell:navigation') })
    await side.getByRole('button', { name: text('shell:group.network'), exact: true }).click()
    await side.getByRole('link', { name: 'Meters', exact: true }).click()
    await page.waitForURL(/meters/)
    await page.getByRole('heading', { name: 'Meters', exact: true }).waitFor()
    expect(await page.locator('[data-kept]').count()).toBe(0)
  })

  test('are off by default; each keeps its filters; closing leads to the last, and home stays', async () => {
    const page = await browser.open({ role: 'analyst', path: '/device/meters?search=86100100000' })
    await settled(page)
    expect(await tabs(page).count()).toBe(0)
    await page.getByRole('button', { name: text('shell:settings.title') }).click()
    await page.getByRole('switch', { name: text('shell:settings.tagsView') }).check()
    await page.keyboard.press('Escape')
    const strip = page.getByRole('navigation', { name: text('shell:secondLevel') })
    await strip.getByRole('link', { name: 'Quarantine' }).click()
    await page.waitForURL(/quarantine/)
    await strip.getByRole('link', { name: 'Unclaimed readings' }).click()
    await page.waitForURL(/unclaimed/)
    await expect.poll(() => names(page)).toEqual([text('shell:home'), 'Meters', 'Quarantine', 'Unclaimed readings'])

    await tabs(page).getByRole('link', { name: 'Meters', exact: true }).click()
    await page.waitForURL(showsMetersLike('86100100000'))
    await menuOf(page, 'Meters', 'close')
    await page.waitForURL(/unclaimed/)
    await tabs(page).getByRole('link', { name: 'Quarantine' }).click({ button: 'right' })
    await page.mouse.click(700, 700)
    await page.getByRole('menuitem').first().waitFor({ state: 'hidden' })
    await menuOf(page, 'Quarantine', 'closeOthers')
    await page.waitForURL(/quarantine/)
    expect(await names(page)).toEqual([text('shell:home'), 'Quarantine'])
    await menuOf(page, 'Quarantine', 'closeAll')
    await page.waitForURL(/\/index/)
    expect(await names(page)).toEqual([text('shell:home')])
  })

  test('a refreshed tab reloads its data and keeps its place', async () => {
    const page = await browser.open({ role: 'analyst', path: '/device/meters?search=86100100000' })
    await settled(page)
    await page.evaluate(`localStorage.setItem('layout-setting', JSON.stringify({ tagsView: true }))`)
    await page.reload()
    await settled(page)
    const asked = page.waitForRequest(/\/api\/v1\/meters\?search=/)
    await menuOf(page, 'Meters', 'refresh')
    await asked
    await page.waitForURL(showsMetersLike('86100100000'))
  })
})

test('the chosen colour and scheme are kept in this browser', async () => {
  const page = await browser.open({ role: 'analyst', path: '/index' })
  await settled(page)
  await page.getByRole('button', { name: text('shell:settings.title') }).click()
  await page.getByRole('radio', { name: text('shell:settings.colour.2') }).click()
  await page.getByText(text('shell:settings.scheme.dark'), { exact: true }).click()
  const filled = `getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-brand-5').trim()`
  await expect.poll(() => page.evaluate(filled)).toBe('#11a983')
  await page.reload()
  await settled(page)
  expect(await page.evaluate(filled)).toBe('#11a983')
  expect(await page.getAttribute('html', 'data-mantine-color-scheme')).toBe('dark')
})

const notices = () =>
  ask<{ data: ResponseOf<typeof listNotice> }>('admin', '/prod-api/report/alarm/processed/listNotice').then(({ data }) => data)

describe('the bell', () => {
  // requirement of Shell, answers and limits: Bell badge hidden at 0 and capped at 99 | /index | GET /prod-api/report/alarm/processed/listNotice
  test('counts what is unread; an alarm that is opened is read; clearing empties the tab', async () => {
    // As if nothing had been read yet, whatever ran before.
    await pool.query('delete from platform.alarm_marks')
    await expect.poll(async () => (await notices()).meterAlarmCount, { timeout: 40_000 }).toBeGreaterThan(1)
    const page = await browser.open({ role: 'admin', path: '/index' })
    await settled(page)
    const before = await notices()
    const bell = page.locator('.nf-bell')
    await expect.poll(() => bell.textContent()).toBe(before.allAlarmCount > 99 ? '99+' : String(before.allAlarmCount))
    await bell.getByRole('button').click()
    await page.getByRole('tab', { name: text('shell:bell.tab.0') }).click()
    const item = page.getByRole('tabpanel').getByRole('button').first()
    expect(await item.textContent()).toMatch(/\d{4}-\d{2}-\d{2} \d{2}:\d{2} · \S+/)
    await item.click()
    const dialog = page.getByRole('dialog').filter({ hasText: text('shell:alarm.fact.time') })
    await dialog.waitFor()
    await expect.poll(async () => (await notices()).meterAlarmList.some(({ noticeStatus }) => noticeStatus === '1')).toBe(true)
    await dialog.getByRole('button', { name: text('shell:alarm.close') }).click()
    await bell.getByRole('button').click()
    await page.getByRole('tab', { name: text('shell:bell.tab.0') }).click()
    await page.getByRole('button', { name: text('shell:bell.clear') }).click()
    await expect.poll(async () => (await notices()).meterAlarmCount).toBeLessThan(before.meterAlarmCount)
    await page.getByRole('link', { name: text('shell:bell.all') }).click()
    await page.waitForURL((url) => url.pathname === '/alarm/alarm')
  })
})

describe('the notice centre', () => {
  // requirement of Dashboard and alarms: All notices of a tab are marked read, in the bell and in the notice centre | /alarm/notices | POST /prod-api/report/alarm/processed/viewAllNotice
  test('shows its three tabs, and marks all notices of one as read', async () => {
    await pool.query('delete from platform.alarm_marks')
    await expect.poll(async () => (await notices()).meterAlarmCount, { timeout: 40_000 }).toBeGreaterThan(1)
    const page = await browser.open({ role: 'admin', path: '/alarm/notices' })
    await settled(page)
    const centre = page.getByRole('main')
    const tab = (kind: '-1' | '0' | '1') => centre.getByRole('tab', { name: text(`shell:bell.tab.${kind}`) })
    const itemsOf = async (kind: '-1' | '0' | '1') => {
      await tab(kind).click()
      return centre.getByRole('tabpanel').getByRole('listitem').count()
    }
    const { meterAlarmList, systemAlarmList } = await notices()
    expect([await itemsOf('0'), await itemsOf('1')]).toEqual([meterAlarmList.length, systemAlarmList.length])
    expect(await itemsOf('-1')).toBeGreaterThanOrEqual(Math.max(meterAlarmList.length, systemAlarmList.length))
    await tab('0').click()
    await centre.getByRole('button', { name: text('shell:bell.readAll') }).click()
    await expect.poll(async () => (await notices()).meterAlarmCount).toBe(0)
    expect((await notices()).systemAlarmCount).toBe(systemAlarmList.filter(({ noticeStatus }) => noticeStatus === '0').length)
    await expect.poll(() => centre.getByRole('tabpanel').locator('.nf-bell-item:not([data-read])').count()).toBe(0)
    expect(await centre.getByRole('tabpanel').getByRole('listitem').count()).toBeGreaterThan(0)
  })
})

test('a list on paper is its whole table on white, without navigation, tools and pages', async () => {
  const page = await browser.open({ role: 'analyst', path: '/device/meters?size=50' })
  await settled(page)
  await page.evaluate(`document.documentElement.dataset.mantineColorScheme = 'dark'`)
  await page.emulateMedia({ media: 'print' })
  for (const hidden of ['.nf-side', '.nf-top', '.nf-filters', '.nf-pager'])
    expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false)
  expect(await page.evaluate(`getComputedStyle(document.body).backgroundColor`)).toBe('rgb(255, 255, 255)')
  const cutBy = `(() => { const it = document.querySelector('.nf-table-scroll'); return [it.scrollHeight - it.clientHeight, getComputedStyle(it).overflow] })()`
  expect(await page.evaluate(cutBy)).toEqual([0, 'visible'])
  expect(await page.getByRole('row').count()).toBeGreaterThan(20)
})
