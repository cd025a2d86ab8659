import type { ImportJob } from '@nightflow/schemas/platform/import-jobs'
import type { ImportOutcome } from '@nightflow/schemas/shared/import'
import type { Queryable } from '../storage/platform-tables.ts'

const keptHours = 24
/** A job that reported no progress for so long was cut off with its process. */
const silenceSecondsMax = 30

type Stored = Omit<ImportJob, 'startedAt' | 'endedAt'> & { startedAt: Date; endedAt: Date | null }

const isSilent = `status in ('waiting', 'running') and seen_at < now() - interval '${silenceSecondsMax} seconds'`
/** Imports of a stopped process: only these go on, a refusal is final. */
const isCutOff = `(${isSilent} or (status = 'failed' and refusal = 'unavailable'))`

const columns = `id, path, file_name as "fileName", done::float8 as done, total::float8 as total, outcome, started_at as "startedAt",
  ended_at as "endedAt", ${isCutOff} and file_id is not null as "canResume",
  case when ${isSilent} then 'failed' else status end as status, case when ${isSilent} then 'unavailable' else refusal end as refusal`

const jobOf = ({ startedAt, endedAt, ...job }: Stored): ImportJob => ({
  ...job,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

/** State that an import needs to go on, beside its file. */
export type ImportRequest = { request: object; language: string; fileId: string | null }
type NewJob = { id: string; path: string; fileName: string; fileId: string; request: object; language: string; by: string }

/** Adds a job of the request's tenant and forgets this person's jobs of the days before. */
export const insertImportJob = async (database: Queryable, job: NewJob): Promise<void> => {
  const { id, path, fileName, fileId, request, language, by } = job
  await database.query(`delete from platform.import_jobs where create_by = $1 and started_at < now() - make_interval(hours => $2)`, [
    by,
    keptHours,
  ])
  await database.query(
    `insert into platform.import_jobs (id, tenant, create_by, path, file_name, file_id, request, language)
     values ($1, current_setting('nightflow.tenant'), $2, $3, $4, $5, $6, $7)`,
    [id, by, path, fileName, fileId, request, language],
  )
}

export const saveImportProgress = async (
  database: Queryable,
  id: string,
  { done, total }: { done: number; total: number },
): Promise<void> => {
  await database.query(
    `update platform.import_jobs set done = $2, total = $3, status = 'running', seen_at = now() where id = $1 and status in ('waiting', 'running')`,
    [id, done, total],
  )
}

type End = { outcome: ImportOutcome } | { refusal: string }

/** Ends a job. The file of one that is over is not needed any more; the answer names it. */
export const endImportJob = async (database: Queryable, id: string, end: End): Promise<string | null> => {
  const outcome = 'outcome' in end ? end.outcome : null
  const { rows } = await database.query<{ fileId: string | null }>(
    `update platform.import_jobs set status = $2, outcome = $3, refusal = $4, done = coalesce($5, done), total = coalesce($6, total),
       ended_at = now(), seen_at = now() where id = $1 returning file_id as "fileId"`,
    [id, outcome ? 'succeeded' : 'failed', outcome, 'refusal' in end ? end.refusal : null, outcome?.imported, outcome?.total],
  )
  return rows[0]?.fileId ?? null
}

/** Takes a job of this person that was cut off; undefined where there is none, or another process has taken it. */
export const takeCutOffImport = async (
  database: Queryable,
  id: string,
  by: string,
): Promise<(ImportRequest & { path: string }) | undefined> => {
  const { rows } = await database.query<ImportRequest & { path: string }>(
    `update platform.import_jobs set status = 'waiting', refusal = null, ended_at = null, seen_at = now()
     where id = $1 and create_by = $2 and file_id is not null and ${isCutOff} returning path, request, language, file_id as "fileId"`,
    [id, by],
  )
  return rows[0]
}

export const listImportJobsOf = async (database: Queryable, by: string, limit: number): Promise<ImportJob[]> => {
  const { rows } = await database.query<Stored>(
    `select ${columns} from platform.import_jobs where create_by = $1 and import_jobs.started_at > now() - make_interval(hours => $2)
     order by import_jobs.started_at desc, id limit $3`,
    [by, keptHours, limit],
  )
  return rows.map(jobOf)
}

export const findImportJobOf = async (database: Queryable, id: string, by: string): Promise<ImportJob | undefined> => {
  const { rows } = await database.query<Stored>(`select ${columns} from platform.import_jobs where id = $1 and create_by = $2`, [id, by])
  return rows[0] && jobOf(rows[0])
}

/** Removes what these tenants imported: outcomes quote the cells of a file, which may name a person who is erased. */
export const dropImportJobs = async (database: Queryable, tenants: readonly string[]): Promise<void> => {
  await database.query('delete from platform.import_jobs where tenant = any($1)', [tenants])
}

/** Removes the imports of a person whose account is erased, in every tenant. */
export const eraseImportJobsOf = async (database: Queryable, { userName }: { userName: string }): Promise<void> => {
  await database.query('delete from platform.import_jobs where lower(create_by) = lower($1)', [userName])
}
