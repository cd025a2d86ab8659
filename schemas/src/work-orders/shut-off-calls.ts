import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { Language } from '../shared/language.ts'
import { RowId } from '../shared/lists.ts'
import { AccountNo, Boundary, PartitionId } from '../shared/values.ts'
import { ShutOffOfOrder, ShutOffValve, shutOffMax, shutOffPeriod, ValveNo, ValveNote, ValveTurn } from './shut-off.ts'

const path = '/prod-api/business/workOrder/shutOff/:workOrderNo'
/** Customers that one answer shows. */
const customersShown = 200
const suggestionsMax = 200

/** A customer without water. `isReachable`: a message can be sent. */
const Customer = z.object({ accountNo: z.string(), meterNo: z.string().nullable(), place: z.string().nullable(), isReachable: z.boolean() })

export const findShutOff = endpoint({
  method: 'GET',
  path,
  permission: 'work-orders:workOrder:query',
  summary: `The shut-off list of an order: valves, messages, and the first ${customersShown} customers without water`,
  request: z.object({ workOrderNo: RowId }),
  response: ShutOffOfOrder.omit({ accounts: true }).extend({
    customers: z.array(Customer).max(customersShown),
    customerCount: z.int(),
    reachableCount: z.int(),
  }),
})

export const suggestShutOff = endpoint({
  method: 'POST',
  path: `${path}/suggestion`,
  permission: 'work-orders:workOrder:assign',
  summary:
    'Valves to choose from, the nearest first, those that shut off a metering point or are inside a line of the map marked, and the customers behind them',
  request: z.object({
    workOrderNo: RowId,
    /** That of the order where it is left out. */
    partitionId: PartitionId.optional(),
    /** A line drawn on the map, in place of a metering point. */
    area: Boundary.optional(),
  }),
  response: z.object({
    partitionId: PartitionId.nullable(),
    valves: z.array(ShutOffValve.extend({ isSuggested: z.boolean() })).max(suggestionsMax),
    accounts: z.array(AccountNo).max(shutOffMax.accounts),
  }),
})

export const listShutOff = endpoint({
  method: 'PUT',
  path,
  permission: 'work-orders:workOrder:assign',
  summary: 'The valves to close for an order and the customers without water, in place of those before. A closed valve stays on the list',
  request: z.object({
    workOrderNo: RowId,
    partitionId: PartitionId.nullable().default(null),
    valves: z.array(ShutOffValve).max(shutOffMax.valves),
    accounts: z.array(AccountNo).max(shutOffMax.accounts).default([]),
  }),
  response: z.object({}),
})

export const turnValve = endpoint({
  method: 'PUT',
  path: `${path}/valve`,
  permission: 'work-orders:workOrder:process',
  summary: 'A valve of the list was closed or reopened, or stays closed for a reason',
  request: z.object({ workOrderNo: RowId, valveNo: ValveNo, turn: ValveTurn, note: ValveNote.default('') }),
  response: z.object({}),
})

export const sendShutOffNotices = endpoint({
  method: 'PUT',
  path: `${path}/notices`,
  permission: 'work-orders:workOrder:assign',
  summary:
    'Tell the customers without water, by SMS or else by e-mail, from when until when. The same noticeId again has no further effect',
  request: z.object({ workOrderNo: RowId, noticeId: z.uuid(), ...shutOffPeriod, language: Language }),
  response: z.object({}),
})
