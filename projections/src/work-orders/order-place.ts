import type { PoolClient } from 'pg'

export type OrderPlace = {
  partitionName: string | null
  crewName: string | null
  meter: { address: string | null; longitude: number | null; latitude: number | null } | null
}

/** The names of what an order is assigned to and about, and the place of its meter. */
export const findOrderPlace = async (
  database: PoolClient,
  { meterNo, partitionId, crewId }: { meterNo: string | null; partitionId: string | null; crewId: number | null },
): Promise<OrderPlace> => {
  const { rows } = await database.query<OrderPlace>(
    `select (select name from views.partitions where id = $2) as "partitionName",
       (select crew_name from platform.crews where crew_id = $3) as "crewName",
       (select jsonb_build_object('address', details -> 'address', 'longitude', details -> 'longitude', 'latitude', details -> 'latitude')
        from views.meters where number = $1) as meter`,
    [meterNo, partitionId, crewId],
  )
  return rows[0]!
}
