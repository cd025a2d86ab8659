import type { MeterFit } from '@nightflow/schemas/leakage/meter-check'
import type { PoolClient } from 'pg'

type Point = { id: string; root_id: string; time_zone: string }
type Role = 'summary' | 'sub'
type Asked = { number: string; name: string | null; address: string | null; time_zone: string | null }
type Membership = { number: string; id: string; name: string; root_id: string; role: Role }

/** Whether each of these meters can be associated with a point, in the order given. Undefined where there is no such point. */
export const meterFits = async (
  database: PoolClient,
  id: string,
  role: Role,
  numbers: readonly string[],
): Promise<MeterFit[] | undefined> => {
  const points = await database.query<Point>('select id, root_id, time_zone from views.partitions where id = $1', [id])
  const [point] = points.rows
  if (!point) return undefined
  const asked = await database.query<Asked>(
    `select asked.number, details->>'name' as name, details->>'address' as address, meters.time_zone
     from unnest($1::text[]) with ordinality as asked (number, place) left join views.meters on meters.number = asked.number order by place`,
    [numbers],
  )
  const found = await database.query<Membership>(
    `select number, id, name, root_id, 'sub' as role from views.partitions cross join unnest(sub_meters) as number where number = any ($1::text[])
     union all
     select number, id, name, root_id, 'summary' as role from views.partitions cross join jsonb_object_keys(summary_meters) as number
     where number = any ($1::text[])`,
    [numbers],
  )
  const memberships = Map.groupBy(found.rows, ({ number }) => number)
  return asked.rows.map((meter) => fitOf(meter, memberships.get(meter.number) ?? [], point, role))
}

/** At most so many meters whose number, name or address contains the text, by number. */
export const findCandidates = async (database: PoolClient, search: string, countMax: number): Promise<string[]> => {
  const { rows } = await database.query<{ number: string }>(
    `select number from views.meters where replaced_by is null
     and (strpos(lower(number), lower($1)) > 0 or strpos(lower(coalesce(details->>'name', '')), lower($1)) > 0 or strpos(lower(coalesce(details->>'address', '')), lower($1)) > 0)
     order by number limit $2`,
    [search, countMax],
  )
  return rows.map(({ number }) => number)
}

const fitOf = ({ number, name, address, time_zone }: Asked, memberships: readonly Membership[], point: Point, role: Role): MeterFit => {
  const here = memberships.find(({ id, role: other }) => id === point.id && other === role)
  const inCascade = memberships.find(({ id, root_id, role: other }) =>
    // A summary meter may be one of several points and a sub-meter of the point above; never both at one point, and a sub-meter once.
    id === point.id ? other !== role : role === 'sub' && other === 'sub' && root_id === point.root_id,
  )
  const refusal = ((): Pick<MeterFit, 'problem' | 'details'> => {
    if (time_zone === null) return { problem: 'meter-not-registered', details: { number } }
    if (time_zone !== point.time_zone) return { problem: 'meter-zone-differs', details: { number, timeZone: time_zone } }
    if (!here && inCascade) return { problem: 'meter-already-in-partition', details: { number, partitionId: inCascade.id } }
    return { problem: null, details: {} }
  })()
  const elsewhere = memberships
    .filter(({ root_id }) => root_id !== point.root_id)
    .map(({ id, name: other, role: as }) => ({ id, name: other, role: as }))
  return { number, name, address, ...refusal, isHere: here !== undefined, elsewhere }
}
