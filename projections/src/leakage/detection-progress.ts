import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

const row = z.object({ partitionId: z.string(), until: z.string(), baseFrom: z.string(), basis: z.string(), count: z.int() })

/** How far the days of each metering point were judged. */
export const detectionProgress = defineEntity({
  name: 'leakage/detection-progress',
  version: 1,
  table: 'detection_progress',
  key: ['partitionId'],
  row,
  evolve: {
    'leakage.DetectionsRecorded': (known, { data: { partitionId, until, baseFrom, basis, found, withdrawn } }) => ({
      ...{ partitionId, until, baseFrom, basis },
      count: (known?.count ?? 0) - withdrawn + found.length,
    }),
  },
})
