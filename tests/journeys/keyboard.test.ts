import { readFile } from 'node:fs/promises'
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

test('a chart is read value by value with the arrow keys, and saved as data', async () => {
  const page = await browser.open({ role: 'analyst', path: '/water/leakage?partition=harbour&days=30' })
  await settled(page)
  const chart = page.locator('.nf-chart').first()
  const panel = chart.locator('xpath=..')
  const said = panel.locator('[aria-live=polite]')
  expect(await said.textContent()).toBe('')
  // A chart that is drawn anew with late data has lost the focus.
  const atEnd = async () => {
    await chart.focus()
    await page.keyboard.press('End')
    return said.textContent()
  }
  await expect.poll(atEnd).toMatch(/20\d\d.*; .+ m³/)
  const newest = await said.textContent()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => said.textContent()).not.toBe(newest)
  await page.keyboard.press('End')
  await expect.poll(() => said.textContent()).toBe(newest)
  const downloading = page.waitForEvent('download')
  await panel.getByRole('button', { name: text('shared:chart.saveData'), exact: true }).press('Enter')
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toMatch(/^Time \([A-Z]\w+\/?\w*\),.*\(m³(\/h)?\)/)
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.at(-1)).toMatch(/^20\d\d-\d\d-\d\d/)
})

test('with the colours of the reader, the chosen row, the page in the menu and the lines of a chart are seen', async () => {
  const page = await browser.open({ role: 'admin', path: '/water/leakage?partition=harbour&days=30' })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.reload()
  await settled(page)
  const look = (selector: string, property: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`)
  expect(await look('.nf-side-entry[aria-current="page"]', 'outlineStyle')).toBe('solid')
  expect(await look('.nf-legend-swatch', 'outlineStyle')).toBe('solid')
  expect(await look('.nf-legend-swatch', 'forcedColorAdjust')).toBe('none')
})

test('enlarged to 200 %, no screen scrolls sideways', async () => {
  const page = await browser.open({ role: 'admin', path: '/index', zoom: 2 })
  for (const path of ['/index', '/water/leakage?partition=harbour', '/water/map', '/water/detections']) {
    await page.goto(path)
    await settled(page)
    expect(await page.evaluate('document.scrollingElement.scrollWidth <= window.innerWidth'), path).toBe(true)
  }
})
