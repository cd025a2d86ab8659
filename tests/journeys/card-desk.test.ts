import { type CardBridge, startCardBridge } from '@nightflow/card-bridge/start-card-bridge'
import { newCard, VirtualMeter } from '@nightflow/card-bridge/virtual-card'
import { CardTechnology } from '@nightflow/schemas/cards/card-image'
import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { inDialog, press, sayIn, submit } from './open-dialog.ts'
import { callFrom } from './page-call.ts'
import { ask } from './people.ts'

const browser = journeyBrowser()
const say = sayIn('en')
const unique = String(Date.now()).slice(-8)
const [accountNo, meterNo] = [`CARD-${unique}`, `C${unique}`]
const { e55 } = CardTechnology.enum
const meter = new VirtualMeter(meterNo)
let bridge: CardBridge | undefined

afterAll(() => bridge?.stop())

/** An account with a meter and a price, which nothing else uses. */
const openAccount = async (page: Page): Promise<void> => {
  const { rows } = await ask<{ rows: { priceSchemeName: string }[] }>('admin', '/prod-api/business/priceScheme/list?status=1')
  const installedAt = new Date(Date.now() - 86_400_000).toISOString()
  const meters = [{ number: meterNo, timeZone: 'Asia/Shanghai', caliberMillimetres: 15, installedAt }]
  await callFrom(page, 'POST', '/api/v1/meters', { meters })
  const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', priceScheme: rows[0]!.priceSchemeName }
  const opened = await callFrom(page, 'POST', '/prod-api/business/customer', { ...holder, accountNo, meterNo, openedAt: installedAt })
  expect(opened.bytes.toString()).toContain('"code":200')
}

const operation = (code: number, part: 'button' | 'done') => say(`cards:desk.operation.${code}.${part}`)
const says = (page: Page, text: string) => page.getByText(text).first().waitFor()
const read = (page: Page) => press(page, say('cards:desk.read'))
const carryOut = async (page: Page, code: number, typed: Record<string, string> = {}): Promise<void> => {
  await press(page, operation(code, 'button'))
  for (const [name, value] of Object.entries(typed))
    await inDialog(page)
      .getByLabel(new RegExp(`^${say(`cards:desk.field.${name}`)}`))
      .fill(value)
  await submit(page)
}
const done = async (page: Page, code: number): Promise<void> => {
  await says(page, operation(code, 'done'))
  await inDialog(page).waitFor({ state: 'detached' })
}

// requirement of Cards: Each card operation is carried out through the bridge of the person’s machine | /card/desk | –
test('a card is configured, made, recharged, printed, refunded, replaced and recycled through the bridge', async () => {
  browser.expectProblem(/127\.0\.0\.1:18181/)
  browser.expectProblem(/prod-api\/business\/card/)
  const page = await browser.open({ role: 'admin', path: '/card/desk' })
  await settled(page)
  await openAccount(page)

  // Without a bridge: a dialog offers the download, and the notice after it says to open it.
  await read(page)
  await says(page, say('cards:bridge.unreachable'))
  await press(page, say('shared:action.cancel'))
  await says(page, say('cards:bridge.open'))

  bridge = await startCardBridge()
  const { reader } = bridge
  const card = newCard('0A1B2C3D', e55)
  reader.insert(card)
  await read(page)
  await says(page, say('cards:desk.notConfigured'))
  await press(page, say('cards:desk.system.5.button'))
  await says(page, say('cards:desk.system.5.done'))

  await page.getByRole('combobox', { name: say('shared:account.search') }).fill(accountNo)
  await page.getByRole('option').filter({ hasText: accountNo }).click()
  await says(page, say('cards:desk.noCard'))
  await carryOut(page, 0)
  await done(page, 0)
  expect(card.data).toMatchObject({ userNo: accountNo, meterNo })

  await press(page, operation(1, 'button'))
  await inDialog(page)
    .getByLabel(new RegExp(`^${say('cards:desk.field.amount')}`))
    .fill('50')
  await inDialog(page)
    .getByText(/for water = [\d.,]+ m³/)
    .waitFor()
  await submit(page)
  await done(page, 1)
  expect(card.data.buynum).toBeGreaterThan(0)

  for (const kind of ['printTicket', 'printInvoice'] as const) {
    await press(page, say(`cards:print.${kind}`))
    const preview = inDialog(page)
    await preview.getByText(accountNo).waitFor()
    expect(await page.evaluate(`getComputedStyle([...document.querySelectorAll('.mantine-Modal-inner')].at(-1)).zIndex`)).toBe('20002')
    await preview.getByRole('button', { name: say('cards:print.send') }).click()
    await preview.waitFor({ state: 'detached' })
  }
  expect(reader.printed.map((printed) => printed.operation)).toEqual(['printTicket', 'printInvoice'])

  await carryOut(page, 1, { amount: '20' })
  await says(page, 'The previous purchase not yet recharged to the meter')
  await page.keyboard.press('Escape')
  await inDialog(page).waitFor({ state: 'detached' })
  await carryOut(page, 2, { reason: 'bought for another flat' })
  await done(page, 2)
  expect(card.data.buynum).toBe(0)

  // Pulled while it was written: the next reading finds it.
  reader.fault('pulled-after-write')
  await carryOut(page, 1, { amount: '30' })
  await says(page, 'Recharge failed · write card')
  await page.keyboard.press('Escape')
  await inDialog(page).waitFor({ state: 'detached' })
  reader.insert(card)
  expect(meter.swipe(card)).toBe(true)
  await press(page, say('cards:desk.readUser'))
  await says(page, 'Meter swiped')
  // The reading settles the write that was cut, and the desk reads its list again after it.
  await expect.poll(() => page.getByText(say('cards:desk.pending.again')).count()).toBe(0)

  // Pulled before anything was written: it goes on.
  await carryOut(page, 1, { amount: '0' })
  await says(page, "The recharge amount can't be zero.")
  await page.keyboard.press('Escape')
  await inDialog(page).waitFor({ state: 'detached' })
  reader.fault('pulled-before-write')
  await carryOut(page, 1, { amount: '25' })
  await says(page, 'Recharge failed · write card')
  await page.keyboard.press('Escape')
  await inDialog(page).waitFor({ state: 'detached' })
  reader.insert(card)
  await read(page)
  await press(page, say('cards:desk.pending.again'))
  await page.getByRole('button', { name: say('cards:desk.pending.again') }).waitFor({ state: 'detached' })
  expect(card.data.buyTimes).toBe(3)

  const next = newCard('0A1B2C3E', e55)
  reader.insert(next)
  await press(page, say('cards:desk.readUser'))
  await says(page, 'The card is blank')
  await press(page, say('cards:desk.system.5.button'))
  await says(page, say('cards:desk.system.5.done'))
  await page.getByRole('combobox', { name: say('shared:account.search') }).fill(accountNo)
  await page.getByRole('option').filter({ hasText: accountNo }).click()
  await carryOut(page, 3, { reason: 'lost' })
  await done(page, 3)
  expect([meter.swipe(next), meter.swipe(card)]).toEqual([true, false])
  await read(page)
  await says(page, 'Meter swiped')
  await carryOut(page, 4)
  await done(page, 4)
  expect(next.data.userNo).toBe('')

  await press(page, say('cards:desk.system.7.button'))
  await says(page, say('cards:desk.system.7.done'))
  meter.swipe(next)
  await read(page)
  await says(page, say('cards:desk.collected', { number: '1' }))
  await press(page, say('cards:desk.system.6.button'))
  await says(page, say('cards:desk.system.6.done'))
}, 180_000)

test('an old bridge and an empty reader are said in the words of the bridge, on a telephone too', async () => {
  browser.expectProblem(/127\.0\.0\.1:18181/)
  bridge ??= await startCardBridge()
  bridge.reader.insert(undefined)
  const page = await browser.open({ role: 'admin', path: '/card/desk', width: 390 })
  await settled(page)
  await read(page)
  await says(page, 'Card reading failure! · card read connection')
  bridge.reader.fault('old-protocol')
  await read(page)
  await says(page, 'Card reading failure! · protocol version error')
  bridge.reader.repair()
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
})
