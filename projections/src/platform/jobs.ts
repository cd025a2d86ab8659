import type { Job } from '@nightflow/schemas/audit/log'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { firstRowOf, type PlatformTables, platform, type Queryable, rowsOf } from './platform-tables.ts'

const jobOf = (row: Selectable<PlatformTables['platform.jobs']>): Job => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  startedAt: row.started_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  done: Number(row.done),
  total: Number(row.total),
  phase: row.phase,
  findings: row.findings as string[],
})

/** Undefined when another job is running: the table holds at most one that runs, over all processes and tenants. */
export const insertJob = async (
  database: Queryable,
  job: { id: string; tenant: string; kind: Job['kind']; startedBy: string },
): Promise<Job | undefined> => {
  const { startedBy, ...row } = job
  const statement = platform
    .insertInto('platform.jobs')
    .values({ ...row, status: 'running', started_by: startedBy, done: 0, total: 0, phase: 'starting', findings: '[]' })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
  const inserted = await firstRowOf(database, statement)
  return inserted && jobOf(inserted)
}

export const saveJobProgress = async (
  database: Queryable,
  id: string,
  progress: { done: number; total: number; phase: string },
): Promise<void> => {
  await rowsOf(database, platform.updateTable('platform.jobs').set(progress).where('id', '=', id).where('status', '=', 'running'))
}

/** Ends a running job; findings beyond a thousand are counted, not kept. */
export const endJob = async (
  database: Queryable,
  id: string,
  status: 'succeeded' | 'failed',
  findings: readonly string[],
): Promise<void> => {
  const kept = findings.length > 1000 ? [...findings.slice(0, 1000), `and ${findings.length - 1000} more`] : findings
  const ended = { status, phase: 'ended', ended_at: new Date(), findings: JSON.stringify(kept) }
  await rowsOf(database, platform.updateTable('platform.jobs').set(ended).where('id', '=', id).where('status', '=', 'running'))
}

/** Marks what still says `running` as failed. Only for a caller who knows that nothing runs. */
export const failAbandonedJobs = async (database: Queryable): Promise<void> => {
  const findings = JSON.stringify(['The process that ran this job ended before the job did. Start it again.'])
  await rowsOf(
    database,
    platform
      .updateTable('platform.jobs')
      .set({ status: 'failed', phase: 'ended', ended_at: new Date(), findings })
      .where('status', '=', 'running'),
  )
}

/** The tenant's jobs, newest first, at most a hundred. */
export const listJobs = async (database: Queryable): Promise<{ rows: Job[] }> => {
  const statement = platform
    .selectFrom('platform.jobs')
    .selectAll()
    .where('tenant', '=', ownTenant)
    .orderBy('started_at', 'desc')
    .limit(100)
  return { rows: (await rowsOf(database, statement)).map(jobOf) }
}

export const findJob = async (database: Queryable, { id }: { id: string }): Promise<Job | undefined> => {
  const row = await firstRowOf(
    database,
    platform.selectFrom('platform.jobs').selectAll().where('tenant', '=', ownTenant).where('id', '=', id),
  )
  return row && jobOf(row)
}

/** The tenant that the connection is scoped to by `withTenant`. */
const ownTenant = sql<string>`current_setting('nightflow.tenant')`
