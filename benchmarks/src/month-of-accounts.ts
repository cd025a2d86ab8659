import { dayOfDate } from '@nightflow/domain/shared/local-time'
import type { EventLog } from '@nightflow/event-log/event-log'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { ensurePartitions } from '@nightflow/projections/storage/day-partitions'
import { replayViews } from '@nightflow/projections/views/replay'
import { ChargingModel, type Tariff } from '@nightflow/schemas/billing/tariff'
import type { Pool } from 'pg'
import { tenant } from './frames.ts'
import { openNamedAccounts, registerNamedMeters } from './register-data.ts'

export const timeZone = 'Asia/Shanghai'
export const priceScheme = 'Households'

/** Steps for the year, and a price of its own for a caliber: what a utility drafts. */
export const tariffOf = (unitPrices: readonly number[], firstMonth: string): Tariff => {
  const ends = [15_000, 25_000, null]
  const steps = unitPrices.map((unitPriceMinor, nth) => ({
    startLitres: nth === 0 ? 0 : ends[nth - 1]!,
    endLitres: ends[nth]!,
    unitPriceMinor,
  }))
  const price = { caliberMillimetres: null, customerTypeId: null, season: null, steps, fixedMinor: 500, minimumMinor: 1_000 }
  return {
    ...{ accumulationMonths: 12, billingMonths: 1, firstMonth, vatBasisPoints: 900, chargingModel: ChargingModel.enum.cumulative },
    prices: [price, { ...price, caliberMillimetres: 25, fixedMinor: 900 }],
  }
}

/** Accounts with a meter each that have had the price scheme since 2024, and every day of a month of their meters, in the read models. */
export const fillMonthOfAccounts = async ({ pool, log }: { pool: Pool; log: EventLog }, accounts: number, month: string): Promise<void> => {
  await createTenant(pool, { code: tenant, name: 'Bench', timeZone })
  await registerNamedMeters(log, accounts)
  await openNamedAccounts(log, accounts)
  await replayViews({ pool, log })
  await fillMonth(pool, month)
  const given = JSON.stringify([{ priceScheme, effectiveFrom: null, at: '2024-01-01T00:00:00Z', reason: null }])
  await pool.query(`update views.accounts set price_schemes = $1, opened_at = '2024-01-01'`, [given])
  await pool.query(`update views.accounts set meters = jsonb_set(meters, '{0,from}', '"2024-01-01T00:00:00Z"')`)
  await pool.query('vacuum analyze')
  console.log(`${accounts} accounts with ${month} are in the read models`)
}

/** A month of days for each meter, as wide as the projector writes them with a reading an hour. */
const fillMonth = async (pool: Pool, month: string): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('begin; set local search_path = views')
    const first = dayOfDate(`${month}-01`)
    await ensurePartitions(client, 'meter_days', [first, first + 27, first + 30])
    await client.query('commit')
  } finally {
    client.release()
  }
  await pool.query(
    `insert into views.meter_days (tenant, meter_id, day, gateway, readings, hours, known_hours, valve, measured_millilitres, day_millilitres, flags)
     select tenant, id, day::date, 'bench', decode(repeat('5a', 120), 'hex'), decode(repeat('5a', 56), 'hex'), 24, 0, litres * 1000, litres * 1000, ''
     from generate_series($1::date, $1::date + interval '1 month - 1 day', interval '1 day') as day
     cross join views.meters cross join lateral (select (id * 7919 % 1200)::bigint as litres) used`,
    [`${month}-01`],
  )
}
