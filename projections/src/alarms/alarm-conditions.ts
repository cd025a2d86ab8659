import { AlarmStatus } from '@nightflow/schemas/alarms/alarm'
import { alarmTypeOf, type RaiseAlarm, subjectKindOf } from '@nightflow/schemas/alarms/alarm-lifecycle'
import { type BuiltInEvent, defaultBuiltInRule } from '@nightflow/schemas/alarms/built-in-rule'
import type { Pool } from 'pg'

export type AlarmCondition = { tenant: string } & Omit<RaiseAlarm, 'type'>

/** Conditions of one kind found at once; what is left over is found the next time, because what was raised is not found again. */
const foundMax = 500
/** A meter that has been silent for longer is history, such as an imported year of long ago. */
const silentDaysMax = 30

/** Leaves out conditions whose alarm is open or was answered lately. The decider refuses them too; this saves calling it. */
const notRaised = (subject: string, eventType: string): string => `not exists (
  select from views.alarms where alarms.tenant = found.tenant and alarms.event_type = '${eventType}' and alarms.subject = found.${subject}
    and (alarms.status in ('${AlarmStatus.enum.unprocessed}', '${AlarmStatus.enum.processing}') or alarms.occurred_at >= found.occurred_at))`

/** Hours of a built-in rule, of the tenant that the row names. */
const hoursOf = (eventType: BuiltInEvent, tenant: string): string => `coalesce((select hours from views.built_in_alarm_rules
  where built_in_alarm_rules.tenant = ${tenant} and built_in_alarm_rules.event_type = '${eventType}'), ${defaultBuiltInRule(eventType).hours})`
const silentDays = `ceil(${hoursOf('meter-silent', 'meters.tenant')} / 24.0)::int`

type Found = { tenant: string; subject: string; occurred_at: Date }

/**
 * Meters that reported before and have said nothing for two whole local days. Only where at least half of the tenant's meters were heard meanwhile:
 * while history is imported, or no gateway reports, the meter itself is not silent.
 */
const silentMeters = `
  with lively as (
    select meters.tenant from views.meters cross join lateral (select day from views.meter_days where meter_id = meters.id order by day desc limit 1) last
    where meters.state = 'installed' and last.day >= ($1::timestamptz at time zone meters.time_zone)::date - ${silentDaysMax}
    group by meters.tenant
    having count(*) filter (where last.day >= ($1::timestamptz at time zone meters.time_zone)::date - ${silentDays}) * 2 >= count(*)
  )
  select * from (
    select meters.tenant, meters.number as subject, (last.day + 1)::timestamp at time zone meters.time_zone as occurred_at
    from views.meters cross join lateral (select day from views.meter_days where meter_id = meters.id order by day desc limit 1) last
    where meters.tenant in (select tenant from lively) and meters.state = 'installed' and last.day < ($1::timestamptz at time zone meters.time_zone)::date - ${silentDays}
      and last.day >= ($1::timestamptz at time zone meters.time_zone)::date - ${silentDaysMax}
  ) found where ${notRaised('subject', 'meter-silent')} limit ${foundMax}`

const failedValves = `
  select * from (
    select distinct on (tenant, number) tenant, number as subject, ended_at as occurred_at from views.valve_operations
    where status in ('failed', 'expired') and ended_at > $1::timestamptz - ${hoursOf('valve-failed', 'valve_operations.tenant')} * interval '1 hour' order by tenant, number, ended_at desc
  ) found where ${notRaised('subject', 'valve-failed')} limit ${foundMax}`

const silentGateways = `
  select * from (
    select activity.tenant, activity.gateway as subject, last_seen_at as occurred_at
    from views.gateway_activity activity join platform.gateways on gateways.tenant = activity.tenant and gateways.name = activity.gateway
    where revoked_at is null and last_seen_at < $1::timestamptz - ${hoursOf('gateway-silent', 'activity.tenant')} * interval '1 hour'
      and last_seen_at > $1::timestamptz - interval '${silentDaysMax} days'
  ) found where ${notRaised('subject', 'gateway-silent')} limit ${foundMax}`

/** Streams of which an event cannot be projected, as long as an alarm's subject may be. An alarm about its own alarm would never end. */
const blockedStreams = `
  select * from (
    select tenant, left(split_part(stream, '/', 2), 64) as subject, max(first_seen_at) as occurred_at from views.set_aside_events
    where projection is not null and stream not like '%/alarms-event-set-aside-%' group by 1, 2
  ) found where ${notRaised('subject', 'event-set-aside')} and $1::timestamptz is not null limit ${foundMax}`

/** Conditions of all tenants in the read models; those of partitions are computed by the policy. */
export const findSilenceAndFailures = async (pool: Pool, now: Date): Promise<AlarmCondition[]> => {
  const kinds = [
    ['meter-silent', silentMeters],
    ['valve-failed', failedValves],
    ['gateway-silent', silentGateways],
    ['event-set-aside', blockedStreams],
  ] as const
  const conditions: AlarmCondition[] = []
  for (const [eventType, sql] of kinds) {
    const { rows } = await pool.query<Found>(sql, [now])
    for (const { tenant, subject, occurred_at } of rows)
      conditions.push({ tenant, eventType, subject, occurredAt: occurred_at.toISOString() })
  }
  return conditions
}

/** Which column of an alarm's row names its subject. */
export const aboutOf = (eventType: AlarmCondition['eventType'], subject: string) => {
  const kind = subjectKindOf(eventType)
  return {
    alarmType: alarmTypeOf(eventType),
    meter: kind === 'meter' ? subject : null,
    partition: kind === 'partition' ? subject : null,
    gateway: kind === 'gateway' ? subject : null,
  }
}
