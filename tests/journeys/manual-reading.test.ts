import type { ManualReadingRow } from '@nightflow/schemas/metering/manual-reading'
import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { callFrom } from './page-call.ts'
import { ask } from './people.ts'
import { refusalText } from './refusal-text.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()

// requirement of Manual and walk-by reading: An implausible manual reading is asked about | /readMeter/manual | POST /prod-api/business/manualReading
test('a clerk enters a manual reading: the previous one is shown, an implausible one is asked about, and it is recorded', async () => {
  const number = `96${Date.now()}`
  const page = await browser.open({ role: 'admin', path: '/readMeter/manual' })
  const meters = [{ number, installedAt: '2026-01-01T00:00:00Z' }]
  expect((await callFrom(page, 'POST', '/api/v1/meters', { meters })).status).toBeLessThan(300)
  const first = { readingId: '019ab000-0000-7000-8000-000000000001', number, at: '2026-02-01T08:00:00Z', litres: 100_000 }
  expect((await callFrom(page, 'POST', '/prod-api/business/manualReading', first)).status).toBe(200)

  await settled(page)
  await page.getByRole('button', { name: text('metering:manualReading.take'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const field = (name: string) => dialog.getByRole('textbox', { name: text(`metering:manualReading.field.${name}`), exact: true })
  await field('meterNo').fill(number)
  await dialog.getByText(/100\.000 m³/).waitFor()
  await field('litres').fill('99.5')
  const confirm = dialog.getByRole('button', { name: text('metering:manualReading.confirm'), exact: true })
  await confirm.click()
  await dialog.getByText(refusalText('reading-implausible', 'en', { number })).waitFor()

  await dialog.getByRole('switch', { name: text('metering:manualReading.field.isConfirmed') }).check()
  await confirm.click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('cell', { name: number }).first().waitFor()
  const { rows } = await ask<{ rows: ManualReadingRow[] }>('admin', `/prod-api/business/manualReading/list?meterNo=${number}`)
  expect(rows[0]).toMatchObject({ litres: 99_500, previousLitres: 100_000, isConfirmed: true })
})

// requirement of Reports: The meters of a group are read together, on a sheet with the previous readings, as one batch | /readMeter/manual | GET /prod-api/business/groupReading/sheet/:meterGroupId; POST /prod-api/business/groupReading
test('a clerk types the registers of a group row after row on a telephone, and a refused row stays', async () => {
  const [first, second] = [`97${Date.now()}`, `98${Date.now()}`]
  const page = await browser.open({ role: 'admin', path: '/readMeter/manual', width: 390, height: 844 })
  const meters = [first, second].map((number) => ({ number, installedAt: '2026-01-01T00:00:00Z' }))
  expect((await callFrom(page, 'POST', '/api/v1/meters', { meters })).status).toBeLessThan(300)
  const meterGroupName = `Street ${String(first).slice(-6)}`
  expect((await callFrom(page, 'POST', '/prod-api/business/meterGroup', { meterGroupName })).status).toBe(200)
  const { rows } = await ask<{ rows: { meterGroupId: number; meterGroupName: string }[] }>(
    'admin',
    `/prod-api/business/meterGroup/list?meterGroupName=${encodeURIComponent(meterGroupName)}`,
  )
  const group = { number: `${first},${second}`, meterGroupId: rows[0]!.meterGroupId }
  expect((await callFrom(page, 'POST', '/prod-api/business/meter/group', group)).status).toBe(200)
  const earlier = { readingId: '019ab000-0000-7000-8000-000000000002', number: second, at: '2026-02-01T08:00:00Z', litres: 100_000 }
  expect((await callFrom(page, 'POST', '/prod-api/business/manualReading', earlier)).status).toBe(200)

  await page.getByRole('button', { name: text('metering:groupReading.open'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: text('metering:groupReading.group') }).click()
  await page.getByRole('option', { name: meterGroupName }).click()
  const register = (meter: string) => dialog.getByRole('textbox', { name: text('metering:groupReading.registerOf', { meter }) })
  await register(first).fill('7.5')
  await register(first).press('Enter')
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe(text('metering:groupReading.registerOf', { meter: second }))
  await register(second).fill('99')
  await dialog.getByText(text('metering:groupReading.implausible')).waitFor()
  await dialog.getByRole('button', { name: text('metering:groupReading.save_other', { count: 2 }), exact: true }).click()
  await dialog.getByText(refusalText('reading-implausible', 'en', { number: second })).waitFor()
  const readings = await ask<{ rows: ManualReadingRow[] }>('admin', `/prod-api/business/manualReading/list?meterNo=${first}`)
  expect(readings.rows).toMatchObject([{ litres: 7_500 }])
})
