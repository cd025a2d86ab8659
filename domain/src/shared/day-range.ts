import { rangeDaysMax } from '@nightflow/schemas/shared/day-range'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'

const dayMilliseconds = 86_400_000

/** How many days `from`..`to` has, both included; zero or less when they are the wrong way round. */
export const daysInRange = (from: string, to: string): number => 1 + (Date.parse(to) - Date.parse(from)) / dayMilliseconds

/** Undefined when the range of days can be answered as a whole. `daysMax` is less than `rangeDaysMax` where a day is many rows. */
export const rejectRange = (from: string, to: string, daysMax: number = rangeDaysMax): Rejection | undefined => {
  const days = daysInRange(from, to)
  if (days < 1) return rejected('range-reversed', { from, to })
  return days > daysMax ? rejected('range-too-long', { days, daysMax }) : undefined
}
