import type { RowOfNetwork } from '@nightflow/domain/leakage/network-days'
import type { figuresOfDay } from '@nightflow/domain/leakage/night-flow'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'

type Row = ReturnType<typeof figuresOfDay>

/** The part of a point's latest day that a map of the network shows. */
export type LatestOfNetwork = Pick<NightFlowRow, 'leakageRate' | 'averageFlowLitresPerHour' | 'estimated'>

const [hasData, isEstimated, isCandidate, isComplete] = [1, 2, 4, 8]

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value)

/**
 * Figures of one day of many points, by the place of the point: columns of numbers, since a network has hundreds of thousands of such days. NaN is
 * unknown.
 */
export class DayColumns {
  readonly #supply: Float64Array
  readonly #leakage: Float64Array
  readonly #leakageRate: Float64Array
  readonly #nightMinimum: Float64Array
  readonly #averageFlow: Float64Array
  readonly #supplyEstimated: Float64Array
  readonly #flags: Uint8Array

  constructor(points: number) {
    const column = () => new Float64Array(points).fill(Number.NaN)
    this.#supply = column()
    this.#leakage = column()
    this.#leakageRate = column()
    this.#nightMinimum = column()
    this.#averageFlow = column()
    this.#supplyEstimated = column()
    this.#flags = new Uint8Array(points)
  }

  /** The figures of some places of other columns, at places of these. */
  take(other: DayColumns, places: readonly (readonly [from: number, to: number])[]): void {
    for (const [from, to] of places) {
      this.#supply[to] = other.#supply[from]!
      this.#leakage[to] = other.#leakage[from]!
      this.#leakageRate[to] = other.#leakageRate[from]!
      this.#nightMinimum[to] = other.#nightMinimum[from]!
      this.#averageFlow[to] = other.#averageFlow[from]!
      this.#supplyEstimated[to] = other.#supplyEstimated[from]!
      this.#flags[to] = other.#flags[from]!
    }
  }

  set(place: number, row: Row, isKnown: boolean): void {
    this.#supply[place] = row.supplyLitres ?? Number.NaN
    this.#leakage[place] = row.leakageLitres ?? Number.NaN
    this.#leakageRate[place] = row.leakageRate ?? Number.NaN
    this.#nightMinimum[place] = row.nightMinimumFlowLitresPerHour ?? Number.NaN
    this.#averageFlow[place] = row.averageFlowLitresPerHour ?? Number.NaN
    this.#supplyEstimated[place] = row.supplyEstimatedLitres ?? Number.NaN
    const candidate = hasLatest(row)
    this.#flags[place] =
      (isKnown ? hasData : 0) |
      (row.estimated ? isEstimated : 0) |
      (candidate ? isCandidate : 0) |
      (candidate && isWhole(row) ? isComplete : 0)
  }

  hasData(place: number): boolean {
    return (this.#flags[place]! & hasData) !== 0
  }

  isCandidate(place: number): boolean {
    return (this.#flags[place]! & isCandidate) !== 0
  }

  isComplete(place: number): boolean {
    return (this.#flags[place]! & isComplete) !== 0
  }

  /** NaN where it is unknown. */
  leakageLitres(place: number): number {
    return this.#leakage[place]!
  }

  supplyLitres(place: number): number {
    return this.#supply[place]!
  }

  isEstimated(place: number): boolean {
    return (this.#flags[place]! & isEstimated) !== 0
  }

  rowOf(place: number): RowOfNetwork {
    return {
      supplyLitres: orNull(this.#supply[place]!),
      leakageLitres: orNull(this.#leakage[place]!),
      nightMinimumFlowLitresPerHour: orNull(this.#nightMinimum[place]!),
      supplyEstimatedLitres: orNull(this.#supplyEstimated[place]!),
      estimated: this.isEstimated(place),
    }
  }

  latestOf(place: number): LatestOfNetwork {
    return {
      leakageRate: orNull(this.#leakageRate[place]!),
      averageFlowLitresPerHour: orNull(this.#averageFlow[place]!),
      estimated: this.isEstimated(place),
    }
  }
}

type Latest = Pick<Row, 'klRatio' | 'supplyLitres' | 'nightUnknownBecause' | 'leakageRate' | 'consumptionCompleteness'>

/** Registers that are read once a day have no night flow on any day; their supply and leakage are complete all the same. */
export const hasLatest = ({ klRatio, supplyLitres, nightUnknownBecause }: Latest): boolean =>
  klRatio !== null || (supplyLitres !== null && nightUnknownBecause === 'no-hours')

/** Where customers' meters are silent the supply side is still worth showing, where no other day is whole. */
export const isWhole = ({ leakageRate, consumptionCompleteness }: Latest): boolean =>
  leakageRate !== null || consumptionCompleteness === null
