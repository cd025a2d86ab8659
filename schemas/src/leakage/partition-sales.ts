import { z } from 'zod'
import { dayRange } from '../shared/day-range.ts'
import { endpoint } from '../shared/endpoint.ts'
import { PartitionId } from '../shared/values.ts'

/** Billed volume and amount of the customers of a metering point. */
export const SalesRow = z.object({
  partitionId: PartitionId,
  /** Null where the days are no whole months, or no customer's meter has a bill: bills have volumes by month. */
  billedLitres: z.number().nullable(),
  /** Customers' meters of the point and of those below it, and how many of them have a bill in the period. */
  meters: z.int(),
  metersBilled: z.int(),
})
export type SalesRow = z.infer<typeof SalesRow>

export const partitionSales = endpoint({
  method: 'GET',
  path: '/api/v1/partitions/:id/sales',
  permission: 'leakage:partition:read',
  summary: 'Billed volume of a metering point and of each point below it, over whole months',
  request: z.object({ id: PartitionId, ...dayRange }),
  response: z.object({ rows: z.array(SalesRow) }),
  row: SalesRow,
})
