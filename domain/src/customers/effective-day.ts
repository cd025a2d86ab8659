import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { localDay } from '../shared/assigned-schemes.ts'
import { calendarOf, dayOfDate } from '../shared/local-time.ts'

/** Facts of other streams about an account's days: the day up to which it is billed, and the instant up to which the books are closed. */
export type SettledDays = { readonly billedTo?: string | null; readonly closedUntil?: string | null }

type Asked = { effectiveOn?: string | undefined; changedAt: string } & SettledDays

/**
 * The instant from which a transfer, a freeze or a cancellation counts: the midnight of its day, or now for today. A day that is billed or closed, of the
 * future, or before the account last changed is refused.
 */
export const effectiveAt = (
  { effectiveOn, changedAt, billedTo, closedUntil }: Asked,
  { now, timeZone }: { now: string; timeZone: string },
): string | Rejection => {
  const today = localDay(now, timeZone)
  if (effectiveOn === undefined || effectiveOn === today) return now
  if (effectiveOn > today) return rejected('effective-day-in-future', { day: today })
  const changedOn = localDay(changedAt, timeZone)
  if (effectiveOn < changedOn) return rejected('effective-day-before-change', { day: changedOn })
  if (billedTo && effectiveOn < billedTo) return rejected('effective-day-billed', { day: billedTo })
  const midnight = calendarOf(timeZone).startOf(dayOfDate(effectiveOn))
  if (closedUntil && midnight < Date.parse(closedUntil)) return rejected('effective-day-closed', { day: localDay(closedUntil, timeZone) })
  return new Date(Math.max(midnight, Date.parse(changedAt))).toISOString()
}
