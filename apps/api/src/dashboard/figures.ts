import { baselineDays, sameWeekdayBaseline } from '@nightflow/domain/leakage/same-weekday'
import { rejectRange } from '@nightflow/domain/shared/day-range'
import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { everyGateway } from '@nightflow/platform/gateways/gateways'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { billedAltogether } from '@nightflow/projections/billing/ledger-balances'
import { countAccounts } from '@nightflow/projections/customers/account-figures'
import {
  countAlarms,
  countCustomerMeters,
  countInService,
  countMeters,
  readTenantDays,
  type TenantDay,
  usedAltogether,
} from '@nightflow/projections/dashboard/dashboard-queries'
import { nightFlowByPartition } from '@nightflow/projections/leakage/night-flow'
import type * as dashboard from '@nightflow/schemas/dashboard/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'

/** Today in the tenant's own zone, as a day number, and the zone. */
export const todayOf = async (database: PoolClient): Promise<{ timeZone: string; today: number }> => {
  const { rows } = await database.query<{ code: string }>(`select current_setting('nightflow.tenant') as code`)
  const tenant = await findTenant(database, rows[0]!.code)
  const timeZone = tenant?.timeZone ?? 'UTC'
  return { timeZone, today: calendarOf(timeZone).dayOf(Date.now()) }
}

const rateDays = [30, 180]

/** Share of the meter days in service of which everything is known: no day makes up for what is missing on another. */
const readingRateOf = async (database: PoolClient, today: number, days: number): Promise<number | null> => {
  const [from, to] = [dateOfDay(today - days), dateOfDay(today - 1)]
  const inService = await countInService(database, from, to)
  let [known, expected] = [0, 0]
  for (const day of await readTenantDays(database, from, to)) {
    known += day.known
    expected += Math.max(day.known, inService.get(day.day) ?? 0)
  }
  return expected === 0 ? null : known / expected
}

/** One after the other, because they share a connection. */
export const readingRatesOf = async (database: PoolClient, today: number): Promise<{ days: number; share: number | null }[]> => {
  const readingRates: { days: number; share: number | null }[] = []
  for (const days of rateDays) readingRates.push({ days, share: await readingRateOf(database, today, days) })
  return readingRates
}

export const topData = async (database: PoolClient): Promise<ResponseOf<typeof dashboard.topData>> => {
  const { today } = await todayOf(database)
  const days = await readTenantDays(database, dateOfDay(today - 1 - baselineDays), dateOfDay(today - 1))
  const [before, yesterday] = days.slice(-2)
  const meters = await countMeters(database)
  return {
    usedTotalLitres: await usedAltogether(database),
    usedYesterdayLitres: yesterday?.usedLitres ?? null,
    usedDayBeforeLitres: before?.usedLitres ?? null,
    yesterday: dateOfDay(today - 1),
    usedBaseline: sameWeekdayBaseline((back) => comparableUse(days, days.length - 1 - back)),
    meterCount: meters.meters,
    meterReportingCount: meters.reporting,
    meterSilentCount: meters.meters - meters.reporting,
    meterStoredCount: meters.stored,
    meterOutboundCount: meters.meters - meters.stored,
    customerCount: await countAccounts(database),
    ...(await billedAltogether(database)),
    readingRate: meters.customers === 0 ? null : Math.min(1, (yesterday?.known ?? 0) / meters.customers),
    readingRates: await readingRatesOf(database, today),
  }
}

/** A day counts as a baseline where it has at least so large a share of the meters that the last day has, and no more than that many more. */
const comparableShare = 0.95

/** Use on a day that knows about as many meters as the last one does: the sums of other days differ by meters, not by use. */
const comparableUse = (days: readonly TenantDay[], index: number): number | null => {
  const [day, last] = [days[index], days.at(-1)]
  if (!day || !last) return null
  const isComparable = day.known >= last.known * comparableShare && day.known * comparableShare <= last.known
  return isComparable ? day.usedLitres : null
}

/** Days of one question; a year and a day. */
const daysMax = 366

export const statisticsUsedTotalData = async (
  database: PoolClient,
  { from, to, days, by, partition }: RequestOf<typeof dashboard.statisticsUsedTotalData>,
): Promise<ResponseOf<typeof dashboard.statisticsUsedTotalData> | Rejection> => {
  const { timeZone, today } = await todayOf(database)
  const last = Math.min(to ? dayOfDate(to) : today - 1, today)
  const first = from ? dayOfDate(from) : last - days + 1
  const span = { from: dateOfDay(first), to: dateOfDay(last) }
  const rejection = rejectRange(span.from, span.to, daysMax)
  if (rejection) return rejection
  const customers = await countCustomerMeters(database)
  const used = partition === undefined ? await readTenantDays(database, span.from, span.to) : await usedIn(database, partition, span)
  if (!used) return rejected('partition-not-found')
  const rows = used.map(({ day, usedLitres, known }) => ({ period: day, usedLitres, metersKnown: known, meters: customers }))
  return { rows: by === 'day' ? rows : byMonth(rows), timeZone }
}

type UsedDay = Pick<TenantDay, 'day' | 'usedLitres' | 'known'>

const usedIn = async (database: PoolClient, id: string, span: { from: string; to: string }): Promise<UsedDay[] | undefined> => {
  const partition = await nightFlowByPartition(database, { id, ...span })
  return partition?.rows.map(({ date, consumptionLitres }) => ({ day: date, usedLitres: consumptionLitres, known: 0 }))
}

type Period = ResponseOf<typeof dashboard.statisticsUsedTotalData>['rows'][number]

/** A month is the sum of its known days; one without any stays unknown. */
const byMonth = (days: readonly Period[]): Period[] =>
  [...Map.groupBy(days, ({ period }) => period.slice(0, 7))].map(([period, of]) => {
    const known = of.flatMap(({ usedLitres }) => (usedLitres === null ? [] : [usedLitres]))
    return {
      period,
      usedLitres: known.length === 0 ? null : known.reduce((sum, litres) => sum + litres, 0),
      metersKnown: Math.max(...of.map(({ metersKnown }) => metersKnown)),
      meters: of[0]!.meters,
    }
  })

const silentAfterMilliseconds = 86_400_000

export const statisticsCommunicationData = async (
  database: PoolClient,
): Promise<ResponseOf<typeof dashboard.statisticsCommunicationData>> => {
  const { today } = await todayOf(database)
  const { meters } = await countMeters(database)
  const days = await readTenantDays(database, dateOfDay(today - 29), dateOfDay(today))
  const heardToday = Math.min(meters, days.at(-1)?.heard ?? 0)
  const gateways = (await everyGateway(database)).filter(({ revokedAt }) => revokedAt === null)
  return {
    meters,
    heardToday,
    notHeardToday: meters - heardToday,
    days: days.map(({ day, heard }) => ({ day, heard, share: meters === 0 ? null : Math.min(1, heard / meters) })),
    gateways: gateways.map(({ name, lastSeenAt }) => ({
      name,
      lastSeenAt,
      isSilent: lastSeenAt === null || Date.now() - Date.parse(lastSeenAt) > silentAfterMilliseconds,
    })),
  }
}

export const statisticsAlarmData = async (database: PoolClient): Promise<ResponseOf<typeof dashboard.statisticsAlarmData>> => {
  const { timeZone, today } = await todayOf(database)
  return countAlarms(database, timeZone, dateOfDay(today - 29), dateOfDay(today))
}
