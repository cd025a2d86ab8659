import type { SourceUnit } from '@nightflow/schemas/platform/gateway'
import type { z } from 'zod'

export type Unit = z.infer<typeof SourceUnit>

/** A field of a reading that is a quantity, and what it measures. */
export const quantityOfField = {
  litres: 'volume',
  reverseLitres: 'volume',
  deltaLitres: 'volume',
  flowLitresPerHour: 'flow',
  pressureKilopascal: 'pressure',
  batteryMillivolt: 'voltage',
  temperatureCelsius: 'temperature',
} as const
export type QuantityField = keyof typeof quantityOfField

/** Factors to the unit in which readings are kept: litres, litres per hour, kilopascal, millivolt, degrees Celsius. */
const units: Record<Unit, { quantity: (typeof quantityOfField)[QuantityField]; factor: number }> = {
  l: { quantity: 'volume', factor: 1 },
  dm3: { quantity: 'volume', factor: 1 },
  m3: { quantity: 'volume', factor: 1000 },
  gal: { quantity: 'volume', factor: 3.785411784 },
  ft3: { quantity: 'volume', factor: 28.316846592 },
  'l/h': { quantity: 'flow', factor: 1 },
  'l/min': { quantity: 'flow', factor: 60 },
  'l/s': { quantity: 'flow', factor: 3600 },
  'm3/h': { quantity: 'flow', factor: 1000 },
  kPa: { quantity: 'pressure', factor: 1 },
  bar: { quantity: 'pressure', factor: 100 },
  mbar: { quantity: 'pressure', factor: 0.1 },
  mV: { quantity: 'voltage', factor: 1 },
  V: { quantity: 'voltage', factor: 1000 },
  degC: { quantity: 'temperature', factor: 1 },
}

export const unitFits = (field: QuantityField, unit: Unit | undefined): boolean =>
  unit === undefined || units[unit].quantity === quantityOfField[field]

/** A quantity in the unit of readings, to three decimals: 123.529 m3 are 123529 litres, not 123529.00000000001. */
export const inReadingUnit = (value: number, unit: Unit | undefined): number =>
  Math.round(value * (unit ? units[unit].factor : 1) * 1000) / 1000
