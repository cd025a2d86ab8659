import type { CollectionSettings } from '@nightflow/schemas/billing/collection-settings'
import { calendarOf, dateOfDay } from '../shared/local-time.ts'

const hourMilliseconds = 3_600_000
const daysOfWeek = 7
/** Day 0 was a Thursday: Saturday and Sunday are the third and the fourth day from there. */
const weekendDays = [2, 3]
const hoursOfDay = 24

export type FriendlyHours = Pick<CollectionSettings, 'closingFromHour' | 'closingUntilHour' | 'sparesWeekends' | 'closingHolidays'>

/**
 * Whether a valve may be closed for arrears at an instant: within the hours in which the utility can be reached, and not on its holidays, nor at weekends where it
 * spares them. Without rules it may at any time.
 */
export const mayCloseAt = (
  { closingFromHour = 0, closingUntilHour = hoursOfDay, sparesWeekends = false, closingHolidays = '' }: FriendlyHours,
  now: number,
  timeZone: string,
): boolean => {
  const { dayOf, startOf } = calendarOf(timeZone)
  const day = dayOf(now)
  const hour = (now - startOf(day)) / hourMilliseconds
  if (hour < closingFromHour || hour >= closingUntilHour) return false
  if (sparesWeekends && weekendDays.includes(day % daysOfWeek)) return false
  return !closingHolidays.split(/\s+/).includes(dateOfDay(day))
}
