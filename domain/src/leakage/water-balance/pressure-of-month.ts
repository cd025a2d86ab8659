import type { BalanceAssumption, WaterBalance } from '@nightflow/schemas/leakage/water-balance'
import type { Assumed } from './assumed.ts'
import type { MonthInput } from './month-input.ts'
import { netNightFlow, nightAllowance } from './night-use.ts'
import { exponentOfNights, meanOf } from './pressure-effect.ts'

type PressureOfMonth = Omit<WaterBalance['pressure'], 'savedLitresPerDay' | 'savedCostMinorPerDay'> & {
  profile: readonly number[] | null
  /** The exponent is that of the nights, and not assumed. */
  isExponentMeasured: boolean
  assumptions: BalanceAssumption[]
}

/** A measured exponent counts where it explains at least this share of the variation and is one of a network. */
const explainedMin = 0.5
const exponentBetween = [0.3, 2.5] as const

/** The pressure of an area: of its sensors, else as it was declared; and the exponent by which leakage follows it. */
export const pressureOfMonth = (
  { infrastructure, pressure, nights, targetPressureMetres }: MonthInput,
  { values }: Assumed,
): PressureOfMonth => {
  const declared = infrastructure?.pressureMetres ?? null
  const atNight = nights.flatMap((night) => {
    const metres = pressure?.nights.get(night.day)
    return metres === undefined ? [] : [{ leakage: netNightFlow(night, nightAllowance(values.unmeteredPeople)), pressure: metres }]
  })
  const found = exponentOfNights(atNight)
  const isPlausible =
    found !== null && found.explainedShare >= explainedMin && found.exponent >= exponentBetween[0] && found.exponent <= exponentBetween[1]
  const isMeasured = infrastructure?.pressureExponent === undefined && isPlausible
  const nightMetres = atNight.length > 0 ? meanOf(atNight.map((night) => night.pressure)) : declared
  const source = pressure ? 'measured' : declared === null ? null : 'declared'
  return {
    source,
    sensors: pressure?.sensors ?? 0,
    meanMetres: pressure ? meanOf(pressure.hours) : declared,
    nightMetres,
    exponent: isMeasured ? found.exponent : values.pressureExponent,
    measuredExponent: found?.exponent ?? null,
    measuredNights: found ? atNight.length : 0,
    explainedShare: found?.explainedShare ?? null,
    targetMetres: targetPressureMetres ?? null,
    isExponentMeasured: isMeasured,
    profile: pressure && atNight.length > 0 ? pressure.hours : null,
    assumptions:
      source === null
        ? []
        : [{ code: source === 'measured' ? 'pressure-of-sensors' : 'pressure-declared', value: pressure?.sensors ?? declared }],
  }
}
