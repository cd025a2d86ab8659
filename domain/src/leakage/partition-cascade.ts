import type { Direction, PartitionChanged, PartitionCreated, Thresholds } from '@nightflow/schemas/leakage/partition'
import type { EventIn } from '../shared/decider.ts'

export type PartitionEvent = EventIn<
  | 'leakage.PartitionCreated'
  | 'leakage.PartitionChanged'
  | 'leakage.SummaryMeterAssociated'
  | 'leakage.SubMetersAssociated'
  | 'leakage.MetersDissociated'
  | 'leakage.ThresholdsSet'
  | 'leakage.PartitionRemoved'
>

export type MeteringPoint = {
  readonly created: PartitionCreated
  /** Inlets and outlets by meter number. */
  readonly summaryMeters: ReadonlyMap<string, Direction>
  readonly subMeters: ReadonlySet<string>
  /** Meters that were here and left, so that taking them out again is a repeat and not a mistake. */
  readonly formerMeters: ReadonlySet<string>
  readonly thresholds: Thresholds
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
        subMeters: new Set(),
        formerMeters: new Set(),
        thresholds: {},
      })
    case 'leakage.PartitionChanged': {
      const point = pointOf(cascade, partitionId)
      return withPoint(cascade, { ...point, created: changedPoint(point.created, event.data) })
    }
    case 'leakage.SummaryMeterAssociated': {
      const point = pointOf(cascade, partitionId)
      return withPoint(cascade, { ...point, summaryMeters: new Map(point.summaryMeters).set(event.data.number, event.data.direction) })
    }
    case 'leakage.SubMetersAssociated': {
      const point = pointOf(cascade, partitionId)
      return withPoint(cascade, { ...point, subMeters: new Set([...point.subMeters, ...event.data.numbers]) })
    }
    case 'leakage.MetersDissociated': {
      const point = pointOf(cascade, partitionId)
      const gone = new Set(event.data.numbers)
      return withPoint(cascade, {
        ...point,
        summaryMeters: new Map([...point.summaryMeters].filter(([number]) => !gone.has(number))),
        subMeters: new Set([...point.subMeters].filter((number) => !gone.has(number))),
        formerMeters: new Set([...point.formerMeters, ...gone]),
      })
    }
    case 'leakage.ThresholdsSet': {
      const { partitionId: _, ...thresholds } = event.data
      return withPoint(cascade, { ...pointOf(cascade, partitionId), thresholds })
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

function withPoint({ points, removed }: Cascade, point: MeteringPoint): Cascade {
  return { points: new Map(points).set(point.created.partitionId, point), removed }
}

function pointOf({ points }: Cascade, partitionId: string): MeteringPoint {
  const point = points.get(partitionId)
  // The decider never lets a fact about a missing point through; a log that holds one is not this service's log.
  if (!point) throw new Error(`the cascade has no metering point ${partitionId}`)
  return point
}
