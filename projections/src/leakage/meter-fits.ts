import { daysOf, hasBounds, isSameDays, overlap, writtenDays } from '@nightflow/domain/leakage/member-days'
import type { MeterFit } from '@nightflow/schemas/leakage/meter-check'
import type { MemberDays } from '@nightflow/schemas/leakage/partition'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { PoolClient } from 'pg'
import { bound } from './partition-meters.ts'

type Point = { id: string; root_id: string; time_zone: string }
type Role = 'summary' | 'sub'
type Asked = { number: string; name: string | null; address: string | null; time_zone: string | null; account_no: string | null }
export type Wanted = MemberDays & { onlyOpened?: boolean }
type Membership = { number: string; id: string; name: string; root_id: string; role: Role; days: MemberDays }

/** Whether each of these meters can be associated with a point, in the order given. Undefined where there is no such point. */
export const meterFits = async (
  database: PoolClient,
  id: string,
  role: Role,
  numbers: readonly string[],
  { onlyOpened = false, ...wanted }: Wanted = {},
): Promise<MeterFit[] | undefined> => {
  const points = await database.query<Point>('select id, root_id, time_zone from views.partitions where id = $1', [id])
  const [point] = points.rows
  if (!point) return undefined
  const asked = await database.query<Asked>(
    `select asked.number, details->>'name' as name, details->>'address' as address, meters.time_zone, ${accountOfMeter} as account_no
     from unnest($1::text[]) with ordinality as asked (number, place) left join views.meters on meters.number = asked.number order by place`,
    [numbers],
  )
  const found = await database.query<Membership>(
    `select number, id, name, root_id, role, json_strip_nulls(json_build_object('from', ${bound('from_day')}, 'to', ${bound('to_day')})) as days
     from views.partition_meters join views.partitions on id = partition_id where number = any ($1::text[]) order by from_day`,
    [numbers],
  )
  const memberships = Map.groupBy(found.rows, ({ number }) => number)
  return asked.rows.map((meter) => fitOf(meter, memberships.get(meter.number) ?? [], { point, role, days: daysOf(wanted), onlyOpened }))
}

/** The account that the meter of a row of `meters` serves; a cancelled one is none. */
export const accountOfMeter = `(select account_no from views.accounts where accounts.tenant = meters.tenant and accounts.meter_no = meters.number
  and accounts.status <> '${AccountStatus.enum.cancelled}' order by accounts.id limit 1)`

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

const fitOf = (
  { number, name, address, time_zone, account_no: accountNo }: Asked,
  memberships: readonly Membership[],
  { point, role, days: wanted, onlyOpened }: { point: Point; role: Role; days: MemberDays; onlyOpened: boolean },
): MeterFit => {
  const here = memberships.find(({ id, role: other, days }) => id === point.id && other === role && isSameDays(days, wanted))
  const meeting = memberships.filter(({ days }) => overlap(days, wanted))
  // A summary meter may be one of several points and a sub-meter of the point above; on no day both at one point, or a sub-meter twice.
  const taken = meeting.find(
    ({ id, root_id, role: other }) => id === point.id || (role === 'sub' && other === 'sub' && root_id === point.root_id),
  )
  const refusal = ((): Pick<MeterFit, 'problem' | 'details'> => {
    if (time_zone === null) return { problem: 'meter-not-registered', details: { number } }
    if (time_zone !== point.time_zone) return { problem: 'meter-zone-differs', details: { number, timeZone: time_zone } }
    if (!here && taken)
      return hasBounds(taken.days)
        ? { problem: 'membership-overlaps', details: { number, partitionId: taken.id, ...writtenDays(taken.days) } }
        : { problem: 'meter-already-in-partition', details: { number, partitionId: taken.id } }
    const other = role === 'sub' && meeting.find(({ root_id, role: as }) => as === 'sub' && root_id !== point.root_id)
    if (!here && other) return { problem: 'meter-in-other-cascade', details: { number, partitionId: other.id, name: other.name } }
    // A bulk meter on an inlet has no account; a customer's meter is opened first.
    if (!here && onlyOpened && role === 'sub' && accountNo === null) return { problem: 'meter-without-account', details: { number } }
    return { problem: null, details: {} }
  })()
  const elsewhere = meeting
    .filter(({ root_id }) => root_id !== point.root_id)
    .map(({ id, name: other, role: as }) => ({ id, name: other, role: as }))
  return { number, name, address, ...refusal, isHere: here !== undefined, accountNo, elsewhere }
}
