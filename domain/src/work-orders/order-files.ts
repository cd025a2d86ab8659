import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { type AddOrderFile, orderFilesMax, type RemoveOrderFile } from '@nightflow/schemas/work-orders/order-file'
import type { Context, EventIn } from '../shared/decider.ts'

type FileEvent = EventIn<'work-orders.WorkOrderFileAdded' | 'work-orders.WorkOrderFileRemoved'>

/** An order as far as its files are concerned. */
type Order = { readonly status: string; readonly files: readonly { readonly fileId: string; readonly sha256: string }[] }

/**
 * A photo or a signature. It depends on no state of the order: one that a phone sends after the order was completed or cancelled is still a fact, and
 * is not lost. The hash of what the phone took identifies it, so that a repeated upload has no further effect.
 */
export const addOrderFile = (
  { type: _, ...added }: AddOrderFile,
  { status, files }: Order,
  { now }: Context,
): readonly FileEvent[] | Rejection => {
  if (status === 'none') return rejected('work-order-unknown')
  if (files.some(({ sha256 }) => sha256 === added.sha256)) return []
  if (files.length >= orderFilesMax) return rejected('work-order-files-full', { max: orderFilesMax })
  return [{ type: 'work-orders.WorkOrderFileAdded', data: { ...added, at: now } }]
}

/** The content goes; the events keep its hash and the reason. */
export const removeOrderFile = (
  { type: _, ...removed }: RemoveOrderFile,
  { status, files }: Order,
  { now }: Context,
): readonly FileEvent[] | Rejection => {
  if (status === 'none') return rejected('work-order-unknown')
  if (!files.some(({ fileId }) => fileId === removed.fileId)) return rejected('work-order-file-unknown')
  return [{ type: 'work-orders.WorkOrderFileRemoved', data: { ...removed, at: now } }]
}
