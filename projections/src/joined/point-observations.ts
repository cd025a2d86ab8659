import type { Observation } from '@nightflow/domain/alarms/evaluate-rule'
import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { AlarmEvent } from '@nightflow/schemas/alarms/alarm'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { PoolClient } from 'pg'
import type { WatchedPoint } from '../alarms/rule-subjects.ts'
import { nightFlowByPartition } from '../leakage/night-flow.ts'
import type { DayRange } from './meter-observations.ts'

const figureOf: Partial<Record<AlarmEvent, (row: NightFlowRow) => number | null>> = {
  'partition-leakage': ({ leakageRate }) => leakageRate,
  'partition-night-flow': ({ nightMinimumFlowLitresPerHour }) => nightMinimumFlowLitresPerHour,
  'partition-kl': ({ klRatio }) => klRatio,
}

const detectionsOfPoint = `select detected_at as "detectedAt", ended_at as "endedAt", flow_litres_per_hour as flow from views.detections
  where partition_id = $1 and not is_withdrawn and detected_at between $2 and $3 order by detected_at limit 1000`

/** The observations of a rule of an event at one metering point, oldest first: the figure of a day is known when the day is over. */
export const observationsOfPoint = async (
  database: PoolClient,
  eventType: AlarmEvent,
  { id, timeZone }: WatchedPoint,
  { firstDay, lastDay, now }: DayRange,
): Promise<Observation[]> => {
  const calendar = calendarOf(timeZone)
  if (eventType === 'partition-detection') {
    const span = [calendar.startOf(firstDay), calendar.startOf(lastDay + 1)].map((at) => new Date(at).toISOString())
    const { rows } = await database.query<{ detectedAt: string; endedAt: string | null; flow: number }>(detectionsOfPoint, [id, ...span])
    const steps = rows.flatMap(({ detectedAt, endedAt, flow }) => [
      { at: Date.parse(detectedAt), value: flow },
      ...(endedAt === null ? [] : [{ at: Math.max(Date.parse(endedAt), Date.parse(detectedAt) + 1), value: 0 }]),
    ])
    return steps.filter(({ at }) => at <= now).sort((one, other) => one.at - other.at)
  }
  const figure = figureOf[eventType]
  const answer = figure && (await nightFlowByPartition(database, { id, from: dateOfDay(firstDay), to: dateOfDay(lastDay) }))
  return (answer?.rows ?? []).flatMap((row) => {
    const value = figure!(row)
    const at = calendar.startOf(dayOfDate(row.date) + 1)
    return value === null || at > now ? [] : [{ at, value }]
  })
}
