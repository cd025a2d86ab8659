import {
  consumptionOfDay,
  consumptionOfHour,
  type Figure,
  type HourFigure,
  type PartitionDay,
  type PartitionRules,
  supplyOfDay,
  supplyOfHour,
} from '@nightflow/domain/leakage/night-flow'
import { calendarOf, dateOfDay, dayOfDate, hourMilliseconds, type ZoneCalendar } from '@nightflow/domain/shared/local-time'
import type { partitionFlow as partitionFlowEndpoint } from '@nightflow/schemas/leakage/endpoints'
import type { FlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { daysFrom, findForFigures } from './night-flow.ts'
import { byKeyAndDay, type DaysByKey, type Partition, partitionDays, readSourcesOf, type Sources } from './partition-series.ts'
import { readDays } from './stored-days.ts'

/** Mean flows of supply and consumption per hour, day or month of local time, every one from..to. */
export const partitionFlow = async (
  database: PoolClient,
  request: RequestOf<typeof partitionFlowEndpoint>,
): Promise<ResponseOf<typeof partitionFlowEndpoint> | undefined> => {
  const partition = await findForFigures(database, request.id)
  if (!partition) return undefined
  const [firstDay, lastDay] = [dayOfDate(request.from), dayOfDate(request.to)]
  const sources = await readSourcesOf(database, partition, daysFrom(firstDay, lastDay))
  return flowOf(partition, request, byKeyAndDay(await readDays(database, sources.keys, firstDay, lastDay)), sources)
}

type Asked = Pick<RequestOf<typeof partitionFlowEndpoint>, 'from' | 'to' | 'resolution'>

/** The flows of a point from its stored days; `stored` has those of from..to that are known. */
export const flowOf = (
  partition: Partition,
  { from, to, resolution }: Asked,
  stored: DaysByKey,
  sources: Sources,
): ResponseOf<typeof partitionFlowEndpoint> => {
  const calendar = calendarOf(partition.time_zone)
  const [firstDay, lastDay] = [dayOfDate(from), dayOfDate(to)]
  const { nightWindow } = partition.details
  const answer = (rows: FlowRow[]) => ({ id: partition.id, timeZone: partition.time_zone, nightWindow, rows })
  const days = partitionDays(partition, daysFrom(firstDay, lastDay), stored, sources)
  if (resolution === 'hour') return answer(days.flatMap((day) => hourlyFlow(calendar, day, partition.details)))
  const periods = Map.groupBy(days, ({ day }) => (resolution === 'day' ? day : dateOfDay(day).slice(0, 7)))
  return answer([...periods.values()].map((period) => meanFlow(calendar, period, partition.details)))
}

const hourlyFlow = (calendar: ZoneCalendar, data: PartitionDay, { minimumCoverage }: PartitionRules): FlowRow[] => {
  const start = calendar.startOf(data.day)
  return Array.from({ length: calendar.slotsOf(data.day) }, (_, slot) => {
    const supply = supplyOfHour(data.supply, slot)
    const consumption = consumptionOfHour(data, slot, minimumCoverage)
    return {
      at: new Date(start + slot * hourMilliseconds).toISOString(),
      supplyLitresPerHour: litresOf(supply),
      consumptionLitresPerHour: litresOf(consumption),
      supplyEstimated: supply?.estimated ?? false,
      consumptionEstimated: consumption?.estimated ?? false,
    }
  })
}

const litresOf = (figure: HourFigure): number | null => (figure ? Math.round(figure.value) / 1000 : null)

/** Mean over the days of a period that are known, null when none is; marked where one of them is estimated in part. */
const meanFlow = (
  calendar: ZoneCalendar,
  days: readonly PartitionDay[],
  { minimumCoverage, minimumSupplyCoverage = 1 }: PartitionRules,
): FlowRow => {
  const mean = (figureOf: (data: PartitionDay, elapsedHours: number) => Figure) => {
    let volume = 0
    let hours = 0
    let estimated = false
    for (const data of days) {
      const elapsedHours = (calendar.startOf(data.day + 1) - calendar.startOf(data.day)) / hourMilliseconds
      const figure = figureOf(data, elapsedHours)
      if (!figure) continue
      volume += figure.value
      hours += elapsedHours
      estimated ||= figure.estimated
    }
    return { litres: hours === 0 ? null : Math.round(volume / hours) / 1000, estimated }
  }
  const supply = mean(({ supply }, elapsedHours) => supplyOfDay(supply, elapsedHours, minimumSupplyCoverage))
  const consumption = mean((data, elapsedHours) => consumptionOfDay(data, elapsedHours, { minimumCoverage, minimumSupplyCoverage }))
  return {
    at: new Date(calendar.startOf(days[0]!.day)).toISOString(),
    supplyLitresPerHour: supply.litres,
    consumptionLitresPerHour: consumption.litres,
    supplyEstimated: supply.estimated,
    consumptionEstimated: consumption.estimated,
  }
}
