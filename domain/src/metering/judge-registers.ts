import type { DayFlag } from '@nightflow/schemas/metering/readings'
import { hourMilliseconds } from '../shared/local-time.ts'
import type { VolumeRules } from './volume-rules.ts'

export type Point = { at: number; register: number }

/** The result of a pair of registers: the volume, whether it counts, and whether its hours and days are known. */
type Judgement = { volume: number; flag?: DayFlag; counts: boolean; timesAreKnown: boolean }

/**
 * How two successive registers are judged. The rules look at nothing but the two, so that arrival order cannot matter. On a register of a known
 * width there are two ways from one to the other, of which one crosses zero; the flow that each would mean decides.
 *
 * - Forward: water, unless it is more than the meter can pass in that time (`implausible-jump`, counts nowhere).
 * - Back by no more than the tolerance: noise, counted with its sign (`backflow-noise`).
 * - Forward across zero: `rollover`, where the meter can pass it and the way back is not the shorter one.
 * - Back by more (`step-back`): never consumption of an hour or a day: both are unknown. If the meter could have run back that far in that
 *   time, the step stays in the measured volume, with its sign: the register climbs over the same litres again, and they must not count
 *   twice. If it could not, the readings are of another register, and the step counts nowhere.
 *
 * Of a meter that is declared two-way both ways are flow.
 */
export const judgeRegisters = (earlier: Point, later: Point, rules: VolumeRules): Judgement => {
  const step = later.register - earlier.register
  const { registerWidthMillilitres } = rules
  // Without a width, or beyond it, there is no way across zero.
  const width =
    registerWidthMillilitres !== null && Math.abs(step) <= registerWidthMillilitres ? registerWidthMillilitres : Number.POSITIVE_INFINITY
  if (rules.isTwoWay) return judgeTwoWay(step, width, mostBetween(earlier.at, later.at, rules))
  return step < 0 ? judgeFall(earlier, later, -step, step + width, rules) : judgeRise(earlier, later, step, width - step, rules)
}

/** Most rises, by the least that has to be looked at: what the meter can pass, and not more than the way back across zero. */
export const isPlainlyWater = (from: number, to: number, step: number, rules: VolumeRules): boolean =>
  step >= 0 &&
  step <= mostBetween(from, to, rules) &&
  (rules.registerWidthMillilitres === null || step * 2 <= rules.registerWidthMillilitres)

/** The register of a two-way meter counts down too. The shorter way round is the flow. */
const judgeTwoWay = (step: number, width: number, most: number): Judgement => {
  const across = step < 0 ? step + width : step - width
  const volume = Math.abs(across) < Math.abs(step) ? across : step
  return Math.abs(volume) <= most
    ? { volume, counts: true, timesAreKnown: true }
    : { volume: 0, flag: 'implausible-jump', counts: false, timesAreKnown: false }
}

const judgeRise = ({ at: from }: Point, { at: to }: Point, forward: number, back: number, rules: VolumeRules): Judgement => {
  const sure = sureBetween(from, to, rules)
  if (forward > sure && back <= sure) return runBack(back, true, rules)
  if (forward > mostBetween(from, to, rules)) return { volume: 0, flag: 'implausible-jump', counts: false, timesAreKnown: false }
  return { volume: forward, counts: true, timesAreKnown: true }
}

const judgeFall = (earlier: Point, later: Point, back: number, forward: number, rules: VolumeRules): Judgement => {
  const sure = sureBetween(earlier.at, later.at, rules)
  if (back > rules.backflowToleranceMillilitres && forward <= back) {
    const width = back + forward
    const nearTheEnd = earlier.register > 0.9 * width && later.register < 0.1 * width
    if (forward <= (nearTheEnd ? mostBetween(earlier.at, later.at, rules) : sure))
      return { volume: forward, flag: 'rollover', counts: true, timesAreKnown: true }
  }
  return runBack(back, back <= sure, rules)
}

const runBack = (back: number, counts: boolean, { backflowToleranceMillilitres }: VolumeRules): Judgement =>
  back <= backflowToleranceMillilitres
    ? { volume: -back, flag: 'backflow-noise', counts: true, timesAreKnown: true }
    : { volume: counts ? -back : 0, flag: 'step-back', counts, timesAreKnown: false }

/** The largest volume that can pass the meter in that time. The tolerance also forgives registers that are sent rounded: two a second apart may differ by one unit. */
export const mostBetween = (
  from: number,
  to: number,
  { maximumFlowMillilitresPerHour, backflowToleranceMillilitres }: VolumeRules,
): number => maximumFlowMillilitresPerHour * ((to - from) / hourMilliseconds) + backflowToleranceMillilitres

/** The same, of a meter whose size is not known that of a small one. */
const sureBetween = (from: number, to: number, { sureFlowMillilitresPerHour, backflowToleranceMillilitres }: VolumeRules): number =>
  sureFlowMillilitresPerHour * ((to - from) / hourMilliseconds) + backflowToleranceMillilitres
