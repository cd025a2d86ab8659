import { LocalDate } from './values.ts'

/** At most this many local days in one answer: ten years. Longer ranges are rejected, never cut. */
export const rangeDaysMax = 3660

/** A range of local days in a request, both ends included. */
export const dayRange = {
  from: LocalDate.meta({ description: 'first local day' }),
  to: LocalDate.meta({
    description: `last local day, included; more than ${rangeDaysMax} days are rejected with range-too-long, never cut`,
  }),
}
