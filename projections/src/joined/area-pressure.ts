import { type PressureReading, pressureDays } from '@nightflow/domain/leakage/detection/pressure-change'
import type { MeasuredPressure } from '@nightflow/domain/leakage/water-balance/month-input'
import type { NightUse } from '@nightflow/domain/leakage/water-balance/night-use'
import { meanOf, metresPerKilopascal } from '@nightflow/domain/leakage/water-balance/pressure-effect'
import { withinBoundary } from '@nightflow/domain/leakage/water-balance/within-boundary'
import { calendarOf, dateOfDay, hourMilliseconds } from '@nightflow/domain/shared/local-time'
import type { PoolClient } from 'pg'
import { readPressures } from '../devices/newest-readings.ts'
import type { ReadPressures } from '../leakage/judge-zone.ts'

type Place = { number: string; longitude: number; latitude: number }

/** Pressure meters of a tenant that are looked at, and those of one area whose readings are read. */
const placesMax = 5_000
const sensorsMax = 12

export const pressurePlaces = async (database: PoolClient): Promise<Place[]> => {
  const { rows } = await database.query<Place>(
    `select device_number as number, longitude, latitude from views.pressure_meters where not is_removed order by device_number limit $1`,
    [placesMax],
  )
  return rows
}

type Area = { timeZone: string; boundary: readonly (readonly [number, number])[] | null; from: string; to: string }

/**
 * The pressure of an area in a month: the mean of the pressure meters inside its boundary, by hour of the day and at each night minimum. Null where none of
 * them has readings.
 */
export const areaPressure = async (
  database: PoolClient,
  places: readonly Place[],
  { timeZone, boundary, from, to }: Area,
  nights: readonly NightUse[],
): Promise<MeasuredPressure | null> => {
  if (!boundary) return null
  const calendar = calendarOf(timeZone)
  const byHour = new Map<number, number[]>()
  const bySlot = new Map<number, number[]>()
  let sensors = 0
  for (const { number } of places.filter((place) => withinBoundary(place, boundary)).slice(0, sensorsMax)) {
    const found = await readPressures(database, { number, from, to })
    const readings = found?.readings.filter(({ kilopascal }) => kilopascal > 0) ?? []
    if (readings.length === 0) continue
    sensors += 1
    for (const { at, kilopascal } of readings) {
      const hour = Math.floor((at - calendar.startOf(calendar.dayOf(at))) / hourMilliseconds) % 24
      push(byHour, hour, kilopascal * metresPerKilopascal)
      push(bySlot, Math.floor(at / hourMilliseconds), kilopascal * metresPerKilopascal)
    }
  }
  // An hour without any reading would make a day too short.
  if (sensors === 0 || byHour.size < 24) return null
  const nightly = nights.flatMap(({ day, slot }): [number, number][] => {
    const values = bySlot.get(Math.floor((calendar.startOf(day) + slot * hourMilliseconds) / hourMilliseconds))
    return values ? [[day, meanOf(values)]] : []
  })
  return { sensors, hours: Array.from({ length: 24 }, (_, hour) => meanOf(byHour.get(hour)!)), nights: new Map(nightly) }
}

/** The pressure of the area of a metering point by day, for its detections; undefined where no pressure meter is inside its boundary. */
export const readPressureDays: ReadPressures = async (database, { id, time_zone }, { firstDay, lastDay }) => {
  const { rows } = await database.query<{ boundary: Area['boundary'] }>(
    `select details->'boundary' as boundary from views.partitions where id = $1 and exists (select from views.pressure_meters where not is_removed)`,
    [id],
  )
  const boundary = rows[0]?.boundary
  if (!boundary) return undefined
  const calendar = calendarOf(time_zone)
  const meters: PressureReading[][] = []
  for (const { number } of (await pressurePlaces(database)).filter((place) => withinBoundary(place, boundary)).slice(0, sensorsMax)) {
    const found = await readPressures(database, { number, from: dateOfDay(firstDay), to: dateOfDay(lastDay) })
    const readings = (found?.readings ?? []).filter(({ kilopascal }) => kilopascal > 0)
    meters.push(
      readings.map(({ at, kilopascal }) => {
        const day = calendar.dayOf(at)
        return { day, hour: Math.floor((at - calendar.startOf(day)) / hourMilliseconds), metres: kilopascal * metresPerKilopascal }
      }),
    )
  }
  // A meter has days of its own zone: what is of a later day is not known yet.
  return meters.length > 0 ? pressureDays(meters.map((readings) => readings.filter(({ day }) => day <= lastDay))) : undefined
}

const push = (lists: Map<number, number[]>, key: number, value: number): void => {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
