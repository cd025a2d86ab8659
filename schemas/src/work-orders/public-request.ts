import { z } from 'zod'
import { defineResource } from '../shared/resource.ts'
import { Instant } from '../shared/values.ts'

/** Requests of the public without a sign-in: a number and a code show the state. */

export const RequestKind = z.enum({ noWater: '0', leak: '1', quality: '2', pressure: '3', meter: '4' })
export type RequestKind = z.infer<typeof RequestKind>
export const RequestStatus = z.enum({ received: '0', ordered: '1', closed: '2' })
export type RequestStatus = z.infer<typeof RequestStatus>

/** Requests within this distance and time may be about the same. */
export const duplicateWithin = { metres: 200, days: 7 } as const
/** New requests of one network in an hour, and of a utility; wrong codes of a network in a quarter of an hour. */
export const requestLimits = { perNetwork: 5, perTenant: 300, wrongCodes: 10 } as const
/** Requests of one order or case. */
export const requestsMax = 100

export const publicRequests = defineResource({
  name: 'publicRequest',
  texts: 'work-orders',
  noun: 'public request',
  path: '/prod-api/business/publicRequest',
  permission: 'work-orders:publicRequest',
  verbs: ['list', 'query', 'process'],
  id: 'requestId',
  table: 'platform.public_requests',
  scope: 'own',
  fields: {
    requestKind: { schema: RequestKind, isReadOnly: true, filter: 'equals', dictionary: 'public_request_kind' },
    status: { schema: RequestStatus, isReadOnly: true, filter: 'equals', dictionary: 'public_request_status' },
    place: { schema: z.string(), isReadOnly: true, filter: 'contains', filterMax: 200 },
    description: { schema: z.string(), isReadOnly: true },
    contactName: { schema: z.string().nullable(), isReadOnly: true },
    contactPhone: { schema: z.string().nullable(), isReadOnly: true },
    longitude: { schema: z.number().nullable(), isReadOnly: true },
    latitude: { schema: z.number().nullable(), isReadOnly: true },
    orderId: { schema: z.uuid().nullable(), isReadOnly: true },
    caseId: { schema: z.uuid().nullable(), isReadOnly: true },
    answer: { schema: z.string(), isReadOnly: true },
    erasedTime: { schema: Instant.nullable(), isReadOnly: true },
    createTime: { schema: Instant, isReadOnly: true },
  },
  menu: {
    directory: 'workOrder',
    place: 8,
    path: 'requests',
    component: 'work-orders/publicRequest',
    icon: 'speakerphone',
    titles: { en: 'Requests', 'zh-CN': '报修', fr: 'Demandes', id: 'Permintaan' },
    audience: 'tenant',
  },
  screen: {
    columns: ['place', 'requestKind', 'status', 'description', 'createTime'],
    moreColumns: ['requestId', 'contactName', 'contactPhone', 'answer'],
    onPhone: ['place', 'requestKind', 'status'],
    filters: ['requestKind', 'status', 'place', 'createdWithin'],
    title: 'place',
  },
})

/** A request as its order and its case show it. */
export const RequestOfWork = publicRequests.row
  .pick({ requestId: true, requestKind: true, status: true, place: true, createTime: true })
  .extend({ description: z.string() })
export type RequestOfWork = z.infer<typeof RequestOfWork>
