import type { FieldChoice } from '#ui/form/form-fields.ts'

/** How a person types a setting: volumes in cubic metres, shares in per cent. Its name says which it is. */
const typedAs = (name: string): Pick<FieldChoice, 'unit' | 'factor'> => {
  if (name.endsWith('Litres')) return { unit: 'm³', factor: 1000 }
  if (name.endsWith('Share') || shares.includes(name)) return { unit: '%', factor: 0.01 }
  return {}
}
const shares: readonly string[] = ['reportingRateMin', 'underRegistrationMin']

/** The field of a number; a text or a choice has a line of its own. */
export const settingField = (name: string, value: unknown, label: string): FieldChoice => ({
  name,
  label,
  ...typedAs(name),
  ...(typeof value === 'number' && { isHalf: true as const }),
})

/** A setting as it is typed: without the digits that a division adds. */
export const typedSetting = (name: string, value: number): string => String(Number((value / (typedAs(name).factor ?? 1)).toPrecision(12)))
