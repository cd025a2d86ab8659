import { setTimeout as sleep } from 'node:timers/promises'
import { ChargingModel } from '@nightflow/schemas/billing/tariff'
import { callNightflow } from './call-nightflow.ts'
import type { Meter } from './city-model.ts'
import { typeOf } from './customer-types.ts'

const chargingModel = ChargingModel.enum

/** Steps for a year, in the manner of Chinese cities; trade pays by the month, with a fixed part. Volumes in m³, prices for a m³, -1 is the maximum. */
const steps = (...ends: readonly (readonly [endVolume: number, unitPrice: number])[]) =>
  ends.map(([endVolume, unitPrice], index) => ({ startVolume: ends[index - 1]?.[0] ?? 0, endVolume, unitPrice }))
const households = {
  priceSchemeName: 'Households',
  chargingModel: chargingModel.cumulative,
  steps: steps([180, 3.45], [260, 4.83], [-1, 5.83]),
}
const trade = {
  priceSchemeName: 'Trade and works',
  chargingModel: chargingModel.independent,
  fixedAmount: 20,
  steps: steps([500, 5.2], [-1, 6.1]),
}
const institutions = { priceSchemeName: 'Public institutions', chargingModel: chargingModel.cumulative, steps: steps([-1, 4.1]) }

const schemeOfType: Record<string, string> = {
  Apartments: households.priceSchemeName,
  Houses: households.priceSchemeName,
  Trade: trade.priceSchemeName,
  'Large consumers': trade.priceSchemeName,
  'Public institutions': institutions.priceSchemeName,
}

/** The price scheme of a meter's customer. */
export const priceSchemeOf = (meter: Meter): string => schemeOfType[typeOf(meter)] ?? households.priceSchemeName

export const schemes = [households, trade, institutions]

/** The terms of every scheme; they hold from the start of the year before. */
export const termsFrom = (now: number) => ({
  ...{ accumulationMonths: 12, billingMonths: 1, vatRate: 9, startTime: `${new Date(now).getUTCFullYear() - 1}-01-01` },
})

/** Rounds until all are published: read models may be behind what was just drafted while a city is being registered. */
const roundsMax = 60
const pauseMilliseconds = 500

type Row = { priceSchemeId: number; priceSchemeName: string; version: number }

/** Drafts and publishes the price schemes that are missing. They hold from the start of the year before. */
export async function registerPriceSchemes(order: {
  baseUrl: string
  token: string
  now: number
  signal?: AbortSignal | undefined
}): Promise<void> {
  const url = `${order.baseUrl}/prod-api/business/priceScheme`
  const call = { bearer: order.token, signal: order.signal }
  const terms = termsFrom(order.now)
  for (let round = 0; round < roundsMax; round += 1) {
    const { rows } = (await callNightflow({ ...call, method: 'GET', url: `${url}/list?pageSize=50` })) as { rows: Row[] }
    const wanted = schemes.map((scheme) => ({ scheme, row: rows.find((row) => row.priceSchemeName === scheme.priceSchemeName) }))
    if (wanted.every(({ row }) => row !== undefined && row.version > 0)) return
    for (const { scheme, row } of wanted) {
      // A name that is taken meanwhile is refused, and a version that is published already is not published again.
      if (!row) await callNightflow({ ...call, method: 'POST', url, body: JSON.stringify({ ...terms, ...scheme }) })
      else if (row.version === 0) await callNightflow({ ...call, method: 'PUT', url: `${url}/publish/${row.priceSchemeId}`, body: '{}' })
    }
    if (round > 0) await sleep(pauseMilliseconds, undefined, { signal: order.signal })
  }
  throw new Error(`the price schemes were not published within ${(roundsMax * pauseMilliseconds) / 1000} s`)
}
