import { calendarOf } from '@nightflow/domain/shared/local-time'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { MeterReplaced } from '@nightflow/schemas/devices/replace-meter'
import type { PartitionCreated } from '@nightflow/schemas/leakage/partition'
import type { MeterOfLog } from './meters-of-log.ts'

/*
 * What the days of metering points have to be, by the rules of domain/src/leakage/README.md: the tree as it is at the log's end, and sums of
 * all that its meters' days hold.
 */

type Point = {
  key: number
  id: string
  parentId: string | null
  timeZone: string
  summaryMeters: Map<string, 'in' | 'out'>
  subMeters: Set<string>
}
type Side = 'supply' | 'consumption'
type Member = { side: Side; number: string; sign: 1 | -1; from: string; until: string }
type Sums = { sums: number[]; known: number[]; day: number; dayKnown: number; stated: number; statedDay: number; shared: number[] | null }

export type PointOfLog = { key: number; id: string; members: readonly Member[]; days: ReadonlyMap<number, Record<Side, Sums>> }

export const pointsOfLog = (events: readonly RecordedEvent[], meters: readonly MeterOfLog[]): PointOfLog[] => {
  const points = standingPoints(events)
  const replacements = events.filter(({ type }) => type === 'devices.MeterReplaced').map(({ data }) => data as MeterReplaced)
  return points.map((point) => {
    const members = membersOf(point, points, replacements)
    return { key: point.key, id: point.id, members, days: daysOf(point, members, meters) }
  })
}

const standingPoints = (events: readonly RecordedEvent[]): Point[] => {
  const points = new Map<string, Point>()
  for (const { type, data, position } of events) {
    const point = points.get(data.partitionId as string)
    const numbers = (data.numbers ?? []) as string[]
    if (type === 'leakage.PartitionCreated') {
      const { partitionId: id, parentId, timeZone } = data as PartitionCreated
      points.set(id, { key: position, id, parentId, timeZone, summaryMeters: new Map(), subMeters: new Set() })
    }
    if (type === 'leakage.PartitionRemoved') points.delete(data.partitionId as string)
    if (type === 'leakage.SummaryMeterAssociated') point!.summaryMeters.set(data.number as string, data.direction as 'in' | 'out')
    if (type === 'leakage.SubMetersAssociated') for (const number of numbers) point!.subMeters.add(number)
    if (type === 'leakage.MetersDissociated')
      for (const number of numbers) {
        point!.summaryMeters.delete(number)
        point!.subMeters.delete(number)
      }
  }
  return [...points.values()]
}

/**
 * Supply are the summary meters, outlets with a minus. Consumption are the sub-meters here and below, but for those that pass water on
 * to a point below. A replacement takes the place of the meter from then on.
 */
const membersOf = (point: Point, points: readonly Point[], replacements: readonly MeterReplaced[]): Member[] => {
  const below = points.filter((other) => isBelow(other, point, points))
  const passingOn = below.flatMap(({ summaryMeters }) => [...summaryMeters.keys()])
  const consuming = [point, ...below].flatMap(({ subMeters }) => [...subMeters]).filter((number) => !passingOn.includes(number))
  return [
    ...[...point.summaryMeters].flatMap(([number, direction]) =>
      inTurn(number, replacements).map((one): Member => ({ ...one, side: 'supply', sign: direction === 'in' ? 1 : -1 })),
    ),
    ...consuming.flatMap((number) => inTurn(number, replacements).map((one): Member => ({ ...one, side: 'consumption', sign: 1 }))),
  ]
}

const isBelow = (one: Point, other: Point, points: readonly Point[]): boolean => {
  const parent = points.find(({ id }) => id === one.parentId)
  return parent !== undefined && (parent === other || isBelow(parent, other, points))
}

/** A meter and those that came after it, each with the time of its service. */
const inTurn = (
  number: string,
  replacements: readonly MeterReplaced[],
  from = '-infinity',
): Pick<Member, 'number' | 'from' | 'until'>[] => {
  const replaced = replacements.find((replacement) => replacement.number === number)
  if (!replaced) return [{ number, from, until: 'infinity' }]
  return [{ number, from, until: replaced.replacedAt }, ...inTurn(replaced.replacedBy, replacements, replaced.replacedAt)]
}

/** Days of which anything is known; hours of another zone cannot be added. */
const daysOf = (
  { timeZone }: Point,
  members: readonly Member[],
  meters: readonly MeterOfLog[],
): ReadonlyMap<number, Record<Side, Sums>> => {
  const days = new Map<number, Record<Side, Sums>>()
  const calendar = calendarOf(timeZone)
  for (const { side, number, sign } of members) {
    const meter = meters.find((one) => one.number === number && one.timeZone === timeZone)
    for (const [day, volumes] of meter?.counted ?? []) {
      if (volumes.hours.every(Number.isNaN) && Number.isNaN(volumes.dayMillilitres)) continue
      const slots = calendar.slotsOf(day)
      if (!days.has(day)) days.set(day, { supply: noSums(slots), consumption: noSums(slots) })
      const sums = days.get(day)![side]
      // Supply is what flowed forward less what flowed backward.
      const reverse = side === 'supply' ? volumes.reverse : undefined
      for (const [slot, forward] of volumes.hours.entries()) {
        const volume = forward - (reverse?.hours[slot] ?? 0)
        if (Number.isNaN(volume)) continue
        sums.sums[slot]! += sign * volume
        sums.known[slot]! += 1
        if (!((volumes.sharedHours | (reverse?.sharedHours ?? 0)) & (1 << slot))) continue
        sums.shared ??= Array(slots).fill(0)
        sums.shared![slot]! += 1
      }
      const ofDay = volumes.dayMillilitres - (reverse?.dayMillilitres ?? 0)
      if (Number.isNaN(ofDay)) continue
      sums.day += sign * ofDay
      sums.dayKnown += 1
      if (!volumes.isStated) continue
      sums.stated += 1
      sums.statedDay += volumes.dayMillilitres
    }
  }
  // Of a day with flow backward that is unknown, nothing may be left.
  return new Map(
    [...days].filter(([, sides]) => Object.values(sides).some(({ known, dayKnown }) => dayKnown > 0 || known.some((count) => count > 0))),
  )
}

const noSums = (slots: number): Sums => ({
  ...{ sums: Array(slots).fill(0), known: Array(slots).fill(0) },
  ...{ day: 0, dayKnown: 0, stated: 0, statedDay: 0, shared: null },
})
