import { type DayNumber, dateOfDay, dayOfDate, hourMilliseconds, type ZoneCalendar } from './local-time.ts'

type Times = { recurrence: 'daily' | 'weekly' | 'monthly'; hour: number; weekDay: number; monthDay: number }

/** Monday is 1; 1970-01-01 was a Thursday. */
const weekDayOf = (day: DayNumber): number => ((((day + 3) % 7) + 7) % 7) + 1

const isDueOn = ({ recurrence, weekDay, monthDay }: Times, day: DayNumber): boolean =>
  recurrence === 'daily' || (recurrence === 'weekly' ? weekDayOf(day) === weekDay : Number(dateOfDay(day).slice(8)) === monthDay)

/** The start of an hour of a local day; where a clock change leaves the hour out, the next one that there is. */
const instantOf = (calendar: ZoneCalendar, day: DayNumber, hour: number): number => {
  const hours = calendar.wallHoursOf(day)
  const slot = hours.findIndex((wall) => wall >= hour)
  return slot < 0 ? calendar.startOf(day + 1) : calendar.startOf(day) + slot * hourMilliseconds
}

/** No recurrence is longer. */
const daysBack = 31

/** The last instant up to now at which a report was due, with its local day; undefined for none within a month. */
export const lastDue = (times: Times, now: number, calendar: ZoneCalendar): { at: number; day: DayNumber } | undefined => {
  const today = calendar.dayOf(now)
  for (let day = today; day >= today - daysBack; day -= 1) {
    if (!isDueOn(times, day)) continue
    const at = instantOf(calendar, day, times.hour)
    if (at <= now) return { at, day }
  }
  return undefined
}

/** The local days that a report of this day is about, both included. */
export const coveredDays = (covers: 'yesterday' | 'week' | 'month', day: DayNumber): { beginTime: string; endTime: string } => {
  if (covers === 'yesterday') return { beginTime: dateOfDay(day - 1), endTime: dateOfDay(day - 1) }
  if (covers === 'week') return { beginTime: dateOfDay(day - 7), endTime: dateOfDay(day - 1) }
  const last = dayOfDate(`${dateOfDay(day).slice(0, 7)}-01`) - 1
  return { beginTime: `${dateOfDay(last).slice(0, 7)}-01`, endTime: dateOfDay(last) }
}
