import { randomUUID } from 'node:crypto'
import { priceSchemeDecider } from '@nightflow/domain/billing/price-scheme-decider'
import { tariffOf } from '@nightflow/domain/billing/price-scheme-tariff'
import { accountDecider } from '@nightflow/domain/customers/account-decider'
import { meterDecider } from '@nightflow/domain/devices/meter-decider'
import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import { OpenAccount } from '@nightflow/schemas/customers/account-lifecycle'
import { RegisterMeter } from '@nightflow/schemas/devices/register-meter'
import { accountNoOf, billedMeters } from '@nightflow/simulator/bill-accounts'
import type { City } from '@nightflow/simulator/city'
import type { Meter } from '@nightflow/simulator/city-model'
import { typeOf } from '@nightflow/simulator/customer-types'
import { openingOf } from '@nightflow/simulator/open-accounts'
import { priceSchemeOf, schemes, termsFrom } from '@nightflow/simulator/price-schemes'
import { papersOf } from '@nightflow/simulator/register-city'
import type { Past } from './past.ts'

export type Customer = {
  nth: number
  meter: Meter
  accountNo: string
  openedAt: number
  priceScheme: string
  customerTypeId: number | null
}

/** The part of Riverbend that has a past: the customers of one partition, with their prices. */
export type Riverbend = {
  city: City
  customers: readonly Customer[]
  versionOf: (priceScheme: string) => readonly PriceSchemeVersion[]
  billedFrom: number
}

type Known = { city: City; types: ReadonlyMap<string, number>; billedFrom: number; now: number }

const noConditions = { caliberMillimetres: null, customerTypeId: null, firstMonth: null, lastMonth: null }
const valuesOf = (scheme: (typeof schemes)[number], now: number) => ({
  ...{ fixedAmount: 0, minimumAmount: 0, remark: null, ...termsFrom(now), ...scheme },
  steps: scheme.steps.map((step) => ({ ...step, ...noConditions })),
})

/**
 * Prices, meters and accounts as the city makes them known later: it finds them there already. They are recorded before the first month that is
 * billed, and the accounts were opened on paper long before.
 */
export const settleRiverbend = (past: Past, at: number, { city, types, billedFrom, now }: Known): Riverbend => {
  const { admin, clerk } = past.utility.actors
  const published = schemes.map((scheme) => valuesOf(scheme, now))
  const openings = billedMeters(city).map((meter) => ({ meter, opening: openingOf(city, meter, now) }))
  past.on(at, async () => {
    for (const values of published) {
      const { priceSchemeName } = values
      await past.execute(priceSchemeDecider, { type: 'AddRecord', key: priceSchemeName, values }, admin)
      await past.execute(priceSchemeDecider, { type: 'PublishPriceScheme', priceSchemeName, customerTypeIds: [] }, admin)
    }
    for (const { meter, opening } of openings) {
      await past.execute(meterDecider, RegisterMeter.parse({ type: 'RegisterMeter', ...papersOf(city, meter) }), admin)
      const asked = { ...opening, customerTypeId: types.get(typeOf(meter)), type: 'OpenAccount', isGenerated: false }
      await past.execute(
        accountDecider,
        {
          ...OpenAccount.parse(asked),
          ...{ country: 'CN', knownScheme: { status: 'published', firstDay: published[0]!.startTime } },
          newPersonIds: { holder: randomUUID(), legalRepresentative: randomUUID(), agent: randomUUID() },
        },
        clerk,
      )
    }
  })
  const versions = new Map(
    published.map((values) => [values.priceSchemeName, [{ version: 1, effectiveFrom: values.startTime, tariff: tariffOf(values) }]]),
  )
  return {
    ...{ city, billedFrom, versionOf: (priceScheme) => versions.get(priceScheme) ?? [] },
    customers: openings.map(({ meter, opening }, nth) => ({
      ...{ nth, meter, accountNo: accountNoOf(meter), openedAt: Date.parse(opening.openedAt) },
      ...{ priceScheme: priceSchemeOf(meter), customerTypeId: types.get(typeOf(meter)) ?? null },
    })),
  }
}
