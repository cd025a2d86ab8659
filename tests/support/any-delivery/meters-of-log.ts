import type { NeighbourDay } from '@nightflow/domain/metering/day-readings'
import { type DayVolumes, volumesOfDay } from '@nightflow/domain/metering/day-volumes'
import { numberColumns } from '@nightflow/domain/metering/reading-columns'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import { type VolumeRules, volumeRulesOf } from '@nightflow/domain/metering/volume-rules'
import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { MeterRegistered } from '@nightflow/schemas/devices/register-meter'
import type { MeterReplaced } from '@nightflow/schemas/devices/replace-meter'
import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import { type PlainReading, toColumns } from '../data/readings.ts'

/*
 * The expected days of meters, by the rules of domain/src/metering/README.md and nothing else: all readings of the log are put together
 * and every day is computed once. No code of the projections, nothing kept, nothing moved by differences: slow, and plain enough to be
 * believed. The volumes of one day are the domain's formula.
 */

type Said = PlainReading & { gateway: string; position: number }

export type MeterOfLog = {
  id: number
  number: string
  timeZone: string
  days: readonly DayOfLog[]
  counted: ReadonlyMap<number, CountedDay>
}
/** The volume that counts of a day: the last stated one, else the measured one. Millilitres. */
export type CountedDay = Pick<DayVolumes, 'hours' | 'dayMillilitres' | 'sharedHours' | 'reverse'> & { isStated: boolean }
export type DayOfLog = { day: number; gateway: string; readings: readonly PlainReading[]; volumes: DayVolumes }

export const metersOfLog = (events: readonly RecordedEvent[]): MeterOfLog[] => {
  const said = Map.groupBy(events.flatMap(readingsOfFrame), ({ meter }) => meter)
  const registered = new Map<string, { id: number; timeZone: string; rules: VolumeRules }>()
  for (const { type, data, position } of events) {
    if (type === 'devices.MeterRegistered') {
      const meter = data as MeterRegistered
      // A number is given once.
      if (!registered.has(meter.number))
        registered.set(meter.number, { id: position, timeZone: meter.timeZone, rules: volumeRulesOf(meter) })
    }
    if (type === 'devices.MeterReplaced') {
      const { number, replacedBy, replacedAt, finalLitres, initialLitres } = data as MeterReplaced
      const instant = Date.parse(replacedAt)
      const [old, successor] = [registered.get(number)!, registered.get(replacedBy)!]
      old.rules = { ...old.rules, activeUntil: instant, finalMillilitres: Math.round(finalLitres * 1000) }
      successor.rules = { ...successor.rules, activeFrom: instant, initialMillilitres: Math.round(initialLitres * 1000) }
    }
  }
  return [...registered].map(([number, { id, timeZone, rules }]) => {
    const days = daysOf(timeZone, rules, said.get(number) ?? [])
    return { id, number, timeZone, days, counted: countedOf(days, statedOfLog(events, number)) }
  })
}

const countedOf = (days: readonly DayOfLog[], stated: ReadonlyMap<number, CountedDay>): ReadonlyMap<number, CountedDay> =>
  new Map([...days.map(({ day, volumes }) => [day, { ...volumes, isStated: false }] as const), ...stated])

/** The days of a meter for which the last event of a person has a volume. */
const statedOfLog = (events: readonly RecordedEvent[], number: string): ReadonlyMap<number, CountedDay> => {
  const stated = new Map<number, CountedDay>()
  const inMillilitres = (litres: number) => Math.round(litres * 1000)
  for (const { type, data } of events) {
    if (data.number !== number || !decisions.has(type)) continue
    const { day, litres, hourLitres } = data as { day: string; litres?: number; hourLitres?: number[] }
    if (litres === undefined) stated.delete(dayOfDate(day))
    else {
      const volumes = { hours: hourLitres!.map(inMillilitres), dayMillilitres: inMillilitres(litres) }
      stated.set(dayOfDate(day), { ...volumes, isStated: true, sharedHours: 0 })
    }
  }
  return stated
}

const decisions = new Set([
  'metering.ReadingAccepted',
  'metering.ConsumptionEstimated',
  'metering.ConsumptionEdited',
  'metering.ConsumptionDecisionWithdrawn',
])

/** Positions of the frames of unregistered meters, by their number. */
export const unclaimedOfLog = (events: readonly RecordedEvent[]): Map<string, ReadonlySet<number>> => {
  const registered = new Set(events.filter(({ type }) => type === 'devices.MeterRegistered').map(({ data }) => data.number))
  const strangers = events.flatMap(readingsOfFrame).filter(({ meter }) => !registered.has(meter))
  return new Map(
    [...Map.groupBy(strangers, ({ meter }) => meter)].map(([number, said]) => [number, new Set(said.map(({ position }) => position))]),
  )
}

const readingsOfFrame = ({ type, data, packed, position }: RecordedEvent): Said[] => {
  if (type !== 'metering.ReadingsReported' || !packed) return []
  const { gateway } = data as ReadingsReported
  const columns = unpackFrame(packed)
  return Array.from({ length: columns.count }, (_, row) => {
    const reading: Said = { meter: columns.meters[columns.meterIndex[row]!]!, at: columns.at[row]!, gateway, position }
    for (const name of numberColumns) {
      const value = columns[name]?.[row]
      if (value !== undefined && !Number.isNaN(value)) (reading as Record<string, unknown>)[name] = value
    }
    if (columns.valve?.[row]) reading.valve = columns.valve[row]
    const flags = columns.flagSets?.[columns.flagIndex![row]!]
    if (flags) reading.flags = flags
    return reading
  })
}

/** Days with readings, and those of a replacement. Each is computed from its readings and the nearest days there are. */
const daysOf = (timeZone: string, rules: VolumeRules, said: readonly Said[]): DayOfLog[] => {
  const calendar = calendarOf(timeZone)
  const byDay = Map.groupBy(said, ({ at }) => calendar.dayOf(at))
  for (const instant of [rules.activeFrom, rules.activeUntil])
    if (Number.isFinite(instant) && !byDay.has(calendar.dayOf(instant))) byDay.set(calendar.dayOf(instant), [])
  const days = [...byDay]
    .sort(([a], [b]) => a - b)
    .map(([day, ofDay]) => ({
      day,
      gateway:
        ofDay
          .map(({ gateway }) => gateway)
          .sort()
          .at(-1) ?? '',
      readings: merged(ofDay),
    }))
  const asNeighbour = (one: (typeof days)[number] | undefined): NeighbourDay | undefined =>
    one && { day: one.day, readings: toColumns(one.readings) }
  return days.map((one, place) => ({
    ...one,
    volumes: volumesOfDay(calendar, one.day, toColumns(one.readings), rules, asNeighbour(days[place - 1]), asNeighbour(days[place + 1])),
  }))
}

/** One meter and instant have one reading. */
const merged = (said: readonly Said[]): PlainReading[] =>
  [...Map.groupBy(said, ({ at }) => at)].sort(([a], [b]) => a - b).map(([at, ofInstant]) => mergedInstant(at, ofInstant))

const mergedInstant = (at: number, said: readonly Said[]): PlainReading => {
  const reading: PlainReading = { meter: '0', at }
  const words = said.flatMap(({ flags }) => flags?.split(' ') ?? [])
  /** Of two values for one instant the smaller counts; and, as a state of the valve, closed. */
  const settle = (name: 'registerMillilitres' | 'reverseMillilitres' | 'pressureKilopascal' | 'valve', choose = Math.min): void => {
    const values = new Set(said.map((one) => one[name]).filter((value) => value !== undefined))
    if (values.size > 1) words.push('conflicting')
    if (values.size > 0) reading[name] = choose(...values)
  }
  settle('registerMillilitres')
  settle('reverseMillilitres')
  settle('pressureKilopascal')
  settle('valve', Math.max)
  // An interval is its volume and its length together: the shorter one counts, and of equally long ones the one with less.
  const intervals = said.filter(({ deltaMillilitres }) => deltaMillilitres !== undefined)
  const shortest = Math.min(...intervals.map(({ deltaSeconds }) => deltaSeconds!))
  if (new Set(intervals.map(({ deltaSeconds, deltaMillilitres }) => `${deltaSeconds}/${deltaMillilitres}`)).size > 1)
    words.push('conflicting')
  if (intervals.length > 0) {
    reading.deltaSeconds = shortest
    reading.deltaMillilitres = Math.min(
      ...intervals.filter(({ deltaSeconds }) => deltaSeconds === shortest).map(({ deltaMillilitres }) => deltaMillilitres!),
    )
  }
  if (words.length > 0) reading.flags = [...new Set(words)].sort().join(' ')
  return reading
}
