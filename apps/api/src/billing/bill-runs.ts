import { randomUUID } from 'node:crypto'
import { type BillRunState, billRunDecider, refuseAnotherRun } from '@nightflow/domain/billing/bill-run-decider'
import { dueDay } from '@nightflow/domain/billing/due-day'
import { enqueueJob } from '@nightflow/platform/jobs/job-queue'
import { billRunHistory, countRunningRuns, numberOfRun, runOfNumber } from '@nightflow/projections/billing/bill-runs'
import { readCollectionSettings } from '@nightflow/projections/billing/collection-settings'
import { countAccounts } from '@nightflow/projections/joined/accounts-to-bill'
import { BillRunScope, type BillRunSelection, PauseCause } from '@nightflow/schemas/billing/bill-run'
import { billRunCommands, listBillRunHistory } from '@nightflow/schemas/billing/bill-run-calls'
import { billRunJob } from '@nightflow/schemas/billing/job-kinds'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { actorOf } from '../http/actor.ts'
import { commandRoutes } from '../http/command-routes.ts'
import { commandsOf } from '../http/commands-of.ts'
import { timeZoneOf } from '../http/decide.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { eachBy } from '../resource/recorded-routes.ts'
import { refuseWholeMonths } from './bill-months.ts'

const calls = resourceCalls.billRuns

/** The work of a command is a job. A process that stops in between leaves it to the workers, who look for runs without one. */
const thenWork = async ({ given: { runId }, context }: { given: { runId: string }; context: RequestContext }): Promise<undefined> => {
  const { caller, write } = context
  const job = { id: randomUUID(), by: caller.username, actor: actorOf(caller), key: runId, request: { runId } }
  await write((database) => enqueueJob(database, billRunJob, job))
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
    case BillRunScope.enum.all:
      return none
    case BillRunScope.enum.partition: {
      const scopeTitle = await named('select name from views.partitions where id = $1', partitionId)
      return scopeTitle === undefined ? undefined : { ...none, partitionId, scopeTitle }
    }
    case BillRunScope.enum.meterGroup: {
      const statement = 'select meter_group_name as name from platform.meter_groups where meter_group_id = $1'
      const scopeTitle = await named(statement, meterGroupId)
      return scopeTitle === undefined ? undefined : { ...none, meterGroupId, scopeTitle }
    }
    case BillRunScope.enum.chosen: {
      const chosen = [...new Set(accountNos)]
      return chosen.length === 0 ? undefined : { ...none, accountNos: chosen, scopeTitle: chosen.slice(0, 2).join(', ') }
    }
    case BillRunScope.enum.billingCycle:
      return billingMonths ? { ...none, billingMonths, scopeTitle: String(billingMonths) } : undefined
  }
}

const prepareStart = async ({ firstMonth, lastMonth, ...asked }: RequestOf<typeof calls.create>, context: RequestContext) => {
  const wrong = refuseWholeMonths({ firstMonth, lastMonth }, await timeZoneOf(context))
  if (wrong) return wrong
  const { selection, total, running } = await context.read(async (database) => {
    const found = await selectionOf(database, asked)
    return { selection: found, total: found ? await countAccounts(database, found) : 0, running: await countRunningRuns(database) }
  })
  if (!selection) return rejected('bill-run-scope-incomplete')
  if (total === 0) return rejected('bill-run-empty')
  return refuseAnotherRun(running) ?? { ...selection, total }
}

const figuresOf = ({ phase, isRunning, isPaused, figures }: BillRunState) => {
  const { results: _, ...sums } = figures
  return { phase, isRunning, isPaused, ...sums }
}
const run = commandsOf(billRunDecider, figuresOf)

export const billRunResourceRoutes: readonly Route[] = [
  run(calls.create, {
    repeated: async ({ runId }, { read }) => {
      const billRunNo = await read((database) => numberOfRun(database, runId))
      return billRunNo === undefined ? undefined : { billRunNo }
    },
    prepare: prepareStart,
    command: ({ runId, firstMonth, lastMonth }, found) => ({ type: 'StartBillRun', runId, firstMonth, lastMonth, ...found }),
    afterwards: thenWork,
    answer: ({ position }) => ({ billRunNo: position }),
  }),
]

export const billRunRoutes: readonly Route[] = [
  ...commandRoutes(
    { commands: billRunCommands, decider: billRunDecider, find: eachBy(runOfNumber), logged: figuresOf },
    {
      post: {
        prepare: async ({ total }, _, context) => {
          const { settings } = await context.read(readCollectionSettings)
          return { total, dueOn: dueDay(Date.now(), await timeZoneOf(context), settings) }
        },
        afterwards: thenWork,
      },
      pause: { prepare: () => ({ cause: PauseCause.enum.person }), afterwards: thenWork },
      resume: { afterwards: thenWork },
    },
  ),
  ask(
    listBillRunHistory,
    ({ billRunNo, ...page }, { read }) => read((database) => billRunHistory(database, billRunNo, page)),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
