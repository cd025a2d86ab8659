import { rejectRange } from '@nightflow/domain/shared/day-range'
import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { createdWithin } from '@nightflow/schemas/shared/lists'
import type { Rejection } from '@nightflow/schemas/shared/rejections'
import type { ReportDays } from '@nightflow/schemas/shared/report'
import { z } from 'zod'
import { clockOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'

/** The local days of a report, both included, and the instants between which they are. */
export type ReportSpan = { first: number; last: number; from: string; until: string; timeZone: string; today: string }

const Days = z.object(createdWithin)
const dateLength = 'YYYY-MM-DD'.length

/** A moment of a day means the day. Days that are too many, or the wrong way round, are refused. */
export const spanOf = async (
  request: object,
  { usual, max, last: lastIs }: ReportDays,
  context: RequestContext,
): Promise<ReportSpan | Rejection> => {
  const { beginTime, endTime } = Days.parse(request)
  const { now, timeZone } = await clockOf(context)
  const calendar = calendarOf(timeZone)
  const today = calendar.dayOf(now)
  const usualLast = lastIs === 'today' ? today : today - 1
  const last = endTime === undefined ? usualLast : dayOfDate(endTime.slice(0, dateLength))
  const first = beginTime === undefined ? last - usual + 1 : dayOfDate(beginTime.slice(0, dateLength))
  const refused = rejectRange(dateOfDay(first), dateOfDay(last), max)
  if (refused) return refused
  const instantOf = (day: number): string => new Date(calendar.startOf(day)).toISOString()
  return { first, last, from: instantOf(first), until: instantOf(last + 1), timeZone, today: dateOfDay(today) }
}
