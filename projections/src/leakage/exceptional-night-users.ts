import type { NightUse } from '@nightflow/domain/leakage/water-balance/night-use'
import { unpackDayHours } from '@nightflow/domain/metering/hour-volumes'
import { calendarOf, dateOfDay, hourMilliseconds } from '@nightflow/domain/shared/local-time'
import { exceptionalUsersMax, type NightBalance } from '@nightflow/schemas/leakage/water-balance'
import type { PoolClient } from 'pg'

/** Customers' meters of one point that are looked at. */
const metersMax = 20_000

type Exceptional = Pick<NightBalance, 'exceptionalNight' | 'exceptionalUse' | 'exceptionalUsers'>
export const noExceptionalUsers: Exceptional = { exceptionalNight: null, exceptionalUse: null, exceptionalUsers: [] }

/** The customers' meters that counted more than a limit in the hour of the minimum of the last known night, the largest first. */
export const exceptionalNightUsers = async (
  database: PoolClient,
  { key, timeZone }: { key: number; timeZone: string },
  night: NightUse | undefined,
  limit: number,
): Promise<Exceptional> => {
  if (!night) return noExceptionalUsers
  const calendar = calendarOf(timeZone)
  const at = new Date(calendar.startOf(night.day) + night.slot * hourMilliseconds)
  const { rows } = await database.query<{ number: string; hours: Buffer }>(
    `select number, hours from views.partition_members member join views.meters using (number) join views.meter_days on meter_id = meters.id
     where partition_key = $1 and side = 'consumption' and active_from <= $2 and active_until > $2
       and day = date '1970-01-01' + $3::int limit $4`,
    [key, at, night.day, metersMax],
  )
  const slots = calendar.slotsOf(night.day)
  const users = rows
    .flatMap(({ number, hours }) => {
      const litresPerHour = unpackDayHours(hours, slots).hours[night.slot]! / 1000
      return litresPerHour > limit ? [{ number, litresPerHour }] : []
    })
    .sort((one, other) => other.litresPerHour - one.litresPerHour)
  return {
    exceptionalNight: dateOfDay(night.day),
    exceptionalUse: users.reduce((sum, { litresPerHour }) => sum + litresPerHour, 0),
    exceptionalUsers: users.slice(0, exceptionalUsersMax),
  }
}
