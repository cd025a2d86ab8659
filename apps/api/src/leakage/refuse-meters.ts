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
