import { metresPerKilopascal } from '@nightflow/domain/leakage/water-balance/pressure-effect'
import { withinBoundary } from '@nightflow/domain/leakage/water-balance/within-boundary'
import { resolveReadings } from '@nightflow/domain/metering/resolve-readings'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import { rejectRange } from '@nightflow/domain/shared/day-range'
import { calendarOf, dayOfDate, hourMilliseconds } from '@nightflow/domain/shared/local-time'
import { conditionDaysMax, type findPartitionConditions } from '@nightflow/schemas/leakage/investigation'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { Rejection } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { readPressures } from '../devices/newest-readings.ts'
import { findForFigures } from '../leakage/night-flow.ts'
import { pressurePlaces } from './area-pressure.ts'

type Request = RequestOf<typeof findPartitionConditions>
type Reading = { at: number; value: number }
/** Sum and number of the readings of an hour. */
type Mean = { sum: number; count: number }
type Hours = Map<number, Mean>

/** Meters of each quantity whose readings are read. */
const metersMax = 6

/** Pressure and temperature of a point by hour of local days from..to. Undefined where there is no such point. */
export const partitionConditions = async (
  database: PoolClient,
  { id, from, to }: Request,
): Promise<ResponseOf<typeof findPartitionConditions> | undefined | Rejection> => {
  const rejection = rejectRange(from, to, conditionDaysMax)
  if (rejection) return rejection
  const point = await findForFigures(database, id)
  if (!point) return undefined
  const calendar = calendarOf(point.time_zone)
  const span = { first: calendar.startOf(dayOfDate(from)), end: calendar.startOf(dayOfDate(to) + 1) }
  const pressure: Hours = new Map()
  const temperature: Hours = new Map()
  const [pressureMeters, temperatureMeters]: [string[], string[]] = [[], []]
  for (const number of await pressureMetersOf(database, id)) {
    const found = await readPressures(database, { number, from, to })
    const readings = (found?.readings ?? []).map(({ at, kilopascal }) => ({ at, value: kilopascal * metresPerKilopascal }))
    if (addTo(pressure, readings, span)) pressureMeters.push(number)
  }
  for (const { number, readings } of await readTemperatures(database, { key: point.key, from, to }))
    if (addTo(temperature, readings, span)) temperatureMeters.push(number)
  const hours = [...new Set([...pressure.keys(), ...temperature.keys()])].sort((one, other) => one - other)
  const rows = hours.map((at) => ({
    at: new Date(at).toISOString(),
    pressureMetres: meanOf(pressure.get(at)),
    temperatureCelsius: meanOf(temperature.get(at)),
  }))
  return { timeZone: point.time_zone, pressureMeters, temperatureMeters, rows }
}

const meanOf = (mean: Mean | undefined): number | null => (mean ? Math.round((mean.sum / mean.count) * 1000) / 1000 : null)

/** Whether any of the readings is of the span. */
const addTo = (hours: Hours, readings: readonly Reading[], { first, end }: { first: number; end: number }): boolean => {
  let isAny = false
  for (const { at, value } of readings) {
    if (at < first || at >= end) continue
    isAny = true
    const hour = Math.floor(at / hourMilliseconds) * hourMilliseconds
    const mean = hours.get(hour)
    if (mean) {
      mean.sum += value
      mean.count += 1
    } else hours.set(hour, { sum: value, count: 1 })
  }
  return isAny
}

const pressureMetersOf = async (database: PoolClient, id: string): Promise<string[]> => {
  const { rows } = await database.query<{ boundary: [number, number][] | null }>(
    `select details->'boundary' as boundary from views.partitions where id = $1`,
    [id],
  )
  const boundary = rows[0]?.boundary
  if (!boundary) return []
  return (await pressurePlaces(database))
    .filter((place) => withinBoundary(place, boundary))
    .slice(0, metersMax)
    .map(({ number }) => number)
}

/** The temperatures that summary meters measured. */
const readTemperatures = async (
  database: PoolClient,
  { key, from, to }: { key: number; from: string; to: string },
): Promise<{ number: string; readings: Reading[] }[]> => {
  const { rows } = await database.query<{ number: string; frames: Buffer[] }>(
    `select number, array_agg(readings order by day) as frames
     from (select distinct number from views.partition_members where partition_key = $1 and side = 'supply' order by number limit ${metersMax}) inlets
       join views.meters using (number) join views.meter_days on meter_id = meters.id and day between $2 and $3
     group by number order by number`,
    [key, from, to],
  )
  return rows.map(({ number, frames }) => ({ number, readings: frames.flatMap(temperaturesOf) }))
}

const temperaturesOf = (bytes: Buffer): Reading[] => {
  const { count, at, temperatureCelsius } = resolveReadings(unpackFrame(bytes))
  if (!temperatureCelsius) return []
  return Array.from({ length: count }, (_, row) => ({ at: at[row]!, value: temperatureCelsius[row]! })).filter(
    ({ value }) => !Number.isNaN(value),
  )
}
