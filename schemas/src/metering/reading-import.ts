import { z } from 'zod'
import { importEndpoints } from '../shared/import.ts'
import { YesNo } from '../shared/lists.ts'
import { lines } from '../shared/text.ts'
import { Instant, MeterNumber } from '../shared/values.ts'

/** One row of a sheet of readings. `readAt` is a time of the utility's clock, or an instant with its offset. */
export const ReadingSheetRow = z.object({
  number: MeterNumber,
  readAt: Instant,
  registerCubicMetres: z.number().min(0).max(1e9),
  note: lines(200).default('').optional(),
  /** The reader has looked again: an implausible register is taken as it is. */
  isConfirmed: YesNo.default(YesNo.enum.no),
})
export type ReadingSheetRow = z.infer<typeof ReadingSheetRow>

export const { importTemplate: importReadingsTemplate, importData: importReadings } = importEndpoints({
  path: '/prod-api/business/manualReading',
  permission: 'metering:manualReading:take',
  noun: 'manual reading',
})
