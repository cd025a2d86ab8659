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

/** Findings on a meter, day by day as far as they changed. A meter without findings has no events. */
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
  const isSame = wasFound && findings.length > 0 && areSame(before!.findings, findings) && sameBeginning(before!.figures, figures)
  if (isSame && dayOfDate(day) - dayOfDate(before!.day) < daysUntilAgain) return []
  return [{ type: 'metering.MeterHealthRecorded', data: { number, day, findings, figures, at: now } }]
}

const sameBeginning = (before: HealthFigures, now: HealthFigures): boolean =>
  now.leakSince === before.leakSince && (now.isLeakSinceLeast ?? false) === (before.isLeakSinceLeast ?? false)

/** The figures with the beginning of a leak that was recorded of earlier days, where these figures know no hour without flow before it. */
export const withRecordedBeginning = (figures: HealthFigures, isLeakOpen: boolean, before: HealthFigures): HealthFigures => {
  const { leakSince, leakLitres, leakLitresPerHour } = figures
  const isEarlier = isLeakOpen && leakSince !== null && before.leakSince !== null && before.leakSince < leakSince
  if (!isEarlier) return figures
  const days = dayOfDate(leakSince) - dayOfDate(before.leakSince!)
  return { ...figures, ...beginningOf(before), leakLitres: leakLitres! + Math.round(days * 24 * leakLitresPerHour!) }
}

const beginningOf = ({ leakSince, isLeakSinceLeast = false }: HealthFigures) => ({ leakSince, isLeakSinceLeast })

/**
 * A finding that began before the read days goes on: a leak while no hour without flow is known, also before its unknown hours; a stopped meter without
 * any volume; a silent meter without any hour. A leak after an hour without flow is another one, also where no assessment saw that hour.
 */
const goOn = (
  { day, findings, figures, isLeakKnown, isLeakOpen }: RecordHealth,
  before: RecordedHealth,
): Pick<RecordHealth, 'findings' | 'figures'> => {
  if (!before) return { findings, figures }
  const had = (finding: HealthFinding) => before.findings.find((each) => each.finding === finding)
  const has = (finding: HealthFinding): boolean => findings.some((each) => each.finding === finding)
  const going: CostedFinding[] = []
  const carried: Partial<HealthFigures> = {}
  const leak = had('leak')
  if (leak && !isLeakKnown) {
    const { leakLitresPerHour, leakLitres } = before.figures
    going.push(leak)
    Object.assign(carried, { ...beginningOf(before.figures), leakLitresPerHour, leakLitres })
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
  const known = leak && has('leak') ? withRecordedBeginning(figures, isLeakOpen, before.figures) : figures
  return { findings: [...going, ...findings], figures: { ...known, ...carried } }
}

const areSame = (before: readonly CostedFinding[], now: readonly CostedFinding[]): boolean =>
  before.length === now.length &&
  now.every(({ finding, yearlyLitres }) => {
    const known = before.find((each) => each.finding === finding)
    if (!known) return false
    if (yearlyLitres === null || known.yearlyLitres === null) return yearlyLitres === known.yearlyLitres
    return Math.abs(yearlyLitres - known.yearlyLitres) <= sameShare * Math.max(yearlyLitres, known.yearlyLitres)
  })
