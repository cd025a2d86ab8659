import { createHash } from 'node:crypto'
import { workOrderDecider } from '@nightflow/domain/work-orders/work-order-decider'
import { nameBasedId } from '@nightflow/event-log/name-based-id'
import { keepOrderFile, keptOrderFiles, removeOrderFiles } from '@nightflow/platform/jobs/files'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { type OrderFileKind, orderFileBytesMax } from '@nightflow/schemas/work-orders/order-file'
import { listOrderFiles, removeOrderFile, sendOrderFile } from '@nightflow/schemas/work-orders/order-file-calls'
import { commandsOf } from '../http/commands-of.ts'
import { execute } from '../http/decide.ts'
import { addressOfFile } from '../http/file-address.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route, upload } from '../http/serve.ts'
import type { Upload } from '../http/uploads.ts'
import type { Picture } from '../picture/picture.ts'
import { readPicture } from '../picture/read-picture.ts'

const store = storeOf(resources.workOrders)
const order = commandsOf(workOrderDecider, ({ files }) => ({ files: files.length }))

/** Namespace of the files of orders; it must never change. */
const fileNamespace = '0c7b5b0e5f3d4d0f9a55c9b2a1f4e7d3'
const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A file must arrive as the phone took it; the notes of the camera are left out of what is kept. */
const readOrderFile = async ({ sha256 }: RequestOf<typeof sendOrderFile>, { bytes: sent }: Upload): Promise<Picture | Rejection> => {
  if (sent.length > orderFileBytesMax) return rejected('too-large')
  if (sha256Of(sent) !== sha256) return rejected('work-order-file-differs')
  return readPicture(sent)
}

const fileIdOf = (tenant: string, orderId: string, sha256: string): string => nameBasedId(fileNamespace, `${tenant}/${orderId}/${sha256}`)

/** The identifier of a file of an order that came without a hash of a phone. */
export const fileOfOrder = (tenant: string, orderId: string, bytes: Buffer): string => fileIdOf(tenant, orderId, sha256Of(bytes))

type NewFile = Pick<Picture, 'bytes'> & { mediaType: string; fileKind: OrderFileKind; sha256?: string; takenAt: string }

/**
 * The file is kept before the order has it: a file without an order is no harm, and a repeated upload finds it. Without the hash of a phone that of the kept
 * content identifies it.
 */
export const keepFileOfOrder = async (
  context: RequestContext,
  orderId: string,
  { bytes, mediaType, fileKind, takenAt, sha256 = sha256Of(bytes) }: NewFile,
): Promise<{ fileId: string; position: number } | Rejection> => {
  const fileId = fileIdOf(context.caller.tenant, orderId, sha256)
  const refused = await context.write((database) => keepOrderFile(database, { mediaType, bytes, fileId }, context.caller.username))
  if (refused) return refused
  const added = { orderId, fileId, fileKind, sha256, keptSha256: sha256Of(bytes), byteLength: bytes.length, takenAt }
  const executed = await execute(context, workOrderDecider, { type: 'AddOrderFile', ...added })
  return isRejection(executed) ? executed : { fileId, position: executed.position }
}

export const orderFileRoutes: readonly Route[] = [
  ask(listOrderFiles, async ({ workOrderNo }, { read, write, tokenSecret, caller: { tenant } }) => {
    const row = await read((database) => store.find(database, workOrderNo))
    if (!row) return undefined
    const files = row.files ?? []
    const kept = await write((database) =>
      keptOrderFiles(
        database,
        files.map(({ fileId }) => fileId),
      ),
    )
    return { rows: files.map((file) => ({ ...file, url: addressOfFile(tokenSecret, tenant, kept.has(file.fileId) ? file.fileId : null) })) }
  }),
  upload(sendOrderFile, { queue: 'pictures', read: readOrderFile }, async (request, picture, context) => {
    const { workOrderNo, fileKind, sha256, takenAt } = request
    const row = await context.read((database) => store.find(database, workOrderNo))
    if (!row) return rejected('work-order-unknown')
    const kept = await keepFileOfOrder(context, row.orderId, { ...picture, fileKind, sha256, takenAt })
    if (isRejection(kept)) return kept
    return { response: { fileId: kept.fileId }, position: kept.position, after: { fileKind, sha256 } }
  }),
  order(removeOrderFile, {
    prepare: async ({ workOrderNo }, context) => {
      const row = await context.read((database) => store.find(database, workOrderNo))
      return row ? { orderId: row.orderId } : rejected('work-order-unknown')
    },
    command: ({ fileId, reason }, { orderId }) => ({ type: 'RemoveOrderFile', orderId, fileId, reason }),
    afterwards: async ({ request: { fileId }, context }) => {
      await context.write((database) => removeOrderFiles(database, [fileId]))
      return undefined
    },
  }),
]
