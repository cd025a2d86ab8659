import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { PersonId } from '../shared/personal.ts'
import { lines } from '../shared/text.ts'
import { AccountNo, Instant } from '../shared/values.ts'

/** Documents of an account: contracts, identity cards, letters. The log has no name and no content of them; both go when the holder is erased. */

/** Of one account, those that were removed not counted. */
export const attachmentsMax = 20
export const attachmentBytesMax = 5 * 1024 * 1024
const MediaType = z.enum(['application/pdf', 'image/jpeg', 'image/png'])
export const attachmentTypes = MediaType.options

const reason = lines(200).min(1)
const about = { accountNo: AccountNo, attachmentId: z.uuid() }
const content = { personId: PersonId, mediaType: MediaType, byteLength: z.int().positive().max(attachmentBytesMax) }

/** `personId` is the holder to whom the file was kept. */
export const AddAttachment = z.object({ type: z.literal('AddAttachment'), ...about, ...content })
export type AddAttachment = z.infer<typeof AddAttachment>
export const RemoveAttachment = z.object({ type: z.literal('RemoveAttachment'), ...about, reason })
export type RemoveAttachment = z.infer<typeof RemoveAttachment>

/** They are in the account's stream; `events.ts` has those of all. */
export const attachmentEventTypes = {
  'customers.AttachmentAdded': { version: 1, data: z.object({ ...about, ...content, addedAt: Instant }) },
  'customers.AttachmentRemoved': { version: 1, data: z.object({ ...about, reason, removedAt: Instant }) },
} as const

const path = '/prod-api/business/customer/:accountNo/attachments'

export const listAttachments = endpoint({
  method: 'GET',
  path,
  permission: 'customers:account:query',
  summary: 'The attachments of an account, newest first, each with an address that expires after some hours',
  request: z.object({ accountNo: AccountNo }),
  response: z.object({
    rows: z.array(
      z.object({
        attachmentId: z.uuid(),
        name: z.string(),
        mediaType: MediaType,
        byteLength: z.int(),
        addedAt: Instant,
        /** False where it is of a former holder. */
        isOfHolder: z.boolean(),
        url: z.string(),
      }),
    ),
  }),
})

export const addAttachment = endpoint({
  method: 'POST',
  path,
  permission: 'customers:account:attach',
  summary: `Attach a PDF, JPEG or PNG of 5 MB at most to an account, ${attachmentsMax} at most`,
  upload: 'file',
  isUploadPersonal: true,
  request: z.object({ accountNo: AccountNo }),
  response: z.object({ attachmentId: z.uuid(), position: z.int() }),
})

export const removeAttachment = endpoint({
  method: 'PUT',
  path: `${path}/:attachmentId/removal`,
  permission: 'customers:account:attach',
  summary: 'Remove an attachment from an account and delete its file',
  request: RemoveAttachment.omit({ type: true }),
  response: z.object({ position: z.int() }),
})
