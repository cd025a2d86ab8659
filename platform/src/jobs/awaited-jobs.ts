import { type Rejection, type RejectionCode, rejected } from '@nightflow/schemas/shared/rejections'
import type { Queryable } from '../storage/platform-tables.ts'
import { findDownload, type KeptFile, removeFile } from './files.ts'
import { removeJobs } from './job-queue.ts'

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
export const dropAwaited = (database: Queryable, id: string): Promise<void> => removeJobs(database, { kinds: ['download', 'document'], id })
