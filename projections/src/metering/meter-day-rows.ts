import { packDayHours } from '@nightflow/domain/metering/hour-volumes'
import { borrowPackedFrame } from '@nightflow/domain/metering/pack-frame'
import { resolveReadings } from '@nightflow/domain/metering/resolve-readings'
import type { DayFlag } from '@nightflow/schemas/metering/readings'
import { CopyBuffer } from '../storage/copy-rows.ts'
import { keepWritten, type MeterDay, storedDay, type ValveCode } from './meter-day.ts'
import type { Meter } from './meter-registry.ts'
import { MeterStateRows } from './meter-states.ts'

/** A row per meter and local day. */
export const meterDaysTable = `create table meter_days (
  tenant text not null,
  meter_id bigint not null,
  day date not null,
  gateway text not null,
  readings bytea not null,
  hours bytea not null,
  known_hours smallint not null,
  valve smallint not null,
  measured_millilitres bigint not null,
  day_millilitres bigint,
  flags text not null,
  primary key (meter_id, day)
)`

const rowColumns = [
  ['tenant', 'text'],
  ['meter_id', 'int8'],
  ['day', 'date'],
  ['gateway', 'text'],
  ['readings', 'bytea'],
  ['hours', 'bytea'],
  ['known_hours', 'int2'],
  ['valve', 'int2'],
  ['measured_millilitres', 'int8'],
  ['day_millilitres', 'int8'],
  ['flags', 'text'],
] as const

/** Rows of `meter_days` on their way into the table. */
export class MeterDayRows {
  /** Of days that have no row yet, and of those that have one. */
  readonly fresh = new CopyBuffer(rowColumns)
  readonly changed = new CopyBuffer(rowColumns)
  readonly days = new Set<number>()
  /** Days whose rows go. */
  readonly gone: { meterId: number; day: number }[] = []
  readonly states = new MeterStateRows()

  /** Takes an awake day as it is now; answers whether it is new, or says other words or another valve. */
  add(meter: Meter, day: MeterDay): boolean {
    const { readings, volumes, gateway, isStored } = day
    const { hours, knownHours, sharedHours, measuredMillilitres, dayMillilitres, reverse, flags } = volumes!
    const packedReadings = borrowPackedFrame(readings!)
    const packedHours = packDayHours(hours, sharedHours, reverse)
    const target = isStored ? this.changed : this.fresh
    const resolved = resolveReadings(readings!)
    const words = flagsOfDay(resolved.flagSets, flags)
    const valve = (resolved.valve?.findLast((code) => code !== 0) ?? 0) as ValveCode
    const isRestated = !isStored || words !== day.words || valve !== day.valve
    day.words = words
    day.valve = valve
    target.add(
      meter.tenant,
      meter.id,
      day.day,
      gateway,
      packedReadings,
      packedHours,
      knownHours,
      valve,
      measuredMillilitres,
      Number.isNaN(dayMillilitres) ? null : dayMillilitres,
      words,
    )
    this.days.add(day.day)
    keepWritten(day, packedReadings, packedHours)
    return isRestated
  }

  /** Can then take others. */
  restart(): void {
    this.fresh.restart()
    this.changed.restart()
    this.days.clear()
    this.gone.length = 0
    this.states.restart()
  }
}

export type StoredDay = {
  meter_id: number
  day: number
  gateway: string
  readings: Buffer
  hours: Buffer
  known_hours: number
  valve: ValveCode
  measured: number
  day_volume: number | null
  flags: string
}
export const storedColumns = `meter_id::float8 as meter_id, day - date '1970-01-01' as day, gateway, readings, hours, known_hours, valve,
  measured_millilitres::float8 as measured, day_millilitres::float8 as day_volume, flags`

export const toMeterDay = (row: StoredDay): MeterDay => {
  const day = storedDay(row.day, row.gateway, row.readings, row.hours, {
    knownHours: row.known_hours,
    measuredMillilitres: row.measured,
    dayMillilitres: row.day_volume ?? Number.NaN,
    flags: new Set(
      row.flags
        .split(' ')
        .filter((word) => word.startsWith('day:'))
        .map((word) => word.slice(4) as DayFlag),
    ),
  })
  day.words = row.flags
  day.valve = row.valve
  return day
}

/** All words of the day: those its readings carry and, marked `day:`, those that the computation of its volumes added. */
const flagsOfDay = (flagSets: readonly string[] | undefined, flags: ReadonlySet<DayFlag>): string => {
  if (!flagSets && flags.size === 0) return ''
  const words = new Set([...flags].map((flag) => `day:${flag}`))
  for (const set of flagSets ?? []) for (const word of set.split(' ')) if (word !== '') words.add(word)
  return [...words].sort().join(' ')
}
