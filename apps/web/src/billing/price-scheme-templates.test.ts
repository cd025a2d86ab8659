import { priceSchemes } from '@nightflow/schemas/billing/price-scheme'
import { expect, test } from 'vitest'
import { priceSchemeTemplates } from './price-scheme-templates.ts'

const templates = (currency: string) => priceSchemeTemplates(currency, '2026-11-27')

test.each(['CNY', 'IDR', 'EUR', 'GBP'])('each template is a price scheme that the server takes, in %s', (currency) => {
  for (const { name, values } of templates(currency))
    expect(priceSchemes.form.safeParse({ priceSchemeName: name, ...values }).error, name).toBeUndefined()
})

test('the accumulation cycle of each template is greater than its billing cycle and a multiple of it', () => {
  for (const { name, values } of templates('EUR')) {
    const { accumulationMonths: accumulation = 12, billingMonths: billing = 1 } = values
    expect(accumulation, name).toBeGreaterThan(billing)
    expect(accumulation % billing, name).toBe(0)
  }
})

test('steps of a template follow each other, and the last one has no end', () => {
  const { steps } = templates('CNY').find(({ name }) => name === 'threeSteps')!.values
  expect(steps).toEqual([
    { startVolume: 0, endVolume: 180, unitPrice: 3 },
    { startVolume: 180, endVolume: 260, unitPrice: 4.5 },
    { startVolume: 260, endVolume: -1, unitPrice: 9 },
  ])
})
