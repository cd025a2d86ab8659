import type { HowKnown } from '@nightflow/schemas/shared/how-known'
import type { PoolClient } from 'pg'

export type Decided = { how: HowKnown; by: string | null; reason: string | null }
type Stated = {
  meter_id: number
  day: number
  litres: number
  hours: number[]
  method: string | null
  by: string | null
  reason: string | null
}

/** What people stated for days of a meter and of those that it replaced. */
export const statedDays = async (database: PoolClient, { number, from, to }: { number: string; from: string; to: string }) => {
  const { rows } = await database.query<Stated>(
    `with recursive chain as (
       select id, number, replaces from views.meters where number = $1
       union select old.id, old.number, old.replaces from views.meters old join chain on old.number = chain.replaces)
     select id::float8 as meter_id, day::date - date '1970-01-01' as day, stated_litres as litres, stated_hours as hours, method,
       answered_by as by, reason
     from (select * from chain limit 10000) line join views.day_reviews using (number)
     where day between $2 and $3 and stated_litres is not null order by day`,
    [number, from, to],
  )
  return rows.map(({ method, by, reason, ...row }) => {
    const decided: Decided = { how: method === null ? 'edited' : 'estimated', by, reason }
    return { ...row, decided }
  })
}
