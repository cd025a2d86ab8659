import { nameBasedId } from '@nightflow/event-log/name-based-id'
import { type Connections, withTenant } from '@nightflow/event-log/postgres/database'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { InUse } from '@nightflow/schemas/shared/lists'
import type { CaseDetection, CaseFinding, CaseOutcome, CaseStage, RepairVerdict } from '@nightflow/schemas/work-orders/leak-case'
import type { findCaseLinks } from '@nightflow/schemas/work-orders/leak-case-calls'
import { WorkOrderStatus } from '@nightflow/schemas/work-orders/work-order'
import type { BoardOrder, listBoard as boardEndpoint, listCrews } from '@nightflow/schemas/work-orders/work-order-calls'
import type { PoolClient } from 'pg'
import { caseFinding } from './case-finding.ts'

const openStatuses = [WorkOrderStatus.enum.pending, WorkOrderStatus.enum.processing, WorkOrderStatus.enum.onHold]
const isOpen = `status in (${openStatuses.map((status) => `'${status}'`).join(', ')})`

/** Whether the caller's tenant has the partition and the case that an order names; null is none. */
export const orderTargets = async (
  database: PoolClient,
  { partitionId, caseId }: { partitionId: string | null; caseId: string | null },
): Promise<{ hasPartition: boolean; hasCase: boolean }> => {
  const { rows } = await database.query<{ hasPartition: boolean; hasCase: boolean }>(
    `select $1::text is null or exists (select from views.partitions where id = $1) as "hasPartition",
       $2::uuid is null or exists (select from views.leak_cases where case_id = $2) as "hasCase"`,
    [partitionId, caseId],
  )
  return rows[0]!
}

/** The crews in use that a person leads or belongs to. SQL, given that of the person's number. */
const crewsOf = (userId: string): string =>
  `select crew_id from platform.crews where crews.status = '${InUse.enum.enabled}' and (leader_id = ${userId} or member_ids @> to_jsonb(${userId}::bigint))`

export type Crew = ResponseOf<typeof listCrews>['crews'][number]

/** The crews in use, by name. */
export const readCrews = async (database: PoolClient, limit: number): Promise<Crew[]> => {
  const { rows } = await database.query<Crew>(
    `select crew_id::float8 as "crewId", crew_name as "crewName", leader_id::float8 as "leaderId", member_ids as "memberIds"
     from platform.crews where status = '${InUse.enum.enabled}' order by crew_name limit $1`,
    [limit],
  )
  return rows
}

/** The order of a request of a tenant, once the read model has it. */
export const orderOfRequest = async (
  pool: Connections,
  tenant: string,
  orderId: string,
): Promise<{ workOrderNo: number; orderTitle: string; status: WorkOrderStatus } | undefined> => {
  const { rows } = await withTenant(pool, tenant, (database) =>
    database.query<{ workOrderNo: number; orderTitle: string; status: WorkOrderStatus }>(
      'select work_order_no::float8 as "workOrderNo", order_title as "orderTitle", status from views.work_orders where order_id = $1',
      [orderId],
    ),
  )
  return rows[0]
}

/** The meters of a group that are in use, by number. */
export const metersOfGroup = async (database: PoolClient, meterGroupId: number, limit: number): Promise<string[]> => {
  const { rows } = await database.query<{ number: string }>(
    'select number from views.meters where meter_group_id = $1 and replaced_by is null order by number limit $2',
    [meterGroupId, limit],
  )
  return rows.map(({ number }) => number)
}

/** Files of the orders of this person's meters. */
export const orderFilesOfPerson = async (database: PoolClient, personId: string): Promise<string[]> => {
  const { rows } = await database.query<{ fileId: string }>(
    `select file ->> 'fileId' as "fileId" from views.work_orders, jsonb_array_elements(files) file where meter_no in (
       select span ->> 'meterNo' from views.accounts, jsonb_array_elements(meters) span where holder_id = $1)`,
    [personId],
  )
  return rows.map(({ fileId }) => fileId)
}

/** The boundary of a metering point as a polygon; null without one. SQL. */
const ring = `(select ('(' || string_agg('(' || (corner->>0) || ',' || (corner->>1) || ')', ',' order by place) || ')')::polygon
  from jsonb_array_elements(case when jsonb_typeof(details->'boundary') = 'array' then details->'boundary' end) with ordinality corners (corner, place))`

/** Where an order is: its meter, or else the pin of the request that it answers, or else the middle of its metering point. SQL. */
const placeOfOrder = `coalesce(
  (select point((details->>'longitude')::float8, (details->>'latitude')::float8) from views.meters where number = meter_no),
  (select point(longitude, latitude) from platform.public_requests request
   where longitude is not null and latitude is not null and (request.order_id = work_order.order_id or request.case_id = work_order.case_id)
   order by request.order_id = work_order.order_id desc nulls last, request_id limit 1),
  (select point(box(${ring})) from views.partitions where id = coalesce(work_order.partition_id,
   (select partition_id from views.leak_cases leak where leak.case_id = work_order.case_id))))`

type Stored = Omit<BoardOrder, 'createTime'> & { createTime: Date }

/** Open orders, the most urgent first and of these the oldest; where `userId` names one, those of this person and of the person's crews. */
export const readBoard = async (
  database: PoolClient,
  { limit }: Pick<RequestOf<typeof boardEndpoint>, 'limit'>,
  userId: number | null,
): Promise<BoardOrder[]> => {
  const { rows } = await database.query<Stored>(
    `select work_order_no::float8 as "workOrderNo", order_id as "orderId", order_type as "orderType", order_title as "orderTitle", status, priority,
       meter_no as "meterNo", place, planned_for::text as "plannedFor", due_date::text as "dueDate", hold_reason as "holdReason",
       items_done as "itemsDone", items_total as "itemsTotal", create_time as "createTime", items, remark,
       coalesce((select jsonb_agg(jsonb_build_object('valveNo', valve -> 'valveNo', 'valveName', valve -> 'valveName', 'place', valve -> 'place', 'state', valve -> 'state'))
         from jsonb_array_elements(shut_off -> 'valves') valve), '[]') as valves,
       substring(assignee from '^user:(\\d{1,15})$')::float8 as "assigneeId", crew_id::float8 as "crewId",
       placed.at[0] as longitude, placed.at[1] as latitude
     from views.work_orders work_order cross join lateral (select ${placeOfOrder} as at offset 0) placed
     where ${isOpen} and ($1::bigint is null or assignee = 'user:' || $1 or crew_id in (${crewsOf('$1')})) order by priority desc, work_order_no limit $2`,
    [userId, limit],
  )
  return rows.map((order) => ({ ...order, createTime: order.createTime.toISOString() }))
}

/** A recorded detection that is not withdrawn. */
export const findCaseDetection = async (
  database: PoolClient,
  { partitionId, number }: { partitionId: string; number: number },
): Promise<CaseDetection | undefined> => {
  const { rows } = await database.query<CaseDetection>(
    `select number::int as number, kind, started_at as "startedAt", detected_at as "detectedAt", flow_litres_per_hour as "flowLitresPerHour",
       flow_low as "flowLow", flow_high as "flowHigh", ended_at as "endedAt"
     from views.detections where partition_id = $1 and number = $2 and not is_withdrawn`,
    [partitionId, number],
  )
  return rows[0]
}

/** Namespace of the cases of detections; it must never change. */
const caseNamespace = '6f1c86cb0b0e4a5f9a3e9c1d5e27a4b1'

/** The case of a detection: one, whatever opens it and however often. */
export const caseOfDetection = (tenant: string, partitionId: string, { number, startedAt }: Pick<CaseDetection, 'number' | 'startedAt'>) =>
  nameBasedId(caseNamespace, `${tenant}/${partitionId}/${number}/${startedAt}`)

/** The number of a case, once the read model has it. */
export const findCaseNo = async (database: PoolClient, caseId: string): Promise<number | undefined> => {
  const { rows } = await database.query<{ caseNo: number }>('select case_no::float8 as "caseNo" from views.leak_cases where case_id = $1', [
    caseId,
  ])
  return rows[0]?.caseNo
}

/** The deepest metering point whose boundary is around a place. */
export const partitionAround = async (database: PoolClient, longitude: number, latitude: number): Promise<string | null> => {
  const { rows } = await database.query<{ id: string }>(
    `select id from views.partitions where ${ring} @> point($1, $2) order by level desc, id limit 1`,
    [longitude, latitude],
  )
  return rows[0]?.id ?? null
}

export type CaseLink = { caseNo: number; partitionName: string; stage: CaseStage }

/** A case as its orders and requests show it. */
export const findCaseLink = async (database: PoolClient, caseId: string | null): Promise<CaseLink | null> => {
  const { rows } = await database.query<CaseLink>(
    `select case_no::float8 as "caseNo", stage, coalesce((select name from views.partitions where id = partition_id), partition_id) as "partitionName"
     from views.leak_cases where case_id = $1`,
    [caseId],
  )
  return rows[0] ?? null
}

/** The number of an order, once the read model has it. */
export const findWorkOrderNo = async (database: PoolClient, orderId: string): Promise<number | undefined> => {
  const { rows } = await database.query<{ workOrderNo: number }>(
    'select work_order_no::float8 as "workOrderNo" from views.work_orders where order_id = $1',
    [orderId],
  )
  return rows[0]?.workOrderNo
}

/** Open orders of cases, by the identifier of the case. */
export const countOpenOrders = async (database: PoolClient, caseIds: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await database.query<{ caseId: string; orders: number }>(
    `select case_id as "caseId", count(*)::int as orders from views.work_orders where case_id = any($1::uuid[]) and ${isOpen} group by case_id`,
    [caseIds],
  )
  return new Map(rows.map(({ caseId, orders }) => [caseId, orders]))
}

type OrderOfCase = ResponseOf<typeof findCaseLinks>['orders'][number]
type AlarmOfCase = ResponseOf<typeof findCaseLinks>['alarms'][number]

/** The orders of a case, the newest first. */
export const ordersOfCase = async (database: PoolClient, caseId: string): Promise<OrderOfCase[]> => {
  const { rows } = await database.query<Omit<OrderOfCase, 'completedAt'> & { completedAt: Date | null }>(
    `select work_order_no::float8 as "workOrderNo", order_title as "orderTitle", order_type as "orderType", status, assignee,
       planned_for::text as "plannedFor", completed_at as "completedAt", jsonb_array_length(files) as "fileCount"
     from views.work_orders where case_id = $1 order by work_order_no desc limit 200`,
    [caseId],
  )
  return rows.map((order) => ({ ...order, completedAt: order.completedAt?.toISOString() ?? null }))
}

/** The alarm that a case was opened from, and those of its partition while it ran, a day before its start included. */
export const alarmsOfCase = async (
  database: PoolClient,
  { partitionId, alarmId, startedAt, until }: { partitionId: string; alarmId: number | null; startedAt: string; until: string | null },
): Promise<AlarmOfCase[]> => {
  const { rows } = await database.query<Omit<AlarmOfCase, 'alarmTime'> & { alarmTime: Date }>(
    `select alarm_id::float8 as "alarmProcessedId", event_type as "eventType", status as "alarmStatus", occurred_at as "alarmTime" from views.alarms
     where alarm_id = $2 or event_type like 'partition-%' and subject = $1 and occurred_at >= $3::timestamptz - interval '1 day'
       and occurred_at <= coalesce($4::timestamptz, now())
     order by alarm_id desc limit 50`,
    [partitionId, alarmId, startedAt, until],
  )
  return rows.map((alarm) => ({ ...alarm, alarmTime: alarm.alarmTime.toISOString() }))
}

/** Cases of one answer; those that were opened later are left out. */
const figuresMax = 20_000

type FiguredCase = {
  startedAt: Date
  awareAt: Date
  siteAt: Date | null
  repairedAt: Date | null
  closedAt: Date | null
  stage: CaseStage
  outcome: CaseOutcome | null
  verdict: RepairVerdict | null
  finding: CaseFinding | null
  dropLitresPerHour: number | null
  detections: CaseDetection[]
}

/** The cases that were opened between two local days, both included, as figures take them. */
export const readCasesForFigures = async (database: PoolClient, { from, to, timeZone }: { from: string; to: string; timeZone: string }) => {
  const { rows } = await database.query<FiguredCase>(
    `select started_at as "startedAt", aware_at as "awareAt", site_at as "siteAt", repaired_at as "repairedAt", closed_at as "closedAt", stage, outcome,
       verdict, ${caseFinding} as finding, drop_litres_per_hour as "dropLitresPerHour", detections
     from views.leak_cases
     where create_time >= $1::date::timestamp at time zone $3 and create_time < ($2::date + 1)::timestamp at time zone $3
     order by case_no limit ${figuresMax}`,
    [from, to, timeZone],
  )
  return rows.map(({ startedAt, awareAt, siteAt, repairedAt, closedAt, ...found }) => ({
    ...found,
    startedAt: startedAt.toISOString(),
    awareAt: awareAt.toISOString(),
    siteAt: siteAt?.toISOString() ?? null,
    repairedAt: repairedAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
  }))
}

/** The detections of these cases by their numbers, which a list leaves out. */
export const detectionsOfCases = async (database: PoolClient, caseNos: readonly number[]): Promise<Map<number, CaseDetection[]>> => {
  const { rows } = await database.query<{ caseNo: number; detections: CaseDetection[] }>(
    'select case_no::float8 as "caseNo", detections from views.leak_cases where case_no = any($1::bigint[])',
    [caseNos],
  )
  return new Map(rows.map(({ caseNo, detections }) => [caseNo, detections]))
}
