import { CommandRefusal } from '../shared/command-refusal.ts'
import { type Table, whereIs } from '../shared/table/table.ts'

const hourMilliseconds = 3_600_000
/** A row may be this part of a step beside its place: loggers are some seconds late. */
const latePartMax = 0.1

const mostFrequent = (values: Iterable<number>): number | undefined => {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: [value: number, count: number] | undefined
  for (const entry of counts) if (!best || entry[1] > best[1]) best = entry
  return best?.[0]
}

function* stepsOf(at: ArrayLike<number>): Generator<number> {
  for (let place = 1; place < at.length; place++) {
    // Whole seconds: late loggers make every step a little different.
    const step = Math.round(((at[place] ?? 0) - (at[place - 1] ?? 0)) / 1000) * 1000
    if (step > 0) yield step
  }
}

/**
 * The length of the intervals of rows at these ascending instants, milliseconds: the step that is most frequent, or an hour for
 * a single row. Refused unless it is a part of an hour.
 */
export const stepOf = (table: Table, at: ArrayLike<number>): number => {
  const step = mostFrequent(stepsOf(at)) ?? hourMilliseconds
  if (hourMilliseconds % step === 0 && step >= 60_000) return step
  throw new CommandRefusal(
    `${table.file}: rows are mostly ${step / 1000} seconds apart; flows and volumes per interval come every 1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30 or 60 minutes. Say --values register for totals that count up.`,
  )
}

/** Instants put onto the marks of the step, and how many were beside them. One that is too far beside is refused with its row. */
export const onMarks = (
  table: Table,
  at: ArrayLike<number>,
  rowNumbers: ArrayLike<number>,
  step: number,
): { at: Float64Array; moved: number } => {
  const phaseOf = (instant: number): number => ((instant % step) + step) % step
  const phase = mostFrequent(Array.from(at, phaseOf)) ?? 0
  let moved = 0
  const marks = Float64Array.from(at, (instant, place) => {
    const mark = Math.round((instant - phase) / step) * step + phase
    if (mark === instant) return instant
    if (Math.abs(mark - instant) > step * latePartMax) {
      const row = rowNumbers[place] ?? 0
      const beside = Math.round(Math.abs(mark - instant) / 1000)
      throw new CommandRefusal(
        `${whereIs(table, row)}: its time is ${beside} seconds beside the ${step / 60_000}-minute step of the file; mend the row or leave it out.`,
      )
    }
    moved++
    return mark
  })
  return { at: marks, moved }
}
