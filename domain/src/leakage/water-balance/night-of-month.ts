import type { BalanceAssumption, Bounded, NightBalance } from '@nightflow/schemas/leakage/water-balance'
import type { Assumed } from './assumed.ts'
import type { MonthInput } from './month-input.ts'
import { netNightFlow, nightAllowance } from './night-use.ts'
import { meanOf, nightDayFactor } from './pressure-effect.ts'

/** Without pressures a night is taken as like the rest of the day. */
export const assumedNightDayFactor = 24
/** How far a night-day factor may be from the true one, with 95 %. */
const factorAccuracy = { measured: 0.05, assumed: 0.15 } as const
const allowanceAccuracy = 0.5

type Night = { balance: NightBalance; net: number | null; assumptions: BalanceAssumption[] }
type Pressure = { profile: readonly number[] | null; nightMetres: number | null; exponent: number }

/** Leakage by night flow (bottom-up): the minimum less legitimate use, times the night-day factor; beside real losses of the balance (top-down). */
export const nightOfMonth = ({ nights, exceptional }: MonthInput, { values }: Assumed, pressure: Pressure, carl: Bounded): Night => {
  if (nights.length === 0) return { balance: { ...nothing, ...exceptional }, net: null, assumptions: [] }
  const allowance = nightAllowance(values.unmeteredPeople)
  const minimum = meanOf(nights.map((night) => night.minimum))
  const scaledUse = meanOf(nights.map(({ scaled }) => scaled))
  const reportingShare = meanOf(nights.map((night) => night.reportingShare))
  const net = netNightFlow({ minimum, scaled: scaledUse }, allowance)
  const { profile, nightMetres, exponent } = pressure
  const isMeasured = profile !== null && nightMetres !== null && nightMetres > 0
  const factor = isMeasured ? nightDayFactor(profile, nightMetres, exponent) : assumedNightDayFactor
  // Meters that do not report may use water as others do, or not: what was scaled up is as uncertain as it is large.
  const hourly = Math.hypot(
    minimum * values.supplyAccuracy,
    scaledUse * values.meteredAccuracy,
    scaledUse * (1 - reportingShare),
    allowance * allowanceAccuracy,
  )
  const bound = Math.hypot(hourly * factor, net * factor * factorAccuracy[isMeasured ? 'measured' : 'assumed'])
  // Leakage of a total is never below zero; the net flow keeps its sign.
  const leakage = Math.max(0, net) * factor
  return {
    balance: {
      nights: nights.length,
      minimum,
      measuredUse: meanOf(nights.map(({ measured }) => measured)),
      reportingShare,
      scaledUse,
      allowance,
      net,
      nightDayFactor: factor,
      leakageLitresPerDay: { value: leakage, bound },
      gapLitresPerDay: carl.value === null ? null : leakage - carl.value,
      ...exceptional,
    },
    net,
    assumptions: [
      ...(isMeasured ? [] : [{ code: 'night-day-factor' as const, value: assumedNightDayFactor }]),
      ...(reportingShare < 1 ? [{ code: 'reporting-scaled' as const, value: reportingShare }] : []),
    ],
  }
}

const nothing = {
  nights: 0,
  minimum: null,
  measuredUse: null,
  reportingShare: null,
  scaledUse: null,
  allowance: null,
  net: null,
  nightDayFactor: null,
  leakageLitresPerDay: { value: null, bound: null },
  gapLitresPerDay: null,
}
