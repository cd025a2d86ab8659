import { calendarOf } from '@nightflow/domain/shared/local-time'
import type { JsonObject } from '@nightflow/event-log/event-log'
import type { Direction, PartitionCreated } from '@nightflow/schemas/leakage/partition'

/** A metering point as in the read models. */
export type Point = {
  /** Log position of its creation: the same after every rebuild. */
  key: number
  tenant: string
  id: string
  rootId: string
  parentId: string | null
  timeZone: string
  summaryMeters: Map<string, Direction>
  subMeters: Set<string>
}

/** In which sum of a point a meter counts, and how. */
export type Membership = {
  point: Point
  number: string
  side: 'supply' | 'consumption'
  sign: 1 | -1
  activeFrom: number
  activeUntil: number
}

/** What cascades need of an event. */
export type CascadeChange = { type: string; data: JsonObject; position: number; metadata: { tenant: string } }

export type Replacement = { replacedBy: string; replacedAt: number }

/**
 * The metering points of every tenant, folded from the log, and what follows from them: which meter counts in which point.
 *
 * - Supply of a point: its summary meters, outlets with a minus.
 * - Consumption of a point: the sub-meters of the point and of every point below it, without those that are summary meters of a point
 *   below it: they pass water on, and the customers behind them count themselves.
 * - A replaced meter's successor takes its place from the moment of the replacement.
 */
export class Cascades {
  readonly #points = new Map<string, Map<string, Point>>()
  readonly #replacements = new Map<string, Map<string, Replacement>>()

  points(tenant: string): ReadonlyMap<string, Point> {
    return this.#points.get(tenant) ?? new Map()
  }

  tenants(): Iterable<string> {
    return this.#points.keys()
  }

  add(point: Point): void {
    let points = this.#points.get(point.tenant)
    if (!points) {
      points = new Map()
      this.#points.set(point.tenant, points)
    }
    points.set(point.id, point)
  }

  replace(tenant: string, number: string, replacement: Replacement): void {
    let replacements = this.#replacements.get(tenant)
    if (!replacements) {
      replacements = new Map()
      this.#replacements.set(tenant, replacements)
    }
    replacements.set(number, replacement)
  }

  /** Takes one event in; true when memberships may have changed. */
  take({ type, data, position, metadata: { tenant } }: CascadeChange): boolean {
    const point = this.#points.get(tenant)?.get(data.partitionId as string)
    switch (type) {
      case 'leakage.PartitionCreated': {
        const { partitionId, rootId, parentId, timeZone } = data as PartitionCreated
        // A zone that is none fails here, on the event that names it, and not on the readings of its meters.
        calendarOf(timeZone)
        this.add({ key: position, tenant, id: partitionId, rootId, parentId, timeZone, summaryMeters: new Map(), subMeters: new Set() })
        return true
      }
      case 'leakage.SummaryMeterAssociated':
        point?.summaryMeters.set(data.number as string, data.direction as Direction)
        return true
      case 'leakage.SubMetersAssociated':
        for (const number of data.numbers as string[]) point?.subMeters.add(number)
        return true
      case 'leakage.MetersDissociated':
        for (const number of data.numbers as string[]) {
          point?.summaryMeters.delete(number)
          point?.subMeters.delete(number)
        }
        return true
      case 'leakage.PartitionRemoved':
        this.#points.get(tenant)?.delete(data.partitionId as string)
        return true
      case 'devices.MeterReplaced':
        this.replace(tenant, data.number as string, {
          replacedBy: data.replacedBy as string,
          replacedAt: Date.parse(data.replacedAt as string),
        })
        return true
      default:
        return false
    }
  }

  /** Every membership of a tenant, by a key that names point, side and meter. */
  memberships(tenant: string): Map<string, Membership> {
    const result = new Map<string, Membership>()
    const points = this.points(tenant)
    const below = new Map<string, Point[]>()
    for (const point of points.values())
      for (const above of this.#withSuperiors(points, point)) (below.get(above.id) ?? below.set(above.id, []).get(above.id)!).push(point)
    for (const point of points.values()) {
      for (const [number, direction] of point.summaryMeters) this.#addChain(result, point, 'supply', direction === 'in' ? 1 : -1, number)
      const subtree = below.get(point.id)!
      const passingOn = new Set(
        subtree
          .filter(({ id }) => id !== point.id)
          .flatMap(({ tenant: owner, summaryMeters }) =>
            [...summaryMeters.keys()].flatMap((number) => this.#withSuccessors(owner, number)),
          ),
      )
      for (const { subMeters } of subtree)
        for (const number of subMeters) if (!passingOn.has(number)) this.#addChain(result, point, 'consumption', 1, number)
    }
    return result
  }

  #withSuperiors(points: ReadonlyMap<string, Point>, point: Point): Point[] {
    const line = [point]
    for (let above = points.get(point.parentId ?? ''); above && !line.includes(above); above = points.get(above.parentId ?? ''))
      line.push(above)
    return line
  }

  /** A meter and those that took its place, one after the other. */
  #withSuccessors(tenant: string, first: string): string[] {
    const replacements = this.#replacements.get(tenant)
    const line = [first]
    for (
      let next = replacements?.get(first)?.replacedBy;
      next !== undefined && !line.includes(next);
      next = replacements?.get(next)?.replacedBy
    )
      line.push(next)
    return line
  }

  #addChain(result: Map<string, Membership>, point: Point, side: Membership['side'], sign: 1 | -1, first: string): void {
    const replacements = this.#replacements.get(point.tenant)
    let activeFrom = Number.NEGATIVE_INFINITY
    for (const number of this.#withSuccessors(point.tenant, first)) {
      const activeUntil = replacements?.get(number)?.replacedAt ?? Number.POSITIVE_INFINITY
      const key = `${point.id}/${side}/${number}`
      // A successor may also have been associated by its own number: it still counts once, from its predecessor's end, whichever is seen first.
      const known = result.get(key)
      if (!known || known.activeFrom < activeFrom) result.set(key, { point, number, side, sign, activeFrom, activeUntil })
      activeFrom = activeUntil
    }
  }
}
