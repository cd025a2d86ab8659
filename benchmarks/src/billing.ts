import { billRunDecider } from '@nightflow/domain/billing/bill-run-decider'
import { lastWholeMonth } from '@nightflow/domain/billing/simulate-prices'
import type { EventLog } from '@nightflow/event-log/event-log'
import { executeCommand, stateOfStream } from '@nightflow/event-log/execute-command'
import { personalEventLog } from '@nightflow/event-log/personal-event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { accountsPerRunPage, type BillRunFigures, BillRunScope } from '@nightflow/schemas/billing/bill-run'
import type { BillRunCommand } from '@nightflow/schemas/billing/bill-run-calls'
import { ChargingModel } from '@nightflow/schemas/billing/tariff'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { workOnRun } from '@nightflow/worker/billing/work-on-run'
import type { Pool } from 'pg'
import { withBenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './bench-options.ts'
import { timeInTurns } from './bill-run-turns.ts'
import { tenant } from './frames.ts'
import { createPartition, payBills, timeCatchingUp, timeReads } from './ledger-reads.ts'
import { fillMonthOfAccounts, priceScheme, tariffOf, timeZone } from './month-of-accounts.ts'
import { timeSimulation } from './tariffs.ts'

const billRunSecondsMax = 180
const simulationSecondsMax = 60
/** Of the posting and its limit. The first page of a turn is read while nothing is appended, so that turns of few pages would show that alone. */
const turns = { quick: 2, full: 5 }
const runId = crypto.randomUUID()
const actor = 'user:bench'
type Parts = { pool: Pool; log: EventLog }

/** Of reads: what a page of a list may take, and a report over all bills. */
const readMillisecondsMax = 300

/**
 * A bill run over all accounts, by the code of the service: its preview, then the posting, which is the figure. The limit is appending as many
 * events of a bill's size to the same log, each to a stream of its own, with as many appends under way as the log takes. Both go on in turns. Then the
 * questions that people ask of bills and of the ledger.
 */
export const benchBilling = ({ isQuick, accounts: wanted }: BenchOptions) =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const accounts = isQuick ? 10_000 : wanted
    const log = personalEventLog(createPostgresEventLog({ pool, connectionString }), pool)
    const parts = { pool, log }
    try {
      const month = lastWholeMonth(Date.now(), timeZone)
      await publishScheme(log, month)
      await createPartition(log)
      await fillMonthOfAccounts(parts, accounts, month)
      const { simulationSeconds } = await timeSimulation(pool, accounts, month)
      say('simulation', simulationSeconds)
      const run = await timeRun(parts, { accounts, month, turns: isQuick ? turns.quick : turns.full })
      const projectionSeconds = await timeCatchingUp(parts)
      const payments = await payBills(parts)
      await timeCatchingUp(parts)
      await pool.query('vacuum analyze')
      say(`read models of ${run.billed + run.appended} bills, then of ${payments} payments`, projectionSeconds)
      const readP95Milliseconds = await timeReads(parts, accounts, isQuick ? 5 : 20)
      const figure = run.billed / run.billRunSeconds
      const limit = run.appended / run.appendSeconds
      return {
        ...{ name: 'billing', figure, limit, ratio: figure / limit, accounts, ...run, billRunSecondsMax },
        ...{ simulationSeconds, simulationSecondsMax, projectionSeconds },
        ...{ slowestReadMilliseconds: Math.max(...Object.values(readP95Milliseconds)), readMillisecondsMax, readP95Milliseconds },
        unit: 'bills/s',
      }
    } finally {
      await log.close()
    }
  })

const say = (what: string, seconds: number): void => console.log(`${what}: ${seconds.toFixed(1)} s`)

type Run = { accounts: number; month: string; turns: number }

const timeRun = async (parts: Parts, { accounts, month, turns: count }: Run) => {
  const selection = { scope: BillRunScope.enum.all, partitionId: null, meterGroupId: null, accountNos: [], scopeTitle: '' }
  await give(parts.log, { type: 'StartBillRun', runId, firstMonth: month, lastMonth: month, ...selection, total: accounts })
  const started = performance.now()
  await workOnRun({ ...parts, logger: console as never }, { tenant, runId }, new AbortController().signal)
  const previewSeconds = (performance.now() - started) / 1000
  const preview = await stateOfRun(parts.log)
  say(`preview of ${preview.billed} bills`, previewSeconds)
  await give(parts.log, { type: 'PostBillRun', runId, total: accounts, dueOn: '2199-01-01' })
  const pagesPerTurn = Math.max(1, Math.ceil(accounts / accountsPerRunPage / count))
  const { runSeconds: billRunSeconds, ...limit } = await timeInTurns(parts, runId, pagesPerTurn)
  const { billed } = await stateOfRun(parts.log)
  if (billed < accounts * 0.9) throw new Error(`only ${billed} of ${accounts} accounts were billed`)
  say(`posting of ${billed} bills`, billRunSeconds)
  say(`limit, ${limit.appended} appends`, limit.appendSeconds)
  return { billed, billRunSeconds, previewSeconds, ...limit }
}

export const publishScheme = async (log: EventLog, month: string): Promise<void> => {
  const at = '2024-01-01T00:00:00Z'
  const steps = [{ startVolume: 0, endVolume: -1, unitPrice: 3 }]
  const draft = { priceSchemeName: priceScheme, startTime: '2024-01-01', accumulationMonths: 12, billingMonths: 1, vatRate: 9, steps }
  const version = { version: 1, effectiveFrom: '2024-01-01', tariff: tariffOf([300, 450, 600], month) }
  const events = {
    'billing.PriceSchemeDrafted': {
      ...draft,
      chargingModel: ChargingModel.enum.cumulative,
      fixedAmount: 5,
      minimumAmount: 10,
      remark: null,
      at,
    },
    'billing.PriceSchemePublished': { priceSchemeName: priceScheme, ...version, at },
  }
  const metadata = { tenant, actor }
  const written = Object.entries(events).map(([type, data]) => ({ id: crypto.randomUUID(), type, schemaVersion: 1, data, metadata }))
  await log.append(`${tenant}/billing-price-scheme-bench`, 'any', written)
}

const give = async (log: EventLog, command: BillRunCommand): Promise<void> => {
  const context = { now: new Date().toISOString(), actor, timeZone }
  const given = await executeCommand(log, { decider: billRunDecider, tenant, command, context, actor })
  if (isRejection(given)) throw new Error(`${command.type} was refused: ${given.rejected}`)
}

/** Figures of a phase of the run that is over. */
const stateOfRun = async (log: EventLog): Promise<BillRunFigures> => {
  const { isRunning, isPaused, figures } = await stateOfStream(log, `${tenant}/billing-run-${runId}`, billRunDecider)
  if (isRunning || isPaused) throw new Error('the run was not finished')
  return figures
}
