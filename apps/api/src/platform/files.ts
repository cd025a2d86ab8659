import { randomUUID } from 'node:crypto'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { findDownload, findPicture, isParted, keepFile, type PicturePurpose, readPart, removeFile } from '@nightflow/platform/jobs/files'
import { replaceAvatar } from '@nightflow/platform/people/users'
import { writeAsTenant } from '@nightflow/platform/storage/write-as-tenant'
import { replaceLogo } from '@nightflow/platform/tenants/tenants'
import * as calls from '@nightflow/schemas/platform/file-calls'
import { uploadAvatar } from '@nightflow/schemas/platform/session-calls'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { addressOfFile, isSigned } from '../http/file-address.ts'
import { sendProblem } from '../http/problem.ts'
import { readRequest } from '../http/read-request.ts'
import type { RequestContext } from '../http/request-context.ts'
import { dispositionOf, type FileAnswer, type PartedAnswer } from '../http/send-answer.ts'
import { file, type Reader, type Route, upload } from '../http/serve.ts'
import type { Picture } from '../picture/picture.ts'
import { readPicture } from '../picture/read-picture.ts'

type NamedPicture = Picture & { fileName: string }

const picture: Reader<unknown, NamedPicture> = {
  queue: 'pictures',
  read: async (_, { fileName, bytes }) => {
    const read = await readPicture(bytes)
    return isRejection(read) ? read : { ...read, fileName }
  },
}

type Kept = { fileId: string; url: string }

/**
 * Keeps a picture in a tenant and lets it take another's place, both or neither. `replace` writes where the picture belongs and answers the
 * earlier file.
 */
const keepPicture = async (
  { fileName, mediaType, bytes }: NamedPicture,
  context: RequestContext,
  {
    purpose,
    tenant,
    replace,
  }: { purpose: PicturePurpose; tenant: string; replace?: (database: PoolClient, fileId: string) => Promise<string | null> },
): Promise<Kept | Rejection> => {
  const fileId = randomUUID()
  const refused = await writeAsTenant(context.pool, tenant, async (database) => {
    const refusal = await keepFile(database, { fileId, purpose, fileName, mediaType, bytes }, context.caller.username)
    if (refusal) return refusal
    const before = await replace?.(database, fileId)
    if (before) await removeFile(database, before)
    return undefined
  })
  return refused ?? { fileId, url: addressOfFile(context.tokenSecret, tenant, fileId) }
}

/** A person downloads by name only the files that were made for them; any other name is not found, whatever its form. */
const download = async (
  { fileName, delete: isRemoved }: RequestOf<typeof calls.downloadFile>,
  context: RequestContext,
): Promise<FileAnswer | PartedAnswer | Rejection> => {
  const fileId = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:xlsx|csv|pdf|arrow)$/.exec(fileName)?.[1]
  if (fileId === undefined) return rejected('not-found')
  const found = await context.write(async (database) => {
    const kept = await findDownload(database, fileId, context.caller.username)
    if (kept && (await isParted(database, fileId)))
      return { fileName: kept.fileName, mediaType: kept.mediaType, parts: partsOf(context, fileId, isRemoved) }
    if (kept && isRemoved) await removeFile(database, fileId)
    return kept
  })
  return found ?? rejected('not-found')
}

async function* partsOf({ read, write }: RequestContext, fileId: string, isRemoved: boolean): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const bytes = await read((database) => readPart(database, fileId, part))
    if (bytes === undefined) break
    yield bytes
  }
  if (isRemoved) await write((database) => removeFile(database, fileId))
}

/** The viewer of a browser draws with styles of its own; the document loads nothing, and pages of this service alone frame it. */
const previewPolicy = `default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'`

/** A picture goes out as what it was found to be when it came, and is not looked at as anything else. */
const pictureRoute: Route = {
  endpoint: calls.findImage,
  serve: async ({ pool, tokenSecret }, request, reply) => {
    const { value } = readRequest(calls.findImage, request)
    const found = isSigned(tokenSecret, value) && (await withTenant(pool, value.tenant, (database) => findPicture(database, value.fileId)))
    if (!found) return sendProblem(request, reply, rejected('not-found'))
    const seconds = Math.max(0, Math.floor((value.until - Date.now()) / 1000))
    reply.header('cache-control', `private, max-age=${seconds}, immutable`).type(found.mediaType)
    // Browsers do not show a PDF in a sandbox. Their viewers keep what it runs apart from this address, and nothing else is shown so.
    if (value.preview && found.mediaType === 'application/pdf')
      return reply
        .header('content-disposition', 'inline')
        .header('x-frame-options', 'SAMEORIGIN')
        .header('content-security-policy', previewPolicy)
        .send(found.bytes)
    // Any other document is saved, not shown: what it runs, it would run at this address.
    return reply
      .header('content-disposition', found.mediaType.startsWith('image/') ? 'inline' : dispositionOf(found.fileName))
      .header('content-security-policy', `default-src 'none'; sandbox; frame-ancestors 'none'`)
      .send(found.bytes)
  },
}

export const fileRoutes: readonly Route[] = [
  upload(calls.uploadImage, picture, async (_, sent, context) => {
    const kept = await keepPicture(sent, context, { purpose: 'image', tenant: context.caller.tenant })
    return isRejection(kept) ? kept : { response: { ...kept, name: sent.fileName }, after: { fileId: kept.fileId } }
  }),
  upload(uploadAvatar, picture, async (_, sent, context) => {
    const { userId, homeTenant } = context.caller
    // A token of the command line has no user.
    if (userId === null) return rejected('not-found')
    const kept = await keepPicture(sent, context, {
      purpose: 'avatar',
      tenant: homeTenant,
      replace: (database, fileId) => replaceAvatar(database, userId, fileId),
    })
    return isRejection(kept) ? kept : { response: { imgUrl: kept.url }, after: { fileId: kept.fileId } }
  }),
  upload(calls.uploadLogo, picture, async (_, sent, context) => {
    const { tenant, username } = context.caller
    const kept = await keepPicture(sent, context, {
      purpose: 'logo',
      tenant,
      replace: (database, fileId) => replaceLogo(database, tenant, fileId, username),
    })
    return isRejection(kept) ? kept : { response: { logoUrl: kept.url }, after: { fileId: kept.fileId } }
  }),
  pictureRoute,
  file(calls.downloadFile, download),
  file(calls.fetchFile, download),
]
