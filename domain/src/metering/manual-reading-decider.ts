import type { TakeManualReading } from '@nightflow/schemas/metering/manual-reading'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

type Taken = EventIn<'metering.ManualReadingTaken'>
/** The readings of one meter by their id. */
export type ManualReadings = ReadonlyMap<string, { readonly at: number; readonly litres: number }>

/** Devices without a network have clocks of their own. */
const clockToleranceMilliseconds = 5 * 60_000

/** Registers that people read at one meter. A reading that is sent again, or that two readers took alike, is one. */
export const manualReadingDecider: Decider<TakeManualReading, ManualReadings, Taken> = {
  streamOf: ({ number }) => `metering-manual-readings-${number}`,
  initialState: new Map(),
  evolve: (readings, { data }) => new Map(readings).set(data.readingId, { at: Date.parse(data.at), litres: data.litres }),
  decide: { TakeManualReading: take },
}

function take({ type: _, ...asked }: TakeManualReading, readings: ManualReadings, { now }: Context): readonly Taken[] | Rejection {
  const { plausibleUntilLitres, planId = null, photoId = null, ...kept } = asked
  const at = Date.parse(asked.at)
  const known = readings.get(asked.readingId)
  // A device removes what is accepted: another register under a known identifier would be lost.
  if (known) return known.at === at && known.litres === asked.litres ? [] : rejected('reading-id-used', { number: asked.number })
  if ([...readings.values()].some((reading) => reading.at === at && reading.litres === asked.litres)) return []
  if (at > Date.parse(now) + clockToleranceMilliseconds) return rejected('reading-in-future', { at: asked.at })
  if (!asked.isConfirmed && !isPlausible(asked)) return rejected('reading-implausible', { number: asked.number })
  return [{ type: 'metering.ManualReadingTaken', data: { ...kept, planId, photoId, at: new Date(at).toISOString(), takenAt: now } }]
}

/** Not below what the register showed before, nor above what may have flowed since, or what it showed later. */
const isPlausible = ({ litres, previousLitres, plausibleUntilLitres }: Omit<TakeManualReading, 'type'>): boolean =>
  (previousLitres === null || litres >= previousLitres) && (plausibleUntilLitres === null || litres <= plausibleUntilLitres)
