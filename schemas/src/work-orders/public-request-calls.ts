import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import { personalInput } from '../shared/personal.ts'
import { lines, text, verbatim } from '../shared/text.ts'
import { Instant, PartitionId, TenantCode } from '../shared/values.ts'
import { CaseStage } from './leak-case.ts'
import { duplicateWithin, publicRequests, RequestKind, RequestStatus } from './public-request.ts'
import { WorkOrderPriority, WorkOrderStatus } from './work-order.ts'

/** Of a photo in base64: the page sends it small. */
const photoCharactersMax = 600_000

const Longitude = z.number().min(-180).max(180)
const Latitude = z.number().min(-90).max(90)
/** As people type it: with or without a hyphen, in either case. */
const RequestCode = z.string().regex(/^[0-9A-Za-z]{4}-?[0-9A-Za-z]{4}$/)
const Answer = lines(300)

const { path } = publicRequests

export const findRequestThread = endpoint({
  method: 'GET',
  path: `${path}/thread/:requestId`,
  permission: 'work-orders:publicRequest:query',
  summary: 'The photo of a request, its work order and leak case, the metering point of its place, and open requests near it',
  request: z.object({ requestId: RowId }),
  response: z.object({
    photo: verbatim(photoCharactersMax * 4).nullable(),
    order: z.object({ workOrderNo: z.int(), orderTitle: z.string(), status: WorkOrderStatus }).nullable(),
    case: z.object({ caseNo: z.int(), partitionName: z.string(), stage: CaseStage }).nullable(),
    /** The deepest metering point around the place; null where none is known. */
    partitionId: PartitionId.nullable(),
    /** `isLinked`: it has an order or a case. */
    near: z
      .array(z.object({ requestId: z.int(), requestKind: RequestKind, place: z.string(), createTime: Instant, isLinked: z.boolean() }))
      .max(20),
  }),
})

export const caseFromRequest = endpoint({
  method: 'PUT',
  path: `${path}/case/:requestId`,
  permission: 'work-orders:publicRequest:process',
  summary:
    'Open the leak case of a request: one, however often it is called. The metering point is the one around its place unless it is named',
  request: z.object({ requestId: RowId, partitionId: PartitionId.nullable().default(null) }),
  response: z.object({ caseNo: z.int() }),
})

export const joinRequest = endpoint({
  method: 'PUT',
  path: `${path}/join/:requestId`,
  permission: 'work-orders:publicRequest:process',
  summary: 'A request is about the same as another one: it gets the work order and the leak case of that one',
  request: z.object({ requestId: RowId, otherId: RowId }),
  response: z.object({}),
})

export const orderFromRequest = endpoint({
  method: 'PUT',
  path: `${path}/order/:requestId`,
  permission: 'work-orders:publicRequest:process',
  summary: 'Create the work order of a request: one, however often it is called. Its photo becomes a file of the order',
  request: z.object({
    requestId: RowId,
    orderTitle: text(100).min(1),
    priority: WorkOrderPriority.default(WorkOrderPriority.enum.normal),
    assigneeId: RowId.nullable().default(null),
    crewId: RowId.nullable().default(null),
  }),
  response: z.object({ workOrderNo: z.int() }),
})

export const closeRequest = endpoint({
  method: 'PUT',
  path: `${path}/close/:requestId`,
  permission: 'work-orders:publicRequest:process',
  summary: 'Close a request with an answer that the requester sees',
  request: z.object({ requestId: RowId, answer: Answer.min(1) }),
  response: z.object({}),
})

export const eraseRequest = endpoint({
  method: 'PUT',
  path: `${path}/erase/:requestId`,
  permission: 'work-orders:publicRequest:process',
  summary: 'Erase name, telephone, description and photo of a request; type, place and state stay',
  request: z.object({ requestId: RowId }),
  response: z.object({}),
})

const publicPath = '/api/v1/public-requests'

export const findRequestPage = endpoint({
  method: 'POST',
  path: `${publicPath}/page`,
  permission: 'public',
  summary: 'The name of a utility and the middle of its map, for its request page',
  request: z.object({ tenant: TenantCode }),
  response: z.object({
    utility: z.string(),
    map: z.object({ longitude: z.number(), latitude: z.number(), zoom: z.number(), tileUrl: z.string().nullable() }),
  }),
})

export const findNearRequests = endpoint({
  method: 'POST',
  path: `${publicPath}/near`,
  permission: 'public',
  summary: `The number of requests of one type within ${duplicateWithin.metres} m and ${duplicateWithin.days} days, without any of their content`,
  request: z.object({ tenant: TenantCode, requestKind: RequestKind, longitude: Longitude, latitude: Latitude }),
  response: z.object({ count: z.int(), newestTime: Instant.nullable() }),
})

export const sendRequest = endpoint({
  method: 'POST',
  path: publicPath,
  permission: 'public',
  summary:
    'A request of the public. The same requestKey again is the same request. The answer has the number and the code that show its state',
  request: z.object({
    tenant: TenantCode,
    requestKey: z.uuid(),
    requestKind: RequestKind,
    place: text(200).min(1),
    longitude: Longitude.nullable().default(null),
    latitude: Latitude.nullable().default(null),
    description: personalInput(lines(500).default(''), 'other'),
    contactName: personalInput(text(50).default(''), 'name'),
    contactPhone: personalInput(text(30).default(''), 'telephone'),
    /** PNG or JPEG in base64. */
    photo: personalInput(verbatim(photoCharactersMax).default(''), 'attachment'),
  }),
  response: z.object({ requestNo: z.int(), code: z.string() }),
})

export const followRequest = endpoint({
  method: 'POST',
  path: `${publicPath}/state`,
  permission: 'public',
  summary: 'The state of a request by its number and code. A wrong number and a wrong code are answered alike, and attempts are limited',
  request: z.object({ tenant: TenantCode, requestNo: RowId, code: RequestCode }),
  response: z.object({
    requestKind: RequestKind,
    status: RequestStatus,
    orderStatus: WorkOrderStatus.nullable(),
    place: z.string(),
    answer: z.string(),
    createTime: Instant,
  }),
})
