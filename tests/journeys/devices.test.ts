import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()
const inForm = (page: Page) => page.getByRole('dialog')
const buttonOf = (page: Page, key: string) => inForm(page).getByRole('button', { name: text(key), exact: true })

/** A press at shares of the width and height of a map of the form. */
const pressMap = async (page: Page, map: string, x: number, y: number): Promise<void> => {
  const canvas = inForm(page)
    .getByRole('application', { name: text(map) })
    .locator('.nf-map-canvas')
  const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 }
  await canvas.click({ position: { x: width * x, y: height * y } })
}

const openForm = async (): Promise<Page> => {
  const page = await browser.open({ role: 'admin', path: '/device/pressureMeters' })
  await settled(page)
  await page
    .getByRole('button', { name: text('devices:pressureMeter.create'), exact: true })
    .first()
    .click()
  await inForm(page).locator('.nf-map-start').waitFor()
  return page
}

describe('a pressure meter', () => {
  // requirement of Devices: Readings above, below and after an abrupt change are marked in the trend between its limits | /device/pressureMeters | GET /api/v1/pressure-meters/:pressureMeterId/analysis
  test('has an analysis with its trend between the limits and the figures of each day', async () => {
    const page = await browser.open({ role: 'admin', path: '/device/pressureMeters?view=cards' })
    await settled(page)
    await page.locator('.nf-device-card').first().click()
    await inForm(page)
      .getByRole('region', { name: text('devices:pressureMeter.analysis.trend') })
      .waitFor()
    await inForm(page).locator('tbody tr').first().waitFor()
  })

  // requirement of Devices: A pressure meter or device is placed by a press on the map, and a boundary is drawn on it | /device/pressureMeters | POST /prod-api/business/pressureMeter
  test('is placed by a press on the map, and its boundary is drawn on it', async () => {
    const page = await openForm()
    await pressMap(page, 'shared:map.pickPosition', 0.4, 0.6)
    await inForm(page)
      .getByRole('button', { name: text('shared:map.pin') })
      .waitFor()
    await buttonOf(page, 'shared:map.drawOnMap').click()
    await buttonOf(page, 'shared:map.draw').click()
    for (const [x, y] of [
      [0.3, 0.3],
      [0.6, 0.3],
      [0.6, 0.7],
    ] as const)
      await pressMap(page, 'shared:map.drawOnMap', x, y)
    await buttonOf(page, 'shared:map.finishDrawing').click()
    await expect
      .poll(() => inForm(page).locator('textarea.nf-mono-input, .nf-mono-input textarea').first().inputValue())
      .toMatch(/^(-?\d+\.?\d* -?\d+\.?\d*\n){2}.+$/)
  })
})
