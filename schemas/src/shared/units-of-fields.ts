/** How people read a figure: its unit, how much of the field's own unit one of it is, and its decimals. */
export type Quantity = { unit: string; per: number; decimals: number; ownUnit: string }

/** A name carries its unit. Money is not among them, because its unit is the tenant's. */
const quantities: readonly [suffix: string, Quantity][] = [
  ['LitresPerHour', { unit: 'm³/h', per: 1000, decimals: 2, ownUnit: 'L/h' }],
  ['Litres', { unit: 'm³', per: 1000, decimals: 3, ownUnit: 'L' }],
  ['Millimetres', { unit: 'mm', per: 1, decimals: 0, ownUnit: 'mm' }],
  ['GapSeconds', { unit: 'h', per: 3600, decimals: 1, ownUnit: 's' }],
  ['Kilopascal', { unit: 'kPa', per: 1, decimals: 1, ownUnit: 'kPa' }],
  ['DecibelMilliwatt', { unit: 'dBm', per: 1, decimals: 0, ownUnit: 'dBm' }],
  ['Millivolt', { unit: 'V', per: 1000, decimals: 2, ownUnit: 'mV' }],
]

export const quantityOf = (field: string): Quantity | undefined =>
  quantities.find(([suffix]) => field.endsWith(suffix) || field === suffix.toLowerCase())?.[1]
