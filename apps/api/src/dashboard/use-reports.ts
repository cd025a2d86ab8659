import { rateWindows } from '@nightflow/domain/metering/rate-windows'
import { dateOfDay } from '@nightflow/domain/shared/local-time'
import { countInService, readTenantDays } from '@nightflow/projections/dashboard/dashboard-queries'
import * as reports from '@nightflow/projections/dashboard/use-reports'
import {
  type DailyUseRow,
  dailyUse,
  findReadingRates as findRatesEndpoint,
  type GroupUseRow,
  groupUse,
  intervalUse,
  type ReadingRateRow,
  rateDays,
  readingRates,
} from '@nightflow/schemas/dashboard/use-reports'
import type { ReportPoint } from '@nightflow/schemas/shared/report'
import type { PoolClient } from 'pg'
import { query, type Route } from '../http/serve.ts'
import { reportRoutes, whole } from '../resource/report-routes.ts'
import { readingRatesOf, todayOf } from './figures.ts'

/** Newest first. The sums of a tenant are kept by day; those of a group are computed from its meters. */
const dailyRows = async (database: PoolClient, meterGroup: number | undefined, span: reports.ReportSpan): Promise<DailyUseRow[]> => {
  const stated = await reports.readStatedMeters(database, meterGroup, span)
  if (meterGroup !== undefined) {
    const { meters, days } = await reports.readGroupDays(database, meterGroup, span)
    return days.map(({ day, known, litres }) => reports.dailyUseRow(day, { known, litres, meters, stated: stated.get(day) })).reverse()
  }
  return (await tenantDays(database, span))
    .map(({ day, known, usedLitres, meters }) => reports.dailyUseRow(day, { known, litres: usedLitres, meters, stated: stated.get(day) }))
    .reverse()
}

/** Each day of the span with the meters that are known and those in service. */
const tenantDays = async (database: PoolClient, span: reports.ReportSpan) => {
  const [from, to] = [dateOfDay(span.first), dateOfDay(span.last)]
  const inService = await countInService(database, from, to)
  return (await readTenantDays(database, from, to)).map((day) => ({ ...day, meters: Math.max(day.known, inService.get(day.day) ?? 0) }))
}

const named = (rows: readonly GroupUseRow[], name = ''): GroupUseRow[] =>
  rows.filter(({ meterGroupName }) => meterGroupName.toLowerCase().includes(name.toLowerCase()))

/** The days of all customers, or of a group. */
const daysOf = async (database: PoolClient, meterGroup: number | undefined, span: reports.ReportSpan): Promise<ReportPoint[]> =>
  (await dailyRows(database, meterGroup, span)).map(({ day, usedLitres }) => ({ at: day, values: [usedLitres] })).reverse()

/** The newest day first. A window before the first known day is of the days since then. */
const rateRows = async (database: PoolClient, { first, last }: reports.ReportSpan): Promise<ReadingRateRow[]> => {
  const [short, long] = rateDays
  const days = await tenantDays(database, { first: first - long + 1, last })
  const [ofShort, ofLong] = [rateWindows(days, short), rateWindows(days, long)]
  const rows = days.map(({ day, known, meters }, place): ReadingRateRow => {
    const [reading30Rate, reading180Rate] = [ofShort[place] ?? null, ofLong[place] ?? null]
    const readingRate = meters === 0 ? null : known / meters
    return { day, meters, metersKnown: known, metersMissing: meters - known, readingRate, reading30Rate, reading180Rate }
  })
  return rows.slice(-(last - first + 1)).reverse()
}

export const useReportRoutes: readonly Route[] = [
  ...reportRoutes(intervalUse, {
    fileName: 'interval-use',
    daysMaxOf: (database, { meterGroup }, page) =>
      reports.readDaysByUseMax(database, { meterGroup, ...(page && { orderByColumn: page.orderByColumn }) }),
    page: (database, { filter, span, page }) => reports.listIntervalUse(database, { ...filter, ...page }, span),
    rows: (database, { filter, span }) => reports.scanIntervalUse(database, filter, span),
    chart: (database, { filter, span }) => daysOf(database, filter.meterGroup, span),
  }),
  ...reportRoutes(dailyUse, {
    fileName: 'daily-use',
    rows: (database, { filter, span }) => whole(dailyRows(database, filter.meterGroup, span)),
    chart: (database, { filter, span }) => daysOf(database, filter.meterGroup, span),
  }),
  ...reportRoutes(groupUse, {
    fileName: 'group-use',
    rows: (database, { filter, span }) => whole(reports.readGroupUse(database, span).then((rows) => named(rows, filter.meterGroupName))),
    chart: (database, { span }) => daysOf(database, undefined, span),
  }),
  ...reportRoutes(readingRates, {
    fileName: 'reading-rate',
    rows: (database, { span }) => whole(rateRows(database, span)),
    chart: async (database, { span }) =>
      (await rateRows(database, span))
        .map(({ day, readingRate, reading30Rate, reading180Rate }) => ({ at: day, values: [readingRate, reading30Rate, reading180Rate] }))
        .reverse(),
  }),
  query(findRatesEndpoint, async (database) => {
    const { today } = await todayOf(database)
    return { rates: await readingRatesOf(database, today) }
  }),
]
