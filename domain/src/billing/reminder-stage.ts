import type { CollectionSettings } from '@nightflow/schemas/billing/collection-settings'
import { dayOfDate } from '../shared/local-time.ts'

type Rule = Pick<CollectionSettings, 'reminderDaysBefore' | 'reminderDaysAfter' | 'reminderCount'>

/** A reminder is not sent later than this: a new rule and a service that stood still do not remind of bills of long ago. */
const latenessDaysMax = 3

/** The stage that is due on a day: 0 before the due day, then 1, 2 ... after it; undefined where none is. */
export const reminderStage = (
  { reminderDaysBefore, reminderDaysAfter, reminderCount }: Rule,
  dueOn: string,
  today: string,
): number | undefined => {
  const daysAfter = dayOfDate(today) - dayOfDate(dueOn)
  if (daysAfter <= 0) {
    const isBefore = reminderDaysBefore > 0 && daysAfter >= -reminderDaysBefore
    return isBefore && daysAfter <= latenessDaysMax - reminderDaysBefore ? 0 : undefined
  }
  if (reminderDaysAfter === 0) return undefined
  const stage = Math.min(reminderCount, Math.floor(daysAfter / reminderDaysAfter))
  return stage > 0 && daysAfter - stage * reminderDaysAfter <= latenessDaysMax ? stage : undefined
}
