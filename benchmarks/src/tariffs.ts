import { simulateAll } from '@nightflow/api/billing/simulate-draft'
import { lastWholeMonth, PriceSimulation, type SimulationOrder } from '@nightflow/domain/billing/simulate-prices'
import { dayOfDate } from '@nightflow/domain/shared/local-time'
import { personalEventLog } from '@nightflow/event-log/personal-event-log'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { replayViews } from '@nightflow/projections/projector/replay'
import { accountsToSimulate } from '@nightflow/projections/simulated-accounts'
import { ensurePartitions } from '@nightflow/projections/storage/day-partitions'
import type { Tariff } from '@nightflow/schemas/billing/tariff'
import type { Pool, PoolClient } from 'pg'
import { withBenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './bench-options.ts'
import { tenant } from './frames.ts'
import { openNamedAccounts, registerNamedMeters } from './register-data.ts'

const timeZone = 'Asia/Shanghai'
const secondsMax = 60
const accountsPerRead = 2_000

/** Steps for the year, and a price of its own for a caliber: what a utility drafts. */
const tariffOf = (unitPrices: readonly number[], firstMonth: string): Tariff => {
  const ends = [15_000, 25_000, null]
  const steps = unitPrices.map((unitPriceMinor, nth) => ({
    startLitres: nth === 0 ? 0 : ends[nth - 1]!,
    endLitres: ends[nth]!,
    unitPriceMinor,
  }))
  const price = { caliberMillimetres: null, customerTypeId: null, season: null, steps, fixedMinor: 500, minimumMinor: 1_000 }
  return {
    ...{ accumulationMonths: 12, billingMonths: 1, firstMonth, vatBasisPoints: 900, chargingModel: '0' },
    prices: [price, { ...price, caliberMillimetres: 25, fixedMinor: 900 }],
  }
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

/**
 * A draft for the use of a whole month of 100,000 customers, by the code of the job. The figure is its seconds; the limit those of reading the
 * same use alone, in the same run.
 */
export const benchTariffs = ({ isQuick }: BenchOptions) =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const accounts = isQuick ? 5_000 : 100_000
    const log = personalEventLog(createPostgresEventLog({ pool, connectionString }), pool)
    await createTenant(pool, { code: tenant, name: 'Bench', timeZone })
    try {
      await registerNamedMeters(log, accounts)
      await openNamedAccounts(log, accounts)
      await replayViews({ pool, log })
      const month = lastWholeMonth(Date.now(), timeZone)
      await fillMonth(pool, month)
      const given = JSON.stringify([{ priceScheme: 'Households', effectiveFrom: null, at: '2024-01-01T00:00:00Z', reason: null }])
      await pool.query(`update views.accounts set price_schemes = $1, opened_at = '2024-01-01'`, [given])
      await pool.query(`update views.accounts set meters = jsonb_set(meters, '{0,from}', '"2024-01-01T00:00:00Z"')`)
      await pool.query('vacuum analyze')
      console.log(`${accounts} accounts with ${month} are in the read models`)
      const read = <Result>(work: (database: PoolClient) => Promise<Result>) => withTenant(pool, tenant, work)
      const order: SimulationOrder = {
        draft: tariffOf([320, 480, 620], month),
        versionsOf: () => [{ version: 1, effectiveFrom: '2024-01-01', tariff: tariffOf([300, 450, 600], month) }],
        ...{ onlyScheme: null, month, timeZone, lifelineLitres: 6_000 },
      }
      const limitSeconds = await timeReading(read, new PriceSimulation(order))
      const started = performance.now()
      const progress = { done: 0, total: 0 }
      const { result } = await simulateAll(order, [order.draft], { read, progress, stopping: new AbortController().signal })
      const simulationSeconds = (performance.now() - started) / 1000
      if (result.accounts < accounts * 0.9) throw new Error(`only ${result.accounts} of ${accounts} accounts were calculated`)
      return {
        ...{ name: 'tariffs', figure: simulationSeconds, limit: limitSeconds, ratio: simulationSeconds / limitSeconds },
        ...{ accounts, simulationSeconds, limitSeconds, secondsMax, calculated: result.accounts, unit: 's' },
      }
    } finally {
      await log.close()
    }
  })

type Read = <Result>(work: (database: PoolClient) => Promise<Result>) => Promise<Result>

/** Seconds of reading all accounts with their use, page by page, and nothing else. */
const timeReading = async (read: Read, simulation: PriceSimulation): Promise<number> => {
  const range = { first: simulation.firstDay([]), end: simulation.endDay, timeZone }
  const started = performance.now()
  for (let after: number | undefined = 0; after !== undefined; ) {
    const place: number = after
    const page = await read((database) => accountsToSimulate(database, { after: place, limit: accountsPerRead, range }))
    after = page.length < accountsPerRead ? undefined : page.at(-1)!.id
  }
  return (performance.now() - started) / 1000
}
