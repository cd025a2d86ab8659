import { baselineDays } from '@nightflow/domain/leakage/same-weekday'
import { dateOfDay } from '@nightflow/domain/shared/local-time'
import { listAlarms } from '@nightflow/projections/alarms/alarm-queries'
import { countAlarms, countMeters, readTenantDays } from '@nightflow/projections/dashboard/dashboard-queries'
import { nightFlowByPartition, partitionBalance } from '@nightflow/projections/leakage/night-flow'
import { listPartitions } from '@nightflow/projections/leakage/partitions'
import { findTenant, isTenantOpen } from '@nightflow/projections/platform/tenants'
import { withTenant } from '@nightflow/projections/shared/database'
import type * as dashboard from '@nightflow/schemas/dashboard/endpoints'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { Asked, Visit } from '../shared/asked.ts'
import { todayOf } from './figures.ts'
import { compareNetwork } from './network-comparison.ts'
import { readViewLink, signViewLink } from './view-link.ts'

type WallScreen = ResponseOf<typeof dashboard.wallScreen>
type Rows = readonly NightFlowRow[]

const rankingMax = 20
/** As long as an answer may take anybody who is signed in. */
const statementSecondsMax = 30
const alarmsMax = 10

/** Everything that the wall shows of one tenant. The cascades' roots together are the network. */
export const readWallScreen = async (database: PoolClient): Promise<WallScreen> => {
  const { timeZone, today } = await todayOf(database)
  const { rows: tenants } = await database.query<{ code: string }>(`select current_setting('nightflow.tenant') as code`)
  const tenant = await findTenant(database, tenants[0]!.code)
  const { rows: partitions } = await listPartitions(database, {})
  const roots = partitions.filter(({ parentId }) => parentId === null)
  const yesterday = dateOfDay(today - 1)
  const monthBegins = `${yesterday.slice(0, 7)}-01`
  // One reading of the roots serves the days, the month and the weeks before that the days are compared with.
  const from = dateOfDay(today - 9 - baselineDays)
  const ofRoots: Rows[] = []
  for (const { id } of roots) ofRoots.push((await nightFlowByPartition(database, { id, from, to: yesterday }))?.rows ?? [])
  const days = Array.from({ length: 9 }, (_, index) => sumOfDay(ofRoots, dateOfDay(today - 9 + index)))
  const last = days.findLast(({ supplyLitres }) => supplyLitres !== null)
  // Supply and leakage of the same days: those whose leakage is known.
  const month = ofRoots.flat().filter(({ date, leakageLitres }) => date >= monthBegins && leakageLitres !== null)
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
    leakageRate: rateOf(last),
    ...compareNetwork(ofRoots, last?.day ?? yesterday),
    partitions: roots.length,
    meteringPoints: partitions.length,
    layers: Math.max(0, ...partitions.map(({ level }) => level)),
    monthSupplyLitres: sumOf(month.map(({ supplyLitres }) => supplyLitres)),
    monthLeakageLitres: sumOf(month.map(({ leakageLitres }) => leakageLitres)),
    ranking: ranked
      .map(({ partitionId, name, leakageRate, leakageLitres }) => ({ id: partitionId, name, leakageRate, leakageLitres }))
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
      outline: boundary ?? null,
    })),
  }
}

type Sum = WallScreen['trend'][number]

/** A day of the whole network. One root that does not know a figure leaves the network's unknown. */
const sumOfDay = (ofRoots: readonly Rows[], day: string): Sum => {
  const rows = ofRoots.map((of) => of.find(({ date }) => date === day))
  const sum = (pick: (row: NightFlowRow) => number | null) => allOf(rows.map((row) => (row ? pick(row) : null)))
  return {
    day,
    supplyLitres: sum(({ supplyLitres }) => supplyLitres),
    leakageLitres: sum(({ leakageLitres }) => leakageLitres),
    nightMinimumLitresPerHour: sum(({ nightMinimumFlowLitresPerHour }) => nightMinimumFlowLitresPerHour),
  }
}

const allOf = (values: readonly (number | null)[]): number | null =>
  values.length === 0 || values.includes(null) ? null : values.reduce<number>((sum, value) => sum + value!, 0)

/** Of what is known; null when nothing is. */
const sumOf = (values: readonly (number | null)[]): number | null => {
  const known = values.flatMap((value) => (value === null ? [] : [value]))
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

const rateOf = (day: Sum | undefined): number | null =>
  day?.supplyLitres && day.leakageLitres !== null ? day.leakageLitres / day.supplyLitres : null

const balances = async (database: PoolClient, roots: readonly { id: string }[], from: string, to: string) => {
  if (from > to) return []
  const all = []
  for (const { id } of roots) all.push(...((await partitionBalance(database, { id, from, to }))?.rows ?? []))
  return all
}

export const wallScreenByLink = async (
  { link }: RequestOf<typeof dashboard.wallScreenByLink>,
  { pool, tokenSecret }: Visit,
): Promise<WallScreen | Rejection> => {
  const tenant = readViewLink(tokenSecret, link, new Date())
  // A link outlives nothing: of a tenant that lets nobody in, it shows nothing.
  if (tenant === undefined || !(await isTenantOpen(pool, tenant))) return rejected('view-link-over')
  return withTenant(pool, tenant, readWallScreen, { statementSecondsMax })
}

const hourMilliseconds = 3_600_000

export const makeViewLink = async ({ hours }: RequestOf<typeof dashboard.makeViewLink>, { tokenSecret, caller }: Asked) => {
  const until = new Date(Date.now() + hours * hourMilliseconds)
  const response = { link: signViewLink(tokenSecret, { tenant: caller.tenant, until }), expiresAt: until.toISOString() }
  // The link itself opens the screen: the operation log keeps when it ends, not what it is.
  return { response, after: { expiresAt: response.expiresAt } }
}
