import type { Infrastructure } from '@nightflow/schemas/leakage/infrastructure'
import type { Direction, MemberDays, PartitionChanged, PartitionCreated, Thresholds } from '@nightflow/schemas/leakage/partition'
import type { EventIn } from '../shared/decider.ts'
import { daysOf, endedOn } from './member-days.ts'

export type PartitionEvent = EventIn<
  | 'leakage.PartitionCreated'
  | 'leakage.PartitionChanged'
  | 'leakage.PartitionMoved'
  | 'leakage.SummaryMeterAssociated'
  | 'leakage.SubMetersAssociated'
  | 'leakage.MetersDissociated'
  | 'leakage.ThresholdsSet'
  | 'leakage.InfrastructureSet'
  | 'leakage.InfrastructureRemoved'
  | 'leakage.PartitionRemoved'
>

export type SummaryPeriod = MemberDays & { direction: Direction }
/** Periods of meters by their number; a meter has at least one, and they do not overlap. */
export type Members<Period extends MemberDays> = ReadonlyMap<string, readonly Period[]>

export type MeteringPoint = {
  readonly created: PartitionCreated
  /** Periods of inlets and outlets by meter number. */
  readonly summaryMeters: Members<SummaryPeriod>
  readonly subMeters: Members<MemberDays>
  /** Meters that were here and left, so that taking them out again is a repeat and not a mistake. */
  readonly formerMeters: ReadonlySet<string>
  readonly thresholds: Thresholds
  /** Pipes, pressure and assumptions by the day from which they hold. */
  readonly infrastructure: ReadonlyMap<string, Infrastructure>
}

/** One tree: the root and every metering point below it. Removed points are remembered by id alone. */
export type Cascade = {
  readonly points: ReadonlyMap<string, MeteringPoint>
  readonly removed: ReadonlySet<string>
}

export const emptyCascade: Cascade = { points: new Map(), removed: new Set() }

export const evolveCascade = (cascade: Cascade, event: PartitionEvent): Cascade => {
  const { partitionId } = event.data
  switch (event.type) {
    case 'leakage.PartitionCreated':
      return withPoint(cascade, {
        created: event.data,
        summaryMeters: new Map(),
        subMeters: new Map(),
        formerMeters: new Set(),
        thresholds: {},
        infrastructure: new Map(),
      })
    case 'leakage.PartitionChanged': {
      const point = pointOf(cascade, partitionId)
      return withPoint(cascade, { ...point, created: changedPoint(point.created, event.data) })
    }
    case 'leakage.PartitionMoved': {
      const point = pointOf(cascade, partitionId)
      const { parentId, level } = event.data
      return withPoint(cascade, { ...point, created: { ...point.created, parentId, level } })
    }
    case 'leakage.SummaryMeterAssociated': {
      const point = pointOf(cascade, partitionId)
      const { number, direction, ...days } = event.data
      return withPoint(cascade, { ...point, summaryMeters: withPeriods(point.summaryMeters, [number], { direction, ...daysOf(days) }) })
    }
    case 'leakage.SubMetersAssociated': {
      const point = pointOf(cascade, partitionId)
      return withPoint(cascade, { ...point, subMeters: withPeriods(point.subMeters, event.data.numbers, daysOf(event.data)) })
    }
    case 'leakage.MetersDissociated': {
      const point = pointOf(cascade, partitionId)
      const { numbers, to } = event.data
      const leaving = new Set(numbers)
      return withPoint(cascade, {
        ...point,
        summaryMeters: endedPeriods(point.summaryMeters, leaving, to),
        subMeters: endedPeriods(point.subMeters, leaving, to),
        formerMeters: new Set([...point.formerMeters, ...leaving]),
      })
    }
    case 'leakage.ThresholdsSet': {
      const { partitionId: _, ...thresholds } = event.data
      return withPoint(cascade, { ...pointOf(cascade, partitionId), thresholds })
    }
    case 'leakage.InfrastructureSet': {
      const { partitionId: _, from, ...stated } = event.data
      const point = pointOf(cascade, partitionId)
      return withPoint(cascade, { ...point, infrastructure: new Map(point.infrastructure).set(from, stated) })
    }
    case 'leakage.InfrastructureRemoved': {
      const point = pointOf(cascade, partitionId)
      const infrastructure = new Map(point.infrastructure)
      infrastructure.delete(event.data.from)
      return withPoint(cascade, { ...point, infrastructure })
    }
    case 'leakage.PartitionRemoved': {
      const points = new Map(cascade.points)
      points.delete(partitionId)
      return { points, removed: new Set(cascade.removed).add(partitionId) }
    }
  }
}

/** A point as it was created and as it has been changed since. */
export const changedPoint = (created: PartitionCreated, changes: PartitionChanged): PartitionCreated => ({
  ...created,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
})

export const pointsBelow = (cascade: Cascade, partitionId: string): MeteringPoint[] =>
  [...cascade.points.values()].filter(({ created }) => created.parentId === partitionId)

const withPeriods = <Period extends MemberDays>(members: Members<Period>, numbers: readonly string[], period: Period): Members<Period> => {
  const result = new Map(members)
  for (const number of numbers) result.set(number, [...(result.get(number) ?? []), period])
  return result
}

/** Members without the leaving meters, or with periods of theirs that end on a day. */
const endedPeriods = <Period extends MemberDays>(
  members: Members<Period>,
  leaving: ReadonlySet<string>,
  to: string | undefined,
): Members<Period> =>
  new Map(
    [...members].flatMap(([number, periods]): [string, readonly Period[]][] => {
      if (!leaving.has(number)) return [[number, periods]]
      const left = to === undefined ? [] : periods.flatMap((period) => endedOn(period, to) ?? [])
      return left.length === 0 ? [] : [[number, left]]
    }),
  )

function withPoint({ points, removed }: Cascade, point: MeteringPoint): Cascade {
  return { points: new Map(points).set(point.created.partitionId, point), removed }
}

function pointOf({ points }: Cascade, partitionId: string): MeteringPoint {
  const point = points.get(partitionId)
  // The decider never lets a fact about a missing point through; a log that holds one is not this service's log.
  if (!point) throw new Error(`the cascade has no metering point ${partitionId}`)
  return point
}
