import type { Projection } from '../projector/projection.ts'
import { annotations } from './annotations.ts'
import { cascadeChanges } from './cascade-changes.ts'
import { detectionProgress } from './detection-progress.ts'
import { detections } from './detections.ts'
import { partitionDays } from './partition-days.ts'
import { partitionInfrastructure } from './partition-infrastructure.ts'
import { partitionMeters } from './partition-meters.ts'
import { partitions } from './partitions.ts'

/** The read models of the context, in the order in which a batch passes through them. */
export const leakageReadModels: readonly Projection[] = [
  partitions,
  partitionMeters,
  partitionInfrastructure,
  cascadeChanges,
  partitionDays,
  detections,
  detectionProgress,

  annotations,
]
