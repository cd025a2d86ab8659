/** Water use of an account in one month; `isWhole` where every day of it is known. */
export type MonthOfUse = { month: string; litres: number; isWhole: boolean }

const placeOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
const monthAt = (place: number): string => `${Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`

/** The month so many months later, `YYYY-MM`. */
export const monthsAfter = (month: string, count: number): string => monthAt(placeOf(month) + count)

/** Both included. */
export const monthsFrom = (first: string, last: string): string[] =>
  Array.from({ length: placeOf(last) - placeOf(first) + 1 }, (_, nth) => monthAt(placeOf(first) + nth))

/** Litres of the period before of the same length, and of the same months of last year; null where a day of them is not known. */
export const compareUse = (
  use: readonly MonthOfUse[],
  { first, last }: { first: string; last: string },
): { beforeLitres: number | null; lastYearLitres: number | null } => {
  const whole = new Map(use.filter(({ isWhole }) => isWhole).map(({ month, litres }) => [month, litres]))
  const sumOf = (months: readonly string[]): number | null =>
    months.every((month) => whole.has(month)) ? months.reduce((sum, month) => sum + whole.get(month)!, 0) : null
  const months = monthsFrom(first, last)
  const earlier = (count: number): number | null => sumOf(months.map((month) => monthsAfter(month, -count)))
  return { beforeLitres: earlier(months.length), lastYearLitres: earlier(12) }
}
