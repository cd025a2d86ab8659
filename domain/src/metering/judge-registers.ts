import type { DayFlag } from '@nightflow/schemas/metering/readings'
import { hourMilliseconds } from '../shared/local-time.ts'
import type { VolumeRules } from './volume-rules.ts'

export type Point = { at: number; register: number }

/** What a pair of registers says: how much water, whether it counts at all, and whether one may say in which hour or day it flowed. */
type Judgement = { volume: number; flag?: DayFlag; counts: boolean; timesAreKnown: boolean }

/**
 * How two successive registers are judged. The rules look at nothing but the two, so that arrival order cannot matter.
 *
 * - Forward: water, unless it is more than the meter can pass in that time (`implausible-jump`, counts nowhere).
 * - Back by no more than the tolerance: noise, counted with its sign (`backflow-noise`).
 * - Back across the register's end: `rollover`.
 * - Back by more (`step-back`): never consumption of an hour or a day: both are unknown. If the meter could have run back that far in that
 *   time, the step stays in the measured volume, with its sign: the register climbs over the same litres again, and they must not count
 *   twice. If it could not, or the meter has no maximum flow, the readings are of another register, and the step counts nowhere.
 */
export const judgeRegisters = (earlier: Point, later: Point, rules: VolumeRules): Judgement => {
  const step = later.register - earlier.register
  const most = mostBetween(earlier.at, later.at, rules)
  if (step >= 0) {
    if (step > most) return { volume: 0, flag: 'implausible-jump', counts: false, timesAreKnown: false }
    return { volume: step, counts: true, timesAreKnown: true }
  }
  if (-step <= rules.backflowToleranceMillilitres) return { volume: step, flag: 'backflow-noise', counts: true, timesAreKnown: true }
  const width = rules.registerWidthMillilitres
  if (width !== null) {
    const wrapped = step + width
    // Only a register that was in its last tenth and is in its first tenth has rolled over; elsewhere it stepped back.
    const nearTheEnd = earlier.register > 0.9 * width && later.register < 0.1 * width
    if (wrapped >= 0 && nearTheEnd && wrapped <= most) return { volume: wrapped, flag: 'rollover', counts: true, timesAreKnown: true }
  }
  const couldRunBack = Number.isFinite(most) && -step <= most
  return { volume: couldRunBack ? step : 0, flag: 'step-back', counts: couldRunBack, timesAreKnown: false }
}

/** What the meter can pass in that time. The tolerance also forgives registers that are sent rounded: two a second apart may differ by one unit. */
export const mostBetween = (
  from: number,
  to: number,
  { maximumFlowMillilitresPerHour, backflowToleranceMillilitres }: VolumeRules,
): number =>
  maximumFlowMillilitresPerHour === null
    ? Number.POSITIVE_INFINITY
    : maximumFlowMillilitresPerHour * ((to - from) / hourMilliseconds) + backflowToleranceMillilitres
