import type { MeterDetail, MeterRow } from '@nightflow/schemas/devices/meters'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { callFrom } from './page-call.ts'
import { ask } from './people.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()

/** The city's gateways ask for orders every four seconds and its meters obey within six; a busy machine takes longer. */
const answerMillisecondsMax = 45_000

/** The first two valves of the city never obey, so the journey takes a later one that nothing is under way with. */
const findFreeValve = async (): Promise<MeterDetail> => {
  const { rows } = await ask<{ rows: MeterRow[] }>('admin', '/api/v1/meters?limit=500')
  const candidates = rows.filter(({ hasValve, partitionId }) => hasValve && partitionId).slice(2)
  for (const { number } of candidates.reverse()) {
    const meter = await ask<MeterDetail>('admin', `/api/v1/meters/${number}`)
    if (meter.valveOperations.every(({ endedAt }) => endedAt !== null)) return meter
  }
  throw new Error('no valve of the city is free')
}

const historyOf = (page: Page) => page.getByRole('region', { name: text('devices:valve.history'), exact: true }).first()
const headOf = (page: Page) => page.locator('.nf-page-head')

describe('the valve of a meter', () => {
  test('the analyst sees its position and has no button to operate it', async () => {
    const meter = await findFreeValve()
    const page = await browser.open({ role: 'analyst', path: `/device/meters/${meter.number}` })
    await settled(page)
    await historyOf(page).waitFor()
    await headOf(page)
      .getByText(text(`devices:valvePosition.${meter.valvePosition ?? 'unknown'}`), { exact: true })
      .waitFor()
    for (const position of ['open', 'closed']) {
      expect(await page.getByRole('button', { name: text(`devices:valve.ask.${position}`) }).count()).toBe(0)
    }
  })

  test('an administrator closes and opens it: the dialog names the meter, the states go from requested to success, the history keeps it', {
    timeout: 120_000,
  }, async () => {
    const meter = await findFreeValve()
    const page = await browser.open({ role: 'admin', path: `/device/meters/${meter.number}` })
    await settled(page)
    const first = meter.valvePosition === 'closed' ? 'open' : 'closed'
    for (const position of [first, first === 'open' ? 'closed' : 'open'] as const) {
      const reason = `Works in the street, permit ${Date.now()}`
      await order(page, meter.number, position, reason)
      expect(await watchStates(page, reason)).toEqual(inOrder)
      await headOf(page)
        .getByText(text(`devices:valvePosition.${position}`), { exact: true })
        .first()
        .waitFor()
      const { valveOperations } = await ask<MeterDetail>('admin', `/api/v1/meters/${meter.number}`)
      const kept = valveOperations.find((operation) => operation.reason === reason)
      expect(kept).toMatchObject({ position, status: 'confirmed', requestedBy: expect.stringContaining('admin') })
      expect(Date.parse(kept?.sentAt ?? '')).toBeLessThanOrEqual(Date.parse(kept?.endedAt ?? ''))
    }
  })
})

describe('the valves of a meter group', () => {
  // requirement of Valves and downlinks: An administrator closes and opens the valves of a group | /device/meterGroup | POST /prod-api/business/meterGroup/:meterGroupId/closeValves
  test('an administrator closes them all and opens them again, and sees the progress of both', { timeout: 120_000 }, async () => {
    const page = await browser.open({ role: 'admin', path: '/device/meterGroup' })
    await settled(page)
    const meterGroupName = `Mill Lane ${Date.now()}`
    const post = async (path: string, payload: object) => {
      const { status, bytes } = await callFrom(page, 'POST', path, payload)
      expect(status, bytes.toString()).toBe(200)
      return JSON.parse(bytes.toString()) as { data: { meterGroupId: number } }
    }
    const { meterGroupId } = (await post('/prod-api/business/meterGroup', { meterGroupName })).data
    const number = [(await findFreeValve()).number]
    await post('/prod-api/business/meter/group', { number, meterGroupId, reason: 'Works in the street' })
    await page.reload()
    await settled(page)
    for (const [command, position] of [
      ['closeValves', 'closed'],
      ['openValves', 'open'],
    ] as const) {
      const reason = `${command} ${Date.now()}`
      const row = page.getByRole('row').filter({ hasText: meterGroupName })
      await row.locator('button[aria-haspopup=menu]').click()
      await page.getByRole('menuitem', { name: text(`devices:meterGroup.command.${command}.one`, { name: meterGroupName }) }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(text(`devices:meterGroup.command.${command}.text`)).waitFor()
      await dialog.getByRole('textbox').first().fill(reason)
      await dialog.locator('button[type=submit]').click()
      const confirmed = text('devices:valveBatches.progress', { requested: 1, sending: 0, success: 1, fail: 0 })
      await dialog.getByText(confirmed, { exact: true }).waitFor({ timeout: answerMillisecondsMax })
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      const operation = async () =>
        (await ask<MeterDetail>('admin', `/api/v1/meters/${number[0]}`)).valveOperations.find((each) => each.reason === reason)
      await expect.poll(async () => (await operation())?.status, { timeout: answerMillisecondsMax }).toBe('confirmed')
      expect(await operation()).toMatchObject({ position })
    }
    await page.goto(`/device/valves?number=${number[0]}`)
    await settled(page)
    await page.getByText(text('devices:valveOperations.value.result.success'), { exact: true }).nth(1).waitFor()
  })
})

const stateText = (state: string) => text(`devices:valveStatus.${state}`)
/** A state may be over before the next poll, but at least one is seen before success, and none comes back. */
const inOrder = expect.toSatisfy((seen: string[]) => {
  const all = ['requested', 'sent', 'confirmed'].map(stateText)
  return (
    seen.length > 1 &&
    seen.at(-1) === all.at(-1) &&
    seen.every((state, index) => index === 0 || all.indexOf(state) > all.indexOf(seen[index - 1]!))
  )
}, 'requested, sent, success')

const order = async (page: Page, number: string, position: 'open' | 'closed', reason: string): Promise<void> => {
  const names = ['ask', 'retry'].map((key) => text(`devices:valve.${key}.${position}`))
  await headOf(page)
    .getByRole('button', { name: new RegExp(`^(${names.join('|')})$`) })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  expect(await dialog.textContent()).toContain(number)
  await dialog.getByLabel(text('devices:valve.reason')).fill(reason)
  await dialog.getByRole('button', { name: text(`devices:valve.confirm.${position}`, { number }) }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** The different states that the history shows for the operation, until it is a success. */
const watchStates = async (page: Page, reason: string): Promise<string[]> => {
  const badge = historyOf(page).getByRole('listitem').filter({ hasText: reason }).locator('.nf-badge')
  const seen: string[] = []
  const look = async () => {
    const state = await badge.textContent()
    if (state && seen.at(-1) !== state) seen.push(state)
    return state
  }
  await expect.poll(look, { timeout: answerMillisecondsMax, interval: 200 }).toBe(stateText('confirmed'))
  return seen
}
