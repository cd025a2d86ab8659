import { networkDay, networkRate } from '@nightflow/domain/leakage/network-days'
import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { NetworkOverview } from '@nightflow/schemas/leakage/network-overview'
import type { PoolClient } from 'pg'
import { readRootSeries } from './root-series.ts'

/** The cascades as one network, with the month of `yesterday` up to that day. */
export const readNetworkOverview = async (database: PoolClient, today: string): Promise<NetworkOverview> => {
  const { rows: counted } = await database.query<{ points: number; monitored: number; layers: number }>(
    `select count(*)::int as points, coalesce(max(level), 0)::int as layers,
       count(*) filter (where exists (select from views.partition_meters where partition_id = id and role = 'summary'
         and from_day <= $1::date and to_day > $1::date))::int as monitored
     from views.partitions`,
    [today],
  )
  const to = dateOfDay(dayOfDate(today) - 1)
  const from = `${today.slice(0, 7)}-01`
  const days = Array.from({ length: Math.max(0, dayOfDate(to) - dayOfDate(from) + 1) }, (_, at) => dateOfDay(dayOfDate(from) + at))
  const series = await readRootSeries(database, from, to)
  const month = days.map((day) => networkDay(series, day))
  const sum = (of: (day: (typeof month)[number]) => number | null): number | null => {
    const known = month.map(of).filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
  }
  return {
    partitions: series.length,
    meteringPoints: counted[0]!.points,
    monitoredPoints: counted[0]!.monitored,
    layers: counted[0]!.layers,
    from,
    to,
    supplyLitres: sum(({ supplyLitres }) => supplyLitres),
    leakageLitres: sum(({ leakageLitres }) => leakageLitres),
    leakageRate: networkRate(series, days),
    isEstimated: month.some(({ supplyEstimated, leakageEstimated }) => supplyEstimated || leakageEstimated),
    partitionDays: series.filter(({ counts }) => counts === 'all').length * days.length,
    supplyDaysKnown: sum(({ supplyKnown }) => supplyKnown) ?? 0,
    leakageDaysKnown: sum(({ leakageKnown }) => leakageKnown) ?? 0,
  }
}
