import { rejectRange } from '@nightflow/domain/shared/day-range'
import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { TotalsOfList } from '@nightflow/platform/storage/resource-table'
import * as reports from '@nightflow/projections/billing/money-reports'
import * as calls from '@nightflow/schemas/billing/money-reports'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { clockOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { wordingOf } from '../resource/choices.ts'
import { type Export, spreadsheet } from '../resource/export-routes.ts'
import { namedFor } from './named-holders.ts'

const usualDays = 30
/** Days of one report: ten years and their leap days. */
const daysMax = 3_660
const dateLength = 'YYYY-MM-DD'.length

type Days = { beginTime?: string | undefined; endTime?: string | undefined }

/** The instants of a report's days; a moment of a day means the day. */
const spanOf = async ({ beginTime, endTime }: Days, context: RequestContext): Promise<reports.MoneySpan | Rejection> => {
  const { now, timeZone } = await clockOf(context)
  const calendar = calendarOf(timeZone)
  const today = calendar.dayOf(now)
  const last = endTime === undefined ? today : dayOfDate(endTime.slice(0, dateLength))
  const first = beginTime === undefined ? last - usualDays + 1 : dayOfDate(beginTime.slice(0, dateLength))
  const refused = rejectRange(dateOfDay(first), dateOfDay(last), daysMax)
  if (refused) return refused
  const instantOf = (day: number): string => new Date(calendar.startOf(day)).toISOString()
  return { from: instantOf(first), until: instantOf(last + 1), timeZone, today: dateOfDay(today) }
}

const listOf =
  <Request extends Days, Answer>(read: (database: PoolClient, request: Request, span: reports.MoneySpan) => Promise<Answer>) =>
  async (request: Request, context: RequestContext): Promise<Answer | Rejection> => {
    const span = await spanOf(request, context)
    return isRejection(span) ? span : context.read((database) => read(database, request, span))
  }

/** Pages and spreadsheets of the postpaid detail name the holders for callers who may see accounts. */
const listNamedPostpaid = async (request: RequestOf<typeof calls.listPostpaid>, context: RequestContext) => {
  const page = await listOf<typeof request, Awaited<ReturnType<typeof reports.listPostpaid>>>(reports.listPostpaid)(request, context)
  if (isRejection(page)) return page
  return { ...page, rows: await context.read((database) => namedFor(context)(database, page.rows)) }
}

type Exported = Days & Parameters<typeof wordingOf>[1]
type Scanning<Request> = {
  fileName: string
  row: NonNullable<Export['row']>
  dictionaries: Record<string, string>
  scan: (database: PoolClient, request: Request, span: reports.MoneySpan, context: RequestContext) => AsyncIterable<readonly object[]>
}

/** The span is looked at before the file begins, so that a refusal is an answer. */
const exportOf =
  <Request extends Exported>({ fileName, row, dictionaries, scan }: Scanning<Request>) =>
  async (request: Request, context: RequestContext): Promise<Export | Rejection> => {
    const span = await spanOf(request, context)
    if (isRejection(span)) return span
    const wording = await wordingOf(dictionaries, request, context)
    return { fileName, wording, row, rows: (database) => scan(database, request, span, context) }
  }

export const moneyReportRoutes: readonly Route[] = [
  ask(
    calls.listRecharges,
    listOf<RequestOf<typeof calls.listRecharges>, Awaited<ReturnType<typeof reports.listRecharges>>>(reports.listRecharges),
  ),
  ask(calls.rechargeTotals, listOf<RequestOf<typeof calls.rechargeTotals>, TotalsOfList>(reports.sumRecharges)),
  spreadsheet(
    calls.exportRecharges,
    exportOf<RequestOf<typeof calls.exportRecharges>>({
      ...{ fileName: 'recharge-statistics.xlsx', row: calls.RechargeRow, dictionaries: { payMethod: 'counter_method' } },
      scan: reports.scanRecharges,
    }),
  ),
  ask(calls.listPostpaid, listNamedPostpaid),
  ask(calls.postpaidTotals, listOf<RequestOf<typeof calls.postpaidTotals>, TotalsOfList>(reports.sumPostpaid)),
  spreadsheet(
    calls.exportPostpaid,
    exportOf<RequestOf<typeof calls.exportPostpaid>>({
      ...{ fileName: 'postpaid-detail.xlsx', row: calls.PostpaidRow, dictionaries: { status: 'bill_status' } },
      scan: async function* (database, request, span, context) {
        for await (const rows of reports.scanPostpaid(database, request, span)) yield namedFor(context)(database, rows)
      },
    }),
  ),
]
