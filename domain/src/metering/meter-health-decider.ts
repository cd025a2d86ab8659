import type { CostedFinding, HealthFigures, HealthFinding, RecordHealth } from '@nightflow/schemas/metering/meter-health'
import type { Context, Decider, EventIn } from '../shared/decider.ts'
import { dayOfDate } from '../shared/local-time.ts'

type HealthEvent = EventIn<'metering.MeterHealthRecorded'>
export type RecordedHealth =
  | { readonly day: string; readonly findings: readonly CostedFinding[]; readonly figures: HealthFigures }
  | undefined

/** Findings whose figures move by themselves are recorded again after this many days, so that a stream gets at most some fifty events a year. */
const daysUntilAgain = 7
/** A cost that moved by less than this share is the same. */
const sameShare = 0.1

/** What was found on a meter, day by day as far as it changed. A meter without findings has no events. */
export const meterHealthDecider: Decider<RecordHealth, RecordedHealth, HealthEvent> = {
  streamOf: ({ number }) => `metering-health-${number}`,
  initialState: undefined,
  evolve: (_, { data: { day, findings, figures } }) => ({ day, findings, figures }),
  decide: { RecordHealth: record },
}

function record(command: RecordHealth, before: RecordedHealth, { now }: Context): readonly HealthEvent[] {
  const { number, day } = command
  if (before && day <= before.day) return []
  const { findings, figures } = goOn(command, before)
  const wasFound = (before?.findings.length ?? 0) > 0
  if (findings.length === 0 && !wasFound) return []
  const isSame = wasFound && findings.length > 0 && areSame(before!.findings, findings) && figures.leakSince === before!.figures.leakSince
  if (isSame && dayOfDate(day) - dayOfDate(before!.day) < daysUntilAgain) return []
  return [{ type: 'metering.MeterHealthRecorded', data: { number, day, findings, figures, at: now } }]
}

/**
 * What began before the days that were read goes on: a leak while no hour without flow is known, also before its unknown hours; a stopped meter without
 * any volume; a silent meter without any hour.
 */
const goOn = (
  { day, findings, figures, isLeakKnown }: RecordHealth,
  before: RecordedHealth,
): Pick<RecordHealth, 'findings' | 'figures'> => {
  if (!before) return { findings, figures }
  const had = (finding: HealthFinding) => before.findings.find((each) => each.finding === finding)
  const has = (finding: HealthFinding): boolean => findings.some((each) => each.finding === finding)
  const going: CostedFinding[] = []
  const carried: Partial<HealthFigures> = {}
  const leak = had('leak')
  if (leak && !isLeakKnown) {
    const { leakLitresPerHour, leakSince, leakLitres } = before.figures
    going.push(leak)
    Object.assign(carried, { leakLitresPerHour, leakSince, leakLitres })
  } else if (leak && has('leak')) {
    const since = [before.figures.leakSince, figures.leakSince].filter((each) => each !== null).toSorted()[0]!
    const days = dayOfDate(figures.leakSince!) - dayOfDate(since)
    Object.assign(carried, { leakSince: since, leakLitres: figures.leakLitres! + Math.round(days * 24 * figures.leakLitresPerHour!) })
  }
  const stopped = had('stopped')
  if (stopped && !has('stopped') && figures.usualDailyLitres === null) {
    going.push(stopped)
    carried.usualDailyLitres = before.figures.usualDailyLitres
  }
  const silent = had('silent')
  if (silent && figures.daysSilent === null) {
    going.push(silent)
    carried.daysSilent = before.figures.daysSilent! + dayOfDate(day) - dayOfDate(before.day)
  }
  return { findings: [...going, ...findings], figures: { ...figures, ...carried } }
}

const areSame = (before: readonly CostedFinding[], now: readonly CostedFinding[]): boolean =>
  before.length === now.length &&
  now.every(({ finding, yearlyLitres }) => {
    const known = before.find((each) => each.finding === finding)
    if (!known) return false
    if (yearlyLitres === null || known.yearlyLitres === null) return yearlyLitres === known.yearlyLitres
    return Math.abs(yearlyLitres - known.yearlyLitres) <= sameShare * Math.max(yearlyLitres, known.yearlyLitres)
  })
