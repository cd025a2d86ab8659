import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'

const mantissaBits = 14
const mantissas = 2 ** mantissaBits
const exponentMax = 3

/** The amount of a code with mantissa 0: where the amounts of the smaller exponent end. 0, 16384, 180224, 1818624. */
const firstUnits = [0, 1, 2, 3].map((exponent) =>
  Array.from({ length: exponent }, (_, smaller) => mantissas * 10 ** smaller).reduce((sum, units) => sum + units, 0),
)

/** Up to here every amount has a code of its own. */
export const exactUnitsMax = mantissas - 1
export const transferUnitsMax = firstUnits[exponentMax]! + (mantissas - 1) * 10 ** exponentMax

/** The amount that a token carries instead of the one that was bought, in units of transfer. */
export type TransferAmount = { code: number; units: number; roundedUpUnits: number }

/** The units of a code of 16 bits: exponent `e` above mantissa `m` are `10^e m + 2^14 (1 + 10 + … + 10^(e-1))`. */
export const unitsOfCode = (code: number): number => {
  const exponent = code >>> mantissaBits
  return firstUnits[exponent]! + (code % mantissas) * 10 ** exponent
}

/** The smallest amount with a code that is not below `units`, a whole number that is not negative. The customer never gets less than was paid. */
export const transferAmount = (units: number): TransferAmount | Rejection => {
  if (units > transferUnitsMax) return rejected('sts-amount-too-large', { most: transferUnitsMax })
  const exponent = firstUnits.findLastIndex((first) => units >= first)
  // Above the last code of an exponent the mantissa is 2^14, which makes the first code of the next exponent.
  const mantissa = Math.ceil((units - firstUnits[exponent]!) / 10 ** exponent)
  const code = exponent * mantissas + mantissa
  const carried = unitsOfCode(code)
  return { code, units: carried, roundedUpUnits: carried - units }
}

const partsMax = 12

/** Amounts that have a code each and add up to `units`: the tokens of a sale that has to be exact. Twelve at most. */
export const exactParts = (units: number): number[] | Rejection => {
  const parts = Math.max(1, Math.ceil(units / exactUnitsMax))
  if (parts > partsMax) return rejected('sts-amount-too-large', { most: partsMax * exactUnitsMax })
  return Array.from({ length: parts }, (_, part) => Math.min(exactUnitsMax, units - part * exactUnitsMax))
}

/** Units of a decimal number such as `16384.4`, rounded up to a whole one; undefined where the text is no number of 12 and 9 digits at most. */
export const unitsOfDecimal = (amount: string, unitsPerWhole: number): number | undefined => {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(amount) ?? []
  if (whole === undefined) return undefined
  const scale = 10n ** BigInt(fraction.length)
  return Number((BigInt(whole + fraction) * BigInt(unitsPerWhole) + scale - 1n) / scale)
}
