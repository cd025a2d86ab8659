import type { ImportJob } from '@nightflow/schemas/platform/import-jobs'
import type { JobCaller } from '@nightflow/schemas/shared/job'
import type { Queryable } from '../storage/platform-tables.ts'
import { removeJobs, resumeJob } from './job-queue.ts'

const listedHours = 24
/** A job that reported no progress for so long was cut off with its process, and no other process has taken it. */
const silenceSecondsMax = 30

type Stored = Omit<ImportJob, 'startedAt' | 'endedAt'> & { startedAt: Date; endedAt: Date | null }

const isSilent = `status = 'running' and seen_at < now() - interval '${silenceSecondsMax} seconds'`
/** Imports of a stopped process: only these go on, a refusal is final. */
const isCutOff = `(${isSilent} or (status = 'failed' and refusal = 'unavailable'))`

const columns = `id, path, file_name as "fileName", done::float8 as done, total::float8 as total, case when status = 'succeeded' then result end as outcome, started_at as "startedAt",
  ended_at as "endedAt", ${isCutOff} and file_id is not null as "canResume",
  case when ${isSilent} then 'failed' else status end as status, case when ${isSilent} then 'unavailable' else refusal end as refusal`

const jobOf = ({ startedAt, endedAt, ...job }: Stored): ImportJob => ({
  ...job,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

/** Lets a job of this person that was cut off wait for its turn again; its path, or undefined for none. */
export const resumeImportOf = (database: Queryable, id: string, by: string, caller: JobCaller): Promise<string | undefined> =>
  resumeJob(database, { kind: 'import', id, by, caller }, isCutOff)

export const listImportJobsOf = async (database: Queryable, by: string, limit: number): Promise<ImportJob[]> => {
  const { rows } = await database.query<Stored>(
    `select ${columns} from platform.jobs
     where kind = 'import' and create_by = $1 and jobs.started_at > now() - make_interval(hours => $2)
     order by jobs.started_at desc, id limit $3`,
    [by, listedHours, limit],
  )
  return rows.map(jobOf)
}

export const findImportJobOf = async (database: Queryable, id: string, by: string): Promise<ImportJob | undefined> => {
  const { rows } = await database.query<Stored>(
    `select ${columns} from platform.jobs where kind = 'import' and id = $1 and create_by = $2`,
    [id, by],
  )
  return rows[0] && jobOf(rows[0])
}

/** Removes what these tenants imported: outcomes quote the cells of a file, which may name a person who is erased. */
export const dropImportJobs = (database: Queryable, tenants: readonly string[]): Promise<void> =>
  removeJobs(database, { kinds: ['import'], tenants })

/** Removes the imports of a person whose account is erased, in every tenant. */
export const eraseImportJobsOf = (database: Queryable, { userName }: { userName: string }): Promise<void> =>
  removeJobs(database, { kinds: ['import'], by: userName })
