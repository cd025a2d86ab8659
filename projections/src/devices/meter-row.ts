import { MeterState } from '@nightflow/schemas/devices/meter-life'
import { RegisterResetRecorded } from '@nightflow/schemas/devices/record-register-reset'
import { MeterRegistered } from '@nightflow/schemas/devices/register-meter'
import { z } from 'zod'

/** The row of a meter. */
export const meterRow = z.object({
  number: z.string(),
  /** The log position of the registration: the same after every rebuild. */
  id: z.int(),
  timeZone: z.string(),
  details: MeterRegistered,
  registeredAt: z.iso.datetime(),
  replacedBy: z.string().nullable(),
  replacedAt: z.iso.datetime().nullable(),
  finalLitres: z.number().nullable(),
  replaces: z.string().nullable(),
  inServiceFrom: z.iso.datetime().nullable(),
  initialLitres: z.number().nullable(),
  resets: z.array(RegisterResetRecorded),
  state: MeterState,
  stateSince: z.iso.datetime(),
  /** When the meter left for another tenant, and the position of that event: later frames are claimed by no meter here. */
  movedAt: z.iso.datetime().nullable(),
  movedPosition: z.int().nullable(),
  meterTypeId: z.int().nullable(),
  meterGroupId: z.int().nullable(),
  // What the list sorts and searches by, as its indexes have it: of the details, in lower case.
  nameKey: z.string().nullable(),
  addressKey: z.string().nullable(),
  caliberMillimetres: z.int32().nullable(),
  hasValve: z.boolean(),
  searchText: z.string(),
})
export type Meter = z.infer<typeof meterRow>
