import type { ManualReadingRow } from '@nightflow/schemas/metering/manual-reading'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { jpegOf } from '../support/api/pictures.ts'
import { cookiesOf, journeyBrowser } from './journey-browser.ts'
import { lane } from './lane.ts'
import { ask, command, signIn } from './people.ts'
import { text } from './texts.ts'

/** A reader walks a round with a phone; the network is really cut. */
const browser = journeyBrowser()
const planId = crypto.randomUUID()
const street = String(Date.now()).slice(-8)
const numbers = ['1', '2', '3', '4'].map((house) => `97${street}${house}`)
let walkById: number

const plan = async (id: string, route: readonly string[]): Promise<number> => {
  const dates = { startDate: '2026-03-01', endDate: '2026-03-05' }
  await command('POST', '/business/walkBy', { planId: id, name: `Canal Street ${id.slice(0, 4)}`, numbers: route, ...dates })
  const { rows } = await ask<{ rows: { planId: string; walkById: number }[] }>('admin', '/prod-api/business/walkBy/list')
  return rows.find((row) => row.planId === id)!.walkById
}
const readingsOf = async (meterNo: string): Promise<ManualReadingRow[]> =>
  (await ask<{ rows: ManualReadingRow[] }>('admin', `/prod-api/business/manualReading/list?meterNo=${meterNo}`)).rows

/** A UUID of version 7. */
const readingId = (place: number): string => `019ab000-0000-7000-8000-${String(place).padStart(4, '0')}${street}`

beforeAll(async () => {
  const { token } = await signIn('admin')
  const meters = numbers.map((number, house) => ({ number, installedAt: '2026-01-01T00:00:00Z', address: `${house + 1} Canal Street` }))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${lane().baseUrl}/api/v1/meters`, { method: 'POST', headers, body: JSON.stringify({ meters }) })
  expect(answer.status).toBeLessThan(300)
  const first = { readingId: readingId(1), number: numbers[0], at: '2026-02-01T08:00:00Z', litres: 100_000 }
  await command('POST', '/business/manualReading', first)
  walkById = await plan(planId, numbers)
})

const typeRegister = async (page: Page, register: string): Promise<void> => {
  for (const sign of register) await page.getByRole('button', { name: sign, exact: true }).click()
}
const save = (page: Page, name = 'save') => page.getByRole('button', { name: text(`metering:round.${name}`), exact: true })
const count = (page: Page, kept: number, sent: number) =>
  page.getByRole('status').filter({ hasText: text('metering:round.count', { kept, sent }) })
const meterShown = (page: Page, at: number) => page.getByText(text('metering:round.meter', { number: numbers[at]! }), { exact: true })
/** The worker has the page. */
const isReady = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.some((name) => name.startsWith('rounds-')))`)

// requirement of Manual and walk-by reading: A page for rounds that works without a network: what is typed survives a reload and is sent later | /readMeter/walkBy | POST /prod-api/business/manualReading
test('readings that are taken without a network survive a reload, are sent once there is one, and are in the list', async () => {
  const page = await browser.open({ role: 'admin', path: `/readMeter/rounds/${walkById}`, width: 390, height: 844 })
  browser.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await meterShown(page, 0).waitFor()
  expect(await isReady(page)).toBe(true)

  await page.context().setOffline(true)
  await page.reload()
  await meterShown(page, 0).waitFor()
  await page.getByText(text('metering:round.offline'), { exact: true }).waitFor()

  await typeRegister(page, '99')
  await save(page).click()
  await page.getByText(text('metering:round.doubt.below'), { exact: true }).waitFor()
  await page.reload()
  await expect.poll(() => page.getByRole('textbox', { name: text('metering:round.register') }).inputValue()).toBe('99')
  for (let times = 0; times < 2; times += 1) await page.getByRole('button', { name: text('metering:round.backspace'), exact: true }).click()
  await typeRegister(page, '101.5')
  await page.locator('input[type=file]').setInputFiles({ name: 'register.jpg', mimeType: 'image/jpeg', buffer: jpegOf() })
  await page.getByRole('img', { name: text('metering:round.photoOf') }).waitFor()
  await save(page).click()

  await meterShown(page, 1).waitFor()
  await page.getByRole('button', { name: text('metering:round.notRead'), exact: true }).click()
  await page.getByRole('radio', { name: text('metering:round.reason.noAccess') }).check()
  await page.getByRole('button', { name: text('metering:round.report'), exact: true }).click()
  await meterShown(page, 2).waitFor()
  await count(page, 2, 0).waitFor()
  await page.reload()
  await count(page, 2, 0).waitFor()
  expect(await readingsOf(numbers[0]!)).toHaveLength(1)

  await page.context().setOffline(false)
  await count(page, 0, 2).waitFor()
  const [sent] = await readingsOf(numbers[0]!)
  expect(sent).toMatchObject({ litres: 101_500, previousLitres: 100_000, planId, photoUrl: expect.stringContaining('/file/image/') })
  const { data } = await command('GET', `/business/walkBy/${walkById}/round`, {})
  expect((data as { meters: unknown[] }).meters.slice(0, 2)).toMatchObject([{ isRead: true }, { notRead: { reason: 'noAccess' } }])
})

// requirement of Manual and walk-by reading: Two readings of one meter in a round are both kept, and the page says it | /readMeter/walkBy | POST /prod-api/business/manualReading
test('a meter that another reader read meanwhile is kept twice, and the page says who read it', async () => {
  const page = await browser.open({ role: 'admin', path: `/readMeter/rounds/${walkById}`, width: 390, height: 844 })
  browser.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await meterShown(page, 2).waitFor()
  expect(await isReady(page)).toBe(true)
  await page.context().setOffline(true)
  await typeRegister(page, '5')
  await save(page).click()
  await count(page, 1, 0).waitFor()
  const at = new Date(Date.now() - 60_000).toISOString()
  await command('POST', '/business/manualReading', { readingId: readingId(2), number: numbers[2], at, litres: 4000, planId })
  await page.context().setOffline(false)
  await page.getByText(text('metering:round.alreadyRead').split('.').at(-2)!.trim()).waitFor()
  const readings = await readingsOf(numbers[2]!)
  expect(readings.map(({ litres, isRepeated }) => [litres, isRepeated])).toEqual([
    [5000, true],
    [4000, false],
  ])
})

// requirement of Manual and walk-by reading: A reading of a cancelled or closed plan is refused, stays on the phone and is sent as a manual reading | /readMeter/walkBy | POST /prod-api/business/manualReading
test('a reading of a plan that was cancelled meanwhile stays on the phone until it is sent as a manual reading', async () => {
  const other = crypto.randomUUID()
  const id = await plan(other, numbers.slice(3))
  const page = await browser.open({ role: 'admin', path: `/readMeter/rounds/${id}`, width: 390, height: 844 })
  browser.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await meterShown(page, 3).waitFor()
  expect(await isReady(page)).toBe(true)
  await page.context().setOffline(true)
  await typeRegister(page, '7')
  await save(page).click()
  await command('PUT', `/business/walkBy/cancel/${id}`, { reason: 'flood' })
  await page.context().setOffline(false)
  const manual = page.getByRole('button', { name: text('metering:round.asManual'), exact: true })
  await manual.waitFor()
  expect(await readingsOf(numbers[3]!)).toEqual([])
  await page.reload()
  await manual.click()
  await count(page, 0, 1).waitFor()
  expect(await readingsOf(numbers[3]!)).toMatchObject([{ litres: 7000, planId: null }])
})

test('rounds and the orders of a crew open without a network in a language other than English', async () => {
  const pages = [
    { path: '/readMeter/rounds', title: 'metering:round.rounds', offline: 'metering:round.offline' },
    { path: '/workOrder/mine', title: 'work-orders:crew.title', offline: 'work-orders:crew.offline' },
  ]
  for (const { path, title, offline } of pages) {
    const page = await browser.open({ role: 'admin', path, width: 390, height: 844, language: 'fr' })
    browser.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
    const heading = page.getByRole('heading', { name: text(title, {}, 'fr'), exact: true })
    await heading.waitFor()
    expect(await isReady(page)).toBe(true)
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText(text(offline, {}, 'fr'), { exact: true }).waitFor()
    await heading.waitFor()
  }
})

test('another person on the same phone does not see what is kept, and its reader does after signing in again', async () => {
  const id = await plan(crypto.randomUUID(), numbers.slice(3))
  const page = await browser.open({ role: 'admin', path: `/readMeter/rounds/${id}`, width: 390, height: 844 })
  browser.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to load resource|401|403/)
  await meterShown(page, 3).waitFor()
  expect(await isReady(page)).toBe(true)
  await page.context().setOffline(true)
  await typeRegister(page, '8')
  await save(page).click()
  await count(page, 1, 0).waitFor()
  const context = page.context()
  const own = await context.cookies()
  await context.clearCookies()
  await page.reload()
  await page.getByText(text('metering:round.waiting', { kept: 1 })).waitFor()

  await context.addCookies(cookiesOf(await signIn('analyst'), lane().baseUrl))
  await context.setOffline(false)
  await page.goto('/readMeter/rounds')
  await count(page, 0, 0).waitFor()
  await context.clearCookies()
  await context.addCookies(own)
  await page.goto('/readMeter/rounds')
  await count(page, 0, 1).waitFor()
})

test('a round does not stay in the browser when its reader signs out, and what the service does not have stays', async () => {
  const id = await plan(crypto.randomUUID(), numbers.slice(3))
  const page = await browser.open({ role: 'admin', path: `/readMeter/rounds/${id}`, width: 390, height: 844 })
  browser.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to load resource|401|403/)
  await meterShown(page, 3).waitFor()
  const kept = (store: 'rounds' | 'readings') =>
    page.evaluate<number>(`new Promise((resolve, reject) => {
      const opening = indexedDB.open('nightflow-rounds')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const counting = opening.result.transaction('${store}').objectStore('${store}').count()
        counting.onsuccess = () => {
          opening.result.close()
          resolve(counting.result)
        }
      }
    })`)
  await expect.poll(() => kept('rounds')).toBeGreaterThan(0)
  expect(await isReady(page)).toBe(true)
  await page.context().setOffline(true)
  await typeRegister(page, '9')
  await save(page).click()
  await count(page, 1, 0).waitFor()
  const waiting = await kept('readings')
  await page.context().clearCookies()
  await page.context().setOffline(false)
  await page.goto('/login')
  await expect.poll(() => kept('rounds')).toBe(0)
  expect(await kept('readings')).toBeGreaterThan(0)
  expect(await kept('readings')).toBeLessThanOrEqual(waiting)
})
