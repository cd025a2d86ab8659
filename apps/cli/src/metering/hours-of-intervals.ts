import { toMillilitre } from './units.ts'

const hourMilliseconds = 3_600_000

/** Volumes of equally long intervals of one inlet: `start` ascending, epoch milliseconds; litres, NaN where unknown. */
export type Intervals = { start: ArrayLike<number>; litres: ArrayLike<number>; flags: readonly string[]; milliseconds: number }

/** Whole hours: `start` of each beside its litres. `incompleteHours`: hours of which a part is known and a part is not; they are left out. */
export type Hours = { start: number[]; litres: number[]; flags: string[]; incompleteHours: number }

type Open = { start: number; litres: number; knownMilliseconds: number; flag: string }

/**
 * Hours out of shorter intervals. An interval that crosses the mark of an hour is shared by time. An hour counts when intervals cover all of
 * it: a mean of what is there would be a guess of the rest. `hourStartOf` gives the local hour of an instant.
 */
export const hoursOfIntervals = ({ start, litres, flags, milliseconds }: Intervals, hourStartOf: (instant: number) => number): Hours => {
  const hours: Hours = { start: [], litres: [], flags: [], incompleteHours: 0 }
  let open: Open | undefined
  const close = (): void => {
    if (open === undefined || open.knownMilliseconds === 0) return
    if (open.knownMilliseconds < hourMilliseconds) hours.incompleteHours++
    else {
      hours.start.push(open.start)
      hours.litres.push(toMillilitre(open.litres))
      hours.flags.push(open.flag)
    }
  }
  for (let at = 0; at < start.length; at++) {
    const volume = litres[at] ?? Number.NaN
    if (Number.isNaN(volume)) continue
    const end = (start[at] ?? 0) + milliseconds
    for (let from = start[at] ?? 0; from < end; ) {
      const hour = hourStartOf(from)
      if (open?.start !== hour) {
        close()
        open = { start: hour, litres: 0, knownMilliseconds: 0, flag: '' }
      }
      const part = Math.min(end, hour + hourMilliseconds) - from
      open.litres += (volume * part) / milliseconds
      open.knownMilliseconds += part
      open.flag ||= flags[at] ?? ''
      from += part
    }
  }
  close()
  return hours
}
