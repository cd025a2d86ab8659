import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import { describe, expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { ask, signIn } from './people.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()

const alarmsOf = async (eventType: string): Promise<AlarmRow[]> =>
  (await ask<{ rows: AlarmRow[] }>('admin', `/prod-api/report/alarm/processed/list?eventType=${eventType}&pageSize=50`)).rows
const openAlarms = async (): Promise<AlarmRow[]> => (await alarmsOf('battery-low')).filter(({ alarmStatus }) => alarmStatus === '0')

describe('alarms', () => {
  test('an administrator looks into an alarm and says that it is processed', async () => {
    await expect.poll(async () => (await openAlarms()).length).toBeGreaterThan(0)
    const [alarm] = await openAlarms()
    const page = await browser.open({ role: 'admin', path: `/alarm/alarm?alarm=${alarm!.alarmProcessedId}` })
    await settled(page)
    const drawer = page.getByRole('dialog', { name: 'Battery low' })
    await drawer.locator('canvas').waitFor()
    await drawer.getByText(text('alarms:chart.battery-low')).first().waitFor()
    await drawer.getByText(text('alarms:alarm.history.raised')).waitFor()
    for (const answer of ['start', 'ignore'])
      await drawer.getByRole('button', { name: text(`alarms:alarm.command.${answer}.short`) }).waitFor()
    await drawer.getByRole('button', { name: 'Mark as processed' }).click()
    const asking = page.getByRole('dialog', { name: 'Mark the alarm of' })
    await asking.getByLabel('Note').fill('battery changed')
    await asking.getByRole('button', { name: 'Mark the alarm of' }).click()
    await drawer.getByText('battery changed').waitFor()
    await expect
      .poll(async () => (await openAlarms()).some(({ alarmProcessedId }) => alarmProcessedId === alarm!.alarmProcessedId))
      .toBe(false)

    // An alarm of a partition names the threshold that its figure is above.
    const ofSystem = await ask<{ rows: AlarmRow[] }>('admin', '/prod-api/report/alarm/processed/list?alarmType=1&pageSize=50')
    const partitionAlarm = ofSystem.rows.find(({ partition }) => partition !== null)
    await page.goto(`/alarm/alarm?alarm=${partitionAlarm!.alarmProcessedId}`)
    const facts = page.getByRole('dialog').locator('.nf-facts > div')
    const fact = async (name: string) => {
      const row = facts.filter({ has: page.getByText(text(`shell:alarm.fact.${name}`), { exact: true }) })
      return Number.parseFloat((await row.locator('dd').textContent()) ?? '')
    }
    await page.getByRole('dialog').locator('canvas').waitFor()
    expect(await fact('value')).toBeGreaterThan(await fact('threshold'))
  })
})

describe('alarm rules', () => {
  test('an administrator tests a rule on history, saves it, and processes alarms in a batch', async () => {
    const page = await browser.open({ role: 'admin', path: '/alarm/alarmRule' })
    await settled(page)
    const name = `Flow of the journey ${Date.now().toString(36)}`
    await page
      .getByRole('button', { name: text('alarms:alarmRule.create') })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('alarms:alarmRule.field.ruleName')).first().fill(name)
    const eventType = dialog.locator('input').and(dialog.getByLabel(text('alarms:alarmRule.field.eventType')))
    await eventType.click()
    await eventType.fill('Flow above')
    await page.getByRole('option', { name: 'Flow above threshold', exact: true }).click()
    await dialog.getByLabel(text('alarms:alarmRule.field.threshold')).first().fill('100')
    await dialog.getByText('It holds everywhere.').waitFor()
    await dialog.getByRole('button', { name: 'Test on 30 days of history' }).click()
    await dialog.locator('[data-tested-alarms]').getByText('Would have raised').waitFor({ timeout: 60_000 })
    await dialog.locator('button[type=submit]').click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row').filter({ hasText: name }).waitFor()

    const processing = async () => (await ask<{ total: number }>('admin', '/prod-api/report/alarm/processed/list?alarmStatus=1')).total
    const before = await processing()
    await page.goto('/alarm/alarm?alarmStatus=0')
    await settled(page)
    for (const nth of [1, 2]) await page.getByRole('row').nth(nth).getByRole('checkbox').check()
    await page.locator('.nf-chosen').getByRole('button', { name: 'Start processing', exact: true }).click()
    const asking = page.getByRole('dialog', { name: 'Start processing 2 alarms' })
    await asking.locator('button[type=submit]').click()
    await asking.waitFor({ state: 'detached' })
    await expect.poll(processing).toBe(before + 2)
  })
})

describe('the wall screen', () => {
  test('shows its figures to the holder of a link, without a session, and not without the link', async () => {
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

  test('says how many partitions a sum covers where one of them has no data', async () => {
    // The root of a cascade stays: it is created where no other journey counts partitions.
    const headers = { authorization: `Bearer ${(await signIn('trial')).token}` }
    const partitionId = `empty-${Date.now().toString(36)}`
    const page = await browser.open({ role: 'trial', path: '/index' })
    const made = await page.request.post('/api/v1/partitions', { headers, data: { partitionId, name: 'Not metered yet' } })
    expect(made.status(), await made.text()).toBe(200)
    type Coverage = { partitions: number; supplyKnown: number }
    const coverage = async () =>
      (await ask<{ data: { coverage: Coverage } }>('trial', '/prod-api/business/cascadeScreen/figures')).data.coverage
    await expect.poll(async () => (await coverage()).partitions - (await coverage()).supplyKnown).toBeGreaterThan(0)
    const { partitions, supplyKnown } = await coverage()
    await page.goto('/cascadeScreen')
    await page
      .getByText(text('dashboard:wall.coverage', { known: supplyKnown, total: partitions }))
      .first()
      .waitFor()
  })
})
