import type { DayVolumes } from '@nightflow/domain/metering/day-volumes'
import { sharedHoursOf, unpackHourVolumes, unpackReverse } from '@nightflow/domain/metering/hour-volumes'
import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { type FrameMemory, unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { DayFlag } from '@nightflow/schemas/metering/readings'

/** Cached days of a meter: the last one and the two before it, which new readings need. */
export const cachedDaysPerMeter = 3

/**
 * One meter's local day as the fold knows it. At rest it is the bytes of its row; it is awake, that is unpacked, while the fold works at its
 * meter. Hundreds of thousands of days are cached. Unpacked they took a gigabyte in a million small arrays, over which the
 * garbage collector paused for half a second at a time.
 */
export type MeterDay = {
  day: number
  /** The greatest name among the gateways that reported this day: a choice that arrival order cannot change. */
  gateway: string
  isStored: boolean
  /** The row's hours and then its readings, a byte a character: one object that the collector need not look into, where an array is four. */
  packed: string
  hourBytes: number
  knownHours: number
  measuredMillilitres: number
  dayMillilitres: number
  flags: ReadonlySet<DayFlag>
  /** All words and the valve as the row says, for the meter's newest state. */
  words: string
  valve: ValveCode
  readings: ReadingColumns | undefined
  volumes: DayVolumes | undefined
}

/** As packed readings have it: 1 open, 2 closed, 0 not reported. */
export type ValveCode = 0 | 1 | 2

/** Fields of the row of a meter's state beside its key. */
export type MeterState = { newestDay: number | null; valve: ValveCode; words: string }

type DaySums = Pick<DayVolumes, 'knownHours' | 'measuredMillilitres' | 'dayMillilitres' | 'flags'>

const noFlags: ReadonlySet<DayFlag> = new Set()

/** A day that has no row yet. */
export const newDay = (day: number, readings: ReadingColumns, gateway: string): MeterDay => ({
  day,
  gateway,
  isStored: false,
  packed: '',
  hourBytes: 0,
  knownHours: 0,
  measuredMillilitres: Number.NaN,
  dayMillilitres: Number.NaN,
  flags: noFlags,
  words: '',
  valve: 0,
  readings,
  volumes: undefined,
})

/** A day as its row says. */
export const storedDay = (day: number, gateway: string, readings: Uint8Array, hours: Uint8Array, sums: DaySums): MeterDay => {
  const stored = newDay(day, emptyReadings, gateway)
  keep(stored, readings, hours, sums)
  sleep(stored)
  return stored
}

export const readingsOf = (day: MeterDay, memory?: FrameMemory): ReadingColumns => {
  day.readings ??= unpackFrame(bytesOf(day.packed, day.hourBytes), memory)
  return day.readings
}

/** The volumes that the row has; undefined before there is one. */
export const volumesOf = (day: MeterDay, slots: number): DayVolumes | undefined => {
  if (!day.volumes && day.isStored) {
    const { knownHours, measuredMillilitres, dayMillilitres, flags } = day
    const bytes = bytesOf(day.packed, 0)
    const hours = unpackHourVolumes(bytes, slots)
    const sharedHours = sharedHoursOf(bytes)
    const reverse = unpackReverse(bytes, slots)
    day.volumes = { hours, knownHours, sharedHours, measuredMillilitres, dayMillilitres, flags }
    if (reverse) day.volumes.reverse = reverse
  }
  return day.volumes
}

/** Keeps what was written for an awake day. */
export const keepWritten = (day: MeterDay, readings: Uint8Array, hours: Uint8Array): void => keep(day, readings, hours, day.volumes!)

/** The end of the work at a meter: what was unpacked is let go. */
export const sleep = (day: MeterDay): void => {
  day.readings = undefined
  day.volumes = undefined
}

const keep = (day: MeterDay, readings: Uint8Array, hours: Uint8Array, sums: DaySums): void => {
  const length = hours.length + readings.length
  if (length > scratch.length) scratch = Buffer.alloc(length * 2)
  scratch.set(hours)
  scratch.set(readings, hours.length)
  day.packed = scratch.toString('latin1', 0, length)
  inScratch = day.packed
  day.hourBytes = hours.length
  day.knownHours = sums.knownHours
  day.measuredMillilitres = sums.measuredMillilitres
  day.dayMillilitres = sums.dayMillilitres
  day.flags = sums.flags
  day.isStored = true
}

let scratch = Buffer.alloc(4096)
/** Of one day first the readings and then the hours are read. */
let inScratch = ''

/** In memory that the next call for another text overwrites: callers unpack it at once. */
const bytesOf = (text: string, from: number): Uint8Array => {
  if (text !== inScratch) scratch.write(text, 'latin1')
  inScratch = text
  return scratch.subarray(from, text.length)
}

const emptyReadings: ReadingColumns = { count: 0, meters: [], meterIndex: new Uint32Array(0), at: new Float64Array(0) }
