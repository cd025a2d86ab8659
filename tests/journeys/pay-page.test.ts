import { streamPayOrder } from '@nightflow/schemas/payments/pay-order-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { SandboxPlatform } from '@nightflow/simulator/sandbox-platform'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { lane } from './lane.ts'
import { ask, command } from './people.ts'
import { text } from './texts.ts'

/** A customer pays on a telephone, and a clerk decides about a payment that is too small. */
const browser = journeyBrowser()
const sandbox = new SandboxPlatform({ key: 'key of the journey' })
const tag = String(Date.now()).slice(-6)

type Bill = { accountNo: string; openMinor: number }
let bill: Bill
let link: { address: string; code: string }

const data = async (method: string, path: string, payload: object) => {
  const { code, data: given } = await command(method, `/business/${path}`, payload)
  expect(code, path).toBe(200)
  return given!
}

beforeAll(async () => {
  const baseAddress = await sandbox.start()
  const { currencyUnit } = (await ask<{ data: { currencyUnit: string } }>('admin', '/prod-api/system/user/getTenant')).data
  const named = { platformName: `Sandbox ${tag}`, platformType: '0', applicationType: '1', currencyUnit, relatedInfo: 'Journey' }
  const { platformId } = await data('POST', 'paymentPlatform', { ...named, baseAddress })
  await data('PUT', `paymentPlatform/credentials/${platformId}`, { credentials: { notificationKey: 'key of the journey' } })
  const addresses = { systemCallbackAddress: lane().baseUrl, thirdPartyCallbackAddress: 'https://utility.example.org' }
  await data('POST', 'platformAssociation', { tenantPlatformName: `Mobile money ${tag}`, platformId, ...addresses })
  const { rows } = await ask<{ rows: Bill[] }>('admin', '/prod-api/business/bill/list?status=2&pageSize=50')
  bill = rows.find(({ openMinor }) => openMinor > 0)!
  link = (await ask<{ data: { link: typeof link } }>('admin', `/prod-api/business/customer/${bill.accountNo}/payLink`)).data.link
})
afterAll(() => sandbox.stop())

const t = (key: string, values: Record<string, string> = {}) =>
  Object.entries(values).reduce((said, [name, value]) => said.replace(`{{${name}}}`, value), text(`pay:${key}`))
const onPage = (page: Page, key: string) => page.getByText(t(key), { exact: true })
/** The order whose page this is. */
const orderOf = (page: Page): string => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('order') ?? ''

describe('paying on a telephone', () => {
  // requirement of Payments: a customer pays on the public page on a phone, and finds the result again after a cut line | /pay | POST /api/v1/pay/order
  test('a wrong code opens nothing; the link of the bill opens the account, and the result is found again after the line was cut', async () => {
    browser.expectProblem(/401|ERR_INTERNET_DISCONNECTED|Failed to load resource/)
    const page = await browser.open({ path: `/pay/${new URL(link.address).pathname.split('/').at(-1)}`, width: 390, height: 844 })
    await page.getByLabel(t('form.accountNo')).fill(bill.accountNo)
    await page.getByLabel(t('form.code')).fill('AAAA-AAAA-AAAA')
    await page.getByRole('button', { name: t('form.open') }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel(t('form.code')).fill(link.code.toLowerCase())
    await page.getByRole('button', { name: t('form.open') }).click()
    await page.getByRole('heading', { level: 2, name: t('bills') }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'), 'nothing is wider than the telephone').toBe(
      true,
    )

    await page.getByLabel(t('amount'), { exact: true }).fill('7.5')
    // The demo offers its own platform too.
    await page.getByRole('radio', { name: `Mobile money ${tag}` }).click()
    await page.getByRole('button', { name: /7[.,]50/ }).click()
    await page.waitForURL(/127\.0\.0\.1:\d+\/pay\/PO-/)
    const { returnTo, reference } = [...sandbox.orders.values()].at(-1)!

    const other = await page.context().newPage()
    const stream = other.waitForResponse((answer) => answer.url().endsWith(streamPayOrder.path))
    await other.goto(returnTo)
    expect((await stream).headers()['content-type']).toContain('text/event-stream')
    await other.getByRole('link', { name: /7[.,]50/ }).waitFor()
    await page.context().setOffline(true)
    await sandbox.pay(reference)
    await onPage(other, 'order.offline').waitFor()
    await page.context().setOffline(false)
    await onPage(other, 'order.state.1').waitFor()
    await other.getByRole('heading', { level: 2, name: t('receipt.title') }).waitFor()
    await expect.poll(async () => other.getByText(t('receipt.number'), { exact: true }).count()).toBe(1)
    const saved = other.waitForEvent('download')
    await other.getByRole('button', { name: t('order.pdf') }).click()
    await other.getByRole('menuitem', { name: 'English', exact: true }).click()
    expect((await saved).suggestedFilename()).toMatch(new RegExp(`^${bill.accountNo}-.*\\.pdf$`))
    expect(orderOf(other)).toMatch(/^[0-9a-f-]{36}$/)
    const again = await browser.open({ path: new URL(returnTo).pathname + new URL(returnTo).hash, width: 390, height: 844, language: 'fr' })
    await again.getByText(reference, { exact: true }).waitFor()
  })
})

describe('the back office', () => {
  // requirement of Payments: the page of an account has a payment online with link and code, and an exception is decided by a person | /billing/payment/paymentOrder | PUT /prod-api/business/paymentOrder/resolve/:orderNo
  test('a clerk shows link and code; a payment that is too small waits for a decision, which is made on the screen', async () => {
    const page = await browser.open({ role: 'admin', path: `/customer/accounts/${bill.accountNo}` })
    await page.getByRole('button', { name: text('payments:payOnline.button'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('payments:paymentOrder.field.amount')).fill('12')
    await dialog.getByLabel(text('payments:paymentOrder.field.associationId')).first().click()
    await page.getByRole('option', { name: `Mobile money ${tag}` }).click()
    await dialog.getByRole('button', { name: text('payments:payOnline.confirm') }).click()
    await dialog.getByRole('img', { name: text('payments:payOnline.code') }).waitFor()
    await expect.poll(() => [...sandbox.orders.values()].some(({ amount }) => amount === 1_200), { timeout: 30_000 }).toBe(true)
    const { reference } = [...sandbox.orders.values()].find(({ amount }) => amount === 1_200)!
    sandbox.faults.add('less')
    await sandbox.pay(reference)
    sandbox.faults.clear()
    await expect
      .poll(
        async () =>
          (await ask<{ rows: { status: string }[] }>('admin', `${resourceCalls.paymentOrders.list.path}?orderNumber=${reference}`)).rows[0]
            ?.status,
      )
      .toBe('5')
    await page.goto(`/billing/payment/paymentOrder?orderNumber=${reference}`)
    await settled(page)
    await page.getByText(reference, { exact: true }).first().click()
    await page.getByRole('button', { name: text('payments:paymentOrder.command.resolve.short'), exact: true }).click()
    const decision = page.getByRole('dialog').last()
    await decision.getByLabel(text('payments:paymentOrder.field.resolveAs')).first().click()
    await page.getByRole('option').nth(1).click()
    await decision.getByRole('textbox').last().fill('Half was paid and given back at the counter')
    await decision.getByRole('button', { name: text('payments:paymentOrder.command.resolve.short') }).click()
    await expect
      .poll(
        async () =>
          (await ask<{ rows: { status: string }[] }>('admin', `${resourceCalls.paymentOrders.list.path}?orderNumber=${reference}`)).rows[0]
            ?.status,
      )
      .toBe('4')
  })
})
