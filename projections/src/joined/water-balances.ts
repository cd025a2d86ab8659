import { assumedOf } from '@nightflow/domain/leakage/water-balance/assumed'
import { balanceOfMonth } from '@nightflow/domain/leakage/water-balance/balance-of-month'
import type { MonthInput } from '@nightflow/domain/leakage/water-balance/month-input'
import { type NightUse, nightUseOfDay } from '@nightflow/domain/leakage/water-balance/night-use'
import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { SalesRow } from '@nightflow/schemas/leakage/partition-sales'
import type {
  listWaterBalances as listEndpoint,
  WaterBalance,
  WaterBalanceRow,
  waterBalance as waterBalanceEndpoint,
} from '@nightflow/schemas/leakage/water-balance'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { nextPage } from '@nightflow/schemas/shared/list-page'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { exceptionalNightUsers, noExceptionalUsers } from '../leakage/exceptional-night-users.ts'
import { daysFrom, nightFlowRows } from '../leakage/night-flow.ts'
import { infrastructureOn } from '../leakage/partition-infrastructure.ts'
import { partitionSales } from '../leakage/partition-sales.ts'
import { byKeyAndDay, type Partition, partitionDays, readSources } from '../leakage/partition-series.ts'
import { readTenantClasses } from '../leakage/regulator-classes.ts'
import { readDays } from '../leakage/stored-days.ts'
import { areaPressure, pressurePlaces } from './area-pressure.ts'

type Point = Partition & { rootId: string; boundary: [number, number][] | null }
type Month = { month: string; from: string; to: string; days: number[] }
type MonthOfPoint = Omit<MonthInput, 'pricePerCubicMetre' | 'exceptional'> & { key: number }

const pointColumns = `key::float8 as key, id, name, level, time_zone, details, root_id as "rootId", details->'boundary' as boundary`

const monthOf = (month: string): Month => {
  const first = dayOfDate(`${month}-01`)
  const after = new Date(`${month}-01T00:00:00Z`)
  after.setUTCMonth(after.getUTCMonth() + 1)
  const last = dayOfDate(after.toISOString().slice(0, 10)) - 1
  return { month, from: dateOfDay(first), to: dateOfDay(last), days: daysFrom(first, last) }
}

/** All from which the balances of some metering points are computed, by one question of each kind for all of them. */
const readMonths = async (database: PoolClient, points: readonly Point[], month: Month): Promise<MonthOfPoint[]> => {
  const { from, to, days } = month
  const sources = await readSources(
    database,
    points.map(({ key, time_zone }) => ({ key, time_zone, days })),
  )
  const stored = byKeyAndDay(await readDays(database, sources.keys, days[0]!, days.at(-1)!))
  const ids = points.map(({ id }) => id)
  const infrastructure = await infrastructureOn(database, ids, to)
  const billed = await billedOf(database, points, month)
  const places = points.some(({ boundary }) => boundary) ? await pressurePlaces(database) : []
  const months: MonthOfPoint[] = []
  for (const point of points) {
    const series = partitionDays(point, days, stored, sources)
    const calendar = calendarOf(point.time_zone)
    const nights = series.flatMap((day): NightUse[] => {
      const night = nightUseOfDay(calendar, day, point.details)
      return night ? [night] : []
    })
    months.push({
      key: point.key,
      point: { partitionId: point.id, name: point.name, level: point.level, timeZone: point.time_zone, month: month.month, from, to },
      rows: nightFlowRows(point, series),
      nights,
      billedLitres: billed.get(point.id)?.billedLitres ?? null,
      billedMeterShare: meterShareOf(billed.get(point.id)),
      infrastructure: infrastructure.get(point.id) ?? null,
      pressure: await areaPressure(database, places, { timeZone: point.time_zone, boundary: point.boundary, from, to }, nights),
    })
  }
  return months
}

/** Billed volumes of the month: of whole cascades, and of the points themselves whose root the reader does not see. */
const billedOf = async (database: PoolClient, points: readonly Point[], { from, to }: Month): Promise<Map<string, SalesRow>> => {
  const billed = new Map<string, SalesRow>()
  const tops = points.length === 1 ? points.map(({ id }) => id) : [...new Set(points.map(({ rootId }) => rootId))]
  for (const id of [...tops, ...points.map((point) => point.id)]) {
    if (billed.has(id)) continue
    const sales = await partitionSales(database, { id, from, to })
    if (!sales || isRejection(sales)) continue
    for (const row of sales.rows) billed.set(row.partitionId, row)
  }
  return billed
}

const meterShareOf = (sales: SalesRow | undefined): number | null => (sales && sales.meters > 0 ? sales.metersBilled / sales.meters : null)

type Price = { pricePerCubicMetre: number | undefined }

/** The water balance of one metering point and month; undefined where there is no such point. */
export const waterBalance = async (
  database: PoolClient,
  { id, month, targetPressureMetres }: RequestOf<typeof waterBalanceEndpoint>,
  { pricePerCubicMetre }: Price,
): Promise<ResponseOf<typeof waterBalanceEndpoint> | undefined> => {
  const { rows } = await database.query<Point>(`select ${pointColumns} from views.partitions where id = $1`, [id])
  const [of] = await readMonths(database, rows, monthOf(month))
  if (!of) return undefined
  const { values } = assumedOf(of.infrastructure ?? {})
  const about = { key: of.key, timeZone: of.point.timeZone }
  const exceptional = await exceptionalNightUsers(database, about, of.nights.at(-1), values.exceptionalLitresPerHour)
  return balanceOfMonth({ ...of, pricePerCubicMetre, targetPressureMetres, exceptional, classes: await readTenantClasses(database) })
}

/** The balances of a page of metering points, superiors before those below them. */
export const listWaterBalances = async (
  database: PoolClient,
  { month, limit, page }: RequestOf<typeof listEndpoint>,
): Promise<ResponseOf<typeof listEndpoint>> => {
  const counted = await database.query<{ total: number }>('select count(*)::int as total from views.partitions')
  const { total } = counted.rows[0]!
  const rows = await balanceRows(database, month, { offset: (page - 1) * limit, limit })
  return { rows, total, next: nextPage({ limit, page }, total) }
}

/** Balances of one month: of so many points after others, or of one point alone. */
export const balanceRows = async (
  database: PoolClient,
  month: string,
  { id, offset = 0, limit }: { id?: string | undefined; offset?: number; limit: number },
): Promise<WaterBalanceRow[]> => {
  const { rows: points } = await database.query<Point>(
    `select ${pointColumns} from views.partitions where $3::text is null or id = $3 order by root_id, level, name, id limit $1 offset $2`,
    [limit, offset, id ?? null],
  )
  const months = await readMonths(database, points, monthOf(month))
  return months.map((of) => rowOf(balanceOfMonth({ ...of, pricePerCubicMetre: undefined, exceptional: noExceptionalUsers })))
}

const rowOf = ({ volumes, indicators, ...balance }: WaterBalance): WaterBalanceRow => ({
  partitionId: balance.partitionId,
  name: balance.name,
  level: balance.level,
  month: balance.month,
  days: balance.days,
  daysKnown: balance.daysKnown,
  daysEstimated: balance.daysEstimated,
  completeness: balance.completeness,
  systemInputLitres: volumes.systemInput.value,
  authorisedLitres: volumes.authorised.value,
  apparentLossesLitres: volumes.apparentLosses.value,
  realLossesLitres: volumes.realLosses.value,
  realLossesBoundLitres: volumes.realLosses.bound,
  nonRevenueShare: indicators.nonRevenueShare.value,
  uarlLitresPerDay: indicators.uarlLitresPerDay,
  ili: indicators.ili.value,
  iliBound: indicators.ili.bound,
  iliClass: indicators.iliClass,
})
