import type { Finding, ValidationRule } from '@nightflow/schemas/metering/consumption-review'
import type { ValidationThresholds } from '@nightflow/schemas/metering/validation-thresholds'

/** Days before the judged one that are its history. */
export const historyDays = 28

/** A meter's local day and the history that it is judged by. Volumes in millilitres; NaN is unknown. */
export type JudgedDay = {
  millilitres: number
  /** Words of the day: those of its readings and those of the computation of its volumes. */
  flags: readonly string[]
  /** The `historyDays` days before, newest first. */
  before: readonly number[]
  /** Days without a break whose volume was estimated, up to and with the judged one; without it, where it is not estimated. */
  estimatedDays: number
  /** A person estimated the judged day: it is one of these days. */
  isEstimated: boolean
  /** Late readings had their time to come: what is unknown now is missing. */
  isLate: boolean
  /** The valve was closed before the day and has not been reported open since. */
  isValveClosed: boolean
  /** The meter is declared two-way: a day below zero is flow. */
  isTwoWay?: boolean
  /** Interval volumes of the day and the difference of its registers, where the meter reports both. */
  sums?: { intervals: number; registers: number } | undefined
}

/** The rules that a day breaks. Litres and days; a pure function of the day, its history and the tenant's thresholds. */
export const validateConsumption = (day: JudgedDay, thresholds: ValidationThresholds): Finding[] => {
  const found: Finding[] = []
  const find: Find = (rule, value, limit) => {
    found.push({ rule, value, limit })
  }
  const history = knownOf(day.before)
  // Conflicts are words of readings; overlaps are found by the computation of volumes, whose words are marked `day:`.
  if (day.flags.includes('conflicting') || day.flags.includes('day:overlap')) find('duplicate', 2, 1)
  judgeEstimates(day, thresholds, find)
  judgeSums(day, thresholds, find)
  judgeClosedValve(day, thresholds, find)
  if (Number.isNaN(day.millilitres)) judgeUnknown(day, find)
  else judgeVolume(day, history, thresholds, find)
  return found
}

/** The expected volume of a day from the meter's own history: the mean of the known days before. Litres; null without enough of them. */
export const expectedLitres = (before: readonly number[], { historyDaysMin }: ValidationThresholds): number | null => {
  const history = knownOf(before)
  return history.length < historyDaysMin ? null : Math.round(meanOf(history)) / 1000
}

type Find = (rule: ValidationRule, value: number, limit: number) => void

const knownOf = (days: readonly number[]): number[] => days.filter((day) => !Number.isNaN(day))
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const litres = (millilitres: number): number => Math.round(millilitres) / 1000

/** A day that is missing can only be estimated, so it counts as the next estimate before a person makes it. */
const judgeEstimates = ({ estimatedDays, isEstimated, millilitres, isLate }: JudgedDay, limits: ValidationThresholds, find: Find): void => {
  const isNext = !isEstimated && estimatedDays > 0 && isLate && Number.isNaN(millilitres)
  const days = estimatedDays + (isNext ? 1 : 0)
  if ((isNext || isEstimated) && days > limits.estimatedDays) find('prolonged-estimation', days, limits.estimatedDays)
}

/** Register differences and the intervals between them measure the same water. */
const judgeSums = ({ sums }: JudgedDay, { sumCheckShare, sumCheckLitres }: ValidationThresholds, find: Find): void => {
  if (!sums) return
  const difference = Math.abs(sums.intervals - sums.registers)
  const allowed = Math.max(Math.abs(sums.registers) * sumCheckShare, sumCheckLitres * 1000)
  if (difference > allowed) find('sum-check', litres(difference), litres(allowed))
}

/** Water that passes a closed valve: it does not close, or is bypassed. */
const judgeClosedValve = ({ isValveClosed, millilitres }: JudgedDay, { leastLitres }: ValidationThresholds, find: Find): void => {
  if (isValveClosed && millilitres > leastLitres * 1000) find('closed-valve', litres(millilitres), leastLitres)
}

/** A register that fell is negative consumption, which the day's volume leaves out, as it does a jump that is no water. */
const judgeUnknown = ({ before, flags, isLate }: JudgedDay, find: Find): void => {
  if (flags.includes('day:step-back')) {
    find('negative', -1, 0)
    return
  }
  if (flags.includes('day:implausible-jump')) {
    find('spike', 1, 0)
    return
  }
  const unknownBefore = before.findIndex((day) => !Number.isNaN(day))
  // A meter without any known day is not missing: it is not in use yet, or no longer.
  if (isLate && unknownBefore >= 0) find('missing', unknownBefore + 1, 0)
}

const judgeVolume = (
  { millilitres, before, isTwoWay = false }: JudgedDay,
  history: readonly number[],
  thresholds: ValidationThresholds,
  find: Find,
): void => {
  if (millilitres < 0 && !isTwoWay) find('negative', litres(millilitres), 0)
  if (millilitres < 0 || history.length < thresholds.historyDaysMin) return
  const mean = meanOf(history)
  const least = thresholds.leastLitres * 1000
  if (millilitres === 0) {
    judgeZero(before, mean, thresholds, find)
    return
  }
  const third = history.toSorted((a, b) => b - a)[2]!
  const spikeAbove = Math.round(third * (1 + thresholds.spikeShare))
  if (millilitres > spikeAbove && millilitres > least) find('spike', litres(millilitres), litres(spikeAbove))
  if (millilitres > mean * thresholds.highTimes && millilitres > least)
    find('high', litres(millilitres), litres(mean * thresholds.highTimes))
  if (millilitres < mean * thresholds.lowShare && mean > least) find('low', litres(millilitres), litres(mean * thresholds.lowShare))
}

/** A register that has stood still for long is stuck; for a day or some, the day is zero. A home that uses nothing anyway is neither. */
const judgeZero = (before: readonly number[], mean: number, thresholds: ValidationThresholds, find: Find): void => {
  const moved = before.findIndex((day) => day !== 0 && !Number.isNaN(day))
  // All of the history stood still: it was reported when it began.
  if (moved < 0) return
  const still = 1 + before.slice(0, moved).filter((day) => day === 0).length
  if (still >= thresholds.stuckDays) find('stuck', still, thresholds.stuckDays)
  else if (mean > thresholds.leastLitres * 1000 && still >= thresholds.zeroDays) find('zero', still, thresholds.zeroDays)
}
