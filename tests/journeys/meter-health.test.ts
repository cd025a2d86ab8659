import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { findMeterHealth, MeterHealthRow } from '@nightflow/schemas/metering/meter-health'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { ask } from './people.ts'
import { text } from './texts.ts'

type MeterHealth = ResponseOf<typeof findMeterHealth>
const browser = journeyBrowser()
const say = (key: string, values: Record<string, string | number> = {}) => text(`metering:meterHealth.${key}`, values)

/** The city's meters are assessed within a minute after the start. */
const leaking = async (): Promise<MeterHealthRow> => {
  const list = async () => (await ask<{ rows: MeterHealthRow[] }>('admin', '/prod-api/business/meterHealth/list?finding=leak')).rows
  await expect.poll(async () => (await list()).length, { timeout: 120_000, interval: 1_000 }).toBeGreaterThan(0)
  return (await list())[0]!
}

// requirement of Meter health and customer care: Each figure of a meter opens the readings that it comes from | /readMeter/health | GET /prod-api/business/meterHealth/:meterNo
test('a clerk opens the most expensive leak, and each of its figures leads to the readings that it comes from', async () => {
  const { meterNo } = await leaking()
  const page = await browser.open({ role: 'admin', path: '/readMeter/health?finding=leak' })
  await settled(page)
  // The answer to the page itself: figures of the day that were read a moment later may be other ones.
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === `/prod-api/business/meterHealth/${meterNo}`)
  await page.goto(`${new URL(page.url()).origin}/readMeter/health?finding=leak&health=${meterNo}`)
  const { data } = (await (await answered).json()) as { data: MeterHealth }
  await settled(page)
  const drawer = page.getByRole('dialog', { name: say('of', { meter: meterNo }) })
  const readings = drawer.getByRole('link', { name: say('readings'), exact: true })
  await readings.first().waitFor()
  expect(await readings.count()).toBe(await drawer.locator('dt').count())
  const targets = await readings.evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  expect(targets.filter((target) => !target.startsWith(`/device/meters/${meterNo}?`))).toEqual([])
  await readings.first().click()
  const daysShown = () => [...new URL(page.url()).searchParams].filter(([name]) => name === 'from' || name === 'to')
  await expect.poll(daysShown, { timeout: 30_000 }).toEqual([
    ['from', data.figures.leakSince ?? dateOfDay(dayOfDate(data.day) - 6)],
    ['to', data.day],
  ])
  await settled(page)
})
