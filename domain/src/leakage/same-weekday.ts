import type { Baseline } from '@nightflow/schemas/shared/baseline'

/** Water use has the rhythm of the week, so a day is compared with the same weekday of the four weeks before it. */
export const baselineWeeks = 4

/** How many days before a day its baseline reaches. */
export const baselineDays = baselineWeeks * 7

/**
 * The median of a figure on the same weekday of the four weeks before a day: one public holiday among them does not move it. Unknown days are
 * left out; `weeks` says how many are known. `valueBefore` gives the figure so many days before.
 */
export const sameWeekdayBaseline = (valueBefore: (days: number) => number | null | undefined): Baseline => {
  const known = Array.from({ length: baselineWeeks }, (_, week) => valueBefore((week + 1) * 7))
    .filter((value) => value !== null && value !== undefined)
    .toSorted((one, other) => one - other)
  const middle = (known.length - 1) / 2
  const median = known.length === 0 ? null : (known[Math.floor(middle)]! + known[Math.ceil(middle)]!) / 2
  return { median, weeks: known.length }
}
