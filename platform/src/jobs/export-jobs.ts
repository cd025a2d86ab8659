import type { ExportJob } from '@nightflow/schemas/shared/export-job'
import type { Queryable } from '../storage/platform-tables.ts'
import { removeDownloads, removeFile } from './files.ts'
import { cancelJobs, removeJobs } from './job-queue.ts'

const listedHours = 24
/** A job that reported no progress for so long was cut off with its process, and no other process has taken it. */
const silenceSecondsMax = 60
/** Files of finished exports that one person keeps: older ones make room. */
const filesOfPersonMax = 5

type StoredExport = Omit<ExportJob, 'startedAt' | 'endedAt'> & { startedAt: Date; endedAt: Date | null }

const isSilent = `status = 'running' and seen_at < now() - interval '${silenceSecondsMax} seconds'`
const columns = `id, path, done::float8 as rows, started_at as "startedAt", ended_at as "endedAt", file_name as "fileName", case when status = 'succeeded' then result end as counts,
  case when file_id is not null then file_id || coalesce(substring(file_name from '[.](?:xlsx|pdf|csv|arrow)$'), '.xlsx') end as file,
  case when ${isSilent} then 'failed' else status end as status, case when ${isSilent} then 'unavailable' else refusal end as refusal`

const jobOf = ({ startedAt, endedAt, ...job }: StoredExport): ExportJob => ({
  ...job,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

/** Exports, and files for which a client waits. */
const kinds = ['export', 'download', 'document']

/** Removes the files of this person's older exports. */
export const makeRoomForExport = async (database: Queryable, by: string): Promise<void> => {
  const { rows } = await database.query<{ fileId: string }>(
    `select file_id as "fileId" from platform.jobs where kind = 'export' and create_by = $1 and file_id is not null
     order by started_at desc offset $2`,
    [by, filesOfPersonMax - 1],
  )
  for (const { fileId } of rows) await removeFile(database, fileId)
}

/** Stops what these tenants export, and removes what they have exported with its files: all of it may name a person who is erased. */
export const dropExports = async (database: Queryable, tenants: readonly string[]): Promise<void> => {
  await cancelJobs(database, { kinds, tenants })
  await removeJobs(database, { kinds, tenants, hasFile: true })
  await removeDownloads(database, tenants)
}

/** False when this person has no such job, or it is over. */
export const cancelExportOf = async (database: Queryable, id: string, by: string): Promise<boolean> =>
  (await cancelJobs(database, { kinds: ['export'], id, by })) === 1

/** This person's jobs of the last day, newest first; only those before a job where one is given. `next` is null after the last. */
export const listExportsOf = async (
  database: Queryable,
  by: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<{ rows: ExportJob[]; next: string | null }> => {
  const { rows } = await database.query<StoredExport>(
    `select ${columns} from platform.jobs
     where kind = 'export' and create_by = $1 and jobs.started_at > now() - make_interval(hours => $2)
       and ($3::uuid is null or (jobs.started_at, jobs.id) <
         (select started_at, id from platform.jobs where id = $3 and kind = 'export' and create_by = $1))
     order by jobs.started_at desc, jobs.id desc limit $4`,
    [by, listedHours, before ?? null, limit + 1],
  )
  const page = rows.slice(0, limit).map(jobOf)
  return { rows: page, next: rows.length > limit ? page.at(-1)!.id : null }
}

export const findExportOf = async (database: Queryable, id: string, by: string): Promise<ExportJob | undefined> => {
  const { rows } = await database.query<StoredExport>(
    `select ${columns} from platform.jobs where kind = 'export' and id = $1 and create_by = $2`,
    [id, by],
  )
  return rows[0] && jobOf(rows[0])
}

/** Removes the exports of a person whose account is erased, in every tenant. */
export const eraseExportsOf = (database: Queryable, { userName }: { userName: string }): Promise<void> =>
  removeJobs(database, { kinds, by: userName })
