import { z } from 'zod'
import { formatText } from './format-texts.ts'

/** The parameter that holds the ranges of a tenant: `10 #2f9e44, 100 #c92a2a`. */
export const colourRangesKey = 'sys.map.colourRanges'

/** A range of the leakage rate up to a share in per cent, which the next one begins with. */
export const ColourRange = z.object({
  to: z.int().min(1).max(100),
  colour: z.string().regex(/^#[0-9a-f]{6}$/i, formatText('colour')),
})
export type ColourRange = z.infer<typeof ColourRange>

export const ColourRanges = z
  .array(ColourRange)
  .min(2)
  .max(8)
  .refine((ranges) => ranges.every(({ to }, at) => at === 0 || to > ranges[at - 1]!.to), formatText('colour-ranges-rise'))
  .refine((ranges) => ranges.at(-1)?.to === 100, formatText('colour-ranges-end'))
export type ColourRanges = z.infer<typeof ColourRanges>

/** The ranges of a tenant that set none. */
export const defaultColourRanges: ColourRanges = [
  { to: 10, colour: '#2f9e44' },
  { to: 20, colour: '#a9c938' },
  { to: 30, colour: '#fcc419' },
  { to: 50, colour: '#f76707' },
  { to: 100, colour: '#c92a2a' },
]

export const writtenColourRanges = (ranges: ColourRanges): string => ranges.map(({ to, colour }) => `${to} ${colour}`).join(', ')

const rangeOf = (part: string): unknown => {
  const [to, colour, ...rest] = part.trim().split(/\s+/)
  return rest.length > 0 ? undefined : { to: Number(to), colour }
}

/** The ranges of a written text; undefined where it breaks a rule of them. */
export const readColourRanges = (written: string): ColourRanges | undefined => ColourRanges.safeParse(written.split(',').map(rangeOf)).data

/** The value of the parameter. */
export const WrittenColourRanges = z.string().refine((written) => readColourRanges(written) !== undefined)
