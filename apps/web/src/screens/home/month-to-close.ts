/** The oldest month that is over and open; undefined where the last one is closed. Months are `YYYY-MM`. */
export const monthToClose = (lastClosed: string | undefined, current: string): string | undefined => {
  const last = monthBefore(current)
  if (lastClosed === undefined) return last
  return lastClosed < last ? monthAfter(lastClosed) : undefined
}

const shifted = (month: string, by: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}
const monthBefore = (month: string): string => shifted(month, -1)
const monthAfter = (month: string): string => shifted(month, 1)
