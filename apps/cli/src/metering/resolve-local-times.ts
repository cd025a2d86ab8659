import type { WallClock } from './wall-clock.ts'

/** A word per reading: why its instant is not certain. */
export type TimeFlag = '' | 'ambiguous-time' | 'skipped-time'

/**
 * Instants of one meter's wall-clock times, which come in the order in which the meter was read.
 *
 * In the hour that autumn repeats, a clock that does not advance marks the second pass: everything from the first such reading on is in it.
 * Where the clock advances all through (one pass is missing, or only one reading is there), the order decides nothing: the first pass is taken
 * and the reading flagged `ambiguous-time`. A time in the hour that spring skips is what a clock that was not put forward shows; it is
 * flagged `skipped-time`.
 */
export const resolveLocalTimes = (locals: ArrayLike<number>, clock: WallClock): { at: Float64Array; flags: TimeFlag[] } => {
  const at = new Float64Array(locals.length)
  const flags: TimeFlag[] = new Array<TimeFlag>(locals.length).fill('')
  for (let index = 0; index < locals.length; index++) {
    const { instants, shifted } = clock.instantsOf(locals[index] ?? 0)
    if (instants.length === 2) {
      const end = endOfRepeatedHour(locals, index, clock)
      resolveRepeatedHour(locals, index, end, clock, at, flags)
      index = end - 1
      continue
    }
    at[index] = instants[0] ?? shifted ?? 0
    if (instants.length === 0) flags[index] = 'skipped-time'
  }
  return { at, flags }
}

/** A run of readings in the same repeated hour; a later autumn starts another run. */
const endOfRepeatedHour = (locals: ArrayLike<number>, start: number, clock: WallClock): number => {
  let end = start + 1
  while (
    end < locals.length &&
    Math.abs((locals[end] ?? 0) - (locals[start] ?? 0)) < 7_200_000 &&
    clock.instantsOf(locals[end] ?? 0).instants.length === 2
  )
    end++
  return end
}

const resolveRepeatedHour = (
  locals: ArrayLike<number>,
  start: number,
  end: number,
  clock: WallClock,
  at: Float64Array,
  flags: TimeFlag[],
): void => {
  let secondPass = end
  for (let index = start + 1; index < end && secondPass === end; index++)
    if ((locals[index] ?? 0) <= (locals[index - 1] ?? 0)) secondPass = index
  for (let index = start; index < end; index++) {
    const { instants } = clock.instantsOf(locals[index] ?? 0)
    at[index] = instants[index >= secondPass ? 1 : 0] ?? 0
    if (secondPass === end) flags[index] = 'ambiguous-time'
  }
}
