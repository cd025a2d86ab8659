import { countRoots, latestCoveredDay, networkDay, networkRate, type RootSeries } from '@nightflow/domain/leakage/network-days'
import { baselineDays } from '@nightflow/domain/leakage/same-weekday'
import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { mayStill } from '@nightflow/platform/people/may-still'
import { findTenant, isTenantOpen } from '@nightflow/platform/tenants/tenants'
import { listAlarms } from '@nightflow/projections/alarms/alarm-queries'
import { countAlarms, countMeters, readTenantDays } from '@nightflow/projections/dashboard/dashboard-queries'
import { nightFlowByPartition } from '@nightflow/projections/leakage/night-flow'
import { partitionBalance } from '@nightflow/projections/leakage/partition-balance'
import { everyPartition } from '@nightflow/projections/leakage/partitions'
import { readRootOverlaps } from '@nightflow/projections/leakage/root-overlaps'
import * as dashboard from '@nightflow/schemas/dashboard/endpoints'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { RequestContext, Visit } from '../http/request-context.ts'
import { todayOf } from './figures.ts'
import { compareNetwork } from './network-comparison.ts'
import { readViewLink, signViewLink } from './view-link.ts'

type WallScreen = ResponseOf<typeof dashboard.wallScreen>

const rankingMax = 20
/** As long as an answer may take anybody who is signed in. */
const statementSecondsMax = 30
const alarmsMax = 10

/** Everything that the wall shows of one tenant. The cascades' roots together are the network. */
export const readWallScreen = async (database: PoolClient): Promise<WallScreen> => {
  const { timeZone, today } = await todayOf(database)
  const { rows: tenants } = await database.query<{ code: string }>(`select current_setting('nightflow.tenant') as code`)
  const tenant = await findTenant(database, tenants[0]!.code)
  const partitions = await everyPartition(database)
  const yesterday = dateOfDay(today - 1)
  const monthBegins = `${yesterday.slice(0, 7)}-01`
  // One reading of the roots serves the days, the month and the weeks before that the days are compared with.
  const roots = await readRoots(database, partitions, dateOfDay(today - 9 - baselineDays), yesterday)
  const days = Array.from({ length: 9 }, (_, index) => networkDay(roots, dateOfDay(today - 9 + index)))
  const last = latestCoveredDay(days)
  const monthDates = daysBetween(monthBegins, yesterday)
  const month = monthDates.map((day) => networkDay(roots, day))
  const supplying = roots.filter(({ counts }) => counts === 'all')
  const ranked = await balances(database, roots, dateOfDay(today - 30), yesterday)
  const alarms = await countAlarms(database, timeZone, dateOfDay(today - 29), dateOfDay(today))
  const latest = await listAlarms(database, { pageNum: 1, pageSize: alarmsMax })
  const counts = await countMeters(database)
  const heard = Math.min(counts.meters, (await readTenantDays(database, dateOfDay(today), dateOfDay(today)))[0]?.heard ?? 0)
  return {
    tenantName: tenant?.name ?? '',
    timeZone,
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
    alarmsByDay: alarms.days,
    latestAlarms: latest.rows.map(({ alarmProcessedId, eventType, pointName, alarmTime, alarmStatus }) => ({
      alarmProcessedId,
      eventType,
      pointName,
      alarmTime,
      alarmStatus,
    })),
    meters: { total: counts.meters, heardToday: heard, silent: counts.meters - heard },
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

type Root = RootSeries & { name: string }

/** The roots with their days from..to, each with how far its water is counted. */
const readRoots = async (database: PoolClient, partitions: readonly PartitionRow[], from: string, to: string): Promise<Root[]> => {
  const sizes = Map.groupBy(partitions, ({ rootId }) => rootId)
  const largerFirst = partitions
    .filter(({ parentId }) => parentId === null)
    .toSorted((one, other) => sizes.get(other.id)!.length - sizes.get(one.id)!.length || (one.id < other.id ? -1 : 1))
  const counts = countRoots(
    largerFirst.map(({ id }) => id),
    await readRootOverlaps(database),
  )
  const roots: Root[] = []
  for (const { id, name } of largerFirst) {
    const rows = (await nightFlowByPartition(database, { id, from, to }))?.rows ?? []
    roots.push({ id, name, counts: counts.get(id)!, rows: new Map(rows.map((row) => [row.date, row])) })
  }
  return roots
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

const balances = async (database: PoolClient, roots: readonly { id: string }[], from: string, to: string) => {
  if (from > to) return []
  const all = []
  for (const { id } of roots) {
    const balance = await partitionBalance(database, { id, from, to })
    if (balance && !isRejection(balance)) all.push(...balance.rows)
  }
  return all
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
