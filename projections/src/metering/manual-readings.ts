import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'

const row = z.object({
  readingId: z.uuid(),
  /** The log position of the event: the same after every rebuild. */
  manualReadingId: z.int(),
  number: z.string(),
  readAt: z.iso.datetime(),
  litres: z.number(),
  previousLitres: z.number().nullable(),
  note: z.string(),
  isConfirmed: z.boolean(),
  planId: z.uuid().nullable(),
  photoId: z.uuid().nullable(),
  takenBy: z.string().nullable(),
  takenAt: z.iso.datetime(),
})

/** Registers that people read at the meter. The days of the meters have them as readings too. */
export const manualReadings = defineEntity({
  name: 'metering/manual-readings',
  version: 1,
  table: 'manual_readings',
  key: ['readingId'],
  row,
  indexes: { id: 'unique (tenant, manual_reading_id)', plan: '(tenant, plan_id, number)' },
  evolve: {
    'metering.ManualReadingTaken': (reading, { data: { at, ...taken }, position, metadata }) =>
      reading ?? { ...taken, readAt: at, manualReadingId: position, takenBy: personOf(metadata.actor) },
  },
})
