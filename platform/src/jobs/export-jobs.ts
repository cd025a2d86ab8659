import type { ExportJob } from '@nightflow/schemas/shared/export-job'
import type { Queryable } from '../storage/platform-tables.ts'
import { removeDownloads, removeFile } from './files.ts'

const keptHours = 24
/** A job that reported no progress for so long was cut off with its process. */
const silenceSecondsMax = 60
/** Files of finished exports that one person keeps: older ones make room. */
const filesOfPersonMax = 5

type StoredExport = Omit<ExportJob, 'startedAt' | 'endedAt'> & { startedAt: Date; endedAt: Date | null }

const columns = `id, path, rows::float8 as rows, started_at as "startedAt", ended_at as "endedAt", file_name as "fileName", counts,
  case when file_id is not null then file_id || coalesce(substring(file_name from '[.](?:xlsx|pdf)$'), '.xlsx') end as file,
  case when status in ('waiting', 'running') and seen_at < now() - interval '${silenceSecondsMax} seconds' then 'failed' else status end as status,
  case when status in ('waiting', 'running') and seen_at < now() - interval '${silenceSecondsMax} seconds' then 'unavailable' else refusal end as refusal`

const jobOf = ({ startedAt, endedAt, ...job }: StoredExport): ExportJob => ({
  ...job,
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
})

/** Adds a job of the request's tenant and forgets this person's jobs of the days before. */
export const insertExport = async (database: Queryable, { id, path, by }: { id: string; path: string; by: string }): Promise<ExportJob> => {
  await database.query(`delete from platform.exports where create_by = $1 and started_at < now() - make_interval(hours => $2)`, [
    by,
    keptHours,
  ])
  const { rows } = await database.query<StoredExport>(
    `insert into platform.exports (id, tenant, create_by, path) values ($1, current_setting('nightflow.tenant'), $2, $3) returning ${columns}`,
    [id, by, path],
  )
  return jobOf(rows[0]!)
}

/** Whether the job is still wanted: false once it was cancelled, perhaps through another process. */
export const saveExportProgress = async (
  database: Queryable,
  id: string,
  progress: { rows: number; isRunning: boolean },
): Promise<boolean> => {
  const { rowCount } = await database.query(
    `update platform.exports set rows = $2, status = $3, seen_at = now() where id = $1 and status in ('waiting', 'running')`,
    [id, progress.rows, progress.isRunning ? 'running' : 'waiting'],
  )
  return rowCount === 1
}

type End =
  | { status: 'succeeded'; rows: number; fileName: string; fileId: string; counts: Record<string, number> | null }
  | { status: 'failed'; rows: number; refusal: string }

/** Ends a job that was not cancelled meanwhile: false if it was. */
export const endExport = async (database: Queryable, id: string, end: End): Promise<boolean> => {
  const { rowCount } = await database.query(
    `update platform.exports set status = $2, rows = $3, refusal = $4, file_name = $5, file_id = $6, counts = $7, ended_at = now(), seen_at = now()
     where id = $1 and status in ('waiting', 'running')`,
    [
      id,
      end.status,
      end.rows,
      end.status === 'failed' ? end.refusal : null,
      end.status === 'succeeded' ? end.fileName : null,
      end.status === 'succeeded' ? end.fileId : null,
      end.status === 'succeeded' && end.counts ? JSON.stringify(end.counts) : null,
    ],
  )
  return rowCount === 1
}

/** Removes the files of this person's older exports. */
export const makeRoomForExport = async (database: Queryable, by: string): Promise<void> => {
  const { rows } = await database.query<{ fileId: string }>(
    'select file_id as "fileId" from platform.exports where create_by = $1 and file_id is not null order by started_at desc offset $2',
    [by, filesOfPersonMax - 1],
  )
  for (const { fileId } of rows) await removeFile(database, fileId)
}

/** Stops what these tenants export, and removes what they have exported with its files: all of it may name a person who is erased. */
export const dropExports = async (database: Queryable, tenants: readonly string[]): Promise<void> => {
  await database.query(
    `update platform.exports set status = 'cancelled', ended_at = now() where tenant = any($1) and status in ('waiting', 'running')`,
    [tenants],
  )
  await database.query('delete from platform.exports where tenant = any($1) and file_id is not null', [tenants])
  await removeDownloads(database, tenants)
}

/** False when this person has no such job, or it is over. */
export const cancelExportOf = async (database: Queryable, id: string, by: string): Promise<boolean> => {
  const { rowCount } = await database.query(
    `update platform.exports set status = 'cancelled', ended_at = now() where id = $1 and create_by = $2 and status in ('waiting', 'running')`,
    [id, by],
  )
  return rowCount === 1
}

/** This person's jobs of the last day, newest first; only those before a job where one is given. `next` is null after the last. */
export const listExportsOf = async (
  database: Queryable,
  by: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<{ rows: ExportJob[]; next: string | null }> => {
  const { rows } = await database.query<StoredExport>(
    `select ${columns} from platform.exports where create_by = $1 and exports.started_at > now() - make_interval(hours => $2)
       and ($3::uuid is null or (exports.started_at, exports.id) < (select started_at, id from platform.exports where id = $3 and create_by = $1))
     order by exports.started_at desc, exports.id desc limit $4`,
    [by, keptHours, before ?? null, limit + 1],
  )
  const page = rows.slice(0, limit).map(jobOf)
  return { rows: page, next: rows.length > limit ? page.at(-1)!.id : null }
}

export const findExportOf = async (database: Queryable, id: string, by: string): Promise<ExportJob | undefined> => {
  const { rows } = await database.query<StoredExport>(`select ${columns} from platform.exports where id = $1 and create_by = $2`, [id, by])
  return rows[0] && jobOf(rows[0])
}

/** Removes the exports of a person whose account is erased, in every tenant. */
export const eraseExportsOf = async (database: Queryable, { userName }: { userName: string }): Promise<void> => {
  await database.query('delete from platform.exports where lower(create_by) = lower($1)', [userName])
}
