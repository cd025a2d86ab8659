import type { Connections } from '@nightflow/event-log/postgres/database'

export type FiguresOfTenant = {
  kind: 'normal' | 'trial'
  meters: number
  reportedToday: number
  used: Map<string, number>
  alarms: Map<string, number>
}

/**
 * Of these tenants, from the day on: meters, those heard today, litres that customers used and alarms raised per day. Each tenant's days are
 * those of its own zone. On the service's own connection, because it looks at all tenants.
 */
export const readTenantsFigures = async (
  pool: Connections,
  tenants: readonly string[],
  from: string,
): Promise<Map<string, FiguresOfTenant>> => {
  const figures = new Map<string, FiguresOfTenant>(
    tenants.map((tenant) => [tenant, { kind: 'normal', meters: 0, reportedToday: 0, used: new Map(), alarms: new Map() }]),
  )
  const meters = await pool.query<{ tenant: string; kind: 'normal' | 'trial'; meters: number; heard: number }>(
    `select code as tenant, kind, (select count(*)::int from views.meters where meters.tenant = code and replaced_by is null) as meters,
       coalesce((select sum(meters_heard)::int from views.tenant_days
         where tenant_days.tenant = code and day = (now() at time zone tenants.time_zone)::date), 0) as heard
     from platform.tenants where code = any($1)`,
    [tenants],
  )
  for (const { tenant, kind, meters: count, heard } of meters.rows)
    Object.assign(figures.get(tenant)!, { kind, meters: count, reportedToday: heard })
  const used = await pool.query<{ tenant: string; day: string; litres: number }>(
    `select tenant, day::text as day, ((sum(known_millilitres) - coalesce(max(mains.millilitres), 0)) / 1000.0)::float8 as litres
     from views.tenant_days left join lateral (
       select sum(day_millilitres) as millilitres
       from (select distinct number from views.partition_members members where members.tenant = tenant_days.tenant and side = 'supply') summary
       join views.meters on meters.tenant = tenant_days.tenant and meters.number = summary.number
       join views.meter_days days on days.meter_id = meters.id and days.day = tenant_days.day) mains on true
     where tenant = any($1) and day >= $2::date group by tenant, day having sum(meters_known) > 0`,
    [tenants, from],
  )
  for (const { tenant, day, litres } of used.rows) figures.get(tenant)!.used.set(day, litres)
  const alarms = await pool.query<{ tenant: string; day: string; count: number }>(
    `select alarms.tenant, (raised_at at time zone time_zone)::date::text as day, count(*)::int as count
     from views.alarms join platform.tenants on code = alarms.tenant
     where alarms.tenant = any($1) and raised_at >= $2::date group by 1, 2`,
    [tenants, from],
  )
  for (const { tenant, day, count } of alarms.rows) figures.get(tenant)!.alarms.set(day, count)
  return figures
}
