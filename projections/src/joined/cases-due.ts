import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { type CaseDetection, CaseStage, type NightOfCase, nightsMax } from '@nightflow/schemas/work-orders/leak-case'
import type { PoolClient } from 'pg'
import { nightFlowByPartition } from '../leakage/night-flow.ts'

const closed = `'${CaseStage.enum.closed}'`
/** Detections of one search; those that are left over are found the next time. */
const foundMax = 200
/** Older detections are history: an imported year must not open a hundred cases. */
const newDays = 30

export type DueDetection = {
  partitionId: string
  rootId: string
  level: number
  detection: CaseDetection
  /** The open case of the detection that this one continues. */
  continuedCase: string | null
}

const detectionColumns = `jsonb_build_object('number', d.number, 'kind', d.kind, 'startedAt', d.started_at, 'detectedAt', d.detected_at,
  'flowLitresPerHour', d.flow_litres_per_hour, 'flowLow', d.flow_low, 'flowHigh', d.flow_high, 'endedAt', d.ended_at) as detection`

/**
 * New leaks without a case, those of the deepest metering points first. A leak of a point is seen at the points above it too: within a day of an open case
 * of another level of the same cascade there is no second case.
 */
export const detectionsWithoutCase = async (database: PoolClient, now: Date): Promise<DueDetection[]> => {
  const since = new Date(now.getTime() - newDays * 86_400_000).toISOString()
  const { rows } = await database.query<DueDetection>(
    `select d.partition_id as "partitionId", points.root_id as "rootId", points.level, ${detectionColumns},
       (select case_id from views.leak_cases c where c.partition_id = d.partition_id and c.stage <> ${closed}
         and exists (select from jsonb_array_elements(c.detections) known where (known ->> 'number')::int = d.continues) limit 1) as "continuedCase"
     from views.detections d join views.partitions points on points.id = d.partition_id
     where not d.is_withdrawn and d.kind <> 'anomaly' and d.ended_at is null and d.detected_at > $1
       and not exists (select from views.leak_cases c cross join jsonb_array_elements(c.detections) known
         where c.partition_id = d.partition_id and (known ->> 'number')::int = d.number and known ->> 'startedAt' = d.started_at)
       and (d.continues is not null or not exists (
         select from views.leak_cases c join views.partitions others on others.id = c.partition_id
         where c.stage <> ${closed} and others.root_id = points.root_id and (others.id = points.id or others.level <> points.level)
           and c.started_at between d.started_at::timestamptz - interval '1 day' and d.started_at::timestamptz + interval '1 day'))
     order by points.level desc, d.partition_id, d.number limit ${foundMax}`,
    [since],
  )
  return rows
}

export type EndedDetection = { caseId: string; detection: CaseDetection }

/** Detections of open cases that ended since the case knows them. */
export const endedDetectionsOfCases = async (database: PoolClient): Promise<EndedDetection[]> => {
  const { rows } = await database.query<EndedDetection>(
    `select c.case_id as "caseId", ${detectionColumns}
     from views.leak_cases c cross join jsonb_array_elements(c.detections) known
       join views.detections d on d.partition_id = c.partition_id and d.number = (known ->> 'number')::int and d.started_at = known ->> 'startedAt'
     where c.stage <> ${closed} and not d.is_withdrawn and d.ended_at is not null and known ->> 'endedAt' is null
     order by c.case_no limit ${foundMax}`,
  )
  return rows
}

export type CaseToVerify = { caseId: string; partitionId: string; repairedAt: Date }

/** Cases whose repair has the nights behind it that can prove it. */
export const casesToVerify = async (database: PoolClient, now: Date): Promise<CaseToVerify[]> => {
  const { rows } = await database.query<CaseToVerify>(
    `select case_id as "caseId", partition_id as "partitionId", repaired_at as "repairedAt" from views.leak_cases
     where stage = '${CaseStage.enum.verification}' and detection_number is not null and repaired_at < $1::timestamptz - interval '2 days'
     order by case_no limit ${foundMax}`,
    [now],
  )
  return rows
}

export type NightsOfPartition = { timeZone: string; nightUntilHour: number; nights: NightOfCase[] }

/**
 * The night flows of a metering point from some days before an instant to some days after it, days without one left out: the net night flow where every night
 * has one, otherwise the night minimum. Undefined for a point that is gone.
 */
export const nightsAround = async (
  database: PoolClient,
  { partitionId, at, days }: { partitionId: string; at: number; days: number },
): Promise<NightsOfPartition | undefined> => {
  const { rows } = await database.query<{ timeZone: string; nightUntilHour: number | null }>(
    `select time_zone as "timeZone", (details -> 'nightWindow' ->> 'toHour')::int as "nightUntilHour" from views.partitions where id = $1`,
    [partitionId],
  )
  const [point] = rows
  if (!point) return undefined
  const day = calendarOf(point.timeZone).dayOf(at)
  const span = Math.min(days, Math.floor(nightsMax / 2) - 1)
  const figures = await nightFlowByPartition(database, { id: partitionId, from: dateOfDay(day - span), to: dateOfDay(day + span) })
  const known = (figures?.rows ?? []).filter(({ nightMinimumFlowLitresPerHour }) => nightMinimumFlowLitresPerHour !== null)
  const isNet = known.every(({ netNightFlowLitresPerHour }) => netNightFlowLitresPerHour !== null)
  return {
    timeZone: point.timeZone,
    nightUntilHour: point.nightUntilHour ?? 4,
    nights: known.map(({ date, nightMinimumFlowLitresPerHour, netNightFlowLitresPerHour }) => ({
      date,
      flowLitresPerHour: (isNet ? netNightFlowLitresPerHour : nightMinimumFlowLitresPerHour) ?? 0,
    })),
  }
}
