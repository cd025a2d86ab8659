import { type AddAttachment, attachmentsMax, type RemoveAttachment } from '@nightflow/schemas/customers/account-attachments'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, EventIn } from '../shared/decider.ts'
import type { Parties } from './account-parties.ts'

export type AttachmentEvent = EventIn<'customers.AttachmentAdded' | 'customers.AttachmentRemoved'>

/** An account as far as its attachments are concerned. */
type Attaching = { readonly parties: Parties; readonly attachments: readonly string[] }

/**
 * A file belongs to the holder to whom it was kept, so that it goes with that person's data: after a transfer meanwhile it would belong to the
 * wrong one, and of an erased holder nothing further is kept.
 */
export const attach = (
  { type: _, ...added }: AddAttachment,
  { parties, attachments }: Attaching,
  { now }: Context,
): readonly AttachmentEvent[] | Rejection => {
  const { accountNo, attachmentId, personId } = added
  if (attachments.includes(attachmentId)) return []
  if (parties.holder.name === null) return rejected('holder-erased', { accountNo })
  if (parties.holder.personId !== personId) return rejected('changed-meanwhile')
  if (attachments.length >= attachmentsMax) return rejected('attachments-full', { accountNo, max: attachmentsMax })
  return [{ type: 'customers.AttachmentAdded', data: { ...added, addedAt: now } }]
}

export const detach = (
  { type: _, ...removed }: RemoveAttachment,
  { attachments }: Attaching,
  { now }: Context,
): readonly AttachmentEvent[] | Rejection =>
  attachments.includes(removed.attachmentId)
    ? [{ type: 'customers.AttachmentRemoved', data: { ...removed, removedAt: now } }]
    : rejected('attachment-unknown', { accountNo: removed.accountNo })
