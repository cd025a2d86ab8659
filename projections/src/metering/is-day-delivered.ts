import type { PoolClient } from 'pg'

/** Days in which a meter that reports at all has reported. */
const reportingDays = 7

/**
 * Whether gateways have delivered a local day: four fifths of the meters that reported within a week have reported a later day. While a history is being sent,
 * or the read models are rebuilt, days that are over are not there yet.
 */
export const isDayDelivered = async (database: PoolClient, day: string): Promise<boolean> => {
  const { rows } = await database.query<{ reporting: number; later: number }>(
    `select count(*)::int as reporting, count(*) filter (where newest_day > $1::date)::int as later
     from views.meter_states where newest_day >= $1::date - ${reportingDays}`,
    [day],
  )
  const { reporting, later } = rows[0]!
  return reporting > 0 && later * 5 >= reporting * 4
}
