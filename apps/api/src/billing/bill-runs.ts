import { billRunDecider, refuseAnotherRun } from '@nightflow/domain/billing/bill-run-decider'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { billRunHistory, countRunningRuns, numberOfRun, runOfNumber } from '@nightflow/projections/billing/bill-runs'
import { readCollectionSettings } from '@nightflow/projections/billing/collection-settings'
import { countAccounts } from '@nightflow/projections/joined/accounts-to-bill'
import type { BillRunCommand, BillRunSelection } from '@nightflow/schemas/billing/bill-run'
import { listBillRunHistory, pauseBillRun, postBillRun, resumeBillRun } from '@nightflow/schemas/billing/bill-run-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { decide, timeZoneOf } from '../http/decide.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { logRoutes } from '../resource/resource-routes.ts'
import { dueDay, refuseWholeMonths } from './bill-months.ts'
import { workOnRun } from './work-on-run.ts'

const calls = resourceCalls.billRuns

const give = (context: RequestContext, given: BillRunCommand) =>
  decide(context, billRunDecider, given, ({ phase, isRunning, isPaused, figures }) => {
    const { results: _, ...sums } = figures
    return { phase, isRunning, isPaused, ...sums }
  })

/** The work of a command runs in the background; a server that stops in between leaves the rest to the next one. */
const thenWork = (context: RequestContext, runId: string) => (isStored: boolean) => {
  if (!isStored) return
  const { servicePool, serviceLog, log, logger, background, caller } = context
  const parts = { pool: servicePool, log: serviceLog ?? log, logger }
  background.run((stopping) => workOnRun(parts, { tenant: caller.tenant, runId }, stopping))
}

/** The parts of the selection that count, and their names; undefined where none of them exists. */
const selectionOf = async (
  database: PoolClient,
  asked: BillRunSelection,
): Promise<(BillRunSelection & { scopeTitle: string }) | undefined> => {
  const { scope, partitionId, meterGroupId, accountNos, billingMonths } = asked
  const none = { scope, partitionId: null, meterGroupId: null, accountNos: [], billingMonths: null, scopeTitle: '' }
  const named = async (statement: string, value: string | number | null): Promise<string | undefined> =>
    value === null ? undefined : (await database.query<{ name: string }>(statement, [value])).rows[0]?.name
  switch (scope) {
    case '0':
      return none
    case '1': {
      const scopeTitle = await named('select name from views.partitions where id = $1', partitionId)
      return scopeTitle === undefined ? undefined : { ...none, partitionId, scopeTitle }
    }
    case '2': {
      const statement = 'select meter_group_name as name from platform.meter_groups where meter_group_id = $1'
      const scopeTitle = await named(statement, meterGroupId)
      return scopeTitle === undefined ? undefined : { ...none, meterGroupId, scopeTitle }
    }
    case '3': {
      const chosen = [...new Set(accountNos)]
      return chosen.length === 0 ? undefined : { ...none, accountNos: chosen, scopeTitle: chosen.slice(0, 2).join(', ') }
    }
    case '4':
      return billingMonths ? { ...none, billingMonths, scopeTitle: String(billingMonths) } : undefined
  }
}

const start = async ({ runId, firstMonth, lastMonth, ...asked }: RequestOf<typeof calls.create>, context: RequestContext) => {
  const known = await context.read((database) => numberOfRun(database, runId))
  if (known !== undefined) return { response: { billRunNo: known } }
  const wrong = refuseWholeMonths({ firstMonth, lastMonth }, await timeZoneOf(context))
  if (wrong) return wrong
  const { selection, total, running } = await context.read(async (database) => {
    const found = await selectionOf(database, asked)
    return { selection: found, total: found ? await countAccounts(database, found) : 0, running: await countRunningRuns(database) }
  })
  if (!selection) return rejected('bill-run-scope-incomplete')
  if (total === 0) return rejected('bill-run-empty')
  const full = refuseAnotherRun(running)
  if (full) return full
  const decided = await give(context, { type: 'StartBillRun', runId, firstMonth, lastMonth, ...selection, total })
  if (isRejection(decided)) return decided
  return { ...decided, response: { billRunNo: decided.position }, settled: thenWork(context, runId) }
}

type OfRun = { billRunNo: number }
type Answer = Promise<Outcome<Record<string, never>> | Rejection>

const post = async ({ billRunNo }: OfRun, context: RequestContext): Answer => {
  const run = await context.read((database) => runOfNumber(database, billRunNo))
  if (run === undefined) return rejected('not-found')
  const timeZone = await timeZoneOf(context)
  const { settings } = await context.read(readCollectionSettings)
  return then(context, { type: 'PostBillRun', runId: run.runId, total: run.total, dueOn: dueDay(timeZone, settings) })
}

const acting =
  (commandOf: (runId: string) => BillRunCommand) =>
  async ({ billRunNo }: OfRun, context: RequestContext): Answer => {
    const run = await context.read((database) => runOfNumber(database, billRunNo))
    return run === undefined ? rejected('not-found') : then(context, commandOf(run.runId))
  }

const then = async (context: RequestContext, given: BillRunCommand): Answer => {
  const decided = await give(context, given)
  return isRejection(decided) ? decided : { ...decided, response: {}, settled: thenWork(context, given.runId) }
}

export const billRunResourceRoutes: readonly Route[] = [...logRoutes(calls, storeOf(resources.billRuns)), command(calls.create, start)]

export const billRunRoutes: readonly Route[] = [
  command(postBillRun, post),
  command(
    pauseBillRun,
    acting((runId) => ({ type: 'PauseBillRun', runId, cause: '0' })),
  ),
  command(
    resumeBillRun,
    acting((runId) => ({ type: 'ResumeBillRun', runId })),
  ),
  ask(
    listBillRunHistory,
    ({ billRunNo, ...page }, { read }) => read((database) => billRunHistory(database, billRunNo, page)),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
