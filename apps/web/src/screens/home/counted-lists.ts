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

export const countedLists = {
  reviews: counted('/prod-api/business/consumptionReview', 'metering:readings:read', '0'),
  heldBills: counted('/prod-api/business/heldBill', 'billing:heldBill:list', '0'),
  bankEntries: counted('/prod-api/business/bankEntry', 'billing:bankEntry:list', '0'),
  billRuns: counted('/prod-api/business/billRun', 'billing:billRun:list', '1'),
  priceSchemes: counted('/prod-api/business/priceScheme', 'billing:priceScheme:list', '1'),
} as const

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
