import { economicIntervention, rateOfRise } from '@nightflow/domain/leakage/economic-intervention'
import {
  againstTemperature,
  changeAt,
  classesOf,
  distributionOf,
  type Night,
  seasonsOf,
  weekdaysOf,
} from '@nightflow/domain/leakage/night-statistics'
import { rejectRange } from '@nightflow/domain/shared/day-range'
import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { conditionDaysMax } from '@nightflow/schemas/leakage/investigation'
import { nightStatisticsDaysMax, type nightStatistics as nightStatisticsEndpoint } from '@nightflow/schemas/leakage/night-statistics'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { nightFlowByPartition } from '../leakage/night-flow.ts'
import { partitionConditions } from './partition-conditions.ts'

type Request = RequestOf<typeof nightStatisticsEndpoint>
type Price = { pricePerCubicMetre: number | undefined }

/** The nights of a metering point by what they have in common. Undefined where there is no such point. */
export const nightStatistics = async (
  database: PoolClient,
  { id, from, to, measure, event, surveyCost }: Request,
  { pricePerCubicMetre }: Price,
): Promise<ResponseOf<typeof nightStatisticsEndpoint> | Rejection | undefined> => {
  const rejection = rejectRange(from, to, nightStatisticsDaysMax)
  if (rejection) return rejection
  const flow = await nightFlowByPartition(database, { id, from, to })
  if (!flow) return undefined
  const nightsBy = (of: Request['measure']): Night[] =>
    flow.rows.map(({ date, nightMinimumFlowLitresPerHour, netNightFlowLitresPerHour }) => ({
      date,
      flow: of === 'net' ? netNightFlowLitresPerHour : nightMinimumFlowLitresPerHour,
    }))
  const nights = nightsBy(measure)
  const rise = rateOfRise(nightsBy('net')) ?? rateOfRise(nightsBy('minimum'))
  return {
    ...{ partitionId: id, name: flow.name, timeZone: flow.timeZone, days: flow.rows.length },
    all: distributionOf(nights) ?? null,
    classes: classesOf(nights),
    weekdays: weekdaysOf(nights),
    seasons: seasonsOf(nights),
    change: (event === undefined ? undefined : changeAt(nights, event)) ?? null,
    temperature: againstTemperature(nights, await temperaturesOf(database, { id, from, to })) ?? null,
    intervention: rise === undefined ? null : economicIntervention(rise, { surveyCost, pricePerCubicMetre }),
    pricePerCubicMetre: pricePerCubicMetre ?? null,
  }
}

/** Mean water temperature by local day, of the last days of the range for which hours are read. */
const temperaturesOf = async (
  database: PoolClient,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<ReadonlyMap<string, number>> => {
  const first = dateOfDay(Math.max(dayOfDate(from), dayOfDate(to) - conditionDaysMax + 1))
  const conditions = await partitionConditions(database, { id, from: first, to })
  if (!conditions || isRejection(conditions)) return new Map()
  const calendar = calendarOf(conditions.timeZone)
  const byDay = Map.groupBy(
    conditions.rows.filter(({ temperatureCelsius }) => temperatureCelsius !== null),
    ({ at }) => dateOfDay(calendar.dayOf(Date.parse(at))),
  )
  return new Map(
    [...byDay].map(([day, hours]) => [day, hours.reduce((sum, { temperatureCelsius }) => sum + temperatureCelsius!, 0) / hours.length]),
  )
}
