import type { JobCaller, JobKind, JobQueue } from '@nightflow/schemas/shared/job'
import { type RejectionCode, rejected } from '@nightflow/schemas/shared/rejections'
import type { Pool } from 'pg'
import { inTransaction } from '../storage/in-transaction.ts'
import type { Queryable } from '../storage/platform-tables.ts'

/** Channel on which a job that waits is announced. */
export const jobChannel = 'nightflow_jobs'
/** First key of the advisory lock that a worker process holds on its connection; the second is its number. */
export const workerLock = 7_101_015
/** Held in a transaction that starts a job of one person, so that the limit holds. */
const startLock = 7_101_017
/** Held for the moment in which a worker takes a job, so that limits over all processes hold. */
export const turnLock = 7_101_016

/** A job in its turn. */
export type TakenJob<Request extends object = object> = {
  id: string
  tenant: string
  kind: string
  request: Request
  caller: JobCaller | null
  createBy: string | null
  path: string | null
  fileName: string | null
  fileId: string | null
  position: number | null
  /** It was started before, by this process or another one. */
  isResumed: boolean
}

export type NewJob = {
  id: string
  /** User name of the person in whose list it is. */
  by?: string | undefined
  actor: string
  request: object
  caller?: JobCaller
  path?: string
  /** The thing that it works on: where a job of the same kind and key waits, that one does the work. */
  key?: string
  fileName?: string
  fileId?: string
}

/**
 * Stores a job of the request's tenant; a worker takes it once the transaction is committed. A person, or a tenant, that has as many jobs of its
 * queue as it may gets the refusal of the queue.
 */
export const enqueueJob = async (
  database: Queryable,
  { kind, queue }: Pick<JobKind, 'kind' | 'queue'>,
  { id, by, actor, request, caller, path, key, fileName, fileId }: NewJob,
) => {
  await database.query(`select pg_advisory_xact_lock($1, hashtext(current_setting('nightflow.tenant') || $2 || coalesce($3, '')))`, [
    startLock,
    kind,
    by,
  ])
  const { rows } = await database.query<{ person: number; tenant: number }>(
    `select count(*) filter (where create_by = $2)::int as person, count(*)::int as tenant from platform.jobs
     where kind = $1 and tenant = current_setting('nightflow.tenant') and status in ('waiting', 'running')`,
    [kind, by],
  )
  const held = rows[0]!
  if (held.person >= queue.held.person || held.tenant >= queue.held.tenant)
    return rejected(queue.refusal as RejectionCode, { retryAfterSeconds })
  await database.query(
    `insert into platform.jobs (id, tenant, kind, status, started_by, create_by, path, key, request, caller, file_name, file_id)
     values ($1, current_setting('nightflow.tenant'), $2, 'waiting', $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (tenant, kind, key) where status = 'waiting' do nothing`,
    [id, kind, actor, by, path, key, JSON.stringify(request), caller && JSON.stringify(caller), fileName, fileId],
  )
  return undefined
}

const retryAfterSeconds = 10

export type NewRebuild = { id: string; tenant: string; kind: string; position: number | null; startedBy: string }

/** Stores a job that reads or writes the read models of all tenants, on the service's own rights. False where the tenant has one already. */
export const storeRebuild = async (database: Queryable, { id, tenant, kind, position, startedBy }: NewRebuild): Promise<boolean> => {
  const { rowCount } = await database.query(
    `insert into platform.jobs (id, tenant, kind, status, started_by, phase, position, request)
     values ($1, $2, $3, 'waiting', $4, 'waiting', $5, '{}') on conflict do nothing`,
    [id, tenant, kind, startedBy, position],
  )
  return rowCount === 1
}

type Kinds = readonly Pick<JobKind, 'kind' | 'startsMax'>[]

/** Lost jobs go on with the next worker, and fail where they were started as often as they may be, or where nothing of their request is known. */
const giveBack = (which: string, finding: string): string => `
  update platform.jobs set worker = null, caller = case when goes_on then caller end, phase = case when goes_on then 'waiting' else 'ended' end,
    status = case when goes_on then 'waiting' else 'failed' end, refusal = case when goes_on then null else 'unavailable' end,
    ended_at = case when goes_on then null else now() end,
    findings = case when goes_on then findings else '["${finding} Start it again."]' end
  from (
    select id, starts < starts_max and request is not null as goes_on
    from platform.jobs join unnest($1::text[], $2::int[]) as kinds (kind, starts_max) using (kind)
    where status = 'running' and ${which} for update of jobs
  ) as lost where jobs.id = lost.id`

const startsOf = (kinds: Kinds): [string[], number[]] => [kinds.map(({ kind }) => kind), kinds.map(({ startsMax }) => startsMax)]

/** A worker holds its lock for as long as its connection lives, however its process ends. */
const hasLostWorker = `not exists (
  select from pg_locks where locktype = 'advisory' and classid = ${workerLock} and objid::bigint = jobs.worker and granted
    and database = (select oid from pg_database where datname = current_database()))`

/** A job that this process breaks off because it stops: it goes on with the next one. */
export const giveBackJob = async (pool: Pool, kind: Kinds[number], worker: number, id: string): Promise<void> => {
  const finding = 'The server was stopped while this ran.'
  await pool.query(giveBack('worker = $3 and id = $4', finding), [...startsOf([kind]), worker, id])
}

/**
 * Takes the next job of a queue for this worker; undefined where none may run now. The next turn is of the tenant that runs least, and among
 * equals of the one whose last turn is the longest ago; within the tenant the same holds between people, and one person's jobs go in the order
 * of arrival. Jobs of lost workers wait again first.
 */
export const takeJob = async (
  pool: Pool,
  { queue, kinds, worker }: { queue: JobQueue; kinds: readonly JobKind[]; worker: number },
): Promise<TakenJob | undefined> => {
  const names = kinds.map(({ kind }) => kind)
  const open = await pool.query(
    `select from platform.jobs where kind = any($1) and (status = 'waiting' or (status = 'running' and ${hasLostWorker})) limit 1`,
    [names],
  )
  if (open.rowCount === 0) return undefined
  const { person, tenant, all } = queue.running
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [turnLock])
    await client.query(giveBack(hasLostWorker, 'The process that ran this job ended before the job did.'), startsOf(kinds))
    const { rows } = await client.query<TakenJob>(nextTurn, [names, person, tenant, all, worker])
    return rows[0]
  })
}

const nextTurn = `
  with running as (
    select tenant, create_by, count(*) as jobs from platform.jobs where status = 'running' and kind = any($1) group by tenant, create_by
  ), next as (
    select waiting.id from platform.jobs waiting
      cross join lateral (select coalesce(sum(jobs), 0) as jobs from running where running.tenant = waiting.tenant) as of_tenant
      cross join lateral (select coalesce(sum(jobs), 0) as jobs from running
        where running.tenant = waiting.tenant and running.create_by is not distinct from waiting.create_by) as of_person
      cross join lateral (select max(taken_at) as at, max(taken_at) filter (where create_by is not distinct from waiting.create_by) as own_at
        from platform.jobs taken where taken.tenant = waiting.tenant and taken.kind = any($1)) as turns
    where waiting.status = 'waiting' and waiting.kind = any($1) and of_person.jobs < $2 and of_tenant.jobs < $3
      and (select coalesce(sum(jobs), 0) from running) < $4
      and not exists (select from platform.jobs other
        where other.status = 'running' and other.tenant = waiting.tenant and other.kind = waiting.kind and other.key = waiting.key)
    order by of_tenant.jobs, turns.at nulls first, of_person.jobs, turns.own_at nulls first, waiting.started_at, waiting.id
    limit 1
  )
  update platform.jobs set status = 'running', phase = 'starting', worker = $5, starts = starts + 1, taken_at = now(), seen_at = now()
  from next where jobs.id = next.id and jobs.status = 'waiting'
  returning jobs.id, tenant, kind, coalesce(request, '{}') as request, caller, create_by as "createBy", path, file_name as "fileName",
    file_id as "fileId", position::float8 as position, starts > 1 as "isResumed"`

export type JobProgress = { done: number; total: number; phase: string }

/** False once the job is not this worker's any more: it was cancelled or removed, or another process has taken it. */
export const saveJobProgress = async (
  pool: Queryable,
  id: string,
  worker: number,
  { done, total, phase }: JobProgress,
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `update platform.jobs set done = $3, total = $4, phase = $5, seen_at = now() where id = $1 and worker = $2 and status = 'running'`,
    [id, worker, done, total, phase],
  )
  return rowCount === 1
}

export type JobEnd = {
  done?: number
  total?: number
  findings?: readonly string[]
} & ({ result?: object | null; fileName?: string; fileId?: string | null } | { refusal: string; details?: object | undefined })

const findingsMax = 1000

/** Ends a job of this worker that was not cancelled meanwhile: false if it was. Findings beyond a thousand are counted, not kept. */
export const endJob = async (
  database: Queryable,
  { id, isResumable }: { id: string; isResumable: boolean },
  worker: number,
  end: JobEnd,
): Promise<boolean> => {
  const { findings = [], done, total } = end
  const kept = findings.length > findingsMax ? [...findings.slice(0, findingsMax), `and ${findings.length - findingsMax} more`] : findings
  const refusal = 'refusal' in end ? end.refusal : null
  const { result = null, fileName = null, fileId = undefined } = 'refusal' in end ? { result: end.details } : end
  const { rowCount } = await database.query(
    `update platform.jobs set status = $3, refusal = $4, findings = $5, done = coalesce($6, done), total = coalesce($7, total), result = $8,
       file_name = coalesce($9, file_name), file_id = case when $10 then $11::uuid else file_id end, phase = 'ended', ended_at = now(),
       seen_at = now(), caller = null, request = case when $12 then request end
     where id = $1 and worker = $2 and status = 'running'`,
    [
      ...[id, worker, refusal === null ? 'succeeded' : 'failed', refusal, JSON.stringify(kept), done, total],
      ...[result && JSON.stringify(result), fileName, fileId !== undefined, fileId, isResumable && refusal !== null],
    ],
  )
  return rowCount === 1
}

/** Removes jobs that have been over for as long as their kind is kept. Files expire by themselves. */
export const removeEndedJobs = async (pool: Queryable, kinds: readonly Pick<JobKind, 'kind' | 'keptHours'>[]): Promise<void> => {
  await pool.query(
    `delete from platform.jobs using unnest($1::text[], $2::int[]) as kinds (kind, hours)
     where jobs.kind = kinds.kind and ended_at < now() - make_interval(hours => hours)`,
    [kinds.map(({ kind }) => kind), kinds.map(({ keptHours }) => keptHours)],
  )
}

/** Of these kinds, and where it is given of this job, this person, these tenants. */
type Chosen = { kinds: readonly string[]; id?: string; by?: string; tenants?: readonly string[] }

const chosen = `kind = any($1) and ($2::uuid is null or id = $2) and ($3::text is null or lower(create_by) = lower($3))
  and ($4::text[] is null or tenant = any($4))`
const parametersOf = ({ kinds, id, by, tenants }: Chosen): unknown[] => [kinds, id ?? null, by ?? null, tenants ?? null]

/** Cancels jobs that wait or run; how many. Workers learn of it with their next report. */
export const cancelJobs = async (database: Queryable, jobs: Chosen): Promise<number> => {
  const { rowCount } = await database.query(
    `update platform.jobs set status = 'cancelled', phase = 'ended', ended_at = now(), request = null, caller = null
     where ${chosen} and status in ('waiting', 'running')`,
    parametersOf(jobs),
  )
  return rowCount ?? 0
}

/** Removes jobs, with `hasFile` those whose file is there. One that runs stores nothing any more. */
export const removeJobs = async (database: Queryable, jobs: Chosen & { hasFile?: boolean }): Promise<void> => {
  await database.query(`delete from platform.jobs where ${chosen} ${jobs.hasFile ? 'and file_id is not null' : ''}`, parametersOf(jobs))
}

/** Lets a failed job of this person wait again, with the rights that the person has now; its path, or undefined where none may go on. */
export const resumeJob = async (
  database: Queryable,
  jobs: { kind: string; id: string; by: string; caller: JobCaller },
  mayGoOn: string,
): Promise<string | undefined> => {
  const { kind, id, by, caller } = jobs
  const { rows } = await database.query<{ path: string }>(
    `update platform.jobs set status = 'waiting', phase = 'waiting', refusal = null, ended_at = null, seen_at = now(), starts = 1, worker = null,
       caller = $4
     where kind = $1 and id = $2 and create_by = $3 and file_id is not null and ${mayGoOn} returning path`,
    [kind, id, by, JSON.stringify(caller)],
  )
  return rows[0]?.path
}

/** Earlier jobs name who started them; of an account that is erased the identifier stays. */
export const eraseJobsOf = async (database: Queryable, { userId, userName }: { userId: number; userName: string }): Promise<void> => {
  await database.query(
    `update platform.jobs set started_by = split_part(started_by, ':', 1) || ':' || $1::text
     where lower(started_by) in ('user:' || lower($2), 'operator:' || lower($2))`,
    [userId, userName],
  )
  await database.query(`update platform.jobs set create_by = $1::text, caller = null where lower(create_by) = lower($2)`, [
    userId,
    userName,
  ])
}

/** Whether a job of the request's tenant works on this, or will. */
export const isWorkedOn = async (database: Queryable, { kind }: Pick<JobKind, 'kind'>, key: string): Promise<boolean> => {
  const { rowCount } = await database.query(
    `select from platform.jobs where kind = $1 and key = $2 and tenant = current_setting('nightflow.tenant') and status in ('waiting', 'running')`,
    [kind, key],
  )
  return rowCount !== 0
}

/** Of all tenants, for health. */
export const countOpenJobs = async (pool: Queryable): Promise<{ waiting: number; running: number }> => {
  const { rows } = await pool.query<{ waiting: number; running: number }>(
    `select count(*) filter (where status = 'waiting')::int as waiting, count(*) filter (where status = 'running')::int as running
     from platform.jobs where status in ('waiting', 'running')`,
  )
  return rows[0]!
}
