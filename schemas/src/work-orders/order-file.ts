import { z } from 'zod'
import { lines } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'

/** Photos and signatures of an order. The file is in the store of files; the events keep its hash, so that a changed file is seen. */

/** Files of one order, those that were removed not counted. */
export const orderFilesMax = 30
/** Of a picture from a phone: it keeps many without a network. */
export const orderFileBytesMax = 1024 * 1024

/** Before the work, after it, the signature of the customer, and any other. */
export const OrderFileKind = z.enum(['before', 'after', 'signature', 'other'])
export type OrderFileKind = z.infer<typeof OrderFileKind>

/** SHA-256 in hexadecimal digits. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const about = { orderId: z.uuid(), fileId: z.uuid() }
const content = {
  fileKind: OrderFileKind,
  /** Of the file as the phone took it, which identifies it. */
  sha256: Sha256,
  /** Of the file as it is kept: without the notes of the camera. */
  keptSha256: Sha256,
  byteLength: z
    .int()
    .positive()
    .max(orderFileBytesMax * 5),
  /** By the clock of the phone. */
  takenAt: Instant,
}
export const FileRemovalReason = lines(200).min(1)
const reason = FileRemovalReason

export const AddOrderFile = z.object({ type: z.literal('AddOrderFile'), ...about, ...content })
export type AddOrderFile = z.infer<typeof AddOrderFile>
export const RemoveOrderFile = z.object({ type: z.literal('RemoveOrderFile'), ...about, reason })
export type RemoveOrderFile = z.infer<typeof RemoveOrderFile>

/** They are in the order's stream. */
export const orderFileEvents = {
  'work-orders.WorkOrderFileAdded': { version: 1, data: z.object({ ...about, ...content, at: Instant }) },
  'work-orders.WorkOrderFileRemoved': { version: 1, data: z.object({ ...about, reason, at: Instant }) },
} as const

/** A file as the row of its order has it. */
export const OrderFile = z.object({
  fileId: z.uuid(),
  fileKind: OrderFileKind,
  sha256: Sha256,
  keptSha256: Sha256,
  byteLength: z.int(),
  takenAt: Instant,
})
export type OrderFile = z.infer<typeof OrderFile>
