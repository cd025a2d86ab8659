import type { EventRow } from '@nightflow/schemas/audit/log'
import type { MeterDetail } from '@nightflow/schemas/devices/meters'
import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { callFrom } from './page-call.ts'
import { ask, credentialsOf } from './people.ts'
import { refusalText } from './refusal-text.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()

test('an administrator records that a meter was replaced: an unregistered number is refused and nothing typed is lost', async () => {
  const [old, successor] = [`97${Date.now()}`, `98${Date.now()}`]
  const page = await browser.open({ role: 'admin', path: '/device/meters' })
  const meters = [old, successor].map((number) => ({ number, installedAt: '2026-01-01T00:00:00Z', hasValve: false }))
  expect((await callFrom(page, 'POST', '/api/v1/meters', { meters })).status).toBeLessThan(300)

  await page.goto(`/device/meters/${old}`)
  await settled(page)
  await page.getByRole('button', { name: text('devices:replace.open'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const field = (name: string) => dialog.getByRole('textbox', { name: text(`devices:replace.${name}`), exact: true })
  await dialog.getByText(text('devices:replace.neverRead')).waitFor()
  await field('replacedBy').fill(`${successor}9`)
  await field('final').fill('12.345')
  await field('initial').fill('0.5')
  await field('reason').fill('Register unreadable')
  browser.expectProblem(/^404 POST \S+\/replacement|404 \(Not Found\)/)
  const confirm = dialog.getByRole('button', { name: text('devices:replace.confirm'), exact: true })
  await confirm.click()
  await dialog.getByText(refusalText('meter-not-registered', 'en', { number: `${successor}9` })).waitFor()

  await field('replacedBy').fill(successor)
  await confirm.click()
  await dialog.waitFor({ state: 'hidden' })
  await page
    .getByRole('region', { name: text('devices:detail.title'), exact: true })
    .getByRole('link', { name: successor, exact: true })
    .waitFor()
  expect(await page.getByRole('button', { name: text('devices:replace.open'), exact: true }).count()).toBe(0)

  expect(await ask<MeterDetail>('admin', `/api/v1/meters/${successor}`)).toMatchObject({ replaces: old })
  const stream = `${credentialsOf('admin').tenant}/devices-meter-${old}`
  const { rows } = await ask<{ rows: EventRow[] }>('admin', `/api/v1/audit/events?stream=${encodeURIComponent(stream)}`)
  expect(rows[0]!.data).toMatchObject({ replacedBy: successor, finalLitres: 12_345, initialLitres: 500, reason: 'Register unreadable' })
})

// requirement of Meters: An operator of the platform moves a meter to another tenant | /tenant/meterMove | POST /prod-api/business/meterMove
test('an operator of the platform moves a meter to another tenant, and not to its own', { timeout: 90_000 }, async () => {
  const number = `96${Date.now()}`
  const { tenant } = credentialsOf('admin')
  const { tenant: other } = credentialsOf('trial')
  const at = await browser.open({ role: 'admin', path: '/device/meters' })
  expect((await callFrom(at, 'POST', '/prod-api/business/meter', { number })).status).toBe(200)

  const page = await browser.open({ role: 'operator', path: '/tenant/meterMove' })
  await settled(page)
  const field = (name: string) => page.getByRole('dialog').getByLabel(text(`devices:meterMove.field.${name}`), { exact: false })
  const choose = async (name: string, option: RegExp | string) => {
    await field(name).first().click()
    await page.getByRole('option', { name: option }).first().click()
  }
  const tenants = await ask<{ data: { tenants: { value: string; label: string }[] } }>('operator', '/prod-api/business/meterMove/choices')
  const nameOf = (code: string) => tenants.data.tenants.find(({ value }) => value === code)!.label
  const confirm = () => page.getByRole('dialog').locator('button[type=submit]').click()
  await page.getByRole('button', { name: text('devices:meterMove.open'), exact: true }).click()
  // The customer types are those of the original tenant.
  const answered = page.waitForResponse((answer) => answer.url().includes(`sourceTenant=${tenant}`))
  await choose('sourceTenant', nameOf(tenant))
  await answered
  await choose('targetTenant', nameOf(tenant))
  await choose('customerTypeId', /./)
  await field('numbers').first().fill(number)
  await page.getByRole('dialog').getByLabel(text('devices:replace.reason')).fill('New boundary')
  await confirm()
  await page.getByRole('dialog').getByText('Target tenants cannot choose themselves!').waitFor()
  await choose('targetTenant', nameOf(other))
  await confirm()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const moved = page
    .getByRole('row')
    .filter({ hasText: number })
    .filter({ hasText: text('devices:meterMove.value.state.finished') })
  await moved.first().waitFor({ timeout: 30_000 })

  await at.goto(`/device/meters/${number}`)
  await settled(at)
  await at.getByText('The history ends here.').waitFor()
  expect(await ask<MeterDetail>('admin', `/api/v1/meters/${number}`)).toMatchObject({ state: 'moved' })
})
