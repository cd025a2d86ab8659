import { randomUUID } from 'node:crypto'
import { findAttachments, keepAttachment, removeFile } from '@nightflow/platform/jobs/files'
import { attachmentsOf } from '@nightflow/projections/customers/accounts'
import * as endpoints from '@nightflow/schemas/customers/account-attachments'
import { type AddAttachment, attachmentBytesMax } from '@nightflow/schemas/customers/account-attachments'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { addressOfFile } from '../http/file-address.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import type { Route } from '../http/serve.ts'
import type { Upload } from '../http/uploads.ts'
import { readPicture } from '../picture/read-picture.ts'
import { account, decideAccount } from './change-account.ts'

type Content = { mediaType: AddAttachment['mediaType']; bytes: Buffer }
type NamedContent = Content & { fileName: string }

const pdfHead = /^%PDF-[12]\.\d/
const pdfHeadBytes = 8
/** Where the end mark of a PDF is looked for; programs write a little behind it. */
const pdfTailBytes = 1024

const isPdf = (bytes: Buffer): boolean =>
  pdfHead.test(bytes.subarray(0, pdfHeadBytes).toString('latin1')) && bytes.subarray(-pdfTailBytes).includes('%%EOF')

/** The uploaded file, typed by its bytes: a PDF as it came, a picture made anew. */
export const readAttachment = async (_: unknown, { fileName, bytes: sent }: Upload): Promise<NamedContent | Rejection> => {
  if (isPdf(sent)) return { fileName, mediaType: 'application/pdf', bytes: sent }
  const picture = await readPicture(sent)
  // A picture that is made anew may be larger than it came.
  if (!isRejection(picture) && picture.bytes.length > attachmentBytesMax) return rejected('too-large')
  return isRejection(picture) ? picture : { fileName, mediaType: picture.mediaType, bytes: picture.bytes }
}

export const listAttachments = async (
  { accountNo }: RequestOf<typeof endpoints.listAttachments>,
  context: RequestContext,
): Promise<ResponseOf<typeof endpoints.listAttachments> | undefined> => {
  const found = await context.write(async (database) => {
    const account = await attachmentsOf(database, accountNo)
    return (
      account && {
        ...account,
        files: await findAttachments(
          database,
          account.attachments.map(({ attachmentId }) => attachmentId),
        ),
      }
    )
  })
  if (!found) return undefined
  const files = new Map(found.files.map((file) => [file.fileId, file]))
  const rows = found.attachments.toReversed().flatMap(({ attachmentId, personId, addedAt }) => {
    const file = files.get(attachmentId)
    // The files of a person who was erased are gone.
    if (!file) return []
    const { name, mediaType, byteLength } = file
    return {
      attachmentId,
      name,
      mediaType: mediaType as Content['mediaType'],
      byteLength,
      addedAt,
      isOfHolder: personId === found.holderId,
      url: addressOfFile(context.tokenSecret, context.caller.tenant, attachmentId),
    }
  })
  return { rows }
}

/** The file is kept before the account has it: a file without an account is no harm, and goes with its person. */
export const addAttachment = async (
  { accountNo }: RequestOf<typeof endpoints.addAttachment>,
  { fileName, ...content }: NamedContent,
  context: RequestContext,
): Promise<Outcome<ResponseOf<typeof endpoints.addAttachment>> | Rejection> => {
  const account = await context.write((database) => attachmentsOf(database, accountNo))
  if (!account) return rejected('account-not-found', { accountNo })
  const attachmentId = randomUUID()
  const { holderId: personId } = account
  const file = { ...content, fileId: attachmentId, personId, fileName: fileName.trim() || 'attachment' }
  const refused = await context.write((database) => keepAttachment(database, file, context.caller.username))
  if (refused) return refused.rejected === 'not-found' ? rejected('holder-erased', { accountNo }) : refused
  const { mediaType, bytes } = content
  const command = { type: 'AddAttachment' as const, accountNo, attachmentId, personId, mediaType, byteLength: bytes.length }
  const decided = await decideAccount(context, command)
  if (isRejection(decided)) await context.write((database) => removeFile(database, attachmentId))
  return isRejection(decided) ? decided : { ...decided, response: { attachmentId, position: decided.position } }
}

export const removeAttachmentRoute: Route = account(endpoints.removeAttachment, {
  command: (request) => ({ type: 'RemoveAttachment', ...request }),
  afterwards: async ({ request: { attachmentId }, context }) => {
    await context.write((database) => removeFile(database, attachmentId))
    return undefined
  },
})
