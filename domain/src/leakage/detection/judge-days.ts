import type { DayNumber } from '../../shared/local-time.ts'
import {
  dailyFigures,
  daysBeforeVerdict,
  fitZone,
  type HourlyFlows,
  isDayKnown,
  lateBlocks,
  memoryDays,
  type ZoneFit,
} from './daily-figure.ts'
import { findGrowth, findStep, findWithinDay, type LevelChange } from './level-changes.ts'
import { type PressureDays, pressureChange } from './pressure-change.ts'
import { findSecondOpinion } from './second-opinion.ts'

/** Flows of a zone: of all that comes in, and less the customers' measured use; and its pressure. */
export type ZoneHours = {
  inflow: HourlyFlows
  net: HourlyFlows
  /** Of the pressure meters in the area, where there are any. */
  pressures?: PressureDays | undefined
}

/** A change of the level that a day's verdict found. */
export type FoundChange = {
  change: LevelChange
  /** The day whose verdict it is: nothing later was read. */
  day: DayNumber
  onsetDay: DayNumber
  /** The first day with which later ones are compared. */
  baseFrom: DayNumber
  meanFlow: number
  sigma: number
  isIntermittent: boolean
  /** Share of the hours in which the inlet stops. */
  stoppedShare: number
  /** By how much the customers' use, subtracted, lowered the variation; null where it is not subtracted. */
  variationSaved: number | null
  /** By how much the pressure is above what it was before, metres; null where it did not change, or is not known. */
  pressureChange: number | null
}

/** The verdict of the days before, as far as that of a day needs it. */
export type Judged = {
  /** The first day with which later ones are compared. */
  baseFrom: DayNumber
}

/** A second opinion about a change that was found already is no other one. */
const sameChangeDays = 10
/** A leak that grew is compared with its last week: with the days since its start, the same rise would be found again. */
const daysOfGrownBase = 7
/** Share of the days of a memory on which customers' use must be known, for it to be subtracted. */
const leastNetDays = 0.8
/** Of the rise of the last hours of a day: from this share on that of the whole day is the same. */
const allDayShare = 0.75
/** A change is at least this share of the mean inflow: customers' habits move by as much. Where their use is subtracted, what is left is less. */
const leastShares = { inflow: 0.02, net: 0.005 } as const

/**
 * Judges the days of a zone one after the other, each from the days up to it alone. `from` is the first day to judge, `until` the day after the last one;
 * days before are read, days after are not. Yields a change, at most one a day. Judging can end with any day and be continued with `baseFrom`.
 */
export function* judgeDays(
  hours: ZoneHours,
  { from, until, judged }: { from: DayNumber; until: DayNumber; judged: Judged },
): Generator<FoundChange> {
  let { baseFrom } = judged
  for (let day = Math.max(from, hours.inflow.firstDay); day < until; day++) {
    const learnt = learnZone(hours, day)
    const change = learnt && changeOn(learnt, day, { baseFrom, pressures: hours.pressures })
    if (!change) continue
    const onsetDay = learnt.hours.firstDay + memoryFrom(learnt.hours, day) + change.onset
    baseFrom = change.test === 'growth' ? Math.max(onsetDay + 1, day + 1 - daysOfGrownBase) : onsetDay + 1
    const { fit, variationSaved } = learnt
    const { meanFlow, isIntermittent, stoppedShare } = fit
    const pressure = hours.pressures ? pressureChange(hours.pressures, onsetDay, day) : null
    const learntOf = { meanFlow, sigma: fit.blocks[0].sigma, isIntermittent, stoppedShare, variationSaved }
    yield { change, day, onsetDay, baseFrom, ...learntOf, pressureChange: pressure }
  }
}

export type LearntZone = {
  hours: HourlyFlows
  fit: ZoneFit
  /** Litres an hour. */
  leastRise: number
  variationSaved: number | null
  inflowSigma: number | null
}

/** The index of the first day of the memory of a day. */
const memoryFrom = ({ firstDay }: HourlyFlows, day: DayNumber): number => Math.max(0, day - firstDay + 1 - memoryDays)

/** Properties of a zone at the end of a day; undefined while too few days are. */
export const learnZone = ({ inflow, net }: ZoneHours, day: DayNumber): LearntZone | undefined => {
  const from = memoryFrom(inflow, day)
  const until = day - inflow.firstDay + 1
  const knownDays = knownDaysIn(inflow.flows, from, until)
  if (knownDays < daysBeforeVerdict) return undefined
  const gross = fitZone(inflow, from, until)
  const grossSigma = gross.blocks[0].sigma
  if (!(grossSigma > 0)) return undefined
  const isNetKnown = knownDaysIn(net.flows, from, until) >= leastNetDays * knownDays
  const netFit = isNetKnown ? fitZone(net, from, until) : undefined
  const netSigma = netFit?.blocks[0].sigma ?? Number.NaN
  return netFit && netSigma > 0 && netSigma < grossSigma
    ? {
        hours: net,
        fit: netFit,
        leastRise: leastShares.net * netFit.meanFlow,
        variationSaved: 1 - netSigma / grossSigma,
        inflowSigma: grossSigma,
      }
    : { hours: inflow, fit: gross, leastRise: leastShares.inflow * gross.meanFlow, variationSaved: null, inflowSigma: null }
}

const knownDaysIn = (flows: Float64Array, from: number, until: number): number => {
  let days = 0
  for (let day = from; day < until; day++) if (isDayKnown(flows, day)) days += 1
  return days
}

const changeOn = (
  { hours, fit, leastRise }: LearntZone,
  day: DayNumber,
  { baseFrom, pressures }: { baseFrom: DayNumber; pressures: PressureDays | undefined },
): LevelChange | null => {
  const from = memoryFrom(hours, day)
  const until = day - hours.firstDay + 1
  const days = dailyFigures(fit, hours, { from, until })
  if (Number.isNaN(days.figures.at(-1)!)) return null
  const rest = {
    baseFrom: Math.max(0, baseFrom - hours.firstDay - from),
    leastRise,
    isIntermittent: fit.isIntermittent,
  }
  const blocks = lateBlocks.map((fromHour) => ({ fromHour, days: dailyFigures(fit, hours, { from, until, fromHour }) }))
  // More flow at less pressure is a second witness of the day, who does without another day.
  const isWitnessed = pressures !== undefined && (pressureChange(pressures, day, day) ?? 0) < 0
  const step = findStep({ days, isWitnessed, ...rest })
  const withinDay = findWithinDay(blocks, rest)
  // A rise at all hours of the day did not begin late in it.
  const isAllDay = step && withinDay && step.onset === withinDay.onset && Math.abs(step.rise) >= allDayShare * Math.abs(withinDay.rise)
  const found = [step, isAllDay ? null : withinDay, findGrowth({ days, ...rest })].filter((change) => change !== null)
  if (found.length > 0) return found.reduce((one, other) => (other.score > one.score ? other : one))
  const second = findSecondOpinion(days, rest)
  const isKnown = second && hours.firstDay + from + second.onset - baseFrom < sameChangeDays
  return isKnown ? null : second
}
