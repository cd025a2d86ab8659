import { utils, write } from '@e965/xlsx'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { inDialog, pickDay, press, sayIn, submit } from './open-dialog.ts'
import { callFrom } from './page-call.ts'
import { command, sendFrame, signIn } from './people.ts'
import { serviceDatabase, signInByHand } from './sign-in-form.ts'

const browser = journeyBrowser()
const pool = serviceDatabase()
const say = sayIn('en')
const hour = 3_600_000

const utility = `first-${Date.now().toString(36)}`
const username = `first${Date.now()}`
const inlet = `61${String(Date.now()).slice(-8)}`
const homes = [1, 2, 3].map((nth) => `62${String(Date.now()).slice(-7)}${nth}`)
const accountOf = (meter: string) => `C-${meter}`

/** The first day of a month before this one, `YYYY-MM-01`. */
const firstOfMonth = (monthsAgo: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1)).toISOString().slice(0, 10)
}
const billed = firstOfMonth(1)

const setUp = (page: Page) => page.getByRole('region', { name: say('dashboard:home.setup') })
/** From the start page to the screen of a step. */
const begin = async (page: Page, step: string): Promise<void> => {
  await page.goto('/index')
  await setUp(page)
    .getByRole('link', { name: say(`dashboard:home.step.${step}.title`), exact: true })
    .click()
  await settled(page)
}

const importRows = async (page: Page, rows: readonly (readonly string[])[]): Promise<void> => {
  await press(page, say('shared:import.open'))
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Sheet1')
  const buffer = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.locator('input[type=file][accept*=xls]').setInputFiles({ name: 'rows.xlsx', mimeType, buffer })
  const count = String(rows.length - 1)
  await inDialog(page)
    .getByText(say('shared:import.checked', { good: count, total: count }))
    .waitFor()
  await inDialog(page)
    .getByRole('button', { name: say('shared:import.all') })
    .click()
  await inDialog(page)
    .getByText(say('shared:import.result', { imported: count }))
    .waitFor()
  await press(page, say('shared:action.done'))
}

const signInFirst = async (page: Page, initialPassword: string): Promise<void> => {
  await signInByHand(page, pool, username, initialPassword)
  await page.waitForURL(/\/index/)
  const dialog = inDialog(page)
  for (const field of ['newPassword', 'confirmPassword'])
    await dialog.getByLabel(say(`session:${field}`), { exact: true }).fill('Tide4Water')
  await dialog.getByRole('button', { name: say('session:force.confirm') }).click()
  await page.waitForURL(/\/login/)
  await signInByHand(page, pool, username, 'Tide4Water')
  await page.waitForURL(/\/index/)
}

const describeUtility = async (page: Page): Promise<void> => {
  await begin(page, 'profile')
  const field = (name: string) => page.getByLabel(say(`platform:field.${name}`), { exact: true })
  // The zone of the tenant lies in France; another country brings its currency.
  expect(await field('currencyUnit').first().inputValue()).toBe('EUR')
  const choose = async (country: string, currency: string) => {
    await field('country').first().fill(country)
    await page.getByRole('option', { name: country, exact: true }).click()
    await expect.poll(() => field('currencyUnit').first().inputValue()).toBe(currency)
  }
  await choose('Indonesia', 'IDR')
  await choose('France', 'EUR')
  await field('tenantAreaAddress').fill('1 Quai de Seine, Rouen')
  await page.getByRole('button', { name: say('shared:action.save') }).click()
  await page.getByText(say('platform:settings.saved')).first().waitFor()
}

const addGateway = async (page: Page): Promise<string> => {
  await begin(page, 'gateway')
  await press(page, say('platform:gateways.create'))
  const dialog = inDialog(page)
  await dialog.getByLabel(say('platform:column.name')).fill('tower-1')
  await dialog.getByRole('button', { name: say('platform:gateways.create') }).click()
  await dialog.getByRole('button', { name: say('platform:gateways.sendTest') }).click()
  await dialog.getByText(say('platform:gateways.heard')).waitFor()
  const key = (await dialog.locator('pre').first().textContent())!.trim()
  await dialog.getByRole('button', { name: say('platform:gateways.keyKept') }).click()
  return key
}

/** Two months of hours: each home uses ten litres an hour by day, the inlet has a leak of two hundred litres an hour besides. */
const report = async (key: string): Promise<void> => {
  const start = Date.parse(`${firstOfMonth(2)}T00:00:00Z`)
  const hours = Math.floor((Date.now() - start) / hour)
  const isDay = (nth: number) => nth % 24 >= 5 && nth % 24 < 22
  const use = Array.from({ length: hours }, (_, nth) => (isDay(nth) ? 10 : 1))
  const registersOf = (each: (nth: number) => number) => {
    let litres = 1_000
    return [litres, ...use.map((_, nth) => (litres += each(nth)))]
  }
  const meters: readonly [meter: string, registers: number[]][] = [
    [inlet, registersOf((nth) => use[nth]! * homes.length + 200)],
    ...homes.map((meter): [string, number[]] => [meter, registersOf((nth) => use[nth]!)]),
  ]
  for (const [meter, registers] of meters) {
    const at = registers.map((_, nth) => start + nth * hour)
    const readings = { meter: registers.map(() => meter), at, litres: registers }
    await sendFrame(key, { frameId: `history-${meter}`, sentAt: new Date().toISOString(), readings })
  }
}

const publishPrices = async (page: Page): Promise<void> => {
  await begin(page, 'prices')
  const dialog = inDialog(page)
  await dialog.getByLabel(say('shared:resource.template')).click()
  await page.getByRole('option', { name: say('billing:priceScheme.template.subscription.title') }).click()
  await dialog.getByText(say('billing:priceScheme.template.subscription.text')).waitFor()
  await dialog.getByLabel(say('billing:priceScheme.field.priceSchemeName')).fill('Households')
  // From the first day of the month that is billed: the template proposes this month.
  await dialog.getByLabel(say('billing:priceScheme.field.startTime')).click()
  await page.locator('button[data-direction=previous]').first().click()
  await page.locator('button[data-direction=previous]').first().click()
  await pickDay(page, /^1 /)
  await submit(page)
  const row = page.getByRole('row').filter({ hasText: 'Households' })
  await row.getByRole('button', { name: say('billing:priceScheme.command.publish.short') }).click()
  await submit(page)
  await expect.poll(() => row.textContent()).toContain('Published')
}

const createCascade = async (page: Page): Promise<void> => {
  await begin(page, 'partitions')
  await page.getByRole('button', { name: say('leakage:tools.createCascade') }).click()
  const wizard = inDialog(page).first()
  await wizard.getByRole('textbox', { name: say('leakage:form.name'), exact: true }).fill('Left Bank')
  await expect.poll(() => wizard.getByRole('textbox', { name: say('leakage:form.identifier'), exact: true }).inputValue()).toBe('left-bank')
  await wizard.getByRole('button', { name: say('leakage:form.create'), exact: true }).click()
  const tick = async (number: string): Promise<void> => {
    await wizard.getByRole('textbox', { name: say('leakage:form.lookupHint') }).fill(number)
    await wizard.getByRole('checkbox', { name: say('leakage:choose.tick', { number }), exact: true }).check()
  }
  await tick(inlet)
  await wizard.getByRole('button', { name: say('leakage:choose.associate_one', { count: '1' }), exact: true }).click()
  // The next step begins with nothing chosen: a tick before it would be one of the step that ends.
  await wizard.getByText(/^Chosen: 0 /).waitFor()
  for (const meter of homes) await tick(meter)
  await wizard.getByRole('button', { name: say('leakage:choose.associate_other', { count: '3' }), exact: true }).click()
  await wizard.getByText(say('leakage:wizard.finished', { name: 'Left Bank' })).waitFor()
  await wizard.getByRole('button', { name: say('leakage:wizard.open') }).click()
  await page.getByRole('heading', { level: 1, name: 'Left Bank' }).waitFor()
}

/** Two hundred litres an hour, of 203 at night: the figure is there once the days of the partition are computed. */
const seeLeakage = async (page: Page): Promise<void> => {
  type Partition = { latest: { leakageLitres: number | null } | null }
  const latest = async () =>
    (JSON.parse((await callFrom(page, 'GET', '/api/v1/partitions/left-bank')).bytes.toString('utf8')) as Partition).latest
  await expect.poll(async () => (await latest())?.leakageLitres ?? 0, { timeout: 40_000 }).toBeCloseTo(24 * 200, -1)
  await page.reload()
  await settled(page)
  await page.getByText('4.80').first().waitFor()
}

const setThresholds = async (page: Page): Promise<void> => {
  await press(page, say('leakage:tools.manage'))
  await page.getByRole('menuitem', { name: say('leakage:tools.thresholds'), exact: true }).click()
  const dialog = inDialog(page)
  await dialog.getByRole('button', { name: say('leakage:thresholds.suggest', { count: '28' }) }).click()
  // Each night has 203 litres an hour: a fifth more, rounded up to two digits.
  const night = dialog.getByLabel(say('leakage:figure.nightMinimumFlowLitresPerHour'), { exact: false })
  await expect.poll(() => night.inputValue()).toBe('0.25')
  await submit(page)
  await dialog.waitFor({ state: 'hidden' })
}

const issueBill = async (page: Page): Promise<void> => {
  await begin(page, 'bill')
  const dialog = inDialog(page)
  await dialog.getByRole('combobox').first().fill(accountOf(homes[0]!))
  await dialog.getByText(/^Ada Brook/).waitFor()
  const name = new Date(billed).toLocaleString('en', { month: 'short', timeZone: 'UTC' })
  for (const label of ['firstMonth', 'lastMonth']) {
    await dialog.getByLabel(say(`billing:bill.field.${label}`)).click()
    if (!billed.startsWith(String(new Date().getFullYear()))) await page.locator('button[data-direction=previous]').first().click()
    await pickDay(page, new RegExp(`^${name}$`))
  }
  await submit(page)
  await dialog.getByRole('button', { name: /^Issue .*€/ }).click()
  await dialog.waitFor({ state: 'hidden' })
}

// requirement of Shell, answers and limits: Journey: a new utility comes from nothing to a bill and a leakage figure by the steps of its start page | /index | GET /prod-api/system/tenant/settings
test('a new utility comes from nothing to its first bill and its first leakage figure', { timeout: 240_000 }, async () => {
  const made = await command(
    'POST',
    '/system/tenant',
    { code: utility, tenantName: 'Rouen Eaux', timeZone: 'Europe/Paris', userName: username },
    (await signIn('operator')).token,
  )
  const page = await browser.open({ path: '/login' })
  await signInFirst(page, String(made.data!.initialPassword))
  await setUp(page)
    .getByText(say('dashboard:home.setupDone', { done: '0', count: '9' }))
    .waitFor()

  await describeUtility(page)
  const key = await addGateway(page)
  await begin(page, 'meters')
  await importRows(page, [['number'], [inlet], ...homes.map((meter) => [meter])])
  await report(key)
  await publishPrices(page)
  await begin(page, 'accounts')
  const heads = ['accountNo', 'customerName', 'telephone', 'address', 'meterNo', 'priceScheme', 'openedOn']
  const holders = homes.map((meter) => [
    accountOf(meter),
    'Ada Brook',
    '0612345678',
    '1 Quai de Seine',
    meter,
    'Households',
    firstOfMonth(2),
  ])
  await importRows(page, [heads, ...holders])
  await createCascade(page)
  await seeLeakage(page)
  await setThresholds(page)
  await issueBill(page)

  await page.goto('/index')
  await settled(page)
  await expect.poll(() => setUp(page).count()).toBe(0)
})
