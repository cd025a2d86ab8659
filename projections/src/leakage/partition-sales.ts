import { rejectRange } from '@nightflow/domain/shared/day-range'
import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { partitionSales as partitionSalesEndpoint } from '@nightflow/schemas/leakage/partition-sales'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { Rejection } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'

/** Days of one question: two years of bills. */
const daysMax = 731

const isWhole = (from: string, to: string): boolean => from.endsWith('-01') && dateOfDay(dayOfDate(to) + 1).endsWith('-01')

/**
 * Billed volumes and amounts of customers at a point and at every point below it, of the months from..to. A bill that was credited whole does not count. Meters
 * of other points are no customers'. Of a meter that was a member on some days of a month alone, as large a part of the month's volume counts.
 */
export const partitionSales = async (
  database: PoolClient,
  { id, from, to }: RequestOf<typeof partitionSalesEndpoint>,
): Promise<ResponseOf<typeof partitionSalesEndpoint> | Rejection | undefined> => {
  const rejection = rejectRange(from, to, daysMax)
  if (rejection) return rejection
  const { rows } = await database.query<ResponseOf<typeof partitionSalesEndpoint>['rows'][number]>(
    `with recursive subtree as (
       select key, id, parent_id from views.partitions where id = $1
       union select below.key, below.id, below.parent_id from views.partitions below join subtree on below.parent_id = subtree.id),
     members as (
       select partition_key, number, from_day, until_day from views.partition_members member
       where side = 'consumption' and partition_key in (select key from subtree) and from_day <= ($3::text)::date and until_day > ($2::text)::date
         and not exists (select from views.partition_members main where main.number = member.number and main.side = 'supply'
           and main.from_day < member.until_day and main.until_day > member.from_day)),
     billed as (
       select number, (month || '-01')::date as month, ((month || '-01')::date + interval '1 month')::date as next, sum(volume.litres)::float8 as litres
       from (select distinct number from members) own
       join views.billed_volumes volume on volume.meter_no = own.number and volume.month between left($2, 7) and left($3, 7)
       join views.bills using (account_no, bill_id)
       where period_from <= $3 and period_to > $2 and not (total_minor = 0 and amount_minor > 0) group by 1, 2, 3)
     select subtree.id as "partitionId",
       case when $4 then round(sum(billed.litres * greatest(0, least(until_day, next) - greatest(from_day, month)) / (next - month))
         filter (where billed.number is not null))::float8 end as "billedLitres",
       count(distinct members.number)::int as meters, count(distinct billed.number)::int as "metersBilled"
     from subtree left join members on partition_key = key left join billed on billed.number = members.number group by subtree.id order by subtree.id`,
    [id, from, to, isWhole(from, to)],
  )
  return rows.length === 0 ? undefined : { rows }
}
