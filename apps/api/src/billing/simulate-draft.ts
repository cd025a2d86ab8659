import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { refusePriceScheme, tariffOf } from '@nightflow/domain/billing/price-scheme-tariff'
import { lastWholeMonth, PriceSimulation, type SimulationOrder } from '@nightflow/domain/billing/simulate-prices'
import type { SimulatedAccount } from '@nightflow/domain/billing/simulation-totals'
import { keepFile } from '@nightflow/platform/jobs/files'
import { endSimulation, insertSimulation, listSimulationsOf, saveSimulationProgress } from '@nightflow/platform/jobs/price-simulations'
import { recordedStoreOf } from '@nightflow/platform/storage/recorded-store'
import { versionsOfAllSchemes } from '@nightflow/projections/billing/price-schemes'
import { accountsToBill, chooseAccounts, countAccounts, everyAccount } from '@nightflow/projections/joined/accounts-to-bill'
import type * as calls from '@nightflow/schemas/billing/price-simulation'
import { SimulationScope } from '@nightflow/schemas/billing/price-simulation'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { outlasting } from '../http/context-of-request.ts'
import { clockOf } from '../http/decide.ts'
import { ProblemError } from '../http/problem.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'

const store = recordedStoreOf(resources.priceSchemes)
const readings = 'metering:readings:read'
const litresPerCubicMetre = 1000
/** Accounts of one read, and of one turn of the process: other requests are answered in between. */
const accountsPerRead = 2_000
const accountsPerTurn = 100
const progressMilliseconds = 500

/** Starts a simulation of the draft and answers at once. The use of a customer comes from readings: both permissions are needed. */
export const startSimulation = async (
  { priceSchemeId, scope, lifelineCubicMetres }: RequestOf<typeof calls.startSimulation>,
  context: RequestContext,
): Promise<Outcome<calls.PriceSimulation> | Rejection> => {
  const { caller, background } = context
  if (!caller.may(readings)) return rejected('permission-missing', { permission: readings })
  const draft = await context.read((database) => store.find(database, priceSchemeId))
  if (!draft) return rejected('not-found')
  const refused = refusePriceScheme(draft)
  if (refused) return refused
  const versions = await context.read(versionsOfAllSchemes)
  const { now, timeZone } = await clockOf(context)
  const month = lastWholeMonth(now, timeZone)
  const simulation = { id: randomUUID(), priceSchemeId, by: caller.username, month, scope, lifelineCubicMetres }
  const inserted = await context.write((database) => insertSimulation(database, simulation))
  if (!inserted) return rejected('simulation-running')
  const order: SimulationOrder = {
    draft: tariffOf(draft, versions.get(draft.priceSchemeName)?.[0]?.tariff.firstMonth),
    onlyScheme: scope === SimulationScope.enum.ofScheme ? draft.priceSchemeName : null,
    versionsOf: (name) => versions.get(name),
    ...{ month, timeZone, lifelineLitres: lifelineCubicMetres * litresPerCubicMetre },
  }
  const lasting = outlasting(context)
  const settled = (isStored: boolean): void => {
    if (!isStored) return
    background.run((stopping) => runSimulation(simulation.id, order, lasting, stopping))
  }
  return { response: inserted, after: { id: inserted.id, month, scope }, settled }
}

export const listSimulations = async (
  request: RequestOf<typeof calls.listSimulations>,
  { read, caller }: RequestContext,
): Promise<{ rows: calls.PriceSimulation[] }> => ({
  rows: await read((database) => listSimulationsOf(database, request, caller.username)),
})

/** Never rejects: how it ended is in the row. */
const runSimulation = async (id: string, order: SimulationOrder, context: RequestContext, stopping: AbortSignal): Promise<void> => {
  const progress = { done: 0, total: 0 }
  const report = (): void => {
    context
      .write((database) => saveSimulationProgress(database, id, progress))
      .catch((error: unknown) => context.logger.warn({ err: error, simulation: id }, 'progress of a simulation could not be written'))
  }
  const reporting = setInterval(report, progressMilliseconds)
  try {
    const { result, csv } = await simulateAll(order, { read: context.read, progress, stopping })
    const fileId = randomUUID()
    const file = { fileId, purpose: 'download', fileName: `simulation-${order.month}.csv`, mediaType: 'text/csv', bytes: csv } as const
    await context.write(async (database) => {
      // The result is worth keeping where the tenant has no room for its file.
      const isFull = isRejection(await keepFile(database, file, context.caller.username))
      await saveSimulationProgress(database, id, progress)
      await endSimulation(database, id, { result, fileId: isFull ? null : fileId })
    })
  } catch (error) {
    if (!(error instanceof ProblemError) && !stopping.aborted) context.logger.error({ err: error, simulation: id }, 'simulation failed')
    const refusal = error instanceof ProblemError ? error.refusal.rejected : stopping.aborted ? 'unavailable' : 'internal-error'
    await context
      .write((database) => endSimulation(database, id, { refusal }))
      .catch((failure: unknown) => context.logger.error({ err: failure, simulation: id }, 'the end of a simulation could not be written'))
  } finally {
    clearInterval(reporting)
  }
}

type Running = { read: RequestContext['read']; progress: { done: number; total: number }; stopping: AbortSignal }

/** Every account that is not cancelled, page by page: read set-wise, rated in turns. */
export const simulateAll = async (
  order: SimulationOrder,
  { read, progress, stopping }: Running,
): Promise<{ result: calls.SimulationResult; csv: Buffer }> => {
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
