import { dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { AlarmEvent } from '@nightflow/schemas/alarms/alarm'
import { trendDays } from '@nightflow/schemas/alarms/alarm-trend'
import type { PoolClient } from 'pg'
import { findAlarms } from '../alarms/alarm-queries.ts'
import { nightFlowByPartition } from '../leakage/night-flow.ts'

type Trend = { alarmProcessedId: number; values: (number | null)[] }

/** Metering points of one answer: each is a query of its own. */
const pointsMax = 50

const volumesOfMeters = `
  select meters.number, (days.day_millilitres / 1000.0)::float8 as litres
  from views.meters cross join generate_series($2::date - ${trendDays - 1}, $2::date, interval '1 day') as wanted(day)
    left join views.meter_days days on days.meter_id = meters.id and days.day = wanted.day::date
  where meters.number = any($1::text[]) order by meters.number, wanted.day`

/** The figures of alarms on the last local days up to `lastDay`, one statement for all meters. */
export const listTrends = async (database: PoolClient, ids: readonly number[], lastDay: number): Promise<Trend[]> => {
  const alarms = await findAlarms(database, ids)
  const numbers = [...new Set(alarms.flatMap(({ meter }) => meter ?? []))]
  const { rows } = await database.query<{ number: string; litres: number | null }>(volumesOfMeters, [numbers, dateOfDay(lastDay)])
  const ofMeters = Map.groupBy(rows, ({ number }) => number)
  const ofPoints = new Map<string, (number | null)[]>()
  for (const { partition, eventType } of alarms) {
    const key = `${eventType}/${partition}`
    if (partition !== null && !ofPoints.has(key) && ofPoints.size < pointsMax)
      ofPoints.set(key, await figuresOfPoint(database, partition, eventType, lastDay))
  }
  return alarms.map(({ alarmProcessedId, meter, partition, eventType }) => ({
    alarmProcessedId,
    values:
      partition !== null
        ? (ofPoints.get(`${eventType}/${partition}`) ?? [])
        : (ofMeters.get(meter ?? '') ?? []).map(({ litres }) => litres),
  }))
}

const figuresOfPoint = async (database: PoolClient, id: string, eventType: AlarmEvent, lastDay: number): Promise<(number | null)[]> => {
  const range = { from: dateOfDay(lastDay - trendDays + 1), to: dateOfDay(lastDay) }
  const answer = await nightFlowByPartition(database, { id, ...range })
  return (answer?.rows ?? []).map((row) => {
    if (dayOfDate(row.date) > lastDay) return null
    if (eventType === 'partition-leakage') return row.leakageRate
    return eventType === 'partition-kl' ? row.klRatio : row.nightMinimumFlowLitresPerHour
  })
}
