import { z } from 'zod'
import { dayRange } from '../shared/day-range.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Count } from '../shared/quantity.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { PartitionId } from '../shared/values.ts'

export const movedMetersMax = 50
/** More than any river. */
const changeMax = 1e12

/** A customer's meter whose use changed when the flow of the metering point did. */
export const MovedMeter = z.object({
  number: z.string(),
  name: z.string().nullable(),
  /** Median of the 28 days before, and mean since, litres an hour. */
  usualLitresPerHour: z.number(),
  litresPerHour: z.number(),
  /** The change as a share of that of the flow. */
  share: z.number(),
})
export type MovedMeter = z.infer<typeof MovedMeter>

export const findMovedMeters = endpoint({
  method: 'GET',
  path: '/api/v1/partitions/:id/moved-meters',
  permission: 'leakage:partition:read',
  summary:
    'Customers’ meters whose use changed with the flow of a metering point, such as that of a detection, those that changed most first',
  request: z.object({
    id: PartitionId,
    ...dayRange,
    flowLitresPerHour: typedNumber().min(-changeMax).max(changeMax).meta({ description: 'the change of the flow; negative where it fell' }),
  }),
  response: z.object({
    /** Customers’ meters that were known on days before and since. */
    known: Count,
    rows: z.array(MovedMeter).max(movedMetersMax),
  }),
  row: MovedMeter,
})
