import { randomUUID } from 'node:crypto'
import { heldBillDecider } from '@nightflow/domain/billing/held-bill-decider'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
beforeAll(async () => {
  running = await startApi('held_bills')
  const scheme = { priceSchemeName: 'Households', billingMonths: 1, accumulationMonths: 12, vatRate: 10, startTime: '2026-01-01' }
  const { priceSchemeId } = (await ask('POST', 'priceScheme', { ...scheme, steps: [{ startVolume: 0, endVolume: -1, unitPrice: 2 }] })).data
  await ask('PUT', `priceScheme/publish/${priceSchemeId}`, {})
  const installedAt = '2026-01-05T08:00:00Z'
  const meters = [{ number: '4711', timeZone: 'Europe/Rome', caliberMillimetres: 15, installedAt }]
  await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters } })
  const holder = {
    customerName: 'Li Na',
    telephone: '13800138000',
    address: '8 Mill Lane',
    priceScheme: 'Households',
    openedAt: installedAt,
  }
  for (const each of [{ accountNo: 'H-1', meterNo: '4711' }, { accountNo: 'H-2' }])
    expect(await ask('POST', 'customer', { ...holder, ...each })).toMatchObject({ code: 200 })
  const hours = Array.from({ length: 31 * 24 + 2 }, (_, hour) => 50_000 + Math.floor((Math.min(hour, 743) * 12_000) / 743))
  await running.report('north', '4711', '2026-02-28T23:00:00Z', hours)
})
afterAll(() => running?.stop())

const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, tenant = 'north') =>
  (
    await running.ask(tenant, { method, url: `/prod-api/business/${path}`, headers: { language: 'en' }, ...(payload && { payload }) })
  ).json()

/** A bill of March that waits for a person. */
const hold = async (accountNo: string): Promise<number> => {
  const held = { billType: '3', periodFrom: '2026-03-01', periodTo: '2026-04-01', heldFor: 'days-missing', attempts: 7 } as const
  const decided = await executeCommand(running.log, {
    ...{ decider: heldBillDecider, tenant: 'north', actor: 'policy:bill-parts' },
    command: { type: 'HoldBill', accountNo, billId: randomUUID(), ...held },
    context: { now: new Date().toISOString(), actor: 'policy:bill-parts', timeZone: 'Europe/Rome' },
  })
  if (isRejection(decided)) throw new Error(decided.rejected)
  await waitForViews(running.pool, decided.position, 30_000)
  return decided.position
}
const statusOf = async (heldNo: number) => (await ask('GET', `heldBill/${heldNo}`)).data.status

it('a held bill shows what it would be now, or why it is still held, and nothing is issued', async () => {
  const [billable, unread] = [await hold('H-1'), await hold('H-2')]
  expect((await ask('GET', `heldBill/preview/${billable}`)).data).toMatchObject({
    ...{ periodFrom: '2026-03-01', periodTo: '2026-04-01', litres: 12_000, amountMinor: 2_400, vatMinor: 240, totalMinor: 2_640 },
    lines: [{ kind: 'volume' }],
  })
  expect(await ask('GET', `heldBill/preview/${unread}`)).toMatchObject({ reason: 'bill-held-no-reading' })
  expect((await ask('GET', 'bill/list')).total).toBe(0)
  expect(await ask('GET', `heldBill/preview/${billable}`, undefined, 'south')).toMatchObject({ code: 404 })
})

it('several are decided each on its own: what can be billed is issued, the others are named with their reason', async () => {
  const [billable, unread] = [await hold('H-1'), await hold('H-2')]
  expect(await ask('PUT', `heldBill/issue/${unread}`, {}), 'one alone is refused').toMatchObject({ reason: 'bill-held-no-reading' })
  const { data } = await ask('PUT', `heldBill/issue/${billable},${unread}`, {})
  expect(data).toMatchObject({ done: 1, refused: [{ number: 'H-2, 2026-03-01 – 2026-03-31', code: 'bill-held-no-reading' }] })
  expect((await ask('GET', 'bill/list')).rows).toMatchObject([{ billNo: data.billNo, accountNo: 'H-1', totalMinor: 2_640 }])
  expect([await statusOf(billable), await statusOf(unread)]).toEqual(['1', '0'])

  expect(await ask('PUT', `heldBill/dismiss/${unread}`, {}), 'a reason is needed').toMatchObject({ reason: 'request-invalid' })
  const another = await hold('H-2')
  expect((await ask('PUT', `heldBill/dismiss/${unread},${another},${another}`, { reason: 'no meter' })).data).toEqual({
    done: 2,
    refused: [],
  })
  expect([await statusOf(unread), await statusOf(another)]).toEqual(['2', '2'])
  expect(await ask('PUT', `heldBill/issue/${unread},999999`, {}), 'all must exist').toMatchObject({ reason: 'not-found' })
})
