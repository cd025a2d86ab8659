import { attachmentBytesMax, attachmentsMax, attachmentTypes } from '@nightflow/schemas/customers/account-attachments'

export const acceptedAttachments = attachmentTypes.join(',')

/** Why these files would be refused, as a text of `customers`; null where none is. The server looks at their bytes. */
export const refusalOfFiles = (files: readonly File[]): { key: 'tooMany' | 'wrongType' | 'tooBig'; name: string } | null => {
  if (files.length > attachmentsMax) return { key: 'tooMany', name: '' }
  const wrong = files.find(({ type }) => !attachmentTypes.some((known) => known === type))
  if (wrong) return { key: 'wrongType', name: wrong.name }
  const large = files.find(({ size }) => size > attachmentBytesMax)
  return large ? { key: 'tooBig', name: large.name } : null
}
