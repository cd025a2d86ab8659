import { calendarOf, type DayNumber, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { JsonObject } from '@nightflow/event-log/event-log'
import type { Direction, PartitionCreated } from '@nightflow/schemas/leakage/partition'

/** Local days in which a meter counts; the end does not. */
export type DaySpan = { fromDay: DayNumber; untilDay: DayNumber }
export type SummaryPeriod = DaySpan & { direction: Direction }

/** A metering point as in the read models. */
export type Point = {
  /** Log position of its creation: the same after every rebuild. */
  key: number
  tenant: string
  id: string
  rootId: string
  parentId: string | null
  timeZone: string
  summaryMeters: Map<string, readonly SummaryPeriod[]>
  subMeters: Map<string, readonly DaySpan[]>
}

/** In which sum of a point a meter counts, how, and on which days; and from when to when it is expected to be known. */
export type Membership = DaySpan & {
  point: Point
  number: string
  side: 'supply' | 'consumption'
  sign: 1 | -1
  activeFrom: number
  activeUntil: number
}

export const isDayOf = ({ fromDay, untilDay }: DaySpan, day: DayNumber): boolean => day >= fromDay && day < untilDay

/** The parts of an event that cascades need. */
export type CascadeChange = { type: string; data: JsonObject; position: number; metadata: { tenant: string } }

export type Replacement = { replacedBy: string; replacedAt: number }

/**
 * The metering points of every tenant, folded from the log, and what follows from them: which meter counts in which point.
 *
 * - Supply of a point: its summary meters, outlets with a minus.
 * - Consumption of a point: the sub-meters of the point and of every point below it, without those that are summary meters of a point
 *   below it: they pass water on, and the customers behind them count themselves.
 * - A replaced meter's successor takes its place from the moment of the replacement.
 * - A meter counts on the days of its membership alone.
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
        this.add({ key: position, tenant, id: partitionId, rootId, parentId, timeZone, summaryMeters: new Map(), subMeters: new Map() })
        return true
      }
      case 'leakage.PartitionMoved':
        if (point) this.add({ ...point, parentId: data.parentId as string })
        return true
      case 'leakage.SummaryMeterAssociated':
        if (point) join(point.summaryMeters, data.number as string, { ...spanOf(data), direction: data.direction as Direction })
        return true
      case 'leakage.SubMetersAssociated':
        for (const number of data.numbers as string[]) if (point) join(point.subMeters, number, spanOf(data))
        return true
      case 'leakage.MetersDissociated':
        for (const number of data.numbers as string[]) {
          if (!point) continue
          leave(point.summaryMeters, number, data.to as string | undefined)
          leave(point.subMeters, number, data.to as string | undefined)
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

  /** Every membership of a tenant, by a key that names point, side, meter and first day. */
  memberships(tenant: string): Map<string, Membership> {
    const result = new Map<string, Membership>()
    const points = this.points(tenant)
    const below = new Map<string, Point[]>()
    for (const point of points.values())
      for (const above of this.#withSuperiors(points, point)) (below.get(above.id) ?? below.set(above.id, []).get(above.id)!).push(point)
    for (const point of points.values()) {
      const supply = new MembersOfSide()
      for (const [number, periods] of point.summaryMeters)
        for (const { direction, ...span } of periods) this.#addChain(supply, tenant, direction === 'in' ? 1 : -1, span, number)
      supply.addTo(result, point, 'supply')
      const subtree = below.get(point.id)!
      const passingOn = this.#passingOn(subtree.filter(({ id }) => id !== point.id))
      const consumption = new MembersOfSide()
      for (const { subMeters } of subtree)
        for (const [number, periods] of subMeters)
          for (const period of periods)
            for (const span of without(period, passingOn.get(number) ?? [])) this.#addChain(consumption, tenant, 1, span, number)
      consumption.addTo(result, point, 'consumption')
    }
    return result
  }

  /** The days on which meters, and those that took their place, are summary meters of some points. */
  #passingOn(points: readonly Point[]): Map<string, DaySpan[]> {
    const result = new Map<string, DaySpan[]>()
    for (const { tenant, summaryMeters } of points)
      for (const [number, periods] of summaryMeters)
        for (const successor of this.#withSuccessors(tenant, number)) result.set(successor, [...(result.get(successor) ?? []), ...periods])
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

  #addChain(members: MembersOfSide, tenant: string, sign: 1 | -1, span: DaySpan, first: string): void {
    const replacements = this.#replacements.get(tenant)
    let since: number | undefined
    for (const number of this.#withSuccessors(tenant, first)) {
      const until = replacements?.get(number)?.replacedAt ?? Number.POSITIVE_INFINITY
      members.add(number, { ...span, sign, since, until })
      since = until
    }
  }
}

/** `since`: a meter took another's place then. */
type Place = DaySpan & { sign: 1 | -1; since: number | undefined; until: number }

/** The meters of one side of a point with the days on which they count, each once a day. */
class MembersOfSide {
  readonly #places = new Map<string, Place[]>()

  add(number: string, place: Place): void {
    const known = this.#places.get(number)
    if (known) known.push(place)
    else this.#places.set(number, [place])
  }

  addTo(result: Map<string, Membership>, point: Point, side: Membership['side']): void {
    const { startOf } = calendarOf(point.timeZone)
    const instantOf = (day: number) => (Number.isFinite(day) ? startOf(day) : day)
    for (const [number, places] of this.#places) {
      // A successor may also have been associated by its own number: it still counts once, from its predecessor's end.
      const since = Math.max(...places.map((place) => place.since ?? Number.NEGATIVE_INFINITY))
      let taken = Number.NEGATIVE_INFINITY
      for (const { fromDay: wantedFrom, untilDay, sign, until } of places.length > 1 ? places.toSorted(byDay) : places) {
        const fromDay = Math.max(wantedFrom, taken)
        if (fromDay >= untilDay) continue
        taken = untilDay
        const activeFrom = Math.max(instantOf(fromDay), since)
        const activeUntil = Math.min(instantOf(untilDay), until)
        const hasBounds = Number.isFinite(fromDay) || Number.isFinite(untilDay)
        if (hasBounds && activeFrom >= activeUntil) continue
        const first = Number.isFinite(fromDay) ? `/${fromDay}` : ''
        result.set(`${point.id}/${side}/${number}${first}`, { point, number, side, sign, fromDay, untilDay, activeFrom, activeUntil })
      }
    }
  }
}

/** Of places with the same first day the one of a successor comes first. */
const byDay = (one: Place, other: Place): number =>
  one.fromDay === other.fromDay ? Number(other.since !== undefined) - Number(one.since !== undefined) : one.fromDay - other.fromDay

const spanOf = ({ from, to }: JsonObject): DaySpan => ({
  fromDay: typeof from === 'string' ? dayOfDate(from) : Number.NEGATIVE_INFINITY,
  untilDay: typeof to === 'string' ? dayOfDate(to) : Number.POSITIVE_INFINITY,
})

const join = <Period extends DaySpan>(members: Map<string, readonly Period[]>, number: string, period: Period): void => {
  // Of two periods of one meter with a common day the one that came later counts there.
  members.set(number, [...(members.get(number) ?? []).flatMap((before) => without(before, [period])), period])
}

const leave = <Period extends DaySpan>(members: Map<string, readonly Period[]>, number: string, to: string | undefined): void => {
  const periods = to === undefined ? [] : (members.get(number) ?? []).flatMap((period) => without(period, [spanOf({ from: to })]))
  if (periods.length === 0) members.delete(number)
  else members.set(number, periods)
}

/** The rest of a period without the days of others. */
export const without = <Period extends DaySpan>(period: Period, others: readonly DaySpan[]): Period[] =>
  others.reduce<Period[]>(
    (left, { fromDay, untilDay }) =>
      left.flatMap((part) =>
        [
          { ...part, untilDay: Math.min(part.untilDay, fromDay) },
          { ...part, fromDay: Math.max(part.fromDay, untilDay) },
        ].filter((rest) => rest.fromDay < rest.untilDay),
      ),
    [period],
  )
