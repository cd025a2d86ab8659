import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PriceSimulation, type SimulationOrder } from '@nightflow/domain/billing/simulate-prices'
import type { SimulatedAccount } from '@nightflow/domain/billing/simulation-totals'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { keepFile } from '@nightflow/platform/jobs/files'
import { defineRun, type JobRun } from '@nightflow/platform/jobs/job-run'
import { endSimulation, saveSimulationProgress } from '@nightflow/platform/jobs/price-simulations'
import { writeAsTenant } from '@nightflow/platform/storage/write-as-tenant'
import { versionsOfAllSchemes } from '@nightflow/projections/billing/price-schemes'
import { accountsToBill, chooseAccounts, countAccounts, everyAccount } from '@nightflow/projections/joined/accounts-to-bill'
import { simulationJob } from '@nightflow/schemas/billing/job-kinds'
import type { SimulationResult } from '@nightflow/schemas/billing/price-simulation'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Pool, PoolClient } from 'pg'
import type { Logger } from '../run-job.ts'

/** Accounts of one read, and of one turn of the process: other jobs go on in between. */
const accountsPerRead = 2_000
const accountsPerTurn = 100
const progressMilliseconds = 500
const statementSecondsMax = 30

/** The simulation of a draft. Its identifier is the job's. */
export const simulationRun = ({ pool, logger }: { pool: Pool; logger: Logger }): JobRun =>
  defineRun({
    kind: simulationJob,
    run: async ({ id, tenant, request, caller, createBy }, { signal, onProgress }) => {
      const write = <Result>(work: (database: PoolClient) => Promise<Result>) => writeAsTenant(pool, tenant, work)
      const scope = caller?.scope ?? undefined
      const read: Read = (work) => withTenant(pool, tenant, work, { statementSecondsMax, scope })
      const progress = { done: 0, total: 0 }
      const reporting = setInterval(() => {
        onProgress(progress)
        write((database) => saveSimulationProgress(database, id, progress)).catch((error: unknown) =>
          logger.warn({ err: error, simulation: id }, 'progress of a simulation could not be written'),
        )
      }, progressMilliseconds)
      try {
        const versions = await read(versionsOfAllSchemes)
        const order: SimulationOrder = { ...request, versionsOf: (name) => versions.get(name) }
        const { result, csv } = await simulateAll(order, { read, progress, stopping: signal })
        const fileId = randomUUID()
        const file = { fileId, purpose: 'download', fileName: `simulation-${order.month}.csv`, mediaType: 'text/csv', bytes: csv } as const
        return {
          ...progress,
          store: async (database) => {
            // The result is worth keeping where the tenant has no room for its file.
            const isFull = isRejection(await keepFile(database, file, createBy ?? ''))
            await saveSimulationProgress(database, id, progress)
            await endSimulation(database, id, { result, fileId: isFull ? null : fileId })
            return undefined
          },
        }
      } catch (error) {
        if (signal.aborted) throw error
        logger.error({ err: error, simulation: id }, 'simulation failed')
        const refusal = 'internal-error'
        return { refusal, store: async (database) => endSimulation(database, id, { refusal }) as Promise<undefined> }
      } finally {
        clearInterval(reporting)
      }
    },
  })

type Read = <Result>(work: (database: PoolClient) => Promise<Result>) => Promise<Result>
type Running = { read: Read; progress: { done: number; total: number }; stopping: AbortSignal }

/** Every account that is not cancelled, page by page: read set-wise, rated in turns. */
export const simulateAll = async (
  order: SimulationOrder,
  { read, progress, stopping }: Running,
): Promise<{ result: SimulationResult; csv: Buffer }> => {
  const simulation = new PriceSimulation(order)
  progress.total = await read((database) => countAccounts(database, everyAccount))
  const pages = [Buffer.from(head)]
  let after = 0
  for (;;) {
    stopping.throwIfAborted()
    const { chosen, accounts } = await read(async (database) => {
      const chosen = await chooseAccounts(database, everyAccount, { after, limit: accountsPerRead })
      const days = chosen.map(({ accountNo, priceSchemes }) => ({ accountNo, ...simulation.daysOf(priceSchemes) }))
      return { chosen, accounts: await accountsToBill(database, days, order.timeZone) }
    })
    const lines: string[] = []
    for (const [nth, account] of accounts.entries()) {
      if (nth % accountsPerTurn === 0) await nextTurn()
      const simulated = simulation.add(account)
      if (simulated) lines.push(lineOf(simulated))
    }
    pages.push(Buffer.from(lines.join('')))
    progress.done += chosen.length
    // Accounts that were opened meanwhile are calculated too.
    progress.total = Math.max(progress.total, progress.done)
    if (chosen.length < accountsPerRead) break
    after = chosen.at(-1)!.id
  }
  return { result: simulation.totals.result(), csv: Buffer.concat(pages) }
}

const head = 'account,customerTypeId,caliberMillimetres,litres,isComplete,before,after,change\r\n'
const money = (minor: number): string => (minor / 100).toFixed(2)
/** Numbers of accounts are digits, letters and hyphens: nothing to quote. */
const lineOf = ({ accountNo, customerTypeId, caliberMillimetres, litres, isComplete, beforeMinor, afterMinor }: SimulatedAccount): string =>
  `${[
    ...[accountNo, customerTypeId ?? '', caliberMillimetres ?? '', litres, isComplete],
    ...[money(beforeMinor), money(afterMinor), money(afterMinor - beforeMinor)],
  ].join(',')}\r\n`
