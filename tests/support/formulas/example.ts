/** The inputs of an example in docs/formulas.md, by name. A name that the page does not have is an error. */
export type Given = {
  number(name: string): number
  /** Several values in one cell; `unknown` is NaN, and `300 × 24` is the same value so many times. */
  numbers(name: string): number[]
  /** A word or a day, which the page writes as code. */
  text(name: string): string
}

/** A value, or several; null is unknown. */
export type Result = number | string | null | readonly (number | string | null)[]

/** Computes the results of an example by the function of the product, by the names of the page. */
export type Example = (given: Given) => Readonly<Record<string, Result>>

export const litresPerCubicMetre = 1000
/** Litres to the millilitres of the product, and back. Unknown stays NaN, and is null in a result. */
export const millilitres = (litres: number): number => Math.round(litres * 1000)
export const litres = (volume: number): number | null => (Number.isNaN(volume) ? null : volume / 1000)
export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** A limit of the page, which has to be the default of the product. */
export const defaultOf = <Settings extends object>(settings: Settings, name: keyof Settings & string, given: Given): number => {
  const stated = given.number(name)
  if (settings[name] !== stated) throw new Error(`the default of ${name} is ${String(settings[name])}, not ${stated}`)
  return stated
}
