import { formatText } from '@nightflow/schemas/shared/format-texts'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { sendFrame } from './people.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()

const createGateway = async (page: Page, name: string): Promise<string> => {
  await page.goto('/gateway/list')
  await settled(page)
  await page
    .getByRole('button', { name: text('platform:gateways.create') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(text('platform:column.name')).fill(name)
  await dialog.getByRole('button', { name: text('platform:gateways.create') }).click()
  await dialog.getByText(text('platform:gateways.keyOnce')).waitFor()
  await page.locator('.mantine-Notifications-root').getByText(text('platform:gateways.created'), { exact: true }).first().waitFor()
  const key = (await dialog.locator('pre').first().textContent())?.trim() ?? ''
  // A frame without readings, seen as it arrives.
  await dialog.getByText(text('platform:gateways.waiting')).waitFor()
  await dialog.getByRole('button', { name: text('platform:gateways.sendTest') }).click()
  await dialog.getByText(text('platform:gateways.heard')).waitFor()
  await dialog.getByRole('button', { name: text('platform:gateways.keyKept') }).click()
  await dialog.waitFor({ state: 'hidden' })
  return key
}

describe('a new gateway', () => {
  test('its key is shown once; what it sends with it arrives, the bad reading and the unknown meter where they can be seen', async () => {
    const unique = Date.now().toString(36)
    const name = `journey-${unique}`
    const meter = `99${Date.now()}`
    const page = await browser.open({ role: 'admin', path: '/gateway/list' })
    const key = await createGateway(page, name)
    expect(key).toMatch(/^\S{20,}$/)
    await page.getByRole('cell', { name, exact: true }).waitFor()
    expect(await page.locator('body').textContent()).not.toContain(key)
    await page.reload()
    await settled(page)
    expect(await page.locator('body').textContent()).not.toContain(key)

    const at = Date.now() - 60_000
    const frame = {
      frameId: `frame-${unique}`,
      sentAt: new Date().toISOString(),
      readings: [
        { meter, at, litres: 1200 },
        { meter, at: at + 1000, litres: -5 },
      ],
    }
    expect(await sendFrame(key, frame)).toMatchObject({ accepted: 1, rejected: [{ index: 1, reason: 'negative' }] })

    const row = page.getByRole('row').filter({ hasText: name })
    // The list is polled every ten seconds: frames, readings and those set aside.
    await expect.poll(async () => (await row.locator('td').allTextContents()).slice(3, 6), { timeout: 25_000 }).toEqual(['2', '1', '1'])
    await page.goto('/device/quarantine')
    const aside = page.getByRole('row').filter({ hasText: `frame-${unique}` })
    await aside.waitFor()
    expect(await aside.textContent()).toContain(text('metering:quarantineReason.negative'))
    expect(await aside.textContent()).toContain('-5')
    await page.goto('/device/unclaimed')
    await page.getByRole('row').filter({ hasText: meter }).waitFor()
  })

  test('a name that is not possible is refused beside the field before anything is sent', async () => {
    const page = await browser.open({ role: 'admin', path: '/gateway/list' })
    await settled(page)
    await page
      .getByRole('button', { name: text('platform:gateways.create') })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel(text('platform:column.name'))
    await field.fill('North Tower')
    await dialog.getByRole('button', { name: text('platform:gateways.create') }).click()
    await dialog.getByText(formatText('gateway-name')).waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
  })
})
