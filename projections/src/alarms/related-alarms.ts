import { quietDays } from '@nightflow/domain/alarms/alarm-decider'
import type { AlarmEvent } from '@nightflow/schemas/alarms/alarm'
import { AlarmStatus } from '@nightflow/schemas/alarms/alarm'
import type { PoolClient } from 'pg'

/** A metering point, those above it and those below it: water that is lost in one is missed in all of them. */
export const relatedPoints = async (database: PoolClient, partitionId: string): Promise<string[]> => {
  const { rows } = await database.query<{ id: string }>(
    `with recursive
       above as (
         select id, parent_id from views.partitions where id = $1
         union select point.id, point.parent_id from views.partitions point join above on point.id = above.parent_id),
       below as (
         select id, root_id from views.partitions where id = $1
         union select point.id, point.root_id from views.partitions point join below on point.root_id = below.root_id and point.parent_id = below.id)
     select id from above union select id from below`,
    [partitionId],
  )
  return rows.map(({ id }) => id)
}

export type OpenAlarm = { eventType: AlarmEvent; subject: string; occurredAt: string }

const isOpen = `status in ('${AlarmStatus.enum.unprocessed}', '${AlarmStatus.enum.processing}')`

/**
 * The open alarm of these metering points to which a condition belongs: the first one that names it among its causes, or that began within some days of
 * it. Undefined where there is none.
 */
export const openAlarmFor = async (
  database: PoolClient,
  points: readonly string[],
  { eventType, subject, occurredAt, withinDays }: OpenAlarm & { withinDays: number },
): Promise<OpenAlarm | undefined> => {
  const { rows } = await database.query<Omit<OpenAlarm, 'occurredAt'> & { occurred_at: Date }>(
    `select event_type as "eventType", subject, occurred_at from views.alarms
     where ${isOpen} and event_type like 'partition-%' and subject = any($1::text[]) and (
       event_type = $2 and subject = $3 or causes @> jsonb_build_array(jsonb_build_object('eventType', $2::text, 'subject', $3::text))
       or abs(extract(epoch from occurred_at - $4::timestamptz)) <= $5::float8 * 86400)
     order by event_type = $2 and subject = $3 desc, alarm_id limit 1`,
    [points, eventType, subject, occurredAt, withinDays],
  )
  const [found] = rows
  return found && { eventType: found.eventType, subject: found.subject, occurredAt: found.occurred_at.toISOString() }
}

/** Whether a condition was a cause of an alarm that was answered lately: the answer is about the cause too. */
export const isQuietCause = async (
  database: PoolClient,
  points: readonly string[],
  { eventType, subject, occurredAt }: OpenAlarm,
): Promise<boolean> => {
  const { rowCount } = await database.query(
    `select from views.alarms where status in ('${AlarmStatus.enum.processed}', '${AlarmStatus.enum.ignored}') and subject = any($1::text[])
       and causes @> jsonb_build_array(jsonb_build_object('eventType', $2::text, 'subject', $3::text))
       and $4::timestamptz < answered_at + (case status when '${AlarmStatus.enum.ignored}' then ${quietDays.ignored} else ${quietDays.processed} end) * interval '1 day'
     limit 1`,
    [points, eventType, subject, occurredAt],
  )
  return (rowCount ?? 0) > 0
}

export type LastAlarm = { subject: string; isOpen: boolean; ruleId: string | null; occurredAt: number; clearedAt: number | null }

/** The last alarm of an event at each of these things. */
export const lastAlarmsOf = async (
  database: PoolClient,
  eventType: AlarmEvent,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, LastAlarm>> => {
  const { rows } = await database.query<{
    subject: string
    is_open: boolean
    rule_id: string | null
    occurred_at: Date
    cleared_at: Date | null
  }>(
    `select distinct on (subject) subject, ${isOpen} as is_open, rule_id::text as rule_id, occurred_at, cleared_at from views.alarms
     where event_type = $1 and subject = any($2::text[]) order by subject, occurrence desc`,
    [eventType, subjects],
  )
  return new Map(
    rows.map(({ subject, is_open, rule_id, occurred_at, cleared_at }) => [
      subject,
      { subject, isOpen: is_open, ruleId: rule_id, occurredAt: occurred_at.getTime(), clearedAt: cleared_at?.getTime() ?? null },
    ]),
  )
}

/** Alarms of a rule that have waited for an answer since before an instant and were not escalated. */
export const alarmsToEscalate = async (
  database: PoolClient,
  { ruleId, before, limit }: { ruleId: string; before: Date; limit: number },
): Promise<Pick<OpenAlarm, 'eventType' | 'subject'>[]> => {
  const { rows } = await database.query<Pick<OpenAlarm, 'eventType' | 'subject'>>(
    `select event_type as "eventType", subject from views.alarms
     where rule_id = $1 and raised_at < $2 and status = '${AlarmStatus.enum.unprocessed}' and escalated_at is null order by alarm_id limit $3`,
    [ruleId, before, limit],
  )
  return rows
}
