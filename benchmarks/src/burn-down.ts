import { lastWholeMonth } from '@nightflow/domain/billing/simulate-prices'
import { personalEventLog } from '@nightflow/event-log/personal-event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { burnDown } from '@nightflow/worker/billing/burn-down'
import { withBenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './bench-options.ts'
import { publishScheme } from './billing.ts'
import { tenant } from './frames.ts'
import { timeCatchingUp } from './ledger-reads.ts'
import { fillMonthOfAccounts, timeZone } from './month-of-accounts.ts'
import { within } from './within.ts'

const burnDownSecondsMax = 60

/**
 * Two days of deductions of prepaid accounts, by the code of the service: the first decides against the streams of the accounts, because their days may be billed; the
 * second is the usual day, and the figure.
 */
export const benchBurnDown = ({ isQuick, accounts: wanted }: BenchOptions) =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const accounts = isQuick ? 10_000 : wanted
    const log = personalEventLog(createPostgresEventLog({ pool, connectionString }), pool)
    try {
      const month = lastWholeMonth(Date.now(), timeZone)
      await publishScheme(log, month)
      await fillMonthOfAccounts({ pool, log }, accounts, month)
      await pool.query(`update views.accounts set settings = settings || '{"businessMode": "1"}'`)
      const run = async (day: string) => {
        const started = performance.now()
        const working = burnDown({ pool, log }, { tenant, timeZone, day }, new AbortController().signal)
        const { deducted } = await within(3 * burnDownSecondsMax, `the deductions of ${day}`, working)
        return { seconds: (performance.now() - started) / 1000, deducted }
      }
      const first = await run(`${month}-14`)
      await timeCatchingUp({ pool, log })
      await pool.query('vacuum analyze')
      const day = await run(`${month}-15`)
      console.log(
        `first day of ${first.deducted} accounts: ${first.seconds.toFixed(1)} s; the next day of ${day.deducted}: ${day.seconds.toFixed(1)} s`,
      )
      const figure = day.deducted / day.seconds
      const measured = {
        accounts,
        deducted: day.deducted,
        burnDownSeconds: day.seconds,
        firstDaySeconds: first.seconds,
        burnDownSecondsMax,
      }
      return { name: 'burn-down', figure, limit: first.deducted / first.seconds, ratio: 1, ...measured, unit: 'deductions/s' }
    } finally {
      await log.close()
    }
  })
