import type { ZoneCalendar } from '../shared/local-time.ts'

/** Epoch milliseconds, and the value in the unit of the rule; 1 where the event itself is what is observed, 0 where it is over. */
export type Observation = { at: number; value: number }

/** Epoch milliseconds; `until` does not belong to it. */
export type Span = { from: number; until: number }

/** A rule as its evaluation needs it. */
export type EvaluatedRule = {
  isBelow: boolean
  threshold: number
  /** The value at which an alarm is over; the threshold where it is null. */
  clearAt: number | null
  delayMilliseconds: number
  /** Days of the week, Monday is 1; every day where it is empty. */
  weekdays: readonly number[]
  /** Hours of local time; across midnight where the first is after the last. */
  fromHour: number
  toHour: number
  suppressions: readonly Span[]
}

/** `since`: the first of the values in a row that are beyond the threshold, while the rule may raise. */
export type RuleState = { isRaised: boolean; since: number | null; lastAt: number }
export type RuleTransition = { kind: 'raised' | 'cleared'; at: number; value: number }

export const initialRuleState: RuleState = { isRaised: false, since: null, lastAt: Number.NEGATIVE_INFINITY }

/**
 * The alarms of a rule and their ends, from the observations of one thing. They are in the order of their time; one that is not after the last one is left out. An
 * evaluation that goes on with the state of an earlier one gives what one evaluation of all of them gives.
 */
export const evaluateRule = (
  rule: EvaluatedRule,
  calendar: ZoneCalendar,
  observations: Iterable<Observation>,
  state: RuleState = initialRuleState,
): { transitions: RuleTransition[]; state: RuleState } => {
  const transitions: RuleTransition[] = []
  let { isRaised, since, lastAt } = state
  for (const { at, value } of observations) {
    if (at <= lastAt) continue
    lastAt = at
    if (isRaised) {
      if (!isOver(rule, value)) continue
      isRaised = false
      since = null
      transitions.push({ kind: 'cleared', at, value })
    } else if (isBeyond(rule, value) && mayRaise(rule, calendar, at)) {
      since ??= at
      if (at - since < rule.delayMilliseconds) continue
      isRaised = true
      transitions.push({ kind: 'raised', at, value })
    } else since = null
  }
  return { transitions, state: { isRaised, since, lastAt } }
}

const isBeyond = ({ isBelow, threshold }: EvaluatedRule, value: number): boolean => (isBelow ? value < threshold : value > threshold)

/** Back at the value of the hysteresis, which is on the good side of the threshold. */
const isOver = (rule: EvaluatedRule, value: number): boolean => {
  const { isBelow, clearAt } = rule
  if (clearAt === null) return !isBeyond(rule, value)
  return isBelow ? value >= clearAt : value <= clearAt
}

const mayRaise = (rule: EvaluatedRule, calendar: ZoneCalendar, at: number): boolean =>
  isScheduled(rule, calendar, at) && !rule.suppressions.some(({ from, until }) => at >= from && at < until)

const hourMilliseconds = 3_600_000

/** The day is the local day on which the hours begin: a night from 22 to 4 of a Friday ends on Saturday. */
const isScheduled = ({ weekdays, fromHour, toHour }: EvaluatedRule, calendar: ZoneCalendar, at: number): boolean => {
  const day = calendar.dayOf(at)
  const slot = Math.floor((at - calendar.startOf(day)) / hourMilliseconds)
  const hour = calendar.wallHoursOf(day)[slot]!
  const isAcross = fromHour >= toHour
  if (isAcross ? hour < fromHour && hour >= toHour : hour < fromHour || hour >= toHour) return false
  const began = isAcross && hour < toHour ? day - 1 : day
  return weekdays.length === 0 || weekdays.includes(weekdayOf(began))
}

/** Monday is 1; day 0 is a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

/** Alarms that a rule would have raised at one thing. */
export type Trial = { subject: string; transitions: readonly RuleTransition[] }

/** How many alarms, at how many things, at how many of them more than once, and how many are still on. */
export const countTrials = (trials: readonly Trial[]) => {
  const raised = trials.map(({ transitions }) => transitions.filter(({ kind }) => kind === 'raised').length)
  return {
    alarms: raised.reduce((sum, count) => sum + count, 0),
    subjects: raised.filter((count) => count > 0).length,
    repeated: raised.filter((count) => count > 1).length,
    open: trials.filter(({ transitions }) => transitions.at(-1)?.kind === 'raised').length,
  }
}
