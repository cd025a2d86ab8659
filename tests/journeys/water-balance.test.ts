import type { WaterBalance } from '@nightflow/schemas/leakage/water-balance'
import { describe, expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { ask } from './people.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()
const id = 'willow-court'

const monthBefore = (): string => {
  const day = new Date()
  day.setUTCDate(0)
  return day.toISOString().slice(0, 7)
}

describe('an administrator', () => {
  test('states the pipes of a partition and reads its water balance, the index and the sheets', async () => {
    const month = monthBefore()
    const page = await browser.open({ role: 'admin', path: `/water/waterBalance?partition=${id}&month=${month}` })
    await page.getByRole('region', { name: text('leakage:waterBalance.table'), exact: true }).waitFor()
    await settled(page)
    await page.getByRole('button', { name: text('leakage:infrastructure.title'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('leakage:infrastructure.field.mainsMetres')).fill('12')
    await dialog.getByLabel(text('leakage:infrastructure.field.serviceConnections')).fill('480')
    await dialog.getByLabel(text('leakage:infrastructure.field.pressureMetres')).fill('45')
    await dialog.getByRole('button', { name: text('leakage:infrastructure.save') }).click()
    await dialog.waitFor({ state: 'hidden' })
    const balance = await ask<WaterBalance>('admin', `/api/v1/partitions/${id}/water-balance?month=${month}`)
    const shown = await page.locator('.nf-iwa-box[data-volume="systemInput"] .nf-iwa-value').textContent()
    expect(Number((shown ?? '').replaceAll(',', ''))).toBe(Math.round(balance.volumes.systemInput.value! / 1000))
    for (const sheet of ['cjj92', 'arera', 'eu', 'ukwir', 'pdam']) await page.locator(`[data-sheet="${sheet}"]`).waitFor()
    await page
      .getByRole('region', { name: text('leakage:waterBalance.list.title'), exact: true })
      .first()
      .waitFor()
  })
})
