import { metersThatMoved, type UseOfMeter } from '@nightflow/domain/leakage/detection/moved-meters'
import { rejectRange } from '@nightflow/domain/shared/day-range'
import type { findMovedMeters } from '@nightflow/schemas/leakage/moved-meters'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { findForFigures } from './night-flow.ts'

const daysBefore = 28
/** A growth is looked for over eight weeks. */
const daysSinceMax = 62
/** Customers' meters of one point that are looked at. */
const metersMax = 20_000

/** The customers' meters of a metering point, and of those below it, whose use changed on the days from..to by part of a change of the flow. */
export const movedMeters = async (
  database: PoolClient,
  { id, from, to, flowLitresPerHour }: RequestOf<typeof findMovedMeters>,
): Promise<ResponseOf<typeof findMovedMeters> | Rejection | undefined> => {
  const rejection = rejectRange(from, to)
  if (rejection) return rejection
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (days > daysSinceMax) return rejected('range-too-long', { days, daysMax: daysSinceMax })
  const point = await findForFigures(database, id)
  if (!point) return undefined
  const { rows } = await database.query<UseOfMeter>(
    `with recursive points as (
        select key, id from views.partitions where key = $1
        union all select below.key, below.id from points join views.partitions below on below.parent_id = points.id),
      customers as (
        select distinct number from points join views.partition_members on partition_key = points.key and side = 'consumption' limit ${metersMax}),
      uses as (
        select customers.number, meters.details->>'name' as name, day, day_millilitres / 24000.0::float8 as litres
        from customers join views.meters using (number) join views.meter_days on meter_id = meters.id
        where day between $2::date - ${daysBefore} and $3::date and day_millilitres is not null)
      select number, name,
        coalesce(percentile_cont(0.5) within group (order by litres) filter (where day < $2::date), 0) as usual,
        coalesce(percentile_cont(0.75) within group (order by litres) filter (where day < $2::date)
          - percentile_cont(0.25) within group (order by litres) filter (where day < $2::date), 0) as "quartileDistance",
        (count(*) filter (where day < $2::date))::int as "daysBefore",
        coalesce(avg(litres) filter (where day >= $2::date), 0) as since,
        (count(*) filter (where day >= $2::date))::int as "daysSince"
      from uses group by number, name`,
    [point.key, from, to],
  )
  return metersThatMoved(rows, flowLitresPerHour)
}
