import { rejectRange } from '@nightflow/domain/shared/day-range'
import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { countInService, readTenantDays } from '@nightflow/projections/dashboard/dashboard-queries'
import * as reports from '@nightflow/projections/dashboard/use-reports'
import {
  DailyUseRow,
  type exportDailyUse as exportDailyEndpoint,
  type exportGroupUse as exportGroupEndpoint,
  type exportIntervalUse as exportIntervalEndpoint,
  GroupUseRow,
  IntervalUseRow,
  type listDailyUse as listDailyEndpoint,
  type listGroupUse as listGroupEndpoint,
  type listIntervalUse as listIntervalEndpoint,
  reportDaysMax,
} from '@nightflow/schemas/dashboard/use-reports'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { RequestContext } from '../http/request-context.ts'
import { wordingOf } from '../resource/choices.ts'
import type { Export } from '../resource/export-routes.ts'
import { readingRatesOf, todayOf } from './figures.ts'

const usualDays = 30
const dateLength = 'YYYY-MM-DD'.length

type Span = { beginTime?: string | undefined; endTime?: string | undefined }

/** The local days of a report; the last thirty that are over where none are named. A moment of a day means the day. */
const spanOf = async (
  database: PoolClient,
  { beginTime, endTime }: Span,
  daysMax = reportDaysMax,
): Promise<reports.ReportSpan | Rejection> => {
  const { today } = await todayOf(database)
  const last = endTime === undefined ? today - 1 : dayOfDate(endTime.slice(0, dateLength))
  const first = beginTime === undefined ? last - usualDays + 1 : dayOfDate(beginTime.slice(0, dateLength))
  return rejectRange(dateOfDay(first), dateOfDay(last), daysMax) ?? { first, last }
}

type Paged = { pageNum: number; pageSize: number; from: 'start' | 'end'; orderByColumn?: string | undefined; isAsc?: string | undefined }

/** A page of rows that are known as a whole, sorted by one of their columns; what is unknown comes last. */
const pageOfRows = <Row extends object>(rows: readonly Row[], { pageNum, pageSize, from, orderByColumn, isAsc }: Paged) => {
  const column = Object.keys(rows[0] ?? {}).find((name) => name === orderByColumn) as keyof Row | undefined
  const sign = isAsc?.startsWith('desc') ? -1 : 1
  const sorted = column === undefined ? rows : rows.toSorted((one, other) => compare(one[column], other[column], sign))
  const start = (pageNum - 1) * pageSize
  const page =
    from === 'end'
      ? sorted
          .toReversed()
          .slice(start, start + pageSize)
          .reverse()
      : sorted.slice(start, start + pageSize)
  return { rows: page, total: rows.length, isTotalBounded: rows.length >= reports.groupsMax }
}

const compare = (one: unknown, other: unknown, sign: number): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return sign * (typeof one === 'string' ? one.localeCompare(String(other)) : Number(one) - Number(other))
}

export const listIntervalUse = async (
  database: PoolClient,
  { beginTime, endTime, ...page }: RequestOf<typeof listIntervalEndpoint>,
): Promise<ResponseOf<typeof listIntervalEndpoint> | Rejection> => {
  const span = await spanOf(database, { beginTime, endTime }, await reports.readDaysByUseMax(database, page))
  return isRejection(span) ? span : reports.listIntervalUse(database, page, span)
}

export const listDailyUse = async (
  database: PoolClient,
  { beginTime, endTime, meterGroup, ...page }: RequestOf<typeof listDailyEndpoint>,
): Promise<ResponseOf<typeof listDailyEndpoint> | Rejection> => {
  const span = await spanOf(database, { beginTime, endTime })
  return isRejection(span) ? span : pageOfRows(await dailyRows(database, meterGroup, span), page)
}

/** Newest first. The sums of a tenant are kept by day; those of a group are computed from its meters. */
const dailyRows = async (database: PoolClient, meterGroup: number | undefined, span: reports.ReportSpan): Promise<DailyUseRow[]> => {
  const stated = await reports.readStatedMeters(database, meterGroup, span)
  if (meterGroup !== undefined) {
    const { meters, days } = await reports.readGroupDays(database, meterGroup, span)
    return days.map(({ day, known, litres }) => reports.dailyUseRow(day, { known, litres, meters, stated: stated.get(day) })).reverse()
  }
  const [from, to] = [dateOfDay(span.first), dateOfDay(span.last)]
  const inService = await countInService(database, from, to)
  const metersOf = (day: string, known: number) => Math.max(known, inService.get(day) ?? 0)
  const days = await readTenantDays(database, from, to)
  return days
    .map(({ day, known, usedLitres }) =>
      reports.dailyUseRow(day, { known, litres: usedLitres, meters: metersOf(day, known), stated: stated.get(day) }),
    )
    .reverse()
}

export const listGroupUse = async (
  database: PoolClient,
  { beginTime, endTime, meterGroupName, ...page }: RequestOf<typeof listGroupEndpoint>,
): Promise<ResponseOf<typeof listGroupEndpoint> | Rejection> => {
  const span = await spanOf(database, { beginTime, endTime })
  return isRejection(span) ? span : pageOfRows(named(await reports.readGroupUse(database, span), meterGroupName), page)
}

const named = (rows: readonly GroupUseRow[], name = ''): GroupUseRow[] =>
  rows.filter(({ meterGroupName }) => meterGroupName.toLowerCase().includes(name.toLowerCase()))

export const findReadingRates = async (database: PoolClient) => {
  const { today } = await todayOf(database)
  return { rates: await readingRatesOf(database, today) }
}

/** The span is looked at before the file begins, so that a refusal is an answer. */
const exportOf = async <Request extends Span>(
  fileName: string,
  request: Request & Parameters<typeof wordingOf>[1],
  context: RequestContext,
  { row, rows }: { row: Export['row']; rows: (database: PoolClient, span: reports.ReportSpan) => AsyncIterable<readonly object[]> },
): Promise<Export | Rejection> => {
  const span = await context.read((database) => spanOf(database, request))
  if (isRejection(span)) return span
  return { fileName, wording: await wordingOf({}, request, context), ...(row && { row }), rows: (database) => rows(database, span) }
}

async function* whole(rows: Promise<readonly object[]>): AsyncGenerator<readonly object[]> {
  yield await rows
}

export const exportIntervalUse = (request: RequestOf<typeof exportIntervalEndpoint>, context: RequestContext) =>
  exportOf('interval-use.xlsx', request, context, {
    row: IntervalUseRow,
    rows: (database, span) => reports.scanIntervalUse(database, request, span),
  })

export const exportDailyUse = (request: RequestOf<typeof exportDailyEndpoint>, context: RequestContext) =>
  exportOf('daily-use.xlsx', request, context, {
    row: DailyUseRow,
    rows: (database, span) => whole(dailyRows(database, request.meterGroup, span)),
  })

export const exportGroupUse = (request: RequestOf<typeof exportGroupEndpoint>, context: RequestContext) =>
  exportOf('group-use.xlsx', request, context, {
    row: GroupUseRow,
    rows: (database, span) => whole(reports.readGroupUse(database, span).then((rows) => named(rows, request.meterGroupName))),
  })
