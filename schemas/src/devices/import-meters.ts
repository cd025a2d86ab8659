import { z } from 'zod'
import { importEndpoints } from '../shared/import.ts'
import { text } from '../shared/text.ts'
import { Latitude, Longitude, MeterNumber, TimeZone } from '../shared/values.ts'

/** One row of a spreadsheet of meters. A cell carries text, so numbers are read from it; an empty cell is absent. */
export const MeterSheetRow = z.object({
  number: MeterNumber,
  name: text(100).optional(),
  address: text(200).optional(),
  caliberMillimetres: z.coerce.number().int().min(1).max(3000).optional(),
  /** A value of the dictionary `sys_yes_no`. */
  hasValve: z.enum(['Y', 'N']).default('N'),
  latitude: z.coerce.number().pipe(Latitude).optional(),
  longitude: z.coerce.number().pipe(Longitude).optional(),
  /** The tenant's zone when absent. */
  timeZone: TimeZone.optional(),
})
export type MeterSheetRow = z.infer<typeof MeterSheetRow>

export const { importTemplate: importMetersTemplate, importData: importMeters } = importEndpoints({
  path: '/prod-api/business/meter',
  permission: 'devices:meter:register',
  noun: 'meter',
})
