import { AlarmStatus } from '@nightflow/schemas/alarms/alarm'
import type { Pool } from 'pg'

/** A text for each tenant that is another one once an alarm was raised, answered or reopened. Indexes of open alarms answer it. */
export const alarmMarkers = async (pool: Pool, tenants: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await pool.query<{ tenant: string; marker: string }>(
    `select tenant, concat_ws('/',
       (select max(alarm_id) from views.alarms where alarms.tenant = wanted.tenant),
       (select count(*) from views.alarms where alarms.tenant = wanted.tenant
         and status in ('${AlarmStatus.enum.unprocessed}', '${AlarmStatus.enum.processing}'))) as marker
     from unnest($1::text[]) as wanted(tenant)`,
    [tenants],
  )
  return new Map(rows.map(({ tenant, marker }) => [tenant, marker]))
}
