import type { PriceSimulation } from '@nightflow/schemas/billing/price-simulation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

const schemes = '/prod-api/business/priceScheme'
const hour = 3_600_000
let running: RunningApi
let simulations: string
let priceSchemeId: number
const send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, tenant = 'north') =>
  running.ask(tenant, { method, url, ...(payload && { payload }) })
const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, tenant = 'north') =>
  (await send(method, url, payload, tenant)).json()

/** Ten litres an hour through the whole month before this one, and a day on each side, by any clock. */
beforeAll(async () => {
  running = await startApi('simulate_draft')
  const now = new Date()
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1) - 48 * hour
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) + 24 * hour
  const openedAt = new Date(first - 400 * 24 * hour).toISOString()
  await ask('POST', '/api/v1/meters', { meters: ['7001', '7002'].map((number) => ({ number, caliberMillimetres: 15 })) })
  const scheme = {
    priceSchemeName: 'Households',
    startTime: openedAt.slice(0, 10),
    steps: [{ startVolume: 0, endVolume: -1, unitPrice: 2 }],
  }
  priceSchemeId = (await ask('POST', schemes, { ...scheme, chargingModel: '1' })).data.priceSchemeId
  await ask('PUT', `${schemes}/publish/${priceSchemeId}`, {})
  const dearer = { ...scheme, priceSchemeId, chargingModel: '1', startTime: '2090-01-01', steps: [{ ...scheme.steps[0], unitPrice: 3 }] }
  await ask('PUT', schemes, dearer)
  simulations = `/api/v1/price-schemes/${priceSchemeId}/simulations`
  const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', priceScheme: 'Households', openedAt }
  for (const [accountNo, meterNo] of [['1001', '7001'], ['1002', '7002'], ['1003']])
    await ask('POST', '/prod-api/business/customer', { accountNo, ...(meterNo && { meterNo }), ...holder })
  const count = Math.min(Math.ceil((end - first) / hour), Math.floor((now.getTime() - first) / hour))
  const registers = Array.from({ length: count }, (_, nth) => 1_000 + 10 * nth)
  await running.report('north', '7001', new Date(first).toISOString(), registers)
})
afterAll(() => running?.stop())

const ended = async (): Promise<PriceSimulation> => {
  const latest = async () => (await ask('GET', simulations)).rows[0] as PriceSimulation
  await expect.poll(async () => (await latest()).status).not.toBe('running')
  return latest()
}

// requirement of Prices: Simulation of a draft for the use of all customers | /billing/priceSchemes | POST /api/v1/price-schemes/:priceSchemeId/simulations
test('a draft is calculated for what all customers used in the last month, before it is published', async () => {
  expect(await ask('POST', simulations, { lifelineCubicMetres: 10 })).toMatchObject({ status: 'running', scope: '0' })
  const { status, result, done, total, file } = await ended()
  expect({ status, done, total }).toEqual({ status: 'succeeded', done: 3, total: 3 })
  const { litres, beforeMinor, afterMinor } = result!
  expect(result).toMatchObject({ accounts: 1, payMore: 1, payLess: 0, leftOut: { notBilled: 0, withoutTariff: 0, withoutUse: 2 } })
  expect(litres).toBeGreaterThan(27 * 240)
  expect([beforeMinor, afterMinor]).toEqual([litres / 5, (litres * 3) / 10])
  expect(result!.lifeline).toMatchObject({ accounts: litres < 10_000 ? 1 : 0 })
  expect(result!.byCaliber).toMatchObject([{ caliberMillimetres: 15, accounts: 1 }])
  const csv = await send('POST', '/prod-api/common/download', { fileName: file })
  expect(csv.body.split('\r\n')[1]).toMatch(
    new RegExp(`^1001,,15,${litres},(true|false),${(beforeMinor / 100).toFixed(2)},${(afterMinor / 100).toFixed(2)},`),
  )
})

test('another utility sees none of it, and one that runs is not joined by a second', async () => {
  expect((await ask('GET', simulations, undefined, 'south')).rows ?? []).toEqual([])
  const answers = await Promise.all([ask('POST', simulations, { scope: '1' }), ask('POST', simulations, { scope: '1' })])
  expect(answers.filter(({ code }) => code === 'simulation-running').length).toBeLessThanOrEqual(1)
  expect(await ended()).toMatchObject({ status: 'succeeded', scope: '1' })
})
