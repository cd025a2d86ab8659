import type { RowOfNetwork } from '@nightflow/domain/leakage/network-days'
import { dateOfDay } from '@nightflow/domain/shared/local-time'
import type { DayColumns, LatestOfNetwork } from './day-columns.ts'
import { daysOfLatest } from './latest-figures.ts'
import type { NetworkDays } from './network-figures.ts'
import type { CountedRoot } from './network-structure.ts'

export type RootOfNetwork = CountedRoot & { rows: ReadonlyMap<string, RowOfNetwork> }

/** The cascades with their days, larger cascades first. */
export const rootsOfNetwork = ({ structure: { roots, placeOf }, days }: NetworkDays): RootOfNetwork[] => {
  const dated = [...days].map(([day, figures]) => [dateOfDay(day), figures] as const)
  return roots.map((root) => {
    const place = placeOf.get(root.id)!
    return { ...root, rows: new Map(dated.map(([date, figures]) => [date, figures.rowOf(place)])) }
  })
}

export type RankedPoint = { id: string; name: string; leakageRate: number | null; leakageLitres: number | null; daysEstimated: number }

/** The balance of every point over some days, of those whose leakage is known. */
export const rankedPoints = ({ structure: { points }, days }: NetworkDays, firstDay: number, lastDay: number): RankedPoint[] => {
  const counted = [...days].flatMap(([day, figures]) => (day >= firstDay && day <= lastDay ? [figures] : []))
  return points.map(({ id, name }, place) => {
    let [supply, leakage, known, estimated] = [0, 0, 0, 0]
    for (const figures of counted) {
      const lost = figures.leakageLitres(place)
      if (Number.isNaN(lost)) continue
      known += 1
      leakage += lost
      supply += figures.supplyLitres(place)
      if (figures.isEstimated(place)) estimated += 1
    }
    const leakageRate = supply > 0 ? Math.round((leakage / supply) * 1e6) / 1e6 : null
    return { id, name, leakageRate, leakageLitres: known === 0 ? null : leakage, daysEstimated: estimated }
  })
}

/**
 * The latest complete day of each point, by its place; null where a point has none. The days say it where they have a complete one, or as many with data as are
 * looked at; undefined where older days decide.
 */
export const latestOfDays = ({ structure: { points }, days }: NetworkDays): (LatestOfNetwork | null | undefined)[] => {
  const newestFirst = [...days].sort(([one], [other]) => other - one).map(([, figures]) => figures)
  return points.map((_, place) => {
    const figures = latestOf(newestFirst, place)
    return figures ? figures.latestOf(place) : figures
  })
}

const latestOf = (newestFirst: readonly DayColumns[], place: number): DayColumns | null | undefined => {
  let seen = 0
  let candidate: DayColumns | undefined
  for (const figures of newestFirst) {
    if (!figures.hasData(place)) continue
    if (figures.isComplete(place)) return figures
    if (figures.isCandidate(place)) candidate ??= figures
    seen += 1
    if (seen === daysOfLatest) break
  }
  return seen === daysOfLatest ? (candidate ?? null) : undefined
}
