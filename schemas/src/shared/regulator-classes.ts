import { z } from 'zod'

/** The parameter that holds the classes of regulators: `arera-share 25 35 45 55, arera-linear 15 25 40 60, pdam 25 30 35 40`. */
export const regulatorClassesKey = 'sys.leakage.regulatorClasses'

/** Ends of classes, the best first; above the last is one class more. */
const Ends = z
  .array(z.number().min(0).max(1_000_000))
  .length(4)
  .refine((ends) => ends.every((end, at) => at === 0 || end > ends[at - 1]!))

const Written = z.object({
  /** M1b of ARERA, per cent of the input. */
  'arera-share': Ends,
  /** M1a of ARERA, m3 a day and km. */
  'arera-linear': Ends,
  /** Non-revenue water of Indonesian utilities, per cent. */
  pdam: Ends,
})

/** Shares are fractions. */
export type RegulatorClasses = { areraShare: readonly number[]; areraLinear: readonly number[]; pdam: readonly number[] }

const perCent = 100
const written = { 'arera-share': [25, 35, 45, 55], 'arera-linear': [15, 25, 40, 60], pdam: [25, 30, 35, 40] }

export const defaultRegulatorClasses = Object.entries(written)
  .map(([name, ends]) => [name, ...ends].join(' '))
  .join(', ')

/** The classes of a written text; undefined where a list is missing, does not rise or is no list of four ends. */
export const readRegulatorClasses = (text: string): RegulatorClasses | undefined => {
  const lists = text.split(',').map((part) => part.trim().split(/\s+/))
  const { data } = Written.strict().safeParse(Object.fromEntries(lists.map(([name = '', ...ends]) => [name, ends.map(Number)])))
  if (!data || lists.length !== Object.keys(written).length) return undefined
  const shares = (ends: readonly number[]): number[] => ends.map((end) => end / perCent)
  return { areraShare: shares(data['arera-share']), areraLinear: data['arera-linear'], pdam: shares(data.pdam) }
}

/** The value of the parameter. */
export const WrittenRegulatorClasses = z.string().refine((text) => readRegulatorClasses(text) !== undefined)
