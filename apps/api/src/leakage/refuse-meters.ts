import { accountOfMeter } from '@nightflow/projections/leakage/meter-fits'
import type { MemberDays } from '@nightflow/schemas/leakage/partition'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'

/**
 * A meter's hours are cut in its own zone and summed in the cascade's: both must be one. And a meter that is not registered has no
 * hours at all. Undefined when all of these meters fit.
 */
export const refuseMeters = async (
  database: PoolClient,
  timeZone: string | undefined,
  numbers: readonly string[],
): Promise<Rejection | undefined> => {
  if (numbers.length === 0) return undefined
  const { rows } = await database.query<{ number: string; time_zone: string | null }>(
    `select context.number, meters.time_zone from unnest($1::text[]) as context(number) left join views.meters on meters.number = context.number
     where meters.number is null or meters.time_zone <> $2 order by meters.number is not null, context.number limit 1`,
    [numbers, timeZone],
  )
  const [unfit] = rows
  if (!unfit) return undefined
  return unfit.time_zone === null
    ? rejected('meter-not-registered', { number: unfit.number })
    : rejected('meter-zone-differs', { number: unfit.number, timeZone: unfit.time_zone })
}

/** On no day is a meter a sub-meter in two cascades. */
export const refuseInOtherCascade = async (
  database: PoolClient,
  rootId: string,
  { numbers, from, to }: MemberDays & { numbers: readonly string[] },
): Promise<Rejection | undefined> => {
  const { rows } = await database.query<{ number: string; id: string; name: string }>(
    `select number, id, name from views.partition_meters join views.partitions on id = partition_id
     where number = any ($1::text[]) and role = 'sub' and root_id <> $2 and from_day < $4::date and to_day > $3::date
     order by number limit 1`,
    [numbers, rootId, from ?? '-infinity', to ?? 'infinity'],
  )
  const [taken] = rows
  return taken && rejected('meter-in-other-cascade', { number: taken.number, partitionId: taken.id, name: taken.name })
}

/** Meters of these that have no account. */
export const refuseWithoutAccount = async (database: PoolClient, numbers: readonly string[]): Promise<Rejection | undefined> => {
  if (numbers.length === 0) return undefined
  const { rows } = await database.query<{ number: string }>(
    `select number from views.meters where number = any ($1::text[]) and ${accountOfMeter} is null order by number limit 1`,
    [numbers],
  )
  return rows[0] && rejected('meter-without-account', { number: rows[0].number })
}
