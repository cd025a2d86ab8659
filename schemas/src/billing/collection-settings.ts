import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { Language } from '../shared/language.ts'
import { lines } from '../shared/text.ts'
import { Instant, LocalDate } from '../shared/values.ts'
import { AmountMinor, RestMinor } from './money.ts'

/** `none`, a percentage of what is overdue for each month that has started, or a fixed amount once. */
export const LateFeeKind = z.enum(['none', 'percentage', 'fixed'])
export type LateFeeKind = z.infer<typeof LateFeeKind>

/** Late fees of one bill, and reminders after its due day. */
export const lateFeesMax = 120
export const remindersMax = 12

/** Local days `YYYY-MM-DD`. */
const Holidays = lines(1_300).regex(/^(\d{4}-\d\d-\d\d(\s+|$))*$/, formatText('days'))

/** When bills are due, who is reminded, and what is added to a bill that is overdue. */
export const CollectionSettings = z.object({
  /** A bill is due so many days after it was issued. */
  dueDays: z.int().min(1).max(180),
  /** The first reminder so many days before the due day; 0 for none. */
  reminderDaysBefore: z.int().min(0).max(60),
  /** A reminder so many days after the due day, and again after as many; 0 for none. */
  reminderDaysAfter: z.int().min(0).max(60),
  /** Reminders after the due day, at most. */
  reminderCount: z.int().min(0).max(remindersMax),
  /** Language of the reminders. */
  messageLanguage: Language,
  lateFeeKind: LateFeeKind,
  /** Per month that has started, in hundredths of a per cent. */
  lateFeeBasisPoints: z.int().min(0).max(10_000),
  /** Of the fixed fee. */
  lateFeeMinor: RestMinor,
  /** Days after the due day without a fee. */
  graceDays: z.int().min(0).max(365),
  /** Late fees of one bill, at most; without it they have no limit of their own. */
  lateFeeMaximumMinor: AmountMinor.optional(),
  /** Fee of a payment that the bank returned; none where absent. */
  returnFeeMinor: RestMinor.optional(),
  /** An account whose overdue bills are above this has an alarm; without it none has. */
  arrearsAlarmMinor: AmountMinor.optional(),
  /** Hours of the day between which valves are closed for arrears, and the days on which none is. */
  closingFromHour: z.int().min(0).max(23).optional(),
  closingUntilHour: z.int().min(1).max(24).optional(),
  sparesWeekends: z.boolean().optional(),
  /** Local days, separated by spaces or lines. */
  closingHolidays: Holidays.optional(),
  /** So long after its holder was warned, a prepaid account may lose its water at the earliest. */
  closingWarningHours: z.int().min(1).max(720).optional(),
  /** So far below zero the balance of a prepaid account may fall that has no threshold of its own; without it no such account is closed. */
  emergencyCreditMinor: RestMinor.optional(),
  /** Water of a month that a prepaid account gets whatever it owes. */
  lifelineLitres: z.int().min(0).max(1_000_000).optional(),
})
export type CollectionSettings = z.infer<typeof CollectionSettings>

/** No holder is reminded and nothing is added until the utility wants it. */
export const defaultCollectionSettings: CollectionSettings = {
  dueDays: 30,
  reminderDaysBefore: 0,
  reminderDaysAfter: 0,
  reminderCount: 3,
  messageLanguage: 'en',
  lateFeeKind: 'none',
  lateFeeBasisPoints: 0,
  lateFeeMinor: 0,
  graceDays: 0,
}

/** Rule of late fees. Fees that started before `since`, the day on which the rule was set, are not charged. */
export const LateFeeRule = z.object({
  kind: LateFeeKind,
  basisPoints: z.int().min(0).max(10_000),
  amountMinor: RestMinor,
  graceDays: z.int().min(0).max(365),
  maximumMinor: AmountMinor.nullable(),
  since: LocalDate,
})
export type LateFeeRule = z.infer<typeof LateFeeRule>

const reason = lines(200).min(1)
export const SetCollectionSettings = z.object({ type: z.literal('SetCollectionSettings'), ...CollectionSettings.shape, reason })
export type SetCollectionSettings = z.infer<typeof SetCollectionSettings>

export const collectionSettingsEventTypes = {
  'billing.CollectionSettingsSet': {
    version: 1,
    data: z.object({
      ...CollectionSettings.shape,
      /** Local day from which the rule of late fees holds. */
      lateFeesSince: LocalDate,
      reason,
      at: Instant,
    }),
  },
} as const
