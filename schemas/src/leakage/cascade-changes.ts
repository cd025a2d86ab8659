import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { PartitionId } from '../shared/values.ts'
import { MovePartition } from './partition.ts'

export const movePartition = endpoint({
  method: 'PUT',
  path: '/api/v1/partitions/:id/superior',
  permission: 'leakage:partition:manage',
  summary: 'Put a metering point, with all points below it, below another point of its cascade',
  request: MovePartition.omit({ type: true, partitionId: true }).extend({ id: PartitionId }),
  response: z.object({ position: z.int() }),
})

/** Points of one batch. */
export const removalsMax = 200

export const removePartitions = endpoint({
  method: 'POST',
  path: '/api/v1/partitions/removals',
  permission: 'leakage:partition:manage',
  summary: 'Remove metering points, the deepest first; those that are refused stay and are named with the reason',
  request: z.object({ partitionId: z.array(PartitionId).min(1).max(removalsMax) }),
  response: z.object({
    position: z.int(),
    removed: z.array(PartitionId),
    refused: z.array(z.object({ id: PartitionId, code: z.string(), details: z.record(z.string(), z.union([z.string(), z.number()])) })),
  }),
})
