import type { TakeManualReading } from '@nightflow/schemas/metering/manual-reading'
import { isPlausibleRegister } from '@nightflow/schemas/metering/plausible-register'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

type Taken = EventIn<'metering.ManualReadingTaken'>
type Known = { readonly at: number; readonly litres: number; readonly planId: string | null }
/** The readings of one meter by their id, in the order in which they arrived. */
export type ManualReadings = ReadonlyMap<string, Known>

/** Devices without a network have clocks of their own. */
const clockToleranceMilliseconds = 5 * 60_000
export const isInFuture = (at: string, now: string): boolean => Date.parse(at) > Date.parse(now) + clockToleranceMilliseconds

/** Registers that people read at one meter. A reading that is sent again, or that two readers took alike, is one. */
export const manualReadingDecider: Decider<TakeManualReading, ManualReadings, Taken> = {
  streamOf: ({ number }) => `metering-manual-readings-${number}`,
  initialState: new Map(),
  evolve: (readings, { data }) =>
    new Map(readings).set(data.readingId, { at: Date.parse(data.at), litres: data.litres, planId: data.planId }),
  decide: { TakeManualReading: take },
}

function take({ type: _, ...asked }: TakeManualReading, readings: ManualReadings, { now }: Context): readonly Taken[] | Rejection {
  const { plausibleUntilLitres, planRefusal, planId = null, photoId = null, ...kept } = asked
  const at = Date.parse(asked.at)
  const known = readings.get(asked.readingId)
  // A device removes what is accepted: another register under a known identifier would be lost.
  if (known) return known.at === at && known.litres === asked.litres ? [] : rejected('reading-id-used', { number: asked.number })
  if ([...readings.values()].some((reading) => isAlike(reading, { at, litres: asked.litres, planId }))) return []
  if (planRefusal !== null) return rejected(planRefusal, { number: asked.number })
  if (isInFuture(asked.at, now)) return rejected('reading-in-future', { at: asked.at })
  if (!asked.isConfirmed && !isPlausibleRegister(asked.litres, asked)) return rejected('reading-implausible', { number: asked.number })
  return [{ type: 'metering.ManualReadingTaken', data: { ...kept, planId, photoId, at: new Date(at).toISOString(), takenAt: now } }]
}

const isAlike = (one: Known, other: Known): boolean => one.at === other.at && one.litres === other.litres && one.planId === other.planId

/**
 * The reading of the same meter that arrived in the same round before this one, by its id; undefined where this one is the first. Both are kept: the
 * register of the later instant counts for later days, and a clerk compares them.
 */
export const earlierInRound = (readings: ManualReadings, readingId: string, planId: string | undefined): string | undefined => {
  if (planId === undefined) return undefined
  const [first] = [...readings].find(([, reading]) => reading.planId === planId) ?? []
  return first === readingId ? undefined : first
}
