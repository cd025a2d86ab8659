const litresPerCubicMetre = 1000
/** US liquid gallon and cubic foot, exact by definition (NIST SP 811). */
const litresPerGallon = 3.785411784
const litresPerCubicFoot = 28.316846592

/** Litres of one unit of volume. `ml` is not among them: it may be a millilitre or a megalitre. */
const volumeUnits = {
  l: 1,
  m3: litresPerCubicMetre,
  kl: 1000,
  megalitre: 1_000_000,
  gal: litresPerGallon,
  ft3: litresPerCubicFoot,
} as const

/** Litres per hour of one unit of flow. MLD and MGD are million litres and million US gallons a day. */
const rateUnits = {
  'l/s': 3600,
  'l/min': 60,
  'l/h': 1,
  'm3/s': 3600 * litresPerCubicMetre,
  'm3/h': litresPerCubicMetre,
  'm3/d': litresPerCubicMetre / 24,
  mld: 1_000_000 / 24,
  gpm: litresPerGallon * 60,
  mgd: (1_000_000 * litresPerGallon) / 24,
} as const

export const rateUnitNames: readonly string[] = Object.keys(rateUnits)
export const volumeUnitNames: readonly string[] = Object.keys(volumeUnits)

/** `litres`: per unit, of a flow per hour. */
export type Unit = { name: string; kind: 'rate' | 'volume'; litres: number }

/** A unit by its name, in any case, with 3 or ³; undefined for one that is not known. */
export const findUnit = (text: string): Unit | undefined => {
  const name = text.trim().toLowerCase().replace('³', '3').replace('lps', 'l/s').replace('lpm', 'l/min').replace('cmh', 'm3/h')
  if (Object.hasOwn(rateUnits, name)) return { name, kind: 'rate', litres: rateUnits[name as keyof typeof rateUnits] }
  if (Object.hasOwn(volumeUnits, name)) return { name, kind: 'volume', litres: volumeUnits[name as keyof typeof volumeUnits] }
  return undefined
}

/** Litres to the third decimal: a millilitre, the grain of the log. */
export const toMillilitre = (litres: number): number => Math.round(litres * 1000) / 1000
