import type { MeterRow } from '@nightflow/schemas/devices/meters'
import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { ask } from './people.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()

test('with the keyboard alone, a meter is found by its number from anywhere', async () => {
  const { rows } = await ask<{ rows: MeterRow[] }>('analyst', '/api/v1/meters?limit=200')
  const meter = rows.at(-1)!
  const page = await browser.open({ role: 'analyst', path: '/audit/streams' })
  await settled(page)
  await page.keyboard.press('Control+k')
  // Its cursor is there a moment after the box is.
  await page
    .locator(':focus')
    .and(page.getByPlaceholder(text('shared:find.placeholder')))
    .waitFor()
  await page.keyboard.type(meter.number)
  const found = page.getByRole('dialog').getByRole('button').filter({ hasText: meter.number })
  await found.waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === `/device/meters/${meter.number}`)
  await page.getByRole('heading', { level: 1, name: text('metering:meter.title', { number: meter.number }) }).waitFor()
})

test('the first thing that the keyboard reaches leads past the navigation to the content', async () => {
  const page = await browser.open({ role: 'analyst', path: '/device/meters' })
  await settled(page)
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').textContent()).toBe(text('shell:skip'))
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.id')).toBe('content')
})
