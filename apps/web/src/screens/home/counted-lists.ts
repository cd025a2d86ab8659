import { endpoint } from '@nightflow/schemas/shared/endpoint'
import type { Permission } from '@nightflow/schemas/shared/permissions'
import { z } from 'zod'
import { call } from '#api/call.ts'

/**
 * Lists of which the home screen needs the number of rows alone, and the code of the status that waits. Their declarations describe every field of
 * every row and are loaded with the screens that show them; a test compares these addresses, permissions and codes with them.
 */
const counted = (path: `/prod-api/business/${string}`, permission: Permission, waiting: string) => ({
  waiting,
  ...endpoint({
    method: 'GET',
    path: `${path}/list`,
    permission,
    summary: 'The number of rows that a filter leaves',
    envelope: 'rows',
    request: z.looseObject({}),
    response: z.object({ total: z.int() }),
  }),
})

/** Of each enumeration the status that waits alone. */
const Waiting = {
  reviews: z.enum({ open: '0' }),
  heldBills: z.enum({ held: '0' }),
  bankEntries: z.enum({ unmatched: '0' }),
  billRuns: z.enum({ previewed: '1' }),
  priceSchemes: z.enum({ published: '1' }),
} as const

export const countedLists = {
  reviews: counted('/prod-api/business/consumptionReview', 'metering:readings:read', Waiting.reviews.enum.open),
  heldBills: counted('/prod-api/business/heldBill', 'billing:heldBill:list', Waiting.heldBills.enum.held),
  bankEntries: counted('/prod-api/business/bankEntry', 'billing:bankEntry:list', Waiting.bankEntries.enum.unmatched),
  billRuns: counted('/prod-api/business/billRun', 'billing:billRun:list', Waiting.billRuns.enum.previewed),
  priceSchemes: counted('/prod-api/business/priceScheme', 'billing:priceScheme:list', Waiting.priceSchemes.enum.published),
} as const

/** The stages of a leak case that need an order. */
export const stagesOfWork = z.enum({ awareness: '0', localisation: '1', repair: '2' }).options

/** Leak cases at a stage, by their open orders alone. */
export const listCases = endpoint({
  method: 'GET',
  path: '/prod-api/business/leakCase/list',
  permission: 'work-orders:leakCase:list',
  summary: 'The leak cases at a stage',
  envelope: 'rows',
  request: z.looseObject({}),
  response: z.object({ rows: z.array(z.object({ ordersOpen: z.int() })) }),
})

/** Open work orders, by the day on which they are due alone. */
export const listOpenOrders = endpoint({
  method: 'GET',
  path: '/prod-api/business/workOrder/board',
  permission: 'work-orders:workOrder:list',
  summary: 'The open work orders',
  request: z.object({}),
  response: z.object({ rows: z.array(z.object({ dueDate: z.string().nullable() })) }),
})

/** The months whose books are closed, the latest first. */
const listClosedMonths = endpoint({
  method: 'GET',
  path: '/prod-api/business/ledger/close/list',
  permission: 'billing:bookClose:list',
  summary: 'The closed months',
  envelope: 'rows',
  request: z.object({ pageNum: z.int(), pageSize: z.int() }),
  response: z.object({ rows: z.array(z.object({ month: z.string() })) }),
})

export const closedMonthsQuery = {
  queryKey: [listClosedMonths.path, 'latest'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listClosedMonths, { pageNum: 1, pageSize: 1 }, signal),
}
