import type { Absent } from '@nightflow/domain/metering/absences'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { MeterState } from '@nightflow/schemas/devices/meter-life'
import { RegisterResetRecorded } from '@nightflow/schemas/devices/record-register-reset'
import { MeterRegistered } from '@nightflow/schemas/devices/register-meter'
import { z } from 'zod'

const AbsentRow = z.object({
  from: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
  fromPosition: z.int().nullable(),
  untilPosition: z.int().nullable(),
}) satisfies z.ZodType<Absent>

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
  /** Local days in service, the last one excluded: from the day after registration, or installation where that is earlier. Null has no end. */
  serviceFrom: z.iso.date(),
  serviceUntil: z.iso.date().nullable(),
  resets: z.array(RegisterResetRecorded),
  state: MeterState,
  stateSince: z.iso.datetime(),
  /** When the meter belonged to another tenant. */
  absences: z.array(AbsentRow),
  meterTypeId: z.int().nullable(),
  meterGroupId: z.int().nullable(),
  // Sort and search keys of the list, as its indexes have them: of the details, in lower case.
  nameKey: z.string().nullable(),
  addressKey: z.string().nullable(),
  caliberMillimetres: z.int32().nullable(),
  hasValve: z.boolean(),
  searchText: z.string(),
})
export type Meter = z.infer<typeof meterRow>

const localDayOf = (instant: string, timeZone: string): number => calendarOf(timeZone).dayOf(Date.parse(instant))

export const localDateOf = (instant: string, timeZone: string): string => dateOfDay(localDayOf(instant, timeZone))

/** Imported history may be older than the registration: an installation that is earlier counts. */
export const serviceFromOf = ({ timeZone, registeredAt, installedAt = registeredAt }: MeterRegistered): string =>
  dateOfDay(Math.min(localDayOf(registeredAt, timeZone), localDayOf(installedAt, timeZone)) + 1)
