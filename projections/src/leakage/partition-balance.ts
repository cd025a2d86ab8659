import { leakingPointsBelow } from '@nightflow/domain/leakage/bulk-points'
import { dayOfDate } from '@nightflow/domain/shared/local-time'
import type { partitionBalance as partitionBalanceEndpoint } from '@nightflow/schemas/leakage/endpoints'
import type { BalanceRow, NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { daysFrom, nightFlowRows } from './night-flow.ts'
import { byKeyAndDay, type DaysByKey, type Partition, partitionDays, readSources, type Sources } from './partition-series.ts'
import { readDays } from './stored-days.ts'

/** So many days of points are read at once; the sums of all of them are kept. */
const pointDaysAtOnce = 5_000
/** Above this many days of points the answer would take longer than a caller may wait. */
const pointDaysMax = 400_000

export type PointOfSubtree = Partition & { parent_id: string | null; hasSummaryMeters: boolean; hasCustomers: boolean }

/** Production against sales of a point and of every point below it. Only days count whose supply and consumption are both known. */
export const partitionBalance = async (
  database: PoolClient,
  { id, from, to }: RequestOf<typeof partitionBalanceEndpoint>,
): Promise<ResponseOf<typeof partitionBalanceEndpoint> | Rejection<'range-too-long'> | undefined> => {
  const found = await database.query<PointOfSubtree>(
    `with recursive subtree as (
       select * from views.partitions where id = $1
       union select below.* from views.partitions below join subtree on below.parent_id = subtree.id)
     select key::float8 as key, id, parent_id, name, level, time_zone, details,
       exists (select from views.partition_members where partition_key = key and side = 'supply') as "hasSummaryMeters",
       exists (select from views.partition_members where partition_key = key and side = 'consumption') as "hasCustomers"
     from subtree order by level, name, id`,
    [id],
  )
  const points = found.rows
  if (points.length === 0) return undefined
  const [firstDay, lastDay] = [dayOfDate(from), dayOfDate(to)]
  const rejection = rejectPointDays(points.length, lastDay - firstDay + 1, pointDaysMax)
  if (rejection) return rejection
  const keys = points.map(({ key }) => key)
  const sources = await readSources(database, keys)
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
  const leakingBelow = leakingPointsBelow(points.map(({ parent_id, ...point }) => ({ ...point, parentId: parent_id })))
  const balances = new Map(points.map((point) => [point.id, emptyBalance(point, days)]))
  const spanDays = Math.max(1, Math.floor(pointDaysAtOnce / points.length))
  for (let start = firstDay; start <= lastDay; start += spanDays) {
    const span = daysFrom(start, Math.min(lastDay, start + spanDays - 1))
    const stored = await daysBetween(span[0]!, span.at(-1)!)
    const figures = new Map(points.map((point) => [point.id, nightFlowRows(point, partitionDays(point, span, stored, sources))]))
    for (const point of points) {
      const below = leakingBelow.get(point.id)!.map((child) => figures.get(child)!)
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

const addDays = (balance: Balance, rows: readonly NightFlowRow[], below: readonly (readonly NightFlowRow[])[]): void => {
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
    const lost = below.map((of) => of[place]!.leakageLitres)
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
