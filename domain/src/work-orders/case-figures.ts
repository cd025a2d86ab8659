import { CaseFinding, CaseOutcome, CaseStage, RepairVerdict } from '@nightflow/schemas/work-orders/leak-case'
import { hourMilliseconds } from '../shared/local-time.ts'
import type { CaseVolumes } from './case-volumes.ts'

export type FiguredCase = {
  startedAt: string
  awareAt: string
  siteAt: string | null
  repairedAt: string | null
  stage: CaseStage
  outcome: CaseOutcome | null
  verdict: RepairVerdict | null
  finding: CaseFinding | null
}

/**
 * Times of cases: from the start of the leak to awareness, from there to the site, and from there to the repair. False positives have none of them.
 * `volumesOf` has what each case lost and saved.
 */
export const caseFigures = <Case extends FiguredCase>(cases: readonly Case[], volumesOf: (leak: Case) => CaseVolumes) => {
  const leaks = cases.filter(({ outcome }) => outcome !== CaseOutcome.enum.falsePositive)
  const volumes = leaks.map(volumesOf)
  const sum = (value: (of: CaseVolumes) => number | null): number => volumes.reduce((total, each) => total + (value(each) ?? 0), 0)
  return {
    cases: cases.length,
    open: cases.filter(({ stage }) => stage !== CaseStage.enum.closed).length,
    falsePositives: cases.length - leaks.length,
    repeats: cases.filter(({ finding }) => finding === CaseFinding.enum.repeat).length,
    dryHoles: cases.filter(({ finding }) => finding === CaseFinding.enum.dryHole).length,
    proven: leaks.filter(({ verdict }) => verdict === RepairVerdict.enum.proven).length,
    awareness: timesOf(leaks.map(({ startedAt, awareAt }) => hoursBetween(startedAt, awareAt))),
    site: timesOf(leaks.map(({ awareAt, siteAt }) => hoursBetween(awareAt, siteAt))),
    repair: timesOf(leaks.map(({ awareAt, repairedAt }) => hoursBetween(awareAt, repairedAt))),
    lostLitres: sum(({ lostLitres }) => lostLitres),
    savedLitres: sum(({ savedLitres }) => savedLitres),
  }
}

const hoursBetween = (from: string, to: string | null): number | null =>
  to === null ? null : Math.max(0, (Date.parse(to) - Date.parse(from)) / hourMilliseconds)

const timesOf = (hours: readonly (number | null)[]) => {
  const known = hours.filter((each) => each !== null).toSorted((one, other) => one - other)
  return { count: known.length, medianHours: quantile(known, 0.5), p90Hours: quantile(known, 0.9) }
}

/** Linear between the neighbours; null of none. Tenths of an hour. */
const quantile = (sorted: readonly number[], share: number): number | null => {
  const place = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  if (below === undefined || above === undefined) return null
  return Math.round((below + (above - below) * (place - Math.floor(place))) * 10) / 10
}
