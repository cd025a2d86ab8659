import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Queryable } from '../storage/platform-tables.ts'

export type PicturePurpose = 'avatar' | 'logo' | 'image'
export type KeptFile = { fileName: string; mediaType: string; bytes: Buffer }

/** Limits of one tenant's files of some purposes. */
type Room = { purposes: readonly string[]; filesMax: number; bytesMax: number }

/** Some hundred people with pictures, and results of imports for a day. */
const room: Room = { purposes: ['avatar', 'logo', 'image', 'download'], filesMax: 2000, bytesMax: 500 * 1024 * 1024 }
const imagesOfPersonMax = 100
const downloadHours = 24

/** Keeps a file of the request's tenant. `storage-full` when the tenant, or this person's loose pictures, have taken what there is. */
export const keepFile = async (
  database: Queryable,
  { fileId, purpose, fileName, mediaType, bytes }: KeptFile & { fileId: string; purpose: PicturePurpose | 'download' },
  by: string,
): Promise<Rejection | undefined> => {
  await database.query('delete from platform.files where expires_at < now()')
  const isFull =
    !(await hasRoom(database, room, bytes.length)) || (purpose === 'image' && (await imagesOf(database, by)) >= imagesOfPersonMax)
  if (isFull) return rejected('storage-full')
  await database.query(
    `insert into platform.files (file_id, tenant, purpose, file_name, media_type, bytes, create_by, expires_at)
     values ($1, current_setting('nightflow.tenant'), $2, $3, $4, $5, $6, case when $2 = 'download' then now() + make_interval(hours => $7) end)`,
    [fileId, purpose, fileName, mediaType, bytes, by, downloadHours],
  )
  return undefined
}

const awaitedHours = 1

/** Keeps the file of a job until its client has it. Its size is the limit of what may be made, and the jobs that a tenant may have limit the number. */
export const keepForClient = async (
  database: Queryable,
  { fileId, fileName, mediaType, bytes }: KeptFile & { fileId: string },
  by: string,
): Promise<undefined> => {
  await database.query(
    `insert into platform.files (file_id, tenant, purpose, file_name, media_type, bytes, create_by, expires_at)
     values ($1, current_setting('nightflow.tenant'), 'download', $2, $3, $4, $5, now() + make_interval(hours => $6))`,
    [fileId, fileName, mediaType, bytes, by, awaitedHours],
  )
}

/** Whether the request's tenant may keep a file of so many bytes more. */
const hasRoom = async (database: Queryable, { purposes, filesMax, bytesMax }: Room, bytes: number): Promise<boolean> => {
  const { rows } = await database.query<{ files: number; bytes: string }>(
    'select count(*)::int as files, coalesce(sum(octet_length(bytes) + parts_bytes), 0) as bytes from platform.files where purpose = any($1)',
    [purposes],
  )
  const taken = rows[0]!
  return taken.files < filesMax && Number(taken.bytes) + bytes <= bytesMax
}

const imagesOf = async (database: Queryable, by: string): Promise<number> => {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from platform.files where purpose = 'image' and create_by = $1`,
    [by],
  )
  return rows[0]!.count
}

/**
 * A file that is too large for memory is kept as parts, compressed by gzip as one stream. Its row comes first, so that the parts of a job that
 * fails expire with it; only the end of the job makes it known to its person.
 */
export type PartedFile = { fileId: string; fileName: string; mediaType: string }

/** Of one file, compressed. */
export const partedBytesMax = 400 * 1024 * 1024
const unfinishedHours = 6

/** Begins a file of the request's tenant. */
export const beginFile = async (database: Queryable, { fileId, fileName, mediaType }: PartedFile, by: string): Promise<void> => {
  await database.query('delete from platform.files where expires_at < now()')
  await database.query(
    `insert into platform.files (file_id, tenant, purpose, file_name, media_type, bytes, create_by, expires_at)
     values ($1, current_setting('nightflow.tenant'), 'download', $2, $3, '', $4, now() + make_interval(hours => $5))`,
    [fileId, fileName, mediaType, by, unfinishedHours],
  )
}

export const keepPart = async (
  database: Queryable,
  { fileId, part, bytes }: { fileId: string; part: number; bytes: Buffer },
): Promise<void> => {
  await database.query(
    `insert into platform.file_parts (tenant, file_id, part, bytes) values (current_setting('nightflow.tenant'), $1, $2, $3)`,
    [fileId, part, bytes],
  )
}

/** Keeps the file for a day; `storage-full` where the tenant has taken what there is. */
export const finishFile = async (database: Queryable, fileId: string, bytes: number): Promise<Rejection | undefined> => {
  if (!(await hasRoom(database, room, bytes))) return rejected('storage-full')
  await database.query(
    `update platform.files set parts_bytes = $2, expires_at = now() + make_interval(hours => $3) where file_id = $1 and purpose = 'download'`,
    [fileId, bytes, downloadHours],
  )
  return undefined
}

/** One part; undefined after the last. */
export const readPart = async (database: Queryable, fileId: string, part: number): Promise<Buffer | undefined> => {
  const { rows } = await database.query<{ bytes: Buffer }>('select bytes from platform.file_parts where file_id = $1 and part = $2', [
    fileId,
    part,
  ])
  return rows[0]?.bytes
}

/** Whether this file was kept as parts. */
export const isParted = async (database: Queryable, fileId: string): Promise<boolean> => {
  const { rowCount } = await database.query('select from platform.files where file_id = $1 and parts_bytes > 0', [fileId])
  return rowCount === 1
}

/** A picture of the request's tenant; never a file that was made for one person. */
export const findPicture = async (database: Queryable, fileId: string): Promise<KeptFile | undefined> => {
  const { rows } = await database.query<KeptFile>(
    `select file_name as "fileName", media_type as "mediaType", bytes from platform.files where file_id = $1 and purpose <> 'download'`,
    [fileId],
  )
  return rows[0]
}

/** A file that was made for this person of the request's tenant. */
export const findDownload = async (database: Queryable, fileId: string, by: string): Promise<KeptFile | undefined> => {
  const { rows } = await database.query<KeptFile>(
    `select file_name as "fileName", media_type as "mediaType", bytes from platform.files
     where file_id = $1 and purpose = 'download' and create_by = $2 and expires_at > now()`,
    [fileId, by],
  )
  return rows[0]
}

export const removeFile = async (database: Queryable, fileId: string): Promise<void> => {
  await database.query('delete from platform.files where file_id = $1', [fileId])
}

/** Removes every file that was made for one person of these tenants. */
export const removeDownloads = async (database: Queryable, tenants: readonly string[]): Promise<void> => {
  await database.query(`delete from platform.files where tenant = any($1) and purpose = 'download'`, [tenants])
}

/** Pictures of people who are about to go. */
export const removeAvatars = async (database: Queryable, userIds: readonly number[]): Promise<void> => {
  await database.query(
    `delete from platform.files where purpose = 'avatar' and file_id in
       (select avatar_file from platform.users where user_id = any($1::bigint[]))`,
    [userIds],
  )
}

/** Removes the pictures of a person whose account is erased. */
export const eraseFilesOf = async (database: Queryable, { userId, userName }: { userId: number; userName: string }): Promise<void> => {
  await database.query(
    `delete from platform.files where lower(create_by) = lower($2) and purpose = 'image'
       or file_id in (select avatar_file from platform.users where user_id = $1)`,
    [userId, userName],
  )
  // A logo is the tenant's; what its file was called is the person's. An attachment is named by its own holder.
  await database.query(`update platform.files set file_name = purpose where lower(create_by) = lower($1) and purpose <> 'attachment'`, [
    userName,
  ])
}

/*
 * Photos of readings belong to the meter, not to the reader: one a reading, under the identifier of the reading. They stay when the reader's
 * account is erased, and expire.
 */

/** A year of rounds with a photo of every fifth meter. */
const photoRoom: Room = { purposes: ['reading'], filesMax: 20_000, bytesMax: 4 * 1024 * 1024 * 1024 }
/** A bill of a year before can be disputed. */
const photoKeptDays = 400
/** A photo whose reading does not follow. */
const loosePhotoDays = 7

/** Keeps the photo of a reading; the first one counts. `storage-full` when the tenant has taken what there is, `reading-id-used` for another's file. */
export const keepReadingPhoto = async (
  database: Queryable,
  { readingId, mediaType, bytes }: Pick<KeptFile, 'mediaType' | 'bytes'> & { readingId: string },
  by: string,
): Promise<Rejection | undefined> => {
  await database.query('delete from platform.files where expires_at < now()')
  const kept = await database.query(`select from platform.files where purpose = 'reading' and file_id = $1`, [readingId])
  if (kept.rowCount === 1) return undefined
  if (!(await hasRoom(database, photoRoom, bytes.length))) return rejected('storage-full')
  const { rowCount } = await database.query(
    `insert into platform.files (file_id, tenant, purpose, file_name, media_type, bytes, create_by, expires_at)
     values ($1, current_setting('nightflow.tenant'), 'reading', 'reading', $2, $3, $4, now() + make_interval(days => $5))
     on conflict (file_id) do nothing`,
    [readingId, mediaType, bytes, by, loosePhotoDays],
  )
  return rowCount === 1 ? undefined : rejected('reading-id-used', { number: '–' })
}

/** The photo goes with its reading from now on; false when it was not received, or is another reading's. */
export const attachPhoto = async (
  database: Queryable,
  { photoId, readingId }: { photoId: string; readingId: string },
): Promise<boolean> => {
  if (photoId.toLowerCase() !== readingId.toLowerCase()) return false
  const { rowCount } = await database.query(
    `update platform.files set expires_at = create_time + make_interval(days => $2) where file_id = $1 and purpose = 'reading'`,
    [photoId, photoKeptDays],
  )
  return rowCount === 1
}

/** Removes photos of a holder who is erased. */
export const removeReadingPhotos = async (database: Queryable, photoIds: readonly string[]): Promise<void> => {
  await database.query(`delete from platform.files where purpose = 'reading' and file_id = any($1::uuid[])`, [photoIds])
}

/* Photos and signatures of work orders. Those of orders about a person's meters are deleted when the person is erased. */

/** Two years of orders with five pictures each. */
const orderRoom: Room = { purposes: ['order'], filesMax: 50_000, bytesMax: 10 * 1024 * 1024 * 1024 }

/** Keeps a file of a work order; the same identifier again keeps the first one. `storage-full` when the tenant has taken what there is. */
export const keepOrderFile = async (
  database: Queryable,
  { fileId, mediaType, bytes }: Pick<KeptFile, 'mediaType' | 'bytes'> & { fileId: string },
  by: string,
): Promise<Rejection | undefined> => {
  if (!(await hasRoom(database, orderRoom, bytes.length))) return rejected('storage-full')
  await database.query(
    `insert into platform.files (file_id, tenant, purpose, file_name, media_type, bytes, create_by)
     values ($1, current_setting('nightflow.tenant'), 'order', 'order', $2, $3, $4) on conflict (file_id) do nothing`,
    [fileId, mediaType, bytes, by],
  )
  return undefined
}

/** Those of these files whose content is kept: that of erased persons is gone. */
export const keptOrderFiles = async (database: Queryable, fileIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await database.query<{ fileId: string }>(
    `select file_id as "fileId" from platform.files where purpose = 'order' and file_id = any($1::uuid[])`,
    [fileIds],
  )
  return new Set(rows.map(({ fileId }) => fileId))
}

/** Removes the content of files of orders of a holder who is erased. */
export const removeOrderFiles = async (database: Queryable, fileIds: readonly string[]): Promise<void> => {
  await database.query(`delete from platform.files where purpose = 'order' and file_id = any($1::uuid[])`, [fileIds])
}

/* Attachments belong to a person: each is deleted when its person is erased. */

/** One of three accounts of a large utility has one. */
const attachmentRoom: Room = { purposes: ['attachment'], filesMax: 50_000, bytesMax: 10 * 1024 * 1024 * 1024 }

/** Keeps a file of a person of the request's tenant. `storage-full` when the tenant has taken what there is, `not-found` for an erased person. */
export const keepAttachment = async (
  database: Queryable,
  { fileId, personId, fileName, mediaType, bytes }: KeptFile & { fileId: string; personId: string },
  by: string,
): Promise<Rejection | undefined> => {
  if (!(await hasRoom(database, attachmentRoom, bytes.length))) return rejected('storage-full')
  const { rowCount } = await database.query(
    `insert into platform.files (file_id, tenant, purpose, person_id, file_name, media_type, bytes, create_by)
     select $1, current_setting('nightflow.tenant'), 'attachment', $2, $3, $4, $5, $6
     where not exists (select from log.person_keys where person_id = $2 and erased_at is not null)`,
    [fileId, personId, fileName, mediaType, bytes, by],
  )
  return rowCount === 1 ? undefined : rejected('not-found')
}

export type AttachmentFile = { fileId: string; name: string; mediaType: string; byteLength: number }

/** Rows of these files, without their content. */
export const findAttachments = async (database: Queryable, fileIds: readonly string[]): Promise<AttachmentFile[]> => {
  const { rows } = await database.query<AttachmentFile>(
    `select file_id as "fileId", file_name as name, media_type as "mediaType", octet_length(bytes) as "byteLength"
     from platform.files where purpose = 'attachment' and file_id = any($1::uuid[])`,
    [fileIds],
  )
  return rows
}

/** Removes the attachments of a person who is erased. */
export const removeAttachmentsOf = async (database: Queryable, personId: string): Promise<void> => {
  await database.query(`delete from platform.files where purpose = 'attachment' and person_id = $1`, [personId])
}
