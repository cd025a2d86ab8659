import type { DuePart, PlanInstalments } from '@nightflow/schemas/billing/collection'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { localDay } from '../shared/assigned-schemes.ts'
import type { Context } from '../shared/decider.ts'
import { dateOfDay, dayOfDate } from '../shared/local-time.ts'
import { unitsOf } from '../shared/units-of-money.ts'
import type { AccountBills } from './account-bills.ts'
import { presentContract } from './account-contracts.ts'
import { inEqualParts, monthlyDays, partsOfBills } from './bill-due.ts'

/** A plan begins within a year. */
const firstDayWithinDays = 366

type Plan = { instalments: DuePart[]; bills: { billId: string; plannedMinor: number; parts: DuePart[] }[] }
type Asked = Pick<PlanInstalments, 'billIds' | 'count' | 'firstDay'>

/** Equal instalments, one a month, of what is open of the bills, those of the present holder where none is named; the bill that is due first is paid first. */
export const planOf = (state: AccountBills, { billIds, count, firstDay }: Asked, { now, timeZone }: Context): Plan | Rejection => {
  const { bills } = state
  const today = localDay(now, timeZone)
  const latest = dateOfDay(dayOfDate(today) + firstDayWithinDays)
  if (firstDay < today || firstDay > latest) return rejected('plan-first-day-wrong', { from: today, to: latest })
  if (billIds.some((billId) => !bills.has(billId))) return rejected('not-found')
  const named = [...bills.values()].filter(({ issued, contractNo, openMinor, plan }) =>
    billIds.length > 0 ? billIds.includes(issued.billId) : contractNo === presentContract(state) && openMinor > 0 && plan === null,
  )
  // A plan is of one holder.
  if (named.some(({ contractNo }) => contractNo !== named[0]?.contractNo)) return rejected('not-found')
  if (named.some(({ plan, openMinor }) => plan !== null && openMinor > 0)) return rejected('bill-has-plan')
  // Sorting keeps the order of issue among bills that are due on one day.
  const open = named
    .filter(({ openMinor }) => openMinor > 0)
    .toSorted(({ issued: one }, { issued: other }) => (one.dueOn < other.dueOn ? -1 : Number(one.dueOn > other.dueOn)))
  const totalMinor = open.reduce((sum, { openMinor }) => sum + openMinor, 0)
  if (totalMinor === 0) return rejected('plan-nothing-open')
  if (totalMinor < count) return rejected('plan-instalments-too-small', { open: unitsOf(totalMinor) })
  const amounts = inEqualParts(totalMinor, count)
  const instalments = monthlyDays(firstDay, count).map((dueOn, nth) => ({ dueOn, amountMinor: amounts[nth]! }))
  const owed = open.map(({ issued: { billId }, openMinor }) => ({ billId, openMinor }))
  const planned = new Map(owed.map(({ billId, openMinor }) => [billId, openMinor]))
  return {
    instalments,
    bills: partsOfBills(instalments, owed).map(({ billId, parts }) => ({ billId, plannedMinor: planned.get(billId)!, parts })),
  }
}
