import { type calculateTariff, type findPublishedVersions, listPriceSchemeHistory } from '@nightflow/schemas/billing/price-scheme-calls'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
beforeAll(async () => {
  running = await startApi('price-schemes')
})
afterAll(() => running?.stop())

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, tenant = 'north') =>
  (await running.ask(tenant, { method, url, ...(payload && { payload, headers: { language: 'en' } }) })).json()
const own = '/prod-api/business/priceScheme'
const form = {
  priceSchemeName: 'Household / 居民',
  accumulationMonths: 12,
  billingMonths: 1,
  startTime: '2026-01-01',
  vatRate: 10,
  steps: [
    { startVolume: 0, endVolume: 10, unitPrice: 2 },
    { startVolume: 10, endVolume: -1, unitPrice: 3.5 },
  ],
}
const january = { from: '2026-01-01', to: '2026-02-01', litres: 12_000 }
const calculate = (periods: object[], more: object = {}, tenant = 'north') =>
  ask('POST', '/api/v1/tariff-calculations', { scheme: form.priceSchemeName, periods, ...more }, tenant)

describe('a price scheme', () => {
  let priceSchemeId: number
  it('is drafted by its form and listed; another of the name is refused, and another tenant has none', async () => {
    const made = await ask('POST', own, form)
    expect(made).toMatchObject({ code: 200 })
    priceSchemeId = made.data.priceSchemeId
    expect((await ask('GET', `${own}/list?status=0`)).rows).toMatchObject([{ priceSchemeId, status: '0', version: 0, chargingModel: '0' }])
    expect(await ask('POST', own, form)).toMatchObject({ reason: 'name-taken' })
    expect((await ask('GET', `${own}/list`, undefined, 'south')).total).toBe(0)
  })

  it('is refused with the rule that it breaks', async () => {
    const wrong = { ...form, priceSchemeName: 'Wrong', accumulationMonths: 1 }
    expect(await ask('POST', own, wrong)).toMatchObject({
      reason: 'price-cycle-not-multiple',
      msg: 'The accumulation cycle must be greater than the billing cycle and a multiple of it.',
    })
    expect(await ask('POST', own, { ...form, priceSchemeName: 'a'.repeat(21) })).toMatchObject({ code: 500 })
  })

  it('calculates by its draft before it is published, and by nothing else', async () => {
    expect(await calculate([january])).toMatchObject({ code: 'price-scheme-not-published' })
    expect(await calculate([january], { isDraft: true })).toMatchObject({
      lines: [{ version: 0 }, { version: 0 }],
      totals: { amountMinor: 2_700 },
    })
    expect(await calculate([january], { isDraft: true }, 'south')).toMatchObject({ code: 'price-scheme-unknown' })
  })

  // requirement of Prices: A tariff calculation answers lines and totals | /billing/priceSchemes | POST /api/v1/tariff-calculations
  // requirement of Prices: Start time of a price scheme | /billing/priceSchemes | POST /prod-api/business/priceScheme
  it('calculates lines and totals by its published versions, cut where a version starts', async () => {
    expect(await ask('PUT', `${own}/publish/${priceSchemeId}`, {})).toMatchObject({ code: 200 })
    expect(await calculate([january])).toEqual({
      lines: [
        {
          ...{ from: '2026-01-01', to: '2026-02-01', kind: 'volume', version: 1, step: 1 },
          ...{ litres: 10_000, dividedBy: null, unitPrice: 2, amountMinor: 2_000, vatMinor: 200 },
        },
        {
          ...{ from: '2026-01-01', to: '2026-02-01', kind: 'volume', version: 1, step: 2 },
          ...{ litres: 2_000, dividedBy: null, unitPrice: 3.5, amountMinor: 700, vatMinor: 70 },
        },
      ],
      stepsFrom: '2026-01-01',
      totals: { litres: 12_000, amountMinor: 2_700, vatMinor: 270, totalMinor: 2_970 },
    })
    const dearer = { ...form, priceSchemeId, startTime: '2026-02-15', steps: [{ startVolume: 0, endVolume: -1, unitPrice: 10 }] }
    expect(await ask('PUT', own, dearer)).toMatchObject({ code: 200 })
    expect(await ask('PUT', `${own}/publish/${priceSchemeId}`, {})).toMatchObject({ code: 200 })
    const february = { from: '2026-02-01', to: '2026-03-01', litres: 2_800 }
    const { lines }: ResponseOf<typeof calculateTariff> = await calculate([february])
    expect(lines.map(({ version, to, litres, amountMinor, dividedBy }) => [version, to, litres, amountMinor, dividedBy])).toEqual([
      [1, '2026-02-15', 1_400, 280, 'time'],
      [2, '2026-03-01', 1_400, 1_400, 'time'],
    ])
  })

  // requirement of Prices: Proration by measured volume, stated on the line | /billing/priceSchemes | POST /api/v1/tariff-calculations
  it('divides a period by the measured hours of the account where each hour is known, and says which it was', async () => {
    await ask('POST', '/api/v1/meters', { meters: [{ number: '7001' }] })
    const opening = { accountNo: '1001', customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane', meterNo: '7001' }
    await ask('POST', '/prod-api/business/customer', { ...opening, openedAt: '2026-02-01T00:00:00Z' })
    // 10 L in each hour up to the 15th, 1 L in each after it.
    const registers = Array.from({ length: 9 * 24 }, (_, hour) => 1_000 + 10 * Math.min(hour, 96 + 24) + Math.max(0, hour - 96 - 24))
    await running.report('north', '7001', '2026-02-10T00:00:00Z', registers)
    const days = { from: '2026-02-12', to: '2026-02-18', litres: 800 }
    const dividedOf = async (more: object) => {
      const { lines }: ResponseOf<typeof calculateTariff> = await calculate([days], more)
      return lines.map(({ version, litres, dividedBy }) => [version, litres, dividedBy])
    }
    const [before, after] = await dividedOf({ accountNo: '1001' })
    expect([before![2], after![2], Number(before![1]) + Number(after![1])]).toEqual(['hours', 'hours', 800])
    expect(Number(before![1])).toBeGreaterThan(600)
    expect(await dividedOf({})).toEqual([
      [1, 400, 'time'],
      [2, 400, 'time'],
    ])
    expect(await calculate([{ ...days, to: '2026-02-25' }], { accountNo: '1001' })).toMatchObject({ lines: [{ dividedBy: 'hours' }, {}] })
    expect(await calculate([{ ...days, from: '2026-02-08' }], { accountNo: '1001' })).toMatchObject({ lines: [{ dividedBy: 'time' }, {}] })
    expect(await calculate([days], { accountNo: '9999' })).toMatchObject({ code: 'account-not-found' })
  })

  it('refuses periods before the first version, out of order, and over more than ten years', async () => {
    expect(await calculate([{ ...january, from: '2025-12-01' }])).toMatchObject({ code: 'tariff-not-yet-valid' })
    expect(await calculate([january, january])).toMatchObject({ code: 'tariff-periods-out-of-order' })
    expect(await calculate([{ ...january, to: '2036-02-01' }])).toMatchObject({ code: 'range-too-long' })
  })

  it('is not published where seasons overlap, or for a customer type that does not exist', async () => {
    const steps = (...seasons: object[]) => [
      { startVolume: 0, endVolume: -1, unitPrice: 2 },
      ...seasons.map((season) => ({ startVolume: 0, endVolume: -1, unitPrice: 3, ...season })),
    ]
    const seasonal = {
      ...form,
      priceSchemeName: 'Seasons',
      steps: steps({ firstMonth: 11, lastMonth: 3 }, { firstMonth: 3, lastMonth: 5 }),
    }
    const id = (await ask('POST', own, seasonal)).data.priceSchemeId
    const publish = () => ask('PUT', `${own}/publish/${id}`, {})
    expect(await publish()).toMatchObject({ reason: 'price-seasons-overlap', details: { step: 3, other: 2, month: 3 } })
    const { customerTypeId } = (await ask('POST', '/prod-api/business/customerType', { customerTypeName: 'Hotel' })).data
    await ask('PUT', own, { ...seasonal, priceSchemeId: id, steps: steps({ customerTypeId }, { customerTypeId: customerTypeId + 1 }) })
    expect(await publish()).toMatchObject({ reason: 'price-customer-type-unknown', details: { step: 3 } })
    // A type of another utility does not exist here.
    const others = (await ask('POST', '/prod-api/business/customerType', { customerTypeName: 'Hotel' }, 'south')).data.customerTypeId
    await ask('PUT', own, { ...seasonal, priceSchemeId: id, steps: steps({ customerTypeId: others }) })
    expect(await publish()).toMatchObject({ reason: 'price-customer-type-unknown' })
    await ask('PUT', own, { ...seasonal, priceSchemeId: id, steps: steps({ customerTypeId }) })
    expect(await publish()).toMatchObject({ code: 200 })
  })

  it('says from which day a bill counts the steps of a period within a cycle', async () =>
    expect(await calculate([{ from: '2026-08-01', to: '2026-09-01', litres: 1_000 }])).toMatchObject({ stepsFrom: '2026-01-01' }))

  // requirement of Prices: A published price scheme is retired, not removed | /billing/priceSchemes | PUT /prod-api/business/priceScheme/retire/:priceSchemeId
  it('keeps its versions and its history, is not removed, and is retired with a reason', async () => {
    const { rows }: ResponseOf<typeof findPublishedVersions> = await ask('GET', `/api/v1/price-schemes/${priceSchemeId}/versions`)
    expect(rows.map(({ version, effectiveFrom }) => [version, effectiveFrom])).toEqual([
      [1, '2026-01-01'],
      [2, '2026-02-15'],
    ])
    expect(await ask('DELETE', `${own}/${priceSchemeId}`)).toMatchObject({ reason: 'price-scheme-published' })
    expect(await ask('PUT', `${own}/retire/${priceSchemeId}`, { reason: 'Replaced' })).toMatchObject({ code: 200 })
    const history: ResponseOf<typeof listPriceSchemeHistory> = await ask('GET', `/api/v1/price-schemes/${priceSchemeId}/history`)
    // A change says the steps as text: the schema of the answer refuses tables, and so would the browser.
    expect(listPriceSchemeHistory.response.parse(history).rows[2]?.changes).toContainEqual({
      ...{ field: 'steps', from: '0 / 10 / 2; 10 / -1 / 3.5', to: '0 / -1 / 10' },
    })
    expect((await ask('GET', `/api/v1/price-schemes/${priceSchemeId}/history`)).rows.map(({ step }: { step: string }) => step)).toEqual([
      ...['retired', 'published', 'changed', 'published', 'added'],
    ])
  })
})
