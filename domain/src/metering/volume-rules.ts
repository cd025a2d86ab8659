import type { RegisterResetRecorded } from '@nightflow/schemas/devices/record-register-reset'
import type { MeterDetails } from '@nightflow/schemas/devices/register-meter'

/** Rules by which one meter's readings become volumes. Millilitres, milliseconds, epoch milliseconds; null means no limit. */
export type VolumeRules = {
  registerWidthMillilitres: number | null
  backflowToleranceMillilitres: number
  /** More cannot be water. */
  maximumFlowMillilitresPerHour: number
  /** The flow that decides between forward and back across zero: the same, or that of a small meter where the size is not known. */
  sureFlowMillilitresPerHour: number
  maximumGapMilliseconds: number
  /** Declared: its register counts down too, its intervals may be negative, and its volume is forward less reverse register. */
  isTwoWay: boolean
  /** The meter counts from here: it replaced another one whose place it took, with this register. */
  activeFrom: number
  initialMillilitres: number | null
  /** The meter counts up to here: it was replaced, leaving with this register. */
  activeUntil: number
  finalMillilitres: number | null
  /** Resets and exchanges under the same number, by time: the register ended at `finalMillilitres` and began again at `initialMillilitres`. */
  resets: readonly RegisterReset[]
  /** When the meter belonged to another tenant. Nothing counts in them, nor from before to after one. */
  absences: readonly Absence[]
}

/** From an instant up to another, which does not belong to it. */
export type Absence = { from: number; until: number }

export type RegisterReset = { at: number; finalMillilitres: number; initialMillilitres: number }

export const defaultBackflowToleranceLitres = 10
export const defaultMaximumGapSeconds = 3 * 3600

/**
 * Overload flow Q4 = 1.25 x Q3 by nominal diameter, litres per hour: the largest Q3 that ISO 4064 makers offer for the size,
 * so that what exceeds it for an hour cannot be water through this meter.
 */
const overloadFlowByCaliber: readonly (readonly [caliberMillimetres: number, litresPerHour: number])[] = [
  [15, 3_125],
  [20, 5_000],
  [25, 7_875],
  [32, 12_500],
  [40, 20_000],
  [50, 50_000],
  [65, 78_750],
  [80, 125_000],
  [100, 200_000],
  [150, 500_000],
  [200, 787_500],
  [300, 2_000_000],
]

const [smallest, largest] = [overloadFlowByCaliber[0]!, overloadFlowByCaliber.at(-1)!]

/** The largest flow of a size; above the table it grows with the area of the pipe. */
const overloadFlowOf = (caliberMillimetres: number): number =>
  overloadFlowByCaliber.find(([caliber]) => caliber >= caliberMillimetres)?.[1] ??
  Math.round(largest[1] * (caliberMillimetres / largest[0]) ** 2)

/** The flow that a meter states, or that its size determines; undefined where it has neither. */
export const knownMaximumFlow = ({
  maximumFlowLitresPerHour,
  caliberMillimetres,
}: Pick<MeterDetails, 'maximumFlowLitresPerHour' | 'caliberMillimetres'>): number | undefined =>
  maximumFlowLitresPerHour ?? (caliberMillimetres === undefined ? undefined : overloadFlowOf(caliberMillimetres))

/** The rules of a meter as registered. Source of the defaults: docstrings above; what the registration states wins. */
export const volumeRulesOf = (meter: Omit<MeterDetails, 'number'>): VolumeRules => {
  const known = knownMaximumFlow(meter)
  return {
    registerWidthMillilitres: meter.registerWidthLitres === undefined ? null : Math.round(meter.registerWidthLitres * 1000),
    backflowToleranceMillilitres: Math.round((meter.backflowToleranceLitres ?? defaultBackflowToleranceLitres) * 1000),
    // A meter without a size may be the largest of the table, but no more; its register may be that of a small one.
    maximumFlowMillilitresPerHour: (known ?? largest[1]) * 1000,
    sureFlowMillilitresPerHour: (known ?? smallest[1]) * 1000,
    maximumGapMilliseconds: (meter.maximumGapSeconds ?? defaultMaximumGapSeconds) * 1000,
    isTwoWay: meter.isTwoWay ?? false,
    activeFrom: Number.NEGATIVE_INFINITY,
    initialMillilitres: null,
    activeUntil: Number.POSITIVE_INFINITY,
    finalMillilitres: null,
    resets: [],
    absences: [],
  }
}

/** Whether an absence has a part of the time from one instant to another, or that instant. */
export const isAbsent = ({ absences }: VolumeRules, from: number, to: number): boolean =>
  absences.length > 0 && absences.some((absence) => (absence.from < to || absence.from === from) && absence.until > from)

/** Whether the meter was away between two instants at which it was here. */
export const wasAwayBetween = ({ absences }: VolumeRules, from: number, to: number): boolean =>
  absences.length > 0 && absences.some((absence) => absence.from >= from && absence.until <= to)

/** The resets without those of an instant. */
export const withoutReset = (resets: readonly RegisterReset[], resetAt: string): readonly RegisterReset[] =>
  resets.filter(({ at }) => at !== Date.parse(resetAt))

/** The resets with one more; one of the same instant is corrected by it. Litres become millilitres. */
export const withReset = (
  resets: readonly RegisterReset[],
  { resetAt, finalLitres, initialLitres }: Pick<RegisterResetRecorded, 'resetAt' | 'finalLitres' | 'initialLitres'>,
): readonly RegisterReset[] => {
  const at = Date.parse(resetAt)
  const added = { at, finalMillilitres: Math.round(finalLitres * 1000), initialMillilitres: Math.round(initialLitres * 1000) }
  return [...resets.filter((reset) => reset.at !== at), added].sort((a, b) => a.at - b.at)
}
