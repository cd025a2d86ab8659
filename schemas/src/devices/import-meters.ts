import { z } from 'zod'
import { importEndpoints } from '../shared/import.ts'
import { YesNo } from '../shared/lists.ts'
import { createMeter } from './create-meter.ts'
import { MeterFields } from './meter-fields.ts'

const { number, name, address, caliberMillimetres, latitude, longitude, timeZone, initialMechanicalDial } = createMeter.request.shape

/** One row of a spreadsheet of meters: what is typed for one, in the units of its heads. An empty cell is absent. */
export const MeterSheetRow = z.object({
  number,
  name,
  address,
  caliberMillimetres,
  hasValve: YesNo.default(YesNo.enum.no),
  latitude,
  longitude,
  /** The tenant's zone when absent. */
  timeZone,
  ...MeterFields.omit({ initialRegisterLitres: true, initialMechanicalLitres: true }).shape,
  isTwoWay: YesNo.optional(),
  peak1Switch: YesNo.optional(),
  peak2Switch: YesNo.optional(),
  peak3Switch: YesNo.optional(),
  initialRegisterCubicMetres: initialMechanicalDial,
  initialMechanicalDial,
  /** In storage instead of in the pipe. */
  isStored: YesNo.default(YesNo.enum.no),
})
export type MeterSheetRow = z.infer<typeof MeterSheetRow>

export const { importTemplate: importMetersTemplate, importData: importMeters } = importEndpoints({
  path: '/prod-api/business/meter',
  permission: 'devices:meter:register',
  noun: 'meter',
})
