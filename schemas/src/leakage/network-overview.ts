import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { LocalDate } from '../shared/values.ts'

/** How many days of cascades are known, of all of them. */
const Known = z.int().min(0)

/** The network as one: the cascades' roots together. A figure is null where no day of the month is known. */
export const NetworkOverview = z.object({
  /** Cascades; each is one partition of the network. */
  partitions: z.int(),
  meteringPoints: z.int(),
  /** Metering points whose inflow is measured now. */
  monitoredPoints: z.int(),
  /** Levels of the deepest cascade. */
  layers: z.int(),
  from: LocalDate,
  /** The last day that counts: yesterday. On the first of a month it is before `from`. */
  to: LocalDate,
  supplyLitres: z.number().nullable(),
  leakageLitres: z.number().nullable(),
  leakageRate: z.number().nullable(),
  isEstimated: z.boolean(),
  partitionDays: Known,
  supplyDaysKnown: Known,
  leakageDaysKnown: Known,
})
export type NetworkOverview = z.infer<typeof NetworkOverview>

export const networkOverview = endpoint({
  method: 'GET',
  path: '/api/v1/leakage/overview',
  permission: 'leakage:partition:read',
  summary: 'Number of partitions, monitored metering points and layers, with supply, leakage and rate of the current month',
  request: z.object({}),
  response: NetworkOverview,
})
