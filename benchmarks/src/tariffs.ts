import { lastWholeMonth, PriceSimulation, type SimulationOrder } from '@nightflow/domain/billing/simulate-prices'
import { personalEventLog } from '@nightflow/event-log/personal-event-log'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { accountsToBill, chooseAccounts, everyAccount } from '@nightflow/projections/joined/accounts-to-bill'
import { simulateAll } from '@nightflow/worker/billing/simulate-draft'
import type { Pool, PoolClient } from 'pg'
import { withBenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './bench-options.ts'
import { tenant } from './frames.ts'
import { fillMonthOfAccounts, tariffOf, timeZone } from './month-of-accounts.ts'

const secondsMax = 60
const accountsPerRead = 2_000

/**
 * A draft for the use of a whole month of 100,000 customers, by the code of the job. The figure is its seconds; the limit those of reading the
 * same use alone, in the same run.
 */
export const benchTariffs = ({ isQuick }: BenchOptions) =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const accounts = isQuick ? 5_000 : 100_000
    const log = personalEventLog(createPostgresEventLog({ pool, connectionString }), pool)
    try {
      const month = lastWholeMonth(Date.now(), timeZone)
      await fillMonthOfAccounts({ pool, log }, accounts, month)
      const { calculated, limitSeconds, simulationSeconds } = await timeSimulation(pool, accounts, month)
      return {
        ...{ name: 'tariffs', figure: simulationSeconds, limit: limitSeconds, ratio: simulationSeconds / limitSeconds },
        ...{ accounts, simulationSeconds, limitSeconds, secondsMax, calculated, unit: 's' },
      }
    } finally {
      await log.close()
    }
  })

/** Seconds of a simulation for all accounts, and of reading the same use alone. */
export const timeSimulation = async (pool: Pool, accounts: number, month: string) => {
  const read = <Result>(work: (database: PoolClient) => Promise<Result>) => withTenant(pool, tenant, work)
  const order: SimulationOrder = {
    draft: tariffOf([320, 480, 620], month),
    versionsOf: () => [{ version: 1, effectiveFrom: '2024-01-01', tariff: tariffOf([300, 450, 600], month) }],
    ...{ onlyScheme: null, month, timeZone, lifelineLitres: 6_000 },
  }
  const limitSeconds = await timeReading(read, new PriceSimulation(order))
  const started = performance.now()
  const progress = { done: 0, total: 0 }
  const { result } = await simulateAll(order, { read, progress, stopping: new AbortController().signal })
  const simulationSeconds = (performance.now() - started) / 1000
  if (result.accounts < accounts * 0.9) throw new Error(`only ${result.accounts} of ${accounts} accounts were calculated`)
  return { simulationSeconds, limitSeconds, calculated: result.accounts }
}

type Read = <Result>(work: (database: PoolClient) => Promise<Result>) => Promise<Result>

/** Seconds of reading all accounts with their use, page by page, and nothing else. */
const timeReading = async (read: Read, simulation: PriceSimulation): Promise<number> => {
  const started = performance.now()
  for (let after: number | undefined = 0; after !== undefined; ) {
    const place: number = after
    const page = await read(async (database) => {
      const chosen = await chooseAccounts(database, everyAccount, { after: place, limit: accountsPerRead })
      const days = chosen.map(({ accountNo, priceSchemes }) => ({ accountNo, ...simulation.daysOf(priceSchemes) }))
      await accountsToBill(database, days, timeZone)
      return chosen
    })
    after = page.length < accountsPerRead ? undefined : page.at(-1)!.id
  }
  return (performance.now() - started) / 1000
}
