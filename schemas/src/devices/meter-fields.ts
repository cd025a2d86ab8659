import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { RegisterLitres } from '../shared/quantity.ts'
import { LocalDate } from '../shared/values.ts'

/** International identity of the communication module. */
export const Imei = z.string().regex(/^\d{15}$/, formatText('imei'))
/** Number of the SIM card (ICCID), which may end in a letter. */
export const Sim = z.string().regex(/^[0-9A-Za-z]{20}$/, formatText('sim'))
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, formatText('time-of-day'))

/** How the readings of a meter reach the service; values of the dictionary `meter_data_source`. */
export const MeterDataSource = z.enum({ gateway: '0', networkServer: '1', manual: '2', import: '3' })

/** Fields of a meter as a device, beside the rules of its register. All of it optional. */
export const meterFields = {
  meterTypeId: z.int().positive().optional(),
  /** Water flows both ways and both count: the register may fall, intervals may be negative, and the reverse register is taken off. */
  isTwoWay: z.boolean().optional(),
  imei: Imei.optional(),
  sim: Sim.optional(),
  /** The electronic register, and the dial, at the installation of the meter. */
  initialRegisterLitres: RegisterLitres.optional(),
  initialMechanicalLitres: RegisterLitres.optional(),
  /** An hour with no more than this counts as an hour without use. */
  zeroWaterThresholdLitres: RegisterLitres.optional(),
  /** Daily periods with a threshold of their own, local time. A period whose switch is off is stated and has no effect. */
  peak1Switch: z.boolean().optional(),
  peak1Start: TimeOfDay.optional(),
  peak1End: TimeOfDay.optional(),
  peak1ZeroWaterLitres: RegisterLitres.optional(),
  peak2Switch: z.boolean().optional(),
  peak2Start: TimeOfDay.optional(),
  peak2End: TimeOfDay.optional(),
  peak2ZeroWaterLitres: RegisterLitres.optional(),
  peak3Switch: z.boolean().optional(),
  peak3Start: TimeOfDay.optional(),
  peak3End: TimeOfDay.optional(),
  peak3ZeroWaterLitres: RegisterLitres.optional(),
  /** Local day on which the meter came into storage. */
  storedOn: LocalDate.optional(),
  dataSource: MeterDataSource.optional(),
}
export const MeterFields = z.object(meterFields)
export type MeterFields = z.infer<typeof MeterFields>
