import { periodOf } from '@nightflow/domain/billing/compose-bill'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'

/** Months of one bill. */
const monthsMax = 24

type Months = { firstMonth: string; lastMonth: string }

/** The months of a bill are in order, and not too many. */
export const refuseMonths = ({ firstMonth, lastMonth }: Months): Rejection | undefined => {
  const monthOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))
  const months = monthOf(lastMonth) - monthOf(firstMonth) + 1
  return months < 1 || months > monthsMax ? rejected('bill-months-wrong', { max: monthsMax }) : undefined
}

/** The same for whole months that have to be over. */
export const refuseWholeMonths = (months: Months, timeZone: string): Rejection | undefined => {
  const { to } = periodOf({ ...months, timeZone })
  return refuseMonths(months) ?? (to > dateOfDay(today(timeZone)) ? rejected('bill-period-not-over', { to }) : undefined)
}

const today = (timeZone: string): number => calendarOf(timeZone).dayOf(Date.now())
