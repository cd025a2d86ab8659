import { withRuler } from '@nightflow/domain/devices/pressure-ruler'
import type { PressureLimits, PressureReading } from '@nightflow/domain/devices/pressure-state'
import type { NumberColumn, ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { resolveReadings } from '@nightflow/domain/metering/resolve-readings'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import { PressureSource } from '@nightflow/schemas/devices/pressure-meter'
import type { ClientBase } from 'pg'

/** Figures of a meter's newest days. A device reports its battery once a day or less often, so each figure is the newest there is. */
export type NewestReadings = {
  collectTime: string
  /** When the gateway of the newest day was last heard. */
  reportTime: string | null
  flowLitresPerHour: number | null
  forwardLitres: number | null
  reverseLitres: number | null
  pressureKilopascal: number | null
  batteryMillivolt: number | null
  signalDecibelMilliwatt: number | null
  /** Pressures of the newest two days that have readings, oldest first. */
  pressures: PressureReading[]
}

/** Days that are looked at for a figure. */
const daysMax = 4
/** Days whose pressures are handed on. */
const pressureDaysMax = 2

type Stored = { number: string; readings: Buffer[]; reported: Date | null; ruler: number; signal: number | null }

/** The tenant's factor for the pressures of a meter of the source YZJ (`1`); 1 for all others. */
const pressureRuler = `coalesce((select (tenants.settings->>'yzjMeterRuler')::float8 from views.pressure_meters sensors
  join platform.tenants on tenants.code = sensors.tenant
  where sensors.tenant = meters.tenant and sensors.device_number = meters.number and sensors.pressure_source = '${PressureSource.enum.yzj}' and not sensors.is_removed), 1)`

/** The newest readings of these meters of the tenant; a meter without any is missing. */
export const findNewestReadings = async (
  database: ClientBase,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, NewestReadings>> => {
  const { rows } = await database.query<Stored>(
    `select meters.number, latest.readings, ${pressureRuler} as ruler,
       (select last_seen_at from views.gateway_activity activity where activity.tenant = meters.tenant and activity.gateway = latest.gateway) as reported,
       (select decibel_milliwatt from views.meter_signals signals where signals.tenant = meters.tenant and signals.number = meters.number) as signal
     from views.meters cross join lateral (
       select array_agg(readings order by day desc) as readings, (array_agg(gateway order by day desc))[1] as gateway
       from (select readings, gateway, day from views.meter_days where meter_id = meters.id order by day desc limit ${daysMax}) days
     ) latest
     where meters.number = any($1::text[]) and latest.readings is not null`,
    [numbers],
  )
  return new Map(
    rows.flatMap(({ number, readings, ...known }): [string, NewestReadings][] => {
      const days = readings.map((bytes) => resolveReadings(unpackFrame(bytes))).filter(({ count }) => count > 0)
      return days.length > 0 ? [[number, newestOf(days, known)]] : []
    }),
  )
}

const newestOf = (days: readonly ReadingColumns[], { reported, ruler, signal }: Omit<Stored, 'number' | 'readings'>): NewestReadings => ({
  collectTime: new Date(days[0]!.at[days[0]!.count - 1]!).toISOString(),
  reportTime: reported?.toISOString() ?? null,
  flowLitresPerHour: latest(days, 'flowLitresPerHour'),
  forwardLitres: latest(days, 'registerMillilitres', 1000),
  reverseLitres: latest(days, 'reverseMillilitres', 1000),
  pressureKilopascal: latest(days, 'pressureKilopascal'),
  batteryMillivolt: latest(days, 'batteryMillivolt'),
  signalDecibelMilliwatt: signal,
  pressures: withRuler(days.slice(0, pressureDaysMax).reverse().flatMap(pressuresOf), ruler),
})

const latest = (days: readonly ReadingColumns[], name: NumberColumn, scale = 1): number | null => {
  for (const day of days) {
    const value = day[name]?.subarray(0, day.count).findLast((each) => !Number.isNaN(each))
    if (value !== undefined) return value / scale
  }
  return null
}

/** Readings of a day that have a pressure. */
export const pressuresOf = ({ count, at, pressureKilopascal }: ReadingColumns): PressureReading[] => {
  const found: PressureReading[] = []
  for (let row = 0; pressureKilopascal && row < count; row += 1)
    if (!Number.isNaN(pressureKilopascal[row]!)) found.push({ at: at[row]!, kilopascal: pressureKilopascal[row]! })
  return found
}

/** Pressures of one meter in local days from..to, oldest first, and the zone of the days; undefined when the meter is not registered. */
export const readPressures = async (
  database: ClientBase,
  { number, from, to }: { number: string; from: string; to: string },
): Promise<{ timeZone: string; readings: PressureReading[] } | undefined> => {
  const { rows } = await database.query<{ time_zone: string; readings: Buffer[] | null; ruler: number }>(
    `select time_zone, ${pressureRuler} as ruler, (select array_agg(readings order by day) from views.meter_days where meter_id = meters.id and day between $2 and $3) as readings
     from views.meters where number = $1`,
    [number, from, to],
  )
  const [found] = rows
  if (!found) return undefined
  const readings = (found.readings ?? []).flatMap((bytes) => pressuresOf(resolveReadings(unpackFrame(bytes))))
  return { timeZone: found.time_zone, readings: withRuler(readings, found.ruler) }
}

type PressureMeterLimits = { tenant: string; deviceNumber: string } & PressureLimits

/** Every pressure meter of a tenant with a limit, for those who watch them. */
export const findLimitedPressureMeters = async (database: ClientBase, most: number): Promise<PressureMeterLimits[]> => {
  const { rows } = await database.query<PressureMeterLimits>(
    `select tenant, device_number as "deviceNumber", upper_limit_kilopascal as upper, lower_limit_kilopascal as lower,
       abrupt_change_kilopascal as "abruptChange"
     from views.pressure_meters
     where not is_removed and coalesce(upper_limit_kilopascal, lower_limit_kilopascal, abrupt_change_kilopascal) is not null
     order by device_number limit $1`,
    [most],
  )
  return rows
}
