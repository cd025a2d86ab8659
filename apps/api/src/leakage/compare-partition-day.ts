import { compareDay } from '@nightflow/domain/leakage/compare-day'
import { baselineDays } from '@nightflow/domain/leakage/same-weekday'
import { rejectRange } from '@nightflow/domain/shared/day-range'
import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { comparePartitionDay as endpoint } from '@nightflow/schemas/leakage/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import { nightFlowNowOrThen } from './time-travel.ts'

/** How far back from the end of the period a known day is looked for. */
const lookBackDays = 366

/** The latest known day of a period against the same weekday of the four weeks before, now or as of then. */
export const comparePartitionDay = async (
  request: RequestOf<typeof endpoint>,
  context: RequestContext,
): Promise<ResponseOf<typeof endpoint> | undefined | Rejection> => {
  const rejection = rejectRange(request.from, request.to)
  if (rejection) return rejection
  const first = Math.max(dayOfDate(request.from), dayOfDate(request.to) - lookBackDays)
  const figures = await nightFlowNowOrThen({ ...request, from: dateOfDay(first - baselineDays) }, context)
  if (figures === undefined || isRejection(figures)) return figures
  return compareDay(figures.rows, dateOfDay(first))
}
