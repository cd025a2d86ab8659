import type { CollectionSettings } from '@nightflow/schemas/billing/collection-settings'
import { calendarOf, dateOfDay } from '../shared/local-time.ts'

/** The day on which a bill is due that is issued at the instant `now`, by the utility's settings. */
export const dueDay = (now: number, timeZone: string, { dueDays }: Pick<CollectionSettings, 'dueDays'>): string =>
  dateOfDay(calendarOf(timeZone).dayOf(now) + dueDays)
