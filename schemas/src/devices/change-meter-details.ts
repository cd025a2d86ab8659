import { z } from 'zod'
import { text } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'
import { MeterDetails } from './register-meter.ts'

/** What may be changed of a registered meter. Its number and its zone stay: hours and days of its readings depend on the zone. */
const ChangeableDetails = MeterDetails.omit({ timeZone: true, installedAt: true, hasValve: true }).extend({ hasValve: z.boolean() })

/** The details as they are from now on, for the whole history: what is left out is no longer stated, and its default applies. */
export const ChangeMeterDetails = z.object({
  type: z.literal('ChangeMeterDetails'),
  ...ChangeableDetails.shape,
  reason: text(200).optional(),
})
export type ChangeMeterDetails = z.infer<typeof ChangeMeterDetails>

export const MeterDetailsChanged = ChangeMeterDetails.omit({ type: true }).extend({ changedAt: Instant })
export type MeterDetailsChanged = z.infer<typeof MeterDetailsChanged>

/** The details that a change states or leaves out. */
export const changeableDetails = Object.keys(ChangeableDetails.omit({ number: true }).shape)
