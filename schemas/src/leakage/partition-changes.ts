import { z } from 'zod'
import { Actor } from '../shared/actors.ts'
import { Position } from '../shared/quantity.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant, PartitionId } from '../shared/values.ts'

/** Changes before a position, newest first. A change is never torn apart by the end of a page. */
export const ListPartitionChanges = z.object({
  id: PartitionId,
  before: Position.optional(),
  limit: typedNumber().int().min(1).max(500).default(200),
})

export const PartitionChangeType = z.enum([
  'leakage.PartitionCreated',
  'leakage.PartitionChanged',
  'leakage.PartitionMoved',
  'leakage.SummaryMeterAssociated',
  'leakage.SubMetersAssociated',
  'leakage.MetersDissociated',
  'leakage.ThresholdsSet',
  'leakage.InfrastructureSet',
  'leakage.InfrastructureRemoved',
])

export type PartitionChangeType = z.infer<typeof PartitionChangeType>

/** One field of one change of a metering point. `value` is what it was set to, as text; null where it was taken away. */
export const PartitionChangeRow = z.object({
  position: z.int(),
  changedAt: Instant,
  changedBy: Actor,
  type: PartitionChangeType,
  field: z.string(),
  value: z.string().nullable(),
  /** The value before; null where none was set. */
  previous: z.string().nullable(),
})
export type PartitionChangeRow = z.infer<typeof PartitionChangeRow>
