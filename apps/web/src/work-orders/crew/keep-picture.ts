import type { OrderFileKind } from '@nightflow/schemas/work-orders/order-file'
import type { BoardOrder } from '@nightflow/schemas/work-orders/work-order-calls'
import { keepFile } from '#work-orders/crew/order-store.ts'
import { digestOf } from '#work-orders/digest-of.ts'

type Picture = { order: Pick<BoardOrder, 'workOrderNo' | 'orderTitle'>; person: string; fileKind: OrderFileKind; file: Blob }

/** Keeps a picture on the phone under its hash. False where the phone is full. */
export const keepPicture = async ({ order: { workOrderNo, orderTitle }, person, fileKind, file }: Picture): Promise<boolean> => {
  const bytes = await file.arrayBuffer()
  const digest = digestOf(bytes)
  return keepFile({
    ...{ key: `${person}/${workOrderNo}/${digest}`, person, workOrderNo, orderTitle, fileKind, sha256: digest },
    ...{ takenAt: new Date().toISOString(), bytes, mediaType: file.type, state: 'kept', refusal: null },
  })
}
