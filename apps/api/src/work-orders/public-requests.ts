import { createHash, createHmac } from 'node:crypto'
import { workOrderDecider } from '@nightflow/domain/work-orders/work-order-decider'
import { nameBasedId } from '@nightflow/event-log/name-based-id'
import { removeOrderFiles } from '@nightflow/platform/jobs/files'
import {
  closeRequestRow,
  countNear,
  eraseRequestRow,
  joinRequestRow,
  keepRequest,
  noteOrder,
  openNear,
  openRequest,
  photoOfRequest,
} from '@nightflow/platform/messages/public-requests'
import { findOwnTenant } from '@nightflow/platform/people/own-data'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { isTenantOpen } from '@nightflow/platform/tenants/tenants'
import { findCaseLink, findWorkOrderNo, orderOfRequest, partitionAround } from '@nightflow/projections/work-orders/order-queries'
import { TenantSettings } from '@nightflow/schemas/platform/tenant'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { RequestStatus } from '@nightflow/schemas/work-orders/public-request'
import * as requests from '@nightflow/schemas/work-orders/public-request-calls'
import { WorkOrderSource, WorkOrderType } from '@nightflow/schemas/work-orders/work-order'
import { commandsOf } from '../http/commands-of.ts'
import type { Visit } from '../http/request-context.ts'
import { ask, command, open, type Route } from '../http/serve.ts'
import type { Picture } from '../picture/picture.ts'
import { readPicture } from '../picture/read-picture.ts'
import { readOnlyRoutes } from '../resource/resource-routes.ts'
import { caseOfRequestRoutes } from './case-from.ts'
import { fileOfOrder, keepFileOfOrder } from './order-files.ts'
import { refuseAssignee } from './refuse-assignee.ts'

const store = storeOf(resources.publicRequests)
const order = commandsOf(workOrderDecider, ({ status }) => ({ status }))

/** Namespace of the orders of requests; it must never change. */
const orderNamespace = '9a4d6b1e2c7f4a8e8b5d3f6a1c9e7b20'
/** Without characters that look alike. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeLength = 8

/** The code follows from the key of the request, so that a repeated request has the same. */
const codeOf = (secret: string, { tenant, requestKey }: { tenant: string; requestKey: string }): string => {
  const digest = createHmac('sha256', secret).update(`service request ${tenant} ${requestKey}`).digest()
  return Array.from(digest.subarray(0, codeLength), (byte) => alphabet[byte % alphabet.length]).join('')
}
const digestOf = (code: string): string => createHash('sha256').update(code.toUpperCase().replace('-', '')).digest('hex')

const openTenant = async (tenant: string, { servicePool }: Visit): Promise<Rejection | undefined> =>
  (await isTenantOpen(servicePool, tenant)) ? undefined : rejected('not-found')

/** The photo of a request, read like every other picture. */
const pictureOf = async (
  { tenant, photo }: { tenant: string; photo: string },
  { queues, address }: Visit,
): Promise<Picture | null | Rejection> => {
  if (photo === '') return null
  const place = queues.pictures.reserve({ tenant, person: address })
  try {
    await place.turn()
    return await readPicture(Buffer.from(photo, 'base64'))
  } finally {
    place.leave()
  }
}

const take = async (request: RequestOf<typeof requests.sendRequest>, visit: Visit) => {
  const refused = await openTenant(request.tenant, visit)
  if (refused) return refused
  const photo = await pictureOf(request, visit)
  if (isRejection(photo)) return photo
  const code = codeOf(visit.tokenSecret, request)
  const kept = await keepRequest(visit.servicePool, { ...request, photo, codeDigest: digestOf(code), address: visit.address })
  return isRejection(kept) ? kept : { requestNo: kept, code: `${code.slice(0, 4)}-${code.slice(4)}` }
}

const follow = async ({ tenant, requestNo, code }: RequestOf<typeof requests.followRequest>, visit: Visit) => {
  const asked = { tenant, requestNo, codeDigest: digestOf(code), address: visit.address }
  const found = await openRequest(visit.servicePool, asked)
  if (isRejection(found)) return found
  if (!found) return rejected('public-request-code-wrong')
  const { orderId, createTime, ...shown } = found
  const work = orderId === null ? undefined : await orderOfRequest(visit.servicePool, tenant, orderId)
  return { ...shown, orderStatus: work?.status ?? null, createTime: createTime.toISOString() }
}

export const publicRequestResourceRoutes: readonly Route[] = readOnlyRoutes(resourceCalls.publicRequests, store)

const publicRoutes: readonly Route[] = [
  open(requests.findRequestPage, async ({ tenant }, visit) => {
    const refused = await openTenant(tenant, visit)
    if (refused) return refused
    const found = await findOwnTenant(visit.servicePool, tenant)
    const { mapCentre, tileUrl } = found?.settings ?? TenantSettings.parse({})
    return { utility: found?.tenantName ?? '', map: { ...mapCentre, tileUrl } }
  }),
  open(requests.findNearRequests, async (near, visit) => (await openTenant(near.tenant, visit)) ?? countNear(visit.servicePool, near)),
  open(requests.sendRequest, take),
  open(requests.followRequest, follow),
]

export const publicRequestRoutes: readonly Route[] = [
  ...publicRoutes,
  ask(requests.findRequestThread, async ({ requestId }, { read, write, pool, caller: { tenant } }) => {
    const row = await read((database) => store.find(database, requestId))
    if (!row) return undefined
    const { longitude, latitude, orderId } = row
    const photo = await write((database) => photoOfRequest(database, requestId))
    const isPlaced = longitude !== null && latitude !== null
    return {
      photo: photo ? `data:${photo.mediaType};base64,${photo.bytes.toString('base64')}` : null,
      order: (orderId === null ? undefined : await orderOfRequest(pool, tenant, orderId)) ?? null,
      case: await read((database) => findCaseLink(database, row.caseId)),
      partitionId: isPlaced ? await read((database) => partitionAround(database, longitude, latitude)) : null,
      near: isPlaced ? await write((database) => openNear(database, { requestId, longitude, latitude })) : [],
    }
  }),
  ...caseOfRequestRoutes,
  command(requests.joinRequest, async ({ requestId, otherId }, { write, caller }) => {
    const isDone = await write((database) => joinRequestRow(database, requestId, otherId, caller.username))
    return isDone ? { response: {}, after: { status: RequestStatus.enum.ordered } } : rejected('public-request-not-linked')
  }),
  order(requests.orderFromRequest, {
    prepare: async ({ requestId, assigneeId, crewId }, context) => {
      const row = await context.read((database) => store.find(database, requestId))
      if (!row) return rejected('not-found')
      if (row.status === RequestStatus.enum.closed) return rejected('public-request-closed')
      const refused = await refuseAssignee({ assigneeId, crewId }, context)
      if (refused) return refused
      const { longitude, latitude } = row
      const isPlaced = longitude !== null && latitude !== null
      const partitionId = isPlaced ? await context.read((database) => partitionAround(database, longitude, latitude)) : null
      return { row, partitionId, orderId: row.orderId ?? nameBasedId(orderNamespace, `${context.caller.tenant}/${requestId}`) }
    },
    command: ({ orderTitle, priority, assigneeId, crewId }, { row: { place, description, caseId }, partitionId, orderId }) => ({
      type: 'CreateWorkOrder',
      ...{ orderId, orderType: WorkOrderType.enum.maintenance, orderTitle, priority, place, remark: description, assigneeId, crewId },
      ...{ meterNo: null, partitionId, plannedFor: null, dueDate: null, caseId, source: WorkOrderSource.enum.request },
      ...{ alarmIds: [], detectionNumber: null, reviewDay: null, checklist: [], alarmMeters: [] },
    }),
    afterwards: async ({ request: { requestId }, found: { orderId, row }, context }) => {
      await context.write((database) => noteOrder(database, requestId, orderId, context.caller.username))
      const photo = await context.write((database) => photoOfRequest(database, requestId))
      if (!photo) return undefined
      const added = await keepFileOfOrder(context, orderId, { ...photo, fileKind: 'other', takenAt: row.createTime })
      return isRejection(added) ? added : added.position
    },
    answer: async ({ found: { orderId }, context, position }) => ({
      workOrderNo: (await context.read((database) => findWorkOrderNo(database, orderId))) ?? position,
    }),
  }),
  command(requests.closeRequest, async ({ requestId, answer }, { write, caller }) => {
    const isDone = await write((database) => closeRequestRow(database, requestId, answer, caller.username))
    return isDone ? { response: {}, after: { status: RequestStatus.enum.closed } } : rejected('not-found')
  }),
  command(requests.eraseRequest, async ({ requestId }, { read, write, caller }) => {
    const row = await read((database) => store.find(database, requestId))
    const isDone = await write(async (database) => {
      const photo = await photoOfRequest(database, requestId)
      if (photo && row?.orderId) await removeOrderFiles(database, [fileOfOrder(caller.tenant, row.orderId, photo.bytes)])
      return eraseRequestRow(database, requestId, caller.username)
    })
    return isDone ? { response: {}, after: { isErased: true } } : rejected('not-found')
  }),
]
