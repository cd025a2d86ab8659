import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { MeterReplaced } from '@nightflow/schemas/devices/replace-meter'
import type { PartitionCreated } from '@nightflow/schemas/leakage/partition'
import type { MeterOfLog } from './meters-of-log.ts'

/*
 * The expected days of metering points, by the rules of domain/src/leakage/README.md: the tree as it is at the log's end, and sums of
 * what its meters' days hold on the days of their membership.
 */

type Point = {
  key: number
  id: string
  parentId: string | null
  timeZone: string
  summaries: Period[]
  subs: Period[]
}
/** Days of a membership as numbers; those of a meter at one point do not overlap. */
type Period = { number: string; direction: 'in' | 'out'; first: number; end: number }
type Side = 'supply' | 'consumption'
type Member = { side: Side; number: string; sign: 1 | -1; first: number; end: number; from: string; until: string }
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
      points.set(id, { key: position, id, parentId, timeZone, summaries: [], subs: [] })
    }
    if (type === 'leakage.PartitionMoved' && point) point.parentId = data.parentId as string
    if (type === 'leakage.PartitionRemoved') points.delete(data.partitionId as string)
    const { number, direction = 'in', from, to } = data as { number: string; direction?: 'in' | 'out'; from?: string; to?: string }
    const days = {
      first: from === undefined ? Number.NEGATIVE_INFINITY : dayOfDate(from),
      end: to === undefined ? Number.POSITIVE_INFINITY : dayOfDate(to),
    }
    if (type === 'leakage.SummaryMeterAssociated') point!.summaries.push({ number, direction, ...days })
    if (type === 'leakage.SubMetersAssociated') point!.subs.push(...numbers.map((one) => ({ number: one, direction, ...days })))
    if (type === 'leakage.MetersDissociated') {
      const last = to === undefined ? Number.NEGATIVE_INFINITY : days.end
      const left = (periods: Period[]) =>
        periods
          .map((period) => (numbers.includes(period.number) ? { ...period, end: Math.min(period.end, last) } : period))
          .filter(({ first, end }) => first < end)
      point!.summaries = left(point!.summaries)
      point!.subs = left(point!.subs)
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
  const passingOn = below.flatMap(({ summaries }) => summaries)
  const consuming = [point, ...below]
    .flatMap(({ subs }) => subs)
    .flatMap((period) =>
      outside(
        period,
        passingOn.filter(({ number }) => number === period.number),
      ),
    )
  const membersAs = (side: Side, { number, first, end }: Period, sign: 1 | -1): Member[] =>
    inTurn(number, replacements).flatMap((one) => inDays(point.timeZone, { ...one, side, sign, first, end }))
  return [
    ...point.summaries.flatMap((period) => membersAs('supply', period, period.direction === 'in' ? 1 : -1)),
    ...consuming.flatMap((period) => membersAs('consumption', period, 1)),
  ]
}

/** The parts of a period in which none of the others is. */
const outside = (period: Period, others: readonly Period[]): Period[] => {
  const bounds = [period.first, ...others.flatMap(({ first, end }) => [first, end]), period.end]
    .filter((day) => day >= period.first && day <= period.end)
    .sort((one, other) => (one < other ? -1 : 1))
  return bounds.slice(1).flatMap((end, place) => {
    const first = bounds[place]!
    return first >= end || others.some((other) => other.first < end && other.end > first) ? [] : [{ ...period, first, end }]
  })
}

/** A member in service, and only on the days of the membership; of one with bounds only where a moment is left. */
const inDays = (timeZone: string, member: Member): Member[] => {
  const { startOf } = calendarOf(timeZone)
  const [from, until] = [instantOf(member.from), instantOf(member.until)]
  const start = Math.max(from, Number.isFinite(member.first) ? startOf(member.first) : Number.NEGATIVE_INFINITY)
  const end = Math.min(until, Number.isFinite(member.end) ? startOf(member.end) : Number.POSITIVE_INFINITY)
  const isBounded = Number.isFinite(member.first) || Number.isFinite(member.end)
  return isBounded && start >= end ? [] : [{ ...member, from: writtenOf(start), until: writtenOf(end) }]
}

const instantOf = (written: string): number => {
  if (written === 'infinity') return Number.POSITIVE_INFINITY
  return written === '-infinity' ? Number.NEGATIVE_INFINITY : Date.parse(written)
}
const writtenOf = (instant: number): string => {
  if (Number.isFinite(instant)) return new Date(instant).toISOString()
  return instant < 0 ? '-infinity' : 'infinity'
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
  for (const { side, number, sign, first, end } of members) {
    const meter = meters.find((one) => one.number === number && one.timeZone === timeZone)
    for (const [day, volumes] of meter?.counted ?? []) {
      if (day < first || day >= end) continue
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
