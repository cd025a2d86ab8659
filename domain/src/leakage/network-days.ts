import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'

/** The part of a row of night flow that the sums over a network read. */
export type RowOfNetwork = Pick<
  NightFlowRow,
  'supplyLitres' | 'leakageLitres' | 'nightMinimumFlowLitresPerHour' | 'supplyEstimatedLitres' | 'estimated'
>

/** A root of the network with its rows, and how far its water is counted in the network's sums. */
export type RootSeries = {
  id: string
  rows: ReadonlyMap<string, RowOfNetwork>
  counts: RootCounts
}

/**
 * `all`: the root has inlets of its own. `leakage`: its inlet is a customer of another cascade, which has counted its supply already.
 * `none`: its inlet measures the same water as an inlet of another cascade.
 */
export type RootCounts = 'all' | 'leakage' | 'none'

/** The network's figures of one day: sums over the roots that are known, with how many of them that is. */
export type NetworkDay = {
  day: string
  supplyLitres: number | null
  leakageLitres: number | null
  /** Leakage over supply of the roots whose leakage is known. */
  leakageRate: number | null
  nightMinimumLitresPerHour: number | null
  /** Roots whose supply, leakage and night minimum are known. */
  supplyKnown: number
  leakageKnown: number
  nightKnown: number
  /** One of the roots is estimated in part, its supply or anything of it. */
  supplyEstimated: boolean
  leakageEstimated: boolean
}

export const networkDay = (roots: readonly RootSeries[], day: string): NetworkDay => {
  const rowOf = ({ rows }: RootSeries) => rows.get(day)
  const supplying = roots.filter(({ counts }) => counts === 'all').flatMap((root) => rowOf(root) ?? [])
  const leaking = roots.filter(({ counts }) => counts !== 'none').flatMap((root) => rowOf(root) ?? [])
  const supply = known(supplying, ({ supplyLitres }) => supplyLitres)
  const leakage = known(leaking, ({ leakageLitres }) => leakageLitres)
  const night = known(supplying, ({ nightMinimumFlowLitresPerHour }) => nightMinimumFlowLitresPerHour)
  return {
    day,
    supplyLitres: sumOrNull(supply),
    leakageLitres: sumOrNull(leakage),
    leakageRate: networkRate(roots, [day]),
    nightMinimumLitresPerHour: sumOrNull(night),
    supplyKnown: supply.length,
    leakageKnown: leakage.length,
    nightKnown: night.length,
    supplyEstimated: supplying.some(({ supplyEstimatedLitres }) => supplyEstimatedLitres !== null && supplyEstimatedLitres > 0),
    leakageEstimated: leaking.some(({ leakageLitres, estimated }) => leakageLitres !== null && estimated),
  }
}

/** Leakage over supply of some days, of the roots and days whose leakage is known; null when there is none. */
export const networkRate = (roots: readonly RootSeries[], days: readonly string[]): number | null => {
  let leakage = 0
  let supply = 0
  for (const { rows, counts } of roots) {
    if (counts === 'none') continue
    for (const day of days) {
      const row = rows.get(day)
      if (!row || row.leakageLitres === null) continue
      leakage += row.leakageLitres
      if (counts === 'all') supply += row.supplyLitres!
    }
  }
  return supply > 0 ? leakage / supply : null
}

/**
 * The day to show: the latest one on which at least half of the roots that supplied on any of these days are known. A day that a
 * few roots have reported early does not represent the network. Undefined when nothing is known.
 */
export const latestCoveredDay = (days: readonly NetworkDay[]): NetworkDay | undefined => {
  const most = Math.max(0, ...days.map(({ supplyKnown }) => supplyKnown))
  return most === 0 ? undefined : days.findLast(({ supplyKnown }) => supplyKnown * 2 >= most)
}

const known = (rows: readonly RowOfNetwork[], pick: (row: RowOfNetwork) => number | null): number[] =>
  rows.map(pick).filter((value) => value !== null)

const sumOrNull = (values: readonly number[]): number | null => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0))

/** Two roots whose cascades share water: an inlet of `inner` is a customer's meter of `outer`, or one of its inlets too. */
export type RootOverlap = { inner: string; outer: string; isCustomer: boolean }

/**
 * How far each root counts, so that no water counts twice. Of two roots that measure the same inlets the first in the list counts; list
 * larger cascades first.
 */
export const countRoots = (roots: readonly string[], overlaps: readonly RootOverlap[]): Map<string, RootCounts> => {
  const isMutual = ({ inner, outer }: RootOverlap) =>
    overlaps.some((other) => other.inner === outer && other.outer === inner && !other.isCustomer)
  const counts = new Map<string, RootCounts>()
  for (const id of roots) {
    const outer = overlaps.filter((overlap) => overlap.inner === id && counts.get(overlap.outer) !== 'none')
    const isCounted = outer.some((overlap) => !overlap.isCustomer && (counts.has(overlap.outer) || !isMutual(overlap)))
    const isCustomer = outer.some((overlap) => overlap.isCustomer)
    counts.set(id, isCounted ? 'none' : isCustomer ? 'leakage' : 'all')
  }
  return counts
}
