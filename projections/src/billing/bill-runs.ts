import { noFigures, withAccounts } from '@nightflow/domain/billing/bill-run-figures'
import type { Connections } from '@nightflow/event-log/postgres/database'
import { type BillRun, BillRunPhase, BillRunStatus, PauseCause, billRuns as resource } from '@nightflow/schemas/billing/bill-run'
import { billRunCommands } from '@nightflow/schemas/billing/bill-run-calls'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import { casesOf, defineEntity } from '../projector/entity.ts'
import { personOf, readHistory } from '../projector/entity-history.ts'

const status = BillRunStatus.enum
const phases = BillRunPhase.enum

const changed = ({ data: { at }, metadata: { actor } }: { data: { at: string }; metadata: { actor: string } }) => ({
  updateBy: personOf(actor),
  updateTime: at,
})

/** Runs with their progress. The figures are those of the phase; what the preview said stays beside those of the posting. */
export const billRuns = defineEntity({
  name: 'billing/bill-runs',
  version: 1,
  table: 'bill_runs',
  key: ['runId'],
  row: resource.row,
  indexes: {
    id: '(tenant, bill_run_no)',
    running: `(tenant, bill_run_no) where status in ('${status.previewRunning}', '${status.posting}')`,
  },
  evolve: {
    'billing.BillRunStarted': (seen, { data, position, metadata }) => {
      if (seen) return seen
      const { runId, scope, scopeTitle, firstMonth, lastMonth, total, at } = data
      return {
        ...{ runId, scope, scopeTitle, firstMonth, lastMonth, total, ...noFigures },
        ...{ billRunNo: position, status: status.previewRunning, phase: phases.preview, preview: null, dueOn: null, finishedAt: null },
        ...{ createBy: personOf(metadata.actor), createTime: at, updateBy: null, updateTime: null },
      }
    },
    'billing.BillRunAdvanced': (seen, { data: { accounts } }) => {
      if (!seen) return seen
      const figures = withAccounts(seen, accounts)
      // Accounts that were opened meanwhile are billed too.
      return { ...seen, ...figures, total: Math.max(seen.total, figures.accounts) }
    },
    'billing.BillRunPreviewed': (seen, { data: { runId: _, at, ...figures } }) =>
      seen && { ...seen, status: status.previewed, total: figures.accounts, preview: figures, finishedAt: at },
    'billing.BillRunPosted': (seen, event) => {
      const { total, dueOn } = event.data
      return (
        seen && { ...seen, ...noFigures, ...changed(event), status: status.posting, phase: phases.posting, total, dueOn, finishedAt: null }
      )
    },
    ...casesOf(billRunCommands.becomes, (seen: BillRun, change, event) => ({ ...seen, ...changed(event), ...change })),
    'billing.BillRunResumed': (seen, event) =>
      seen && { ...seen, ...changed(event), status: seen.phase === phases.preview ? status.previewRunning : status.posting },
    'billing.BillRunFinished': (seen, { data: { at, accounts } }) =>
      seen && { ...seen, status: status.finished, total: accounts, finishedAt: at },
  },
  history: {
    sentences: 'billing:billRun',
    steps: {
      'billing.BillRunStarted': { step: 'started', tell: ({ data: { total } }) => ({ facts: { total } }) },
      'billing.BillRunPreviewed': {
        step: 'previewed',
        tell: ({ data: { billed, held, totalMinor } }) => ({ facts: { billed, held, totalMinor } }),
      },
      'billing.BillRunPosted': { step: 'posted', tell: ({ data: { total } }) => ({ facts: { total } }) },
      'billing.BillRunPaused': [
        { step: 'paused', tell: ({ data: { cause } }) => (cause === PauseCause.enum.person ? {} : undefined) },
        { step: 'failed', tell: ({ data: { cause } }) => (cause === PauseCause.enum.failure ? { by: null } : undefined) },
      ],
      ...billRunCommands.steps,
      'billing.BillRunFinished': {
        step: 'finished',
        tell: ({ data: { billed, held, totalMinor } }) => ({ facts: { billed, held, totalMinor } }),
      },
    },
  },
})

/** The identifier of a run by its number, and how many accounts it has; undefined where there is none. */
export const runOfNumber = async (database: PoolClient, billRunNo: number): Promise<{ runId: string; total: number } | undefined> =>
  (
    await database.query<{ runId: string; total: number }>(
      'select run_id as "runId", total::float8 as total from views.bill_runs where bill_run_no = $1',
      [billRunNo],
    )
  ).rows[0]

/** The months that name the bills of a run; undefined where there is no such run. */
export const monthsOfRun = async (
  database: PoolClient,
  billRunNo: number,
): Promise<{ runId: string; firstMonth: string; lastMonth: string } | undefined> =>
  (
    await database.query<{ runId: string; firstMonth: string; lastMonth: string }>(
      'select run_id as "runId", first_month as "firstMonth", last_month as "lastMonth" from views.bill_runs where bill_run_no = $1',
      [billRunNo],
    )
  ).rows[0]

export type BillBesideRun = { accountNo: string; billNo: number; billId: string; periodFrom: string }

/** Bills that begin in the months of a run, of the accounts that it posted, by account; those of other runs are among them. The page behind a bill. */
export const billsBesideRun = async (
  database: PoolClient,
  { runId, firstMonth, lastMonth }: { runId: string; firstMonth: string; lastMonth: string },
  after: Pick<BillBesideRun, 'accountNo' | 'billNo'>,
  limit: number,
): Promise<BillBesideRun[]> => {
  const { rows } = await database.query<BillBesideRun>(
    `select account_no as "accountNo", bill_no::float8 as "billNo", bill_id as "billId", period_from as "periodFrom"
     from views.bill_run_accounts as billed join views.bills using (tenant, account_no)
     where billed.run_id = $1 and billed.phase = '${phases.posting}' and left(period_from, 7) between $2 and $3 and (account_no, bill_no) > ($4, $5)
     order by account_no, bill_no limit $6`,
    [runId, firstMonth, lastMonth, after.accountNo, after.billNo, limit],
  )
  return rows
}

/** The number of a run by its identifier. */
export const numberOfRun = async (database: PoolClient, runId: string): Promise<number | undefined> =>
  (await database.query<{ number: number }>('select bill_run_no::float8 as number from views.bill_runs where run_id = $1', [runId])).rows[0]
    ?.number

/** Runs of the tenant that are not finished and not paused. */
export const countRunningRuns = async (database: PoolClient): Promise<number> =>
  (
    await database.query<{ runs: number }>(
      `select count(*)::int as runs from views.bill_runs where status in ('${status.previewRunning}', '${status.posting}')`,
    )
  ).rows[0]!.runs

/** Runs of all tenants that a process has to go on with, the oldest first. On a connection of the service, which sees every tenant. */
export const listRunningRuns = async (database: Pick<Connections, 'query'>, limit: number): Promise<{ tenant: string; runId: string }[]> =>
  (
    await database.query<{ tenant: string; runId: string }>(
      `select tenant, run_id as "runId" from views.bill_runs where status in ('${status.previewRunning}', '${status.posting}') order by bill_run_no limit $1`,
      [limit],
    )
  ).rows

/** The history of one run, newest first; undefined where there is none. */
export const billRunHistory = async (database: PoolClient, billRunNo: number, page: HistoryPage) => {
  const run = await runOfNumber(database, billRunNo)
  return run && readHistory(database, billRuns.entity, { runId: run.runId }, page)
}
