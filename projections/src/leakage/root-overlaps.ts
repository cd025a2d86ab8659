import type { RootOverlap } from '@nightflow/domain/leakage/network-days'
import type { PoolClient } from 'pg'

/** Pairs of roots whose cascades count the same water: an inlet of one is an inlet, or a customer's meter, in the other's cascade. */
export const readRootOverlaps = async (database: PoolClient): Promise<RootOverlap[]> => {
  const { rows } = await database.query<RootOverlap>(
    `select distinct root.id as inner, other.root_id as outer, counted.side = 'consumption' as "isCustomer"
     from views.partitions root
     join views.partition_members inlet on inlet.partition_key = root.key and inlet.side = 'supply' and inlet.sign = 1
     join views.partition_members counted on counted.tenant = inlet.tenant and counted.number = inlet.number and counted.sign = 1
       and counted.from_day < inlet.until_day and counted.until_day > inlet.from_day
     join views.partitions other on other.key = counted.partition_key and other.root_id <> root.root_id
     where root.parent_id is null order by 1, 2, 3`,
  )
  return rows
}
