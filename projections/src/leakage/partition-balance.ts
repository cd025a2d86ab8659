import { leakingPointsBelow } from '@nightflow/domain/leakage/bulk-points'
import { inTime, type PointInTime } from '@nightflow/domain/leakage/tree-in-time'
import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { partitionBalance as partitionBalanceEndpoint } from '@nightflow/schemas/leakage/endpoints'
import type { BalanceRow, NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { daysFrom, nightFlowRows } from './night-flow.ts'
import { byKeyAndDay, type DaysByKey, type Partition, partitionDays, readSources, readSpans, type Sources } from './partition-series.ts'
import { readDays } from './stored-days.ts'

/** So many days of points are read at once; the sums of all of them are kept. */
const pointDaysAtOnce = 5_000
/** Above this many days of points the answer would take longer than a caller may wait. */
const pointDaysMax = 400_000

export type PointOfSubtree = Partition & PointInTime

/** Production against sales of a point and of every point below it. Only days count whose supply and consumption are both known. */
export const partitionBalance = async (
  database: PoolClient,
  { id, from, to }: RequestOf<typeof partitionBalanceEndpoint>,
): Promise<ResponseOf<typeof partitionBalanceEndpoint> | Rejection<'range-too-long'> | undefined> => {
  const found = await database.query<Partition & { parentId: string | null }>(
    `with recursive subtree as (
       select * from views.partitions where id = $1
       union select below.* from views.partitions below join subtree on below.parent_id = subtree.id)
     select key::float8 as key, id, parent_id as "parentId", name, level, time_zone, details from subtree order by level, name, id`,
    [id],
  )
  if (found.rows.length === 0) return undefined
  const [firstDay, lastDay] = [dayOfDate(from), dayOfDate(to)]
  const rejection = rejectPointDays(found.rows.length, lastDay - firstDay + 1, pointDaysMax)
  if (rejection) return rejection
  const keys = found.rows.map(({ key }) => key)
  const spans = await readSpans(database, keys)
  const points = found.rows.map((point) => ({ ...point, ...spans.get(point.key)! }))
  const sources = await readSources(
    database,
    points.map(({ key, time_zone }) => ({ key, time_zone, days: daysFrom(firstDay, lastDay) })),
  )
  const rows = await balanceOf(points, { firstDay, lastDay }, sources, async (first, last) =>
    byKeyAndDay(await readDays(database, keys, first, last)),
  )
  return { rows }
}

/** Undefined where so many points can be answered over so many days. */
export const rejectPointDays = (points: number, days: number, max: number): Rejection<'range-too-long'> | undefined =>
  days * points > max ? rejected('range-too-long', { days, daysMax: Math.floor(max / points) }) : undefined

type DaysBetween = (firstDay: number, lastDay: number) => Promise<DaysByKey>

/** The balance of a point and those below it, from their stored days, of which some are read at once. */
export const balanceOf = async (
  points: readonly PointOfSubtree[],
  { firstDay, lastDay }: { firstDay: number; lastDay: number },
  sources: Sources,
  daysBetween: DaysBetween,
): Promise<BalanceRow[]> => {
  const days = lastDay - firstDay + 1
  const leakingBelow = inTime(points, leakingPointsBelow)
  const balances = new Map(points.map((point) => [point.id, emptyBalance(point, days)]))
  const spanDays = Math.max(1, Math.floor(pointDaysAtOnce / points.length))
  for (let start = firstDay; start <= lastDay; start += spanDays) {
    const span = daysFrom(start, Math.min(lastDay, start + spanDays - 1))
    const stored = await daysBetween(span[0]!, span.at(-1)!)
    const figures = new Map(points.map((point) => [point.id, nightFlowRows(point, partitionDays(point, span, stored, sources))]))
    for (const point of points) {
      const { startOf } = calendarOf(point.time_zone)
      const leakingOn = (day: number) => leakingBelow(startOf(day), startOf(day + 1)).get(point.id)!
      const below = (place: number) => leakingOn(span[place]!).map((child) => figures.get(child)![place]!)
      addDays(balances.get(point.id)!, figures.get(point.id)!, below)
    }
  }
  return [...balances.values()].map(toBalanceRow)
}

/** Sums of the days that are known. `isOwnKnown` turns false with the first of them on which a point below is unknown. */
type Balance = Pick<BalanceRow, 'partitionId' | 'name' | 'level' | 'days' | 'daysKnown' | 'daysEstimated'> & {
  supply: number
  consumption: number
  supplyEstimated: number
  consumptionEstimated: number
  leakage: number
  own: number
  isOwnKnown: boolean
}

const emptyBalance = ({ id, name, level }: Partition, days: number): Balance => ({
  partitionId: id,
  name,
  level,
  days,
  daysKnown: 0,
  daysEstimated: 0,
  supply: 0,
  consumption: 0,
  supplyEstimated: 0,
  consumptionEstimated: 0,
  leakage: 0,
  own: 0,
  isOwnKnown: true,
})

const addDays = (balance: Balance, rows: readonly NightFlowRow[], below: (place: number) => readonly NightFlowRow[]): void => {
  for (const [place, row] of rows.entries()) {
    const { leakageLitres, estimated } = row
    if (leakageLitres === null) continue
    balance.daysKnown += 1
    if (estimated) balance.daysEstimated += 1
    balance.supply += row.supplyLitres!
    balance.consumption += row.consumptionLitres!
    balance.supplyEstimated += row.supplyEstimatedLitres!
    balance.consumptionEstimated += row.consumptionEstimatedLitres!
    balance.leakage += leakageLitres
    // Own leakage compares the same days on both levels; a day that one point below does not know says nothing of the point's own mains.
    const lost = below(place).map((of) => of.leakageLitres)
    if (lost.includes(null)) balance.isOwnKnown = false
    balance.own += lost.reduce<number>((rest, litres) => rest - (litres ?? 0), leakageLitres)
  }
}

const toBalanceRow = (balance: Balance): BalanceRow => {
  const { supply, consumption, supplyEstimated, consumptionEstimated, leakage, own, isOwnKnown, ...row } = balance
  const ifKnown = (litres: number) => (row.daysKnown === 0 ? null : litres)
  return {
    ...row,
    supplyLitres: ifKnown(supply),
    consumptionLitres: ifKnown(consumption),
    supplyEstimatedLitres: ifKnown(supplyEstimated),
    consumptionEstimatedLitres: ifKnown(consumptionEstimated),
    leakageLitres: ifKnown(leakage),
    leakageRate: supply > 0 ? Math.round((leakage / supply) * 1e6) / 1e6 : null,
    ownLeakageLitres: isOwnKnown ? ifKnown(own) : null,
  }
}
