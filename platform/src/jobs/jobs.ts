import type { Job } from '@nightflow/schemas/audit/log'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { firstRowOf, type PlatformTables, platform, type Queryable, rowsOf } from '../storage/platform-tables.ts'

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
  position: row.position === null ? null : Number(row.position),
})

/** A job that waits or runs, with what it needs to know. `position` is the event that is tried again. */
export type QueuedJob = { id: string; tenant: string; kind: Job['kind']; position: number | null }

/** How many jobs wait at most, over all tenants. */
const waitingMax = 20

/** Stores a job that waits or runs. `tenant`: the tenant has one already; `all`: as many wait as may. */
export const insertJob = async (
  database: Queryable,
  job: QueuedJob & { status: 'waiting' | 'running'; startedBy: string },
): Promise<Job | 'tenant' | 'all'> => {
  const { startedBy, ...row } = job
  const waiting = await firstRowOf(database, countWaiting)
  if (job.status === 'waiting' && Number(waiting?.waiting ?? 0) >= waitingMax) return 'all'
  const statement = platform
    .insertInto('platform.jobs')
    .values({ ...row, started_by: startedBy, done: 0, total: 0, phase: row.status === 'waiting' ? 'waiting' : 'starting', findings: '[]' })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
  const inserted = await firstRowOf(database, statement)
  return inserted ? jobOf(inserted) : 'tenant'
}

const countWaiting = platform
  .selectFrom('platform.jobs')
  .select(({ fn }) => fn.countAll().as('waiting'))
  .where('status', '=', 'waiting')

export const hasWaitingJobs = async (database: Queryable): Promise<boolean> =>
  Number((await firstRowOf(database, countWaiting))?.waiting ?? 0) > 0

/** The job that has waited longest, which runs from now on. Only for a caller who knows that nothing runs. */
export const takeWaitingJob = async (database: Queryable): Promise<QueuedJob | undefined> => {
  const oldest = platform
    .selectFrom('platform.jobs')
    .select('id')
    .where('status', '=', 'waiting')
    .orderBy('started_at')
    .limit(1)
    .forUpdate()
  const taken = await firstRowOf(
    database,
    platform
      .updateTable('platform.jobs')
      .set({ status: 'running', phase: 'starting', started_at: new Date() })
      .where('id', 'in', oldest)
      .returning(['id', 'tenant', 'kind', 'position']),
  )
  return taken && { ...taken, position: taken.position === null ? null : Number(taken.position) }
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

/** Earlier jobs name who started them; of an account that is erased the identifier stays. */
export const eraseJobsOf = async (database: Queryable, { userId, userName }: { userId: number; userName: string }): Promise<void> => {
  await database.query(
    `update platform.jobs set started_by = split_part(started_by, ':', 1) || ':' || $1::text
     where lower(started_by) in ('user:' || lower($2), 'operator:' || lower($2))`,
    [userId, userName],
  )
}
