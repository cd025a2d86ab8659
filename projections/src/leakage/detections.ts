import { Detection } from '@nightflow/schemas/leakage/detection'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

const detection = Detection.shape

const row = z.object({
  partitionId: z.string(),
  ...{ number: z.int(), kind: detection.kind },
  ...{ startedAt: z.string(), startedEarliest: z.string(), startedLatest: z.string(), detectedAt: z.string() },
  ...{ flowLitresPerHour: z.number(), flowLow: z.number(), flowHigh: z.number() },
  ...{ endedAt: z.string().nullable(), continues: z.int().nullable() },
  explanation: detection.explanation,
  /** Of another basis: the history was judged anew. */
  isWithdrawn: z.boolean(),
})

/** The recorded detections of metering points. */
export const detections = defineEntity({
  name: 'leakage/detections',
  version: 1,
  table: 'detections',
  key: ['partitionId', 'number'],
  row,
  indexes: {
    detected: '(tenant, detected_at, partition_id) where not is_withdrawn',
    open: "(tenant, partition_id) where ended_at is null and kind <> 'anomaly' and not is_withdrawn",
  },
  keysOf: ({ data }) => {
    const { partitionId, found, ended, withdrawn } = data as {
      partitionId: string
      found: Numbered[]
      ended: Numbered[]
      withdrawn: number
    }
    const numbers = [...Array.from({ length: withdrawn }, (_, index) => index + 1), ...[...found, ...ended].map(({ number }) => number)]
    return [...new Set(numbers)].map((number) => ({ partitionId, number }))
  },
  evolve: {
    'leakage.DetectionsRecorded': (known, { data: { partitionId, found, ended, withdrawn } }, key) => {
      const number = key.number!
      const own = found.find((one) => one.number === number)
      const end = ended.find((one) => one.number === number)?.endedAt
      if (own) return { partitionId, ...own, endedAt: own.endedAt ?? end ?? null, isWithdrawn: false }
      if (!known) return undefined
      return number <= withdrawn ? { ...known, isWithdrawn: true } : { ...known, endedAt: end ?? known.endedAt }
    },
  },
})

type Numbered = { number: number }
