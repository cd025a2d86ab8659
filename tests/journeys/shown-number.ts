import { expect } from 'vitest'

/** The number in a text as English writes it, and how finely it is written: "1,234.5 m³/d" is 1234.5 within 0.05. */
const numberIn = (shown: string): { value: number; roundedBy: number } => {
  const written = /-?\d[\d,]*(\.\d+)?/.exec(shown)
  if (!written) throw new Error(`there is no number in "${shown}"`)
  return { value: Number(written[0].replaceAll(',', '')), roundedBy: 0.5 * 10 ** -((written[1]?.length ?? 1) - 1) }
}

/** Holds that a person reads this value, rounded as it is written; null must be an en dash, never a number. */
export const expectShown = (shown: string | null, value: number | null | undefined): void => {
  const text = (shown ?? '').trim()
  if (value === null || value === undefined) {
    expect(text).toMatch(/^–/)
    return
  }
  const read = numberIn(text)
  expect(Math.abs(read.value - value), `"${text}" for ${value}`).toBeLessThanOrEqual(read.roundedBy * 1.000001)
}
