import type { Job } from '@nightflow/schemas/audit/log'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { firstRowOf, type PlatformTables, platform, type Queryable, rowsOf } from '../storage/platform-tables.ts'
import { type NewRebuild, storeRebuild } from './job-queue.ts'

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

/** How many jobs wait at most, over all tenants. */
const waitingMax = 20
const kinds = ['replay', 'verify', 'retry'] as const

/** Stores a job that waits, on the service's own rights. `tenant`: the tenant has one already; `all`: as many wait as may. */
export const insertJob = async (database: Queryable, job: NewRebuild): Promise<Job | 'tenant' | 'all'> => {
  const waiting = await firstRowOf(database, countWaiting)
  if (Number(waiting?.waiting ?? 0) >= waitingMax) return 'all'
  if (!(await storeRebuild(database, job))) return 'tenant'
  const stored = await firstRowOf(database, platform.selectFrom('platform.jobs').selectAll().where('id', '=', job.id))
  return jobOf(stored!)
}

const countWaiting = platform
  .selectFrom('platform.jobs')
  .select(({ fn }) => fn.countAll().as('waiting'))
  .where('kind', 'in', kinds)
  .where('status', '=', 'waiting')

/** The tenant's jobs, newest first, at most a hundred. */
export const listJobs = async (database: Queryable): Promise<{ rows: Job[] }> => {
  const statement = platform
    .selectFrom('platform.jobs')
    .selectAll()
    .where('kind', 'in', kinds)
    .where('tenant', '=', ownTenant)
    .orderBy('started_at', 'desc')
    .limit(100)
  return { rows: (await rowsOf(database, statement)).map(jobOf) }
}

export const findJob = async (database: Queryable, { id }: { id: string }): Promise<Job | undefined> => {
  const row = await firstRowOf(
    database,
    platform.selectFrom('platform.jobs').selectAll().where('kind', 'in', kinds).where('tenant', '=', ownTenant).where('id', '=', id),
  )
  return row && jobOf(row)
}

/** The tenant that the connection is scoped to by `withTenant`. */
const ownTenant = sql<string>`current_setting('nightflow.tenant')`
