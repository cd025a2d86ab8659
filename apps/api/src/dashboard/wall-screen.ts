import { latestCoveredDay, networkDay, networkRate } from '@nightflow/domain/leakage/network-days'
import { baselineDays } from '@nightflow/domain/leakage/same-weekday'
import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { mayStill } from '@nightflow/platform/people/may-still'
import { findTenant, isTenantOpen } from '@nightflow/platform/tenants/tenants'
import { listAlarms } from '@nightflow/projections/alarms/alarm-queries'
import { countAlarms, countMeters, readTenantDays } from '@nightflow/projections/dashboard/dashboard-queries'
import { latestFigures } from '@nightflow/projections/leakage/latest-figures'
import { type NetworkDays, readNetworkAfresh } from '@nightflow/projections/leakage/network-figures'
import { latestOfDays, rankedPoints, rootsOfNetwork } from '@nightflow/projections/leakage/network-summary'
import * as dashboard from '@nightflow/schemas/dashboard/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { keepValues } from '../http/keep-values.ts'
import type { RequestContext, Visit } from '../http/request-context.ts'
import { todayOf } from './figures.ts'
import { keepNetworks } from './kept-networks.ts'
import { compareNetwork } from './network-comparison.ts'
import { readViewLink, signViewLink } from './view-link.ts'

type WallScreen = ResponseOf<typeof dashboard.wallScreen>

const rankingMax = 20
/** As long as an answer may take anybody who is signed in. */
const statementSecondsMax = 30
const alarmsMax = 10

/** Figures of the network: all but the alarms and the meters that were heard. */
type Figures = Omit<WallScreen, 'tenantName' | 'timeZone' | 'alarmsByDay' | 'latestAlarms' | 'meters'>

/** As many networks of ten thousand metering points take a few hundred megabytes. */
const keptNetworksMax = 20
const networks = keepNetworks(keptNetworksMax)
/** Older days decide the latest figures of points that have none of late: they are looked at once a minute. */
const olderDaysMilliseconds = 60_000
const figuresOf = new WeakMap<NetworkDays, { figures: Figures; today: number; until: number }>()
/** Above so many metering points the figures of a part of a utility, which are computed from nothing, take longer than a screen may. */
const pointsAtOnceMax = 200
const figuresOfParts = keepValues<Figures>({ keptMilliseconds: 60_000, entriesMax: 200 })

/** The tenant, and of a reader of a part of it which part that is and how many metering points it has. */
type Reader = { code: string; part: { reader: string; points: number } | null }

const readerOf = async (database: PoolClient): Promise<Reader> => {
  const { rows } = await database.query<Reader>(
    `select current_setting('nightflow.tenant') as code,
       case when nullif(current_setting('nightflow.reader', true), '') is not null then json_build_object(
         'points', (select count(*) from views.partitions),
         'reader', concat_ws('/', current_setting('nightflow.tenant'), current_setting('nightflow.departments', true),
           current_setting('nightflow.regions', true), current_setting('nightflow.reader', true))) end as part`,
  )
  return rows[0]!
}

/** Days before today that the wall reads: those of the trend, and the weeks with which the first of them is compared. */
const daysBack = 9 + baselineDays

const readFigures = async (database: PoolClient, { code, part }: Reader, today: number): Promise<Figures> => {
  const first = today - daysBack
  if (part) {
    const compute = async () => (await computeFigures(database, await readNetworkAfresh(database, first, today + 1), today)).figures
    return part.points > pointsAtOnceMax ? figuresOfParts(`${part.reader}/${today}`, compute) : compute()
  }
  return networks(code, async (network) => {
    const days = await network.read(database, first)
    const known = figuresOf.get(days)
    if (known?.today === today && known.until > performance.now()) return known.figures
    const { figures, isOfOlderDays } = await computeFigures(database, days, today)
    figuresOf.set(days, { figures, today, until: isOfOlderDays ? performance.now() + olderDaysMilliseconds : Number.POSITIVE_INFINITY })
    return figures
  })
}

/**
 * Everything that the wall shows of one tenant. The cascades' roots together are the network. Figures are computed for what moved since they were last
 * asked for, and for readers of a large part of a utility once a minute.
 */
export const readWallScreen = async (database: PoolClient): Promise<WallScreen> => {
  const { timeZone, today } = await todayOf(database)
  const reader = await readerOf(database)
  const tenant = await findTenant(database, reader.code)
  const figures = await readFigures(database, reader, today)
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

const computeFigures = async (
  database: PoolClient,
  network: NetworkDays,
  today: number,
): Promise<{ figures: Figures; isOfOlderDays: boolean }> => {
  const { points } = network.structure
  const yesterday = dateOfDay(today - 1)
  const monthBegins = `${yesterday.slice(0, 7)}-01`
  const roots = rootsOfNetwork(network)
  const days = Array.from({ length: 9 }, (_, index) => networkDay(roots, dateOfDay(today - 9 + index)))
  const last = latestCoveredDay(days)
  const monthDates = daysBetween(monthBegins, yesterday)
  const month = monthDates.map((day) => networkDay(roots, day))
  const supplying = roots.filter(({ counts }) => counts === 'all')
  const ranked = rankedPoints(network, today - 30, today - 1)
  const latest = latestOfDays(network)
  const older = await latestFigures(
    database,
    points.filter((_, place) => latest[place] === undefined),
  )
  const figures: Figures = {
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
    meteringPoints: points.length,
    layers: points.reduce((most, { level }) => Math.max(most, level), 0),
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
    ranking: ranked.toSorted((one, other) => (other.leakageRate ?? -1) - (one.leakageRate ?? -1)).slice(0, rankingMax),
    trend: days.slice(-7),
    shapes: points.map(({ key, id, name, parentId, level, details: { boundary } }, place) => {
      const row = latest[place] ?? older.get(key)
      return {
        ...{ id, name, parentId, level },
        leakageRate: row?.leakageRate ?? null,
        flowLitresPerHour: row?.averageFlowLitresPerHour ?? null,
        estimated: row?.estimated ?? false,
        outline: boundary ?? null,
      }
    }),
  }
  return { figures, isOfOlderDays: latest.includes(undefined) }
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
