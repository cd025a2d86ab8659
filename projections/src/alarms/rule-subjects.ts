import type { Observation } from '@nightflow/domain/alarms/evaluate-rule'
import type { AlarmRuleValues } from '@nightflow/schemas/alarms/alarm-rule'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'

/** The observations of a rule at one thing. */
export type Observed = { subject: string; timeZone: string; observations: Observation[] }
export type WatchedMeter = { id: number; number: string; timeZone: string }
export type WatchedPoint = { id: string; timeZone: string }
type Scope = Pick<AlarmRuleValues, 'meterNo' | 'meterGroupId' | 'partitionId'>

/** A metering point and all below it. */
const pointsBelow = (parameter: string): string => `
  with recursive below as (
    select id, root_id from views.partitions where id = ${parameter}
    union select point.id, point.root_id from views.partitions point join below on point.root_id = below.root_id and point.parent_id = below.id)
  select id from below`

/** The installed meters at which a rule holds, by number; one more than `most` says that there are more. `among` narrows them to those that reported. */
export const findWatchedMeters = async (
  database: PoolClient,
  { meterNo, meterGroupId, partitionId }: Scope,
  { most, among }: { most: number; among?: readonly string[] | undefined },
): Promise<WatchedMeter[]> => {
  const { rows } = await database.query<WatchedMeter>(
    `select id::float8 as id, number, time_zone as "timeZone" from views.meters
     where state = 'installed' and replaced_by is null and ($1::text is null or number = $1) and ($2::bigint is null or meter_group_id = $2)
       and ($3::text is null or number in (select number from views.partition_meters
         where partition_id in (${pointsBelow('$3')}) and to_day > (now() at time zone time_zone)::date))
       and ($5::text[] is null or number = any($5))
     order by number limit $4`,
    [meterNo, meterGroupId, partitionId, most + 1, among ?? null],
  )
  return rows
}

/** The metering points at which a rule holds: one, or all of the tenant. */
export const findWatchedPoints = async (
  database: PoolClient,
  { partitionId }: Pick<Scope, 'partitionId'>,
  most: number,
): Promise<WatchedPoint[]> => {
  const { rows } = await database.query<WatchedPoint>(
    `select id, time_zone as "timeZone" from views.partitions where $1::text is null or id = $1 order by id limit $2`,
    [partitionId, most + 1],
  )
  return rows
}

/** Why a rule cannot hold at what it names; undefined where everything is there. */
export const refuseScope = async (
  database: PoolClient,
  { meterNo, meterGroupId, partitionId, accountNo }: Scope & Pick<AlarmRuleValues, 'accountNo'>,
): Promise<Rejection | undefined> => {
  const exists = async (text: string, value: string | number | null): Promise<boolean> =>
    value === null || ((await database.query(text, [value])).rowCount ?? 0) > 0
  if (!(await exists('select from views.meters where number = $1', meterNo))) return rejected('meter-not-registered', { number: meterNo! })
  if (!(await exists('select from platform.meter_groups where meter_group_id = $1', meterGroupId))) return rejected('meter-group-missing')
  if (!(await exists('select from views.partitions where id = $1', partitionId))) return rejected('partition-not-found')
  if (!(await exists('select from views.accounts where account_no = $1', accountNo)))
    return rejected('account-not-found', { accountNo: accountNo! })
  return undefined
}

/** Names of metering points and meters by their identifiers and numbers, where they have one. */
export const namesOfSubjects = async (database: PoolClient, subjects: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await database.query<{ subject: string; name: string }>(
    `select id as subject, name from views.partitions where id = any($1::text[])
     union all select number, details ->> 'name' from views.meters where number = any($1::text[]) and details ->> 'name' is not null`,
    [subjects],
  )
  return new Map(rows.map(({ subject, name }) => [subject, name]))
}
