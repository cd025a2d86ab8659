import { type AlarmCause, type AlarmEvent, type AlarmRow, AlarmStatus, AlarmType } from '@nightflow/schemas/alarms/alarm'
import { type listAlarms as listAlarmsEndpoint, type NoticeItem, ReadStatus } from '@nightflow/schemas/alarms/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { readHistory } from '../projector/entity-history.ts'
import { type ListDeclaration, type ListOrder, type ListPlace, listPageOf, type Parameter, scanList } from '../storage/list-query.ts'
import { withinMoments } from '../storage/within-moments.ts'
import { aboutOf } from './alarm-conditions.ts'
import { alarms } from './alarms.ts'

type StoredAlarm = {
  alarm_id: number
  event_type: AlarmEvent
  subject: string
  occurrence: number
  status: AlarmRow['alarmStatus']
  occurred_at: Date
  raised_at: Date
  value: number | null
  threshold: number | null
  unit: string | null
  answered_by: string | null
  answered_at: Date | null
  note: string | null
  point_name: string
  severity: AlarmRow['severity']
  rule_id: string | null
  cause_count: number
  cleared_at: Date | null
  escalated_at: Date | null
}

const namesOfMeters = "event_type not in ('gateway-silent', 'event-set-aside', 'account-arrears', 'account-balance')"

const columns = `alarms.alarm_id::float8 as alarm_id, event_type, subject, occurrence, status, occurred_at, raised_at, value, threshold, unit,
  answered_by, answered_at, note, severity, rule_id::text as rule_id, jsonb_array_length(causes) as cause_count, alarms.cleared_at, escalated_at,
  coalesce(case when event_type like 'partition-%' then (select name from views.partitions where partitions.tenant = alarms.tenant and id = subject)
    when ${namesOfMeters} then (select details ->> 'name' from views.meters where meters.tenant = alarms.tenant and number = subject) end,
    subject) as point_name`

/** Alarms that are not about a meter. */
export const systemKinds = `(event_type like 'partition-%' or event_type in ('gateway-silent', 'event-set-aside', 'account-arrears', 'account-balance'))`

const toRow = (alarm: StoredAlarm): AlarmRow => {
  const about = aboutOf(alarm.event_type, alarm.subject)
  return {
    alarmProcessedId: alarm.alarm_id,
    eventType: alarm.event_type,
    alarmStatus: alarm.status,
    alarmTime: alarm.occurred_at.toISOString(),
    createTime: alarm.raised_at.toISOString(),
    meterNo: about.meter ?? '',
    pointName: alarm.point_name,
    ...about,
    value: alarm.value,
    threshold: alarm.threshold,
    unit: alarm.unit,
    processedBy: alarm.answered_by,
    processedTime: alarm.answered_at?.toISOString() ?? null,
    note: alarm.note,
    severity: alarm.severity,
    ruleId: alarm.rule_id,
    causeCount: alarm.cause_count,
    clearedTime: alarm.cleared_at?.toISOString() ?? null,
    escalatedTime: alarm.escalated_at?.toISOString() ?? null,
  }
}

type Filter = Omit<RequestOf<typeof listAlarmsEndpoint>, 'pageNum' | 'pageSize' | 'from'>

const conditionsOf = (filter: Filter, parameter: Parameter): string[] => {
  const { alarmType, eventType, alarmStatus, severity, ruleId, meterNo } = filter
  const text = (value: string): string => `${parameter(value)}::text`
  const conditions: string[] = []
  if (alarmType !== undefined) conditions.push(`${systemKinds} = (${text(alarmType)} = '${AlarmType.enum.system}')`)
  if (eventType !== undefined) conditions.push(`event_type = ${text(eventType)}`)
  if (alarmStatus !== undefined) conditions.push(`status = ${text(alarmStatus)}`)
  if (severity !== undefined) conditions.push(`severity = ${text(severity)}`)
  if (ruleId !== undefined) conditions.push(`rule_id = ${parameter(ruleId)}::uuid`)
  if (meterNo !== undefined) conditions.push(`position(lower(${text(meterNo)}) in lower(subject)) > 0`)
  conditions.push(...withinMoments('raised_at', filter, parameter))
  return conditions
}

/** Clients of the back office compute their pages from the total. */
const alarmsList: ListDeclaration<Filter> = {
  from: 'views.alarms',
  key: ['alarm_id'],
  sorts: {
    alarmProcessedId: { by: 'alarm_id' },
    alarmTime: { by: 'occurred_at', isComputed: true },
    createTime: { by: 'raised_at', isComputed: true },
    eventType: { by: 'event_type', isComputed: true },
    alarmStatus: { by: 'status', isComputed: true },
    meterNo: { by: 'subject', isComputed: true },
  },
  conditions: conditionsOf,
  columns,
  countMax: 100_000,
}

const orderOf = ({ orderByColumn = '', isAsc }: Filter): ListOrder => {
  const sort = Object.hasOwn(alarmsList.sorts, orderByColumn) ? orderByColumn : 'alarmProcessedId'
  const isDescending = isAsc ? isAsc.startsWith('desc') : sort === 'alarmProcessedId'
  return { sort, direction: isDescending ? 'desc' : 'asc' }
}

/** A page of the tenant's alarms, newest first unless sorted; narrowed by kind, event, state, meter and time. */
export const listAlarms = async (
  database: PoolClient,
  { pageNum, pageSize, from, ...filter }: Omit<RequestOf<typeof listAlarmsEndpoint>, 'from'> & Pick<ListPlace, 'from'>,
): Promise<ResponseOf<typeof listAlarmsEndpoint>> => {
  const place = { ...orderOf(filter), page: pageNum, limit: pageSize, from }
  const page = await listPageOf<StoredAlarm, Filter>(database, alarmsList, filter, place)
  return { ...page, rows: page.rows.map(toRow) }
}

/** All of these alarms in batches, in the same order; the connection must be in a transaction. */
export async function* scanAlarms(database: PoolClient, filter: Filter): AsyncGenerator<AlarmRow[]> {
  for await (const rows of scanList<StoredAlarm, Filter>(database, alarmsList, filter, orderOf(filter))) yield rows.map(toRow)
}

/** The alarms of these numbers that the tenant has, in their order. */
export const findAlarms = async (
  database: PoolClient,
  ids: readonly number[],
): Promise<(AlarmRow & { occurrence: number; subject: string })[]> => {
  const { rows } = await database.query<StoredAlarm>(
    `select ${columns} from views.alarms where alarm_id = any($1::bigint[]) order by array_position($1::bigint[], alarm_id)`,
    [ids],
  )
  return rows.map((alarm) => ({ ...toRow(alarm), occurrence: alarm.occurrence, subject: alarm.subject }))
}

/** Earlier and later alarms of the same condition that an alarm shows. */
const othersMax = 10
/** Steps that come with an alarm; `listAlarmSteps` has the further ones. */
const stepsMax = 200

type Condition = { eventType: AlarmEvent; subject: string; occurrence: number }

/** The history of one alarm after an event, oldest first; `next` is null where nothing follows. */
export const listAlarmSteps = (
  database: PoolClient,
  { eventType, subject, occurrence }: Condition,
  { after = 0, limit = stepsMax }: { after?: number | undefined; limit?: number } = {},
) => readHistory(database, alarms.entity, { eventType, subject, occurrence }, { after, limit })

/** The history of one alarm, oldest first, and other alarms of the same condition, newest first. */
export const readAlarmHistory = async (database: PoolClient, condition: Condition) => {
  const { eventType, subject, occurrence } = condition
  const { rows: history, next: historyNext } = await listAlarmSteps(database, condition)
  const others = await database.query<StoredAlarm>(
    `select ${columns} from views.alarms where event_type = $1 and subject = $2 and occurrence <> $3 order by occurrence desc limit ${othersMax}`,
    [eventType, subject, occurrence],
  )
  const causes = await database.query<{ causes: AlarmCause[]; names: Record<string, string> | null; rule_name: string | null }>(
    `select causes, (select jsonb_object_agg(id, name) from views.partitions
       where id in (select cause ->> 'subject' from jsonb_array_elements(causes) cause where cause ->> 'eventType' like 'partition-%')) as names,
       (select rule_name from views.alarm_rules where alarm_rules.tenant = alarms.tenant and alarm_rules.rule_id = alarms.rule_id) as rule_name
     from views.alarms where event_type = $1 and subject = $2 and occurrence = $3`,
    [eventType, subject, occurrence],
  )
  const [found] = causes.rows
  return {
    history,
    historyNext,
    ruleName: found?.rule_name ?? null,
    causes: (found?.causes ?? []).map((cause) => ({ ...cause, pointName: found?.names?.[cause.subject] ?? cause.subject })),
    others: others.rows.map(toRow).map(({ alarmProcessedId, alarmTime, alarmStatus, value, threshold }) => ({
      alarmProcessedId,
      alarmTime,
      alarmStatus,
      value,
      threshold,
    })),
  }
}

/** Volume of a meter on its newest day, litres; null while that day is not known end to end. */
export const usedOnNewestDay = async (database: PoolClient, number: string): Promise<number | null> => {
  const { rows } = await database.query<{ used: number | null }>(
    `select (day_millilitres / 1000.0)::float8 as used from views.meters
     join lateral (select day_millilitres from views.meter_days where meter_id = meters.id order by day desc limit 1) last on true
     where meters.number = $1`,
    [number],
  )
  return rows[0]?.used ?? null
}

type Bell = StoredAlarm & { is_system: boolean; is_viewed: boolean }

type BellPage = { before?: number | undefined; limit: number }

/** One person's bell: open alarms that this person has not cleared, newest first. Counts are of those not read. */
export const listNotices = async (database: PoolClient, userId: number, { before, limit }: BellPage) => {
  const { rows } = await database.query<Bell>(
    `select * from (
       select ${columns}, ${systemKinds} as is_system, marks.viewed_at is not null as is_viewed,
         row_number() over (partition by ${systemKinds} order by alarms.alarm_id desc) as place
       from views.alarms left join platform.alarm_marks marks on marks.alarm_id = alarms.alarm_id and marks.user_id = $1
       where status in ('${AlarmStatus.enum.unprocessed}', '${AlarmStatus.enum.processing}') and marks.cleared_at is null and ($3::bigint is null or alarms.alarm_id < $3)
     ) bell where place <= $2 order by alarm_id desc`,
    [userId, limit + 1, before ?? null],
  )
  const counted = await database.query<{ meter: number; system: number }>(
    `select count(*) filter (where not ${systemKinds})::int as meter, count(*) filter (where ${systemKinds})::int as system
     from views.alarms left join platform.alarm_marks marks on marks.alarm_id = alarms.alarm_id and marks.user_id = $1
     where status in ('${AlarmStatus.enum.unprocessed}', '${AlarmStatus.enum.processing}') and marks.cleared_at is null and marks.viewed_at is null`,
    [userId],
  )
  const items = rows.map((alarm): NoticeItem => {
    const { alarmProcessedId, alarmType, eventType, alarmTime, createTime, meterNo, pointName } = toRow(alarm)
    const noticeStatus = alarm.is_viewed ? ReadStatus.enum.read : ReadStatus.enum.unread
    return { alarmProcessedId, alarmType, eventType, noticeStatus, alarmTime, createTime, meterNo, pointName }
  })
  const { meter = 0, system = 0 } = counted.rows[0] ?? {}
  const ofType = (type: AlarmType) => items.filter(({ alarmType }) => alarmType === type)
  const [all, ofMeters, ofSystem] = [items, ofType(AlarmType.enum.meter), ofType(AlarmType.enum.system)].map((list) => ({
    rows: list.slice(0, limit),
    next: list.length > limit ? list[limit - 1]!.alarmProcessedId : null,
  }))
  return {
    allAlarmList: all!.rows,
    meterAlarmList: ofMeters!.rows,
    systemAlarmList: ofSystem!.rows,
    allNext: all!.next,
    meterNext: ofMeters!.next,
    systemNext: ofSystem!.next,
    allAlarmCount: meter + system,
    meterAlarmCount: meter,
    systemAlarmCount: system,
  }
}

/** Numbers of the open alarms of these kinds that the person's bell still shows. */
export const alarmsInBell = async (database: PoolClient, userId: number, types: readonly AlarmType[]): Promise<number[]> => {
  const { rows } = await database.query<{ alarm_id: number }>(
    `select alarms.alarm_id::float8 as alarm_id from views.alarms
     left join platform.alarm_marks marks on marks.alarm_id = alarms.alarm_id and marks.user_id = $1
     where status in ('${AlarmStatus.enum.unprocessed}', '${AlarmStatus.enum.processing}') and marks.cleared_at is null and (case when ${systemKinds} then '${AlarmType.enum.system}' else '${AlarmType.enum.meter}' end) = any($2::text[]) limit 10000`,
    [userId, types],
  )
  return rows.map(({ alarm_id }) => alarm_id)
}
