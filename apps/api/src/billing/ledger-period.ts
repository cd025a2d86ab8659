import { rejectRange } from '@nightflow/domain/shared/day-range'
import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { LedgerSpan } from '@nightflow/projections/billing/ledger-balances'
import { ledgerDaysMax } from '@nightflow/schemas/billing/ledger-reports'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { timeZoneOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'

type Asked = { beginTime?: string | undefined; endTime?: string | undefined }
export type LedgerPeriod = LedgerSpan & { timeZone: string }

const dateLength = 'YYYY-MM-DD'.length
const usualMonths = 12
const monthsPerYear = 12

/** The first day of the month so many months before the one of a day. */
const monthsBefore = (day: string, months: number): string => {
  const month = Number(day.slice(0, 4)) * monthsPerYear + Number(day.slice(5, 7)) - 1 - months
  return `${String(Math.floor(month / monthsPerYear)).padStart(4, '0')}-${String((month % monthsPerYear) + 1).padStart(2, '0')}-01`
}

/** The local days of a report as instants; the last twelve months, this one included, where none are named. A moment of a day means the day. */
export const periodOfReport = async ({ beginTime, endTime }: Asked, context: RequestContext): Promise<LedgerPeriod | Rejection> => {
  const timeZone = await timeZoneOf(context)
  const calendar = calendarOf(timeZone)
  const last = endTime?.slice(0, dateLength) ?? dateOfDay(calendar.dayOf(Date.now()))
  const first = beginTime?.slice(0, dateLength) ?? monthsBefore(last, usualMonths - 1)
  const rejection = rejectRange(first, last, ledgerDaysMax)
  return rejection ?? { from: calendar.startOf(dayOfDate(first)), until: calendar.startOf(dayOfDate(last) + 1), timeZone }
}

/** A local month as instants. */
export const periodOfMonth = (month: string, timeZone: string): LedgerSpan => {
  const calendar = calendarOf(timeZone)
  const first = `${month}-01`
  return { from: calendar.startOf(dayOfDate(first)), until: calendar.startOf(dayOfDate(monthsBefore(first, -1))) }
}

/** An answer of a period, or why there is none. */
export const inPeriod = async <Answer>(
  asked: Asked,
  context: RequestContext,
  answer: (period: LedgerPeriod) => Promise<Answer>,
): Promise<Answer | Rejection> => {
  const period = await periodOfReport(asked, context)
  return isRejection(period) ? period : answer(period)
}
