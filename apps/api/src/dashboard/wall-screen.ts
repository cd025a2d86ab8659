import { latestCoveredDay, networkDay, networkRate } from '@nightflow/domain/leakage/network-days'
import { baselineDays } from '@nightflow/domain/leakage/same-weekday'
import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { mayStill } from '@nightflow/platform/people/may-still'
import { findTenant, isTenantOpen } from '@nightflow/platform/tenants/tenants'
import { listAlarms } from '@nightflow/projections/alarms/alarm-queries'
import { countAlarms, countMeters, readTenantDays } from '@nightflow/projections/dashboard/dashboard-queries'
import { networkBalance } from '@nightflow/projections/leakage/network-balance'
import { everyPartition } from '@nightflow/projections/leakage/partitions'
import { readRootSeries } from '@nightflow/projections/leakage/root-series'
import * as dashboard from '@nightflow/schemas/dashboard/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { keepValues } from '../http/keep-values.ts'
import type { RequestContext, Visit } from '../http/request-context.ts'
import { todayOf } from './figures.ts'
import { compareNetwork } from './network-comparison.ts'
import { readViewLink, signViewLink } from './view-link.ts'

type WallScreen = ResponseOf<typeof dashboard.wallScreen>

const rankingMax = 20
/** As long as an answer may take anybody who is signed in. */
const statementSecondsMax = 30
const alarmsMax = 10

/** Figures of the network: all but the alarms and the meters that were heard. */
type Figures = Omit<WallScreen, 'tenantName' | 'timeZone' | 'alarmsByDay' | 'latestAlarms' | 'meters'>

/** Above so many metering points the figures take longer than a screen may. */
const pointsAtOnceMax = 200
const keptFigures = keepValues<Figures>({ keptMilliseconds: 60_000, entriesMax: 200 })

/** The tenant, the part of it that the reader of this connection sees, and how many metering points that has. */
const readerOf = async (database: PoolClient): Promise<{ code: string; reader: string; points: number }> => {
  const { rows } = await database.query<{ code: string; reader: string; points: number }>(
    `select (select count(*)::int from views.partitions) as points, current_setting('nightflow.tenant') as code, concat_ws('/', current_user, current_setting('nightflow.tenant'),
       current_setting('nightflow.departments', true), current_setting('nightflow.regions', true), current_setting('nightflow.reader', true)) as reader`,
  )
  return rows[0]!
}

/**
 * Everything that the wall shows of one tenant. The cascades' roots together are the network. Figures of a network of more than two
 * hundred metering points are computed once a minute; alarms and meters are those of the moment.
 */
export const readWallScreen = async (database: PoolClient): Promise<WallScreen> => {
  const { timeZone, today } = await todayOf(database)
  const { code, reader, points } = await readerOf(database)
  const tenant = await findTenant(database, code)
  const compute = () => readFigures(database, today)
  const figures = points > pointsAtOnceMax ? await keptFigures(`${reader}/${today}`, compute) : await compute()
  const alarms = await countAlarms(database, timeZone, dateOfDay(today - 29), dateOfDay(today))
  const latest = await listAlarms(database, { pageNum: 1, pageSize: alarmsMax })
  const counts = await countMeters(database)
  const heard = Math.min(counts.meters, (await readTenantDays(database, dateOfDay(today), dateOfDay(today)))[0]?.heard ?? 0)
  return {
    ...figures,
    tenantName: tenant?.name ?? '',
    timeZone,
    alarmsByDay: alarms.days,
    latestAlarms: latest.rows.map(({ alarmProcessedId, eventType, pointName, alarmTime, alarmStatus }) => ({
      alarmProcessedId,
      eventType,
      pointName,
      alarmTime,
      alarmStatus,
    })),
    meters: { total: counts.meters, heardToday: heard, silent: counts.meters - heard },
  }
}

const readFigures = async (database: PoolClient, today: number): Promise<Figures> => {
  const partitions = await everyPartition(database)
  const yesterday = dateOfDay(today - 1)
  const monthBegins = `${yesterday.slice(0, 7)}-01`
  // One reading of the roots serves the days, the month and the weeks before that the days are compared with.
  const roots = await readRootSeries(database, dateOfDay(today - 9 - baselineDays), yesterday)
  const days = Array.from({ length: 9 }, (_, index) => networkDay(roots, dateOfDay(today - 9 + index)))
  const last = latestCoveredDay(days)
  const monthDates = daysBetween(monthBegins, yesterday)
  const month = monthDates.map((day) => networkDay(roots, day))
  const supplying = roots.filter(({ counts }) => counts === 'all')
  const ranked = await networkBalance(database, dateOfDay(today - 30), yesterday)
  return {
    day: last?.day ?? null,
    supplyLitres: last?.supplyLitres ?? null,
    leakageLitres: last?.leakageLitres ?? null,
    leakageRate: last?.leakageRate ?? null,
    supplyEstimated: last?.supplyEstimated ?? false,
    leakageEstimated: last?.leakageEstimated ?? false,
    ...compareNetwork(roots, last?.day ?? yesterday),
    coverage: { partitions: supplying.length, supplyKnown: last?.supplyKnown ?? 0, leakageKnown: last?.leakageKnown ?? 0 },
    overlapping: roots.filter(({ counts }) => counts !== 'all').map(({ id, name }) => ({ id, name })),
    partitions: roots.length,
    meteringPoints: partitions.length,
    layers: Math.max(0, ...partitions.map(({ level }) => level)),
    monthSupplyLitres: sumOf(month.map(({ supplyLitres }) => supplyLitres)),
    monthLeakageLitres: sumOf(month.map(({ leakageLitres }) => leakageLitres)),
    monthLeakageRate: networkRate(roots, monthDates),
    monthSupplyEstimated: month.some(({ supplyEstimated }) => supplyEstimated),
    monthLeakageEstimated: month.some(({ leakageEstimated }) => leakageEstimated),
    monthCoverage: {
      partitionDays: supplying.length * monthDates.length,
      supplyKnown: month.reduce((sum, { supplyKnown }) => sum + supplyKnown, 0),
      leakageKnown: month.reduce((sum, { leakageKnown }) => sum + leakageKnown, 0),
    },
    ranking: ranked
      .map(({ partitionId, name, leakageRate, leakageLitres, daysEstimated }) => ({
        id: partitionId,
        name,
        leakageRate,
        leakageLitres,
        daysEstimated,
      }))
      .toSorted((one, other) => (other.leakageRate ?? -1) - (one.leakageRate ?? -1))
      .slice(0, rankingMax),
    trend: days.slice(-7),
    shapes: partitions.map(({ id, name, parentId, level, latest: row, boundary }) => ({
      id,
      name,
      parentId,
      level,
      leakageRate: row?.leakageRate ?? null,
      flowLitresPerHour: row?.averageFlowLitresPerHour ?? null,
      estimated: row?.estimated ?? false,
      outline: boundary ?? null,
    })),
  }
}

const daysBetween = (from: string, to: string): string[] => {
  const first = dayOfDate(from)
  return Array.from({ length: dayOfDate(to) - first + 1 }, (_, offset) => dateOfDay(first + offset))
}

/** Of what is known; null when nothing is. */
const sumOf = (values: readonly (number | null)[]): number | null => {
  const known = values.flatMap((value) => (value === null ? [] : [value]))
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

export const wallScreenByLink = async (
  { link }: RequestOf<typeof dashboard.wallScreenByLink>,
  visit: Visit,
): Promise<WallScreen | Rejection> => {
  const { pool, tokenSecret } = visit
  const maker = readViewLink(tokenSecret, link, new Date())
  if (maker === undefined) return rejected('view-link-over')
  const { tenant, by, visit: visitedSession } = maker
  // A link outlives nothing: neither a disabled tenant, nor the right of its maker to make one.
  const isGood =
    (await isTenantOpen(pool, tenant)) && (by === null || (await mayStill(pool, { userId: by, tenant, visit: visitedSession }, permission)))
  if (!isGood) return rejected('view-link-over')
  const known = await findTenant(pool, tenant)
  if (known) visit.timeZone = known.timeZone
  return withTenant(pool, tenant, readWallScreen, { statementSecondsMax })
}

const { permission } = dashboard.makeViewLink
const hourMilliseconds = 3_600_000

export const makeViewLink = async ({ hours }: RequestOf<typeof dashboard.makeViewLink>, { tokenSecret, caller }: RequestContext) => {
  const until = new Date(Date.now() + hours * hourMilliseconds)
  const visit = caller.tenant === caller.homeTenant ? null : caller.sessionId
  const response = {
    link: signViewLink(tokenSecret, { tenant: caller.tenant, by: caller.userId, visit, until }),
    expiresAt: until.toISOString(),
  }
  // The link itself opens the screen: the operation log keeps when it ends, not what it is.
  return { response, after: { expiresAt: response.expiresAt } }
}
