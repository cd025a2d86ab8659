import { type Rejection, type RejectionCode, rejected } from '@nightflow/schemas/shared/rejections'
import type { Queryable } from '../storage/platform-tables.ts'
import { findDownload, type KeptFile, removeFile } from './files.ts'

const keptHours = 1

/** Keeps the file of a job until its client has it. Its size is the limit of what may be made, and the jobs that a tenant may have limit the number. */
export const keepForClient = async (
  database: Queryable,
  { fileId, fileName, mediaType, bytes }: KeptFile & { fileId: string },
  by: string,
): Promise<undefined> => {
  await database.query(
    `insert into platform.files (file_id, tenant, purpose, file_name, media_type, bytes, create_by, expires_at)
     values ($1, current_setting('nightflow.tenant'), 'download', $2, $3, $4, $5, now() + make_interval(hours => $6))`,
    [fileId, fileName, mediaType, bytes, by, keptHours],
  )
}

type Ended = { status: string; refusal: RejectionCode | null; details: Rejection['details'] | null; fileId: string | null }

/** The file or the refusal of a job of this person that is over, which is removed with it; undefined while it waits or runs. */
export const takeAwaited = async (database: Queryable, id: string, by: string): Promise<KeptFile | Rejection | undefined> => {
  const { rows } = await database.query<Ended>(
    `select status, refusal, result as details, file_id as "fileId" from platform.jobs where id = $1 and create_by = $2`,
    [id, by],
  )
  const [ended] = rows
  if (ended && (ended.status === 'waiting' || ended.status === 'running')) return undefined
  // Without it the account of its person was erased meanwhile.
  if (!ended) return rejected('unavailable')
  const { refusal, details, fileId } = ended
  const file = fileId === null ? undefined : await findDownload(database, fileId, by)
  if (fileId !== null) await removeFile(database, fileId)
  await dropAwaited(database, id)
  if (refusal !== null) return rejected(refusal, details ?? undefined)
  return file ?? rejected('unavailable')
}

/** Its client has left: it is not made, or not kept. */
export const dropAwaited = async (database: Queryable, id: string): Promise<void> => {
  await database.query('delete from platform.jobs where id = $1', [id])
}
