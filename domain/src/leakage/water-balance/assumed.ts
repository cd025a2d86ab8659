import type { Infrastructure } from '@nightflow/schemas/leakage/infrastructure'
import type { BalanceAssumption } from '@nightflow/schemas/leakage/water-balance'

/** Values that a balance takes where a metering point states none. Each that counts is listed with the figures. */
export const assumedValues = {
  /** A class 2 meter in good order. */
  supplyAccuracy: 0.02,
  meteredAccuracy: 0.02,
  unmeteredAccuracy: 0.5,
  /** AWWA M36: 0.25 % of the water supplied. */
  unauthorisedShare: 0.0025,
  underRegistration: 0.02,
  dataErrorShare: 0,
  billedUnmeteredLitresPerDay: 0,
  unbilledUnmeteredLitresPerDay: 0,
  /** Mixed materials. */
  pressureExponent: 1,
  /** SANFLOW: a small user that is no household, at night. */
  exceptionalLitresPerHour: 50,
  hoursPressurised: 24,
  unmeteredPeople: 0,
} as const

type Values = { [Name in keyof typeof assumedValues]: number }
export type Assumed = { values: Values; assumptions: BalanceAssumption[] }

const codes = {
  supplyAccuracy: 'supply-accuracy',
  meteredAccuracy: 'metered-accuracy',
  unauthorisedShare: 'unauthorised-share',
  underRegistration: 'under-registration',
  dataErrorShare: 'data-errors',
  pressureExponent: 'pressure-exponent',
} as const satisfies Partial<Record<keyof Values, BalanceAssumption['code']>>

/** The values that count, and those of them that are assumed. */
export const assumedOf = (stated: Infrastructure): Assumed => {
  const assumptions: BalanceAssumption[] = Object.entries(codes)
    .filter(([name]) => stated[name as keyof typeof codes] === undefined)
    .map(([name, code]) => ({ code, value: assumedValues[name as keyof typeof codes] }))
  if (stated.billedUnmeteredLitresPerDay === undefined && stated.unbilledUnmeteredLitresPerDay === undefined)
    assumptions.push({ code: 'no-unmetered-use', value: null })
  const known = Object.fromEntries(Object.keys(assumedValues).flatMap((name) => statedNumber(stated, name)))
  // An intermittent network that does not say its hours is taken as one of the whole day, and the balance says so.
  if (stated.systemKind === 'intermittent' && stated.hoursPressurised === undefined)
    assumptions.push({ code: 'whole-day-pressure', value: assumedValues.hoursPressurised })
  return { values: { ...assumedValues, ...known }, assumptions }
}

const statedNumber = (stated: Infrastructure, name: string): [string, number][] => {
  const value = stated[name as keyof Infrastructure]
  return typeof value === 'number' ? [[name, value]] : []
}
