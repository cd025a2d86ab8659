import { withVisibleSpaces } from '#ui/format.ts'

/** Values of an axis with the decimals that distinguish them: steps of 0.005 need three, steps of 20 none. */
export function axisLabels(values: readonly number[], step: number, language: string): string[] {
  const decimals = decimalsOfStep(step)
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  // A value that is zero but for the arithmetic of floating point is zero.
  return values.map((value) => withVisibleSpaces(format.format(Math.abs(value) < step / 1e6 ? 0 : value)))
}

const decimalsMax = 12

function decimalsOfStep(step: number): number {
  for (let decimals = 0; decimals < decimalsMax; decimals += 1) {
    const scaled = step * 10 ** decimals
    if (Math.abs(scaled - Math.round(scaled)) < 1e-9 * Math.max(1, scaled) && Math.round(scaled) > 0) return decimals
  }
  return decimalsMax
}

const letterPixels = 7
const axisPixelsMin = 44

/** How wide an axis must be for its labels. */
export const axisWidth = (labels: readonly string[] | null): number =>
  Math.max(axisPixelsMin, 16 + letterPixels * Math.max(0, ...(labels ?? []).map(({ length }) => length)))

/** The decimals that show two digits of the largest value, and never fewer than these. */
export function decimalsOfSeries(values: readonly (number | null)[], decimalsMin: number): number {
  const largest = values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0)
  return largest === 0 ? decimalsMin : Math.min(decimalsMax, Math.max(decimalsMin, 1 - Math.floor(Math.log10(largest))))
}
