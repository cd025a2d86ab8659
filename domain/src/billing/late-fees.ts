import type { FeePeriod } from '@nightflow/schemas/billing/collection'
import { type LateFeeRule, lateFeesMax } from '@nightflow/schemas/billing/collection-settings'
import { dateOfDay, dayOfDate } from '../shared/local-time.ts'
import { type Due, dueBefore, monthlyDays, openParts } from './bill-due.ts'
import { roundedShare } from './exact.ts'

type Late = { readonly due: Due; readonly lateFeesMinor: number; readonly charged: FeePeriod | null }

/** Periods of a missed due day that have started and have no fee yet. A fixed fee has one period. */
export const periodsToCharge = ({ due, charged }: Late, { kind, graceDays, since }: LateFeeRule, today: string): FeePeriod[] => {
  const dueOn = openParts(due)[0]?.dueOn
  if (kind === 'none' || dueOn === undefined || dueOn >= today) return []
  const firstDay = dateOfDay(dayOfDate(dueOn) + graceDays + 1)
  return monthlyDays(firstDay, kind === 'fixed' ? 1 : lateFeesMax).flatMap((day, nth) => {
    const isCharged = charged !== null && (dueOn < charged.dueOn || (dueOn === charged.dueOn && nth < charged.period))
    return day <= today && day >= since && !isCharged ? [{ dueOn, period: nth + 1 }] : []
  })
}

/** The amount overdue on a day without late fees, which are paid last: no fee is charged on a fee. */
export const feeBase = ({ due, lateFeesMinor }: Late, today: string): number =>
  Math.max(0, dueBefore(due, today) - Math.min(lateFeesMinor, due.openMinor))

/** The fee of one period, as far as the maximum of the bill lets it. */
export const feeOf = ({ kind, basisPoints, amountMinor, maximumMinor }: LateFeeRule, baseMinor: number, lateFeesMinor: number): number => {
  const feeMinor = kind === 'fixed' ? amountMinor : roundedShare(baseMinor, basisPoints, 10_000)
  return maximumMinor === null ? feeMinor : Math.max(0, Math.min(feeMinor, maximumMinor - lateFeesMinor))
}
