import type { BalanceVolume, Bounded } from '@nightflow/schemas/leakage/water-balance'
import type { Assumed } from './assumed.ts'

/** Inputs of a balance, litres of the same days. `billed` is null where no customer has a bill. */
export type BalanceInput = { days: number; supply: number; metered: number; billed: number | null }

/** Independent parts: each has its own error, and every volume is a sum of them with a sign. */
type Part = 'supply' | 'metered' | 'billedUnmetered' | 'unbilledUnmetered' | 'unauthorised' | 'inaccuracy' | 'dataErrors'
type Weights = Partial<Record<Part, number>>

/** Unauthorised use and errors are estimates: each may be half or one and a half of the value. */
const estimateAccuracy = 0.5

const weightsOf = (billedShare: number): Record<BalanceVolume, Weights> => {
  const billedMetered = { metered: billedShare }
  const unbilledMetered = { metered: 1 - billedShare }
  const authorised = { metered: 1, billedUnmetered: 1, unbilledUnmetered: 1 }
  const losses = { supply: 1, ...negated(authorised) }
  const apparentLosses = { unauthorised: 1, inaccuracy: 1, dataErrors: 1 }
  const billedAuthorised = { ...billedMetered, billedUnmetered: 1 }
  return {
    systemInput: { supply: 1 },
    authorised,
    billedAuthorised,
    billedMetered,
    billedUnmetered: { billedUnmetered: 1 },
    unbilledAuthorised: { ...unbilledMetered, unbilledUnmetered: 1 },
    unbilledMetered,
    unbilledUnmetered: { unbilledUnmetered: 1 },
    losses,
    apparentLosses,
    unauthorised: { unauthorised: 1 },
    meterInaccuracy: { inaccuracy: 1 },
    dataErrors: { dataErrors: 1 },
    realLosses: { ...losses, ...negated(apparentLosses) },
    revenueWater: billedAuthorised,
    nonRevenueWater: { supply: 1, ...negated(billedAuthorised) },
  }
}

const negated = (weights: Weights): Weights =>
  Object.fromEntries(Object.entries(weights).map(([part, weight]) => [part, -weight])) as Weights

/** Volume that meters do not count of a counted one, where they miss the share `missed` of the true volume. */
export const uncounted = (counted: number, missed: number): number => counted / (1 - missed) - counted

/**
 * The IWA water balance, litres. The 95 % bound of each volume follows from the accuracies of its independent parts: the root of the sum of the squares of volume
 * times accuracy (IWA 2000; standard error propagation).
 */
export const iwaBalance = ({ days, supply, metered, billed }: BalanceInput, { values }: Assumed): Record<BalanceVolume, Bounded> => {
  const parts: Record<Part, { litres: number; accuracy: number }> = {
    supply: { litres: supply, accuracy: values.supplyAccuracy },
    metered: { litres: metered, accuracy: values.meteredAccuracy },
    billedUnmetered: { litres: values.billedUnmeteredLitresPerDay * days, accuracy: values.unmeteredAccuracy },
    unbilledUnmetered: { litres: values.unbilledUnmeteredLitresPerDay * days, accuracy: values.unmeteredAccuracy },
    unauthorised: { litres: supply * values.unauthorisedShare, accuracy: estimateAccuracy },
    inaccuracy: { litres: uncounted(metered, values.underRegistration), accuracy: estimateAccuracy },
    dataErrors: { litres: metered * values.dataErrorShare, accuracy: estimateAccuracy },
  }
  // Bills of a month may say more than the meters: what is billed beyond the metered use is no water.
  const billedShare = billed === null || metered <= 0 ? 1 : Math.min(1, billed / metered)
  const bounded = (weights: Weights): Bounded => {
    let value = 0
    let squares = 0
    for (const [part, weight] of Object.entries(weights) as [Part, number][]) {
      const { litres, accuracy } = parts[part]
      value += weight * litres
      squares += (weight * litres * accuracy) ** 2
    }
    return { value: Math.round(value), bound: Math.round(Math.sqrt(squares)) }
  }
  return mapped(weightsOf(billedShare), bounded)
}

const mapped = (weights: Record<BalanceVolume, Weights>, of: (weights: Weights) => Bounded): Record<BalanceVolume, Bounded> =>
  Object.fromEntries(Object.entries(weights).map(([name, those]) => [name, of(those)])) as Record<BalanceVolume, Bounded>

/** A figure over another, such as a share of the supply, with the bound by the relative errors of both. */
export const ratioOf = (above: Bounded, below: Bounded): Bounded => {
  if (above.value === null || below.value === null || below.value === 0) return { value: null, bound: null }
  const value = above.value / below.value
  const relative = (below.bound ?? 0) / below.value
  return { value, bound: Math.hypot((above.bound ?? 0) / below.value, value * relative) }
}
