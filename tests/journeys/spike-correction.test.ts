import type { CorrectionEffects } from '@nightflow/schemas/leakage/correction-effects'
import type { ConsumptionReviewRow } from '@nightflow/schemas/metering/consumption-review'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { ask } from './people.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()
const say = (key: string, values: Record<string, string | number> = {}) => text(`metering:consumptionReview.${key}`, values)

const open = async (filter: string): Promise<ConsumptionReviewRow[]> => {
  const path = `/prod-api/business/consumptionReview/list?status=0&pageSize=50&${filter}`
  return (await ask<{ rows: ConsumptionReviewRow[] }>('admin', path)).rows
}
/** The city's last day is validated within a minute after the start. */
const waiting = async (filter: string, count: number): Promise<ConsumptionReviewRow[]> => {
  await expect.poll(async () => (await open(filter)).length, { timeout: 120_000, interval: 1_000 }).toBeGreaterThanOrEqual(count)
  return open(filter)
}
const written = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
const headOf = ({ meterNo, day }: ConsumptionReviewRow): string => `${meterNo} · ${written.format(new Date(day))}`
const rowOf = (page: Page, { meterNo, day }: ConsumptionReviewRow) =>
  page
    .locator('tbody tr')
    .filter({ hasText: meterNo })
    .filter({ hasText: String(Number(day.slice(8))) })

// requirement of Validation of consumption: A clerk finds a spike, sees why, estimates it with a reason, and sees what that changed | /readMeter/review | PUT /prod-api/business/consumptionReview/estimate/:reviewId
test('a clerk finds a spike in the queue, sees why, estimates it with a reason, and sees what that changed', async () => {
  const [spike] = await waiting('rule=spike', 1)
  const page = await browser.open({ role: 'admin', path: `/readMeter/review?rule=spike&review=${spike!.reviewId}` })
  await settled(page)
  const drawer = page.getByRole('dialog', { name: headOf(spike!) })
  await drawer.getByText(/m³ is more than [\d.]+ m³: the third-highest of the 28 days/).waitFor()
  await drawer.locator('canvas').waitFor()
  expect(await drawer.getByText(text('metering:chart.estimatedVolume')).count()).toBe(0)
  expect(await drawer.getByRole('button', { name: say('command.withdraw.short'), exact: true }).count()).toBe(0)
  await drawer.getByRole('button', { name: say('command.estimate.short'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: say('command.estimate.one', { name: headOf(spike!) }) })
  await dialog.getByLabel(say('field.method')).click()
  await page.getByRole('option', { name: say('value.method.profile') }).click()
  await dialog.getByLabel(say('field.reason')).fill('hose left open, agreed with the customer')
  await dialog.locator('button[type=submit]').click()
  await dialog.waitFor({ state: 'hidden' })

  await page.goto(`/readMeter/review?review=${spike!.reviewId}`)
  await settled(page)
  const effects = drawer.getByRole('region', { name: text('shell:effects.title') })
  await effects.getByText(text('shell:effects.name.consumptionLitres')).first().waitFor()
  await drawer.getByText('hose left open, agreed with the customer').first().waitFor()
  await drawer.getByText(text('metering:chart.estimatedVolume')).waitFor()
  const { data } = await ask<{ data: { history: { step: string; position: number }[]; litres: number } }>(
    'admin',
    `/prod-api/business/consumptionReview/${spike!.reviewId}`,
  )
  const { position } = data.history.find(({ step }) => step === 'estimated')!
  const changed = await ask<CorrectionEffects>('admin', `/api/v1/correction-effects/${position}`)
  expect(changed.days).toEqual([{ day: spike!.day, before: spike!.measuredLitres, after: data.litres }])
  await effects.getByText(`${(data.litres / 1000).toFixed(3)} m³`).waitFor()
  await effects.getByRole('link').first().click()
  await page.waitForURL(/\/device\/meters\//)
  await page.getByText(text('metering:how.estimated')).first().waitFor()

  // The decision is taken back beside its history, and the measured volume counts again.
  await page.goto(`/readMeter/review?review=${spike!.reviewId}`)
  await drawer.getByRole('button', { name: say('command.withdraw.short'), exact: true }).click()
  const withdrawal = page.getByRole('dialog', { name: say('command.withdraw.one', { name: headOf(spike!) }) })
  await withdrawal.getByLabel(say('field.reason')).fill('the customer used it after all')
  await withdrawal.locator('button[type=submit]').click()
  await withdrawal.waitFor({ state: 'hidden' })
  await drawer.getByText('the customer used it after all').first().waitFor()
  const { data: restored } = await ask<{ data: ConsumptionReviewRow }>('admin', `/prod-api/business/consumptionReview/${spike!.reviewId}`)
  expect(restored).toMatchObject({ status: '0', decided: null, litres: spike!.measuredLitres })
})

test('a clerk accepts several days at once with one reason', async () => {
  const [one, other] = await waiting('rule=stuck', 2)
  const page = await browser.open({ role: 'admin', path: '/readMeter/review?rule=stuck&status=0' })
  await settled(page)
  for (const row of [one!, other!]) await rowOf(page, row).getByRole('checkbox').check()
  await page
    .getByRole('status')
    .getByRole('button', { name: say('command.accept.short'), exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: say('command.accept.many_other', { count: 2 }) })
  await dialog.getByLabel(say('field.reason')).fill('house is empty')
  await dialog.locator('button[type=submit]').click()
  await dialog.waitFor({ state: 'hidden' })
  const left = (await open('rule=stuck')).map(({ reviewId }) => reviewId)
  expect([one!, other!].filter(({ reviewId }) => left.includes(reviewId))).toEqual([])
})
