import { z } from 'zod'
import { text } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'
import { MeterDetails } from './register-meter.ts'

/** Fields of a registered meter that can be changed. Its number and its zone stay: hours and days of its readings depend on the zone. */
const ChangeableDetails = MeterDetails.omit({ timeZone: true, installedAt: true, hasValve: true }).extend({ hasValve: z.boolean() })

const { number, hasValve, ...optionalDetails } = ChangeableDetails.shape
type OptionalDetails = typeof optionalDetails

const orNull = Object.fromEntries(Object.entries(optionalDetails).map(([name, schema]) => [name, schema.nullable()])) as {
  [Name in keyof OptionalDetails]: z.ZodNullable<OptionalDetails[Name]>
}

/** Details from now on, for the whole history: what is absent stays as it is; null is no longer stated, and its default applies. */
export const ChangeMeterDetails = z.object({
  type: z.literal('ChangeMeterDetails'),
  number,
  hasValve: hasValve.optional(),
  ...orNull,
  reason: text(200).optional(),
})
export type ChangeMeterDetails = z.infer<typeof ChangeMeterDetails>

/** All details as they are after the change: what an event does not have is not stated. */
export const MeterDetailsChanged = z.object({ ...ChangeableDetails.shape, reason: text(200).optional(), changedAt: Instant })
export type MeterDetailsChanged = z.infer<typeof MeterDetailsChanged>

/** The details that a change can state. */
export const changeableDetails = Object.keys(ChangeableDetails.omit({ number: true }).shape) as (keyof Omit<
  z.infer<typeof ChangeableDetails>,
  'number'
>)[]
