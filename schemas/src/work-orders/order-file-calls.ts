import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import { Instant } from '../shared/values.ts'
import { FileRemovalReason, OrderFile, OrderFileKind, orderFilesMax, Sha256 } from './order-file.ts'

const path = '/prod-api/business/workOrder/files/:workOrderNo'

export const listOrderFiles = endpoint({
  method: 'GET',
  path,
  permission: 'work-orders:workOrder:query',
  summary: 'The photos and signatures of an order, the first one first, each with an address that expires after some hours',
  request: z.object({ workOrderNo: RowId }),
  response: z.object({ rows: z.array(OrderFile.extend({ url: z.string() })).max(orderFilesMax) }),
})

export const sendOrderFile = endpoint({
  method: 'POST',
  path,
  permission: 'work-orders:workOrder:process',
  summary: `A photo or a signature of an order: PNG or JPEG of 1 MB at most, ${orderFilesMax} files at most. The same sha256 again has no further effect`,
  upload: 'file',
  isUploadPersonal: true,
  request: z.object({ workOrderNo: RowId, fileKind: OrderFileKind, sha256: Sha256, takenAt: Instant }),
  response: z.object({ fileId: z.uuid() }),
})

export const removeOrderFile = endpoint({
  method: 'PUT',
  path: `${path}/:fileId/removal`,
  permission: 'work-orders:workOrder:assign',
  summary: 'Remove a file of an order and delete its content; its hash stays in the history',
  request: z.object({ workOrderNo: RowId, fileId: z.uuid(), reason: FileRemovalReason }),
  response: z.object({}),
})
