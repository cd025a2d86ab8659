import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import { describe, expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { ask, signIn } from './people.ts'

const browser = journeyBrowser()

const openAlarms = async (): Promise<AlarmRow[]> =>
  (await ask<{ rows: AlarmRow[] }>('admin', '/prod-api/report/alarm/processed/list?alarmStatus=0&eventType=battery-low&pageSize=50')).rows

describe('alarms', () => {
  test('an administrator looks into an alarm and says that it is processed', async () => {
    await expect.poll(async () => (await openAlarms()).length).toBeGreaterThan(0)
    const [alarm] = await openAlarms()
    const page = await browser.open({ role: 'admin', path: `/alarm/alarm?alarm=${alarm!.alarmProcessedId}` })
    await settled(page)
    const drawer = page.getByRole('dialog', { name: 'Battery low' })
    await drawer.getByRole('button', { name: 'Mark as processed' }).click()
    const asking = page.getByRole('dialog', { name: 'Mark the alarm of' })
    await asking.getByLabel('Note').fill('battery changed')
    await asking.getByRole('button', { name: 'Mark the alarm of' }).click()
    await drawer.getByText('battery changed').waitFor()
    await expect
      .poll(async () => (await openAlarms()).some(({ alarmProcessedId }) => alarmProcessedId === alarm!.alarmProcessedId))
      .toBe(false)
  })
})

describe('the wall screen', () => {
  test('shows its figures to whoever holds a link, without a session, and to nobody else', async () => {
    const { token } = await signIn('admin')
    const page = await browser.open({ path: '/cascadeScreen' })
    await page.getByRole('heading', { level: 1, name: 'Nightflow' }).waitFor()
    const answer = await page.request.post('/prod-api/business/cascadeScreen/link', {
      headers: { authorization: `Bearer ${token}` },
      data: { hours: 1 },
    })
    const { data } = (await answer.json()) as { data: { link: string } }
    await page.goto(`/cascadeScreen?link=${data.link}`)
    await page.getByRole('heading', { level: 1, name: 'Leakage' }).waitFor()
    await page.getByText('Metering points').waitFor()
    await page.getByText('Seven days').waitFor()
    expect(await page.getByRole('button', { name: 'Create a view link' }).count()).toBe(0)
  })
})
