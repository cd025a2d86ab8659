type Day = { known: number; meters: number }

/**
 * The reading rate of the `length` days that end with each day: meter days that are known over meter days in service, as a share. Days before the
 * first one with a known meter do not count; null without a meter in service. One value for each day, in their order.
 */
export const rateWindows = (days: readonly Day[], length: number): (number | null)[] => {
  const start = days.findIndex(({ known }) => known > 0)
  let [known, meters] = [0, 0]
  return days.map((day, place) => {
    if (start < 0 || place < start) return null
    known += day.known
    meters += day.meters
    const left = days[place - length]
    if (left && place - length >= start) {
      known -= left.known
      meters -= left.meters
    }
    return meters === 0 ? null : known / meters
  })
}
