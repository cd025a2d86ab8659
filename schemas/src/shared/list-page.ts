import { z } from 'zod'
import { typedNumber } from './typed-number.ts'

/** Pages of a list that most callers read as a whole: the answer names the next page, so that no row is left out silently. */
export const listPage = (rowsMax: number) => ({
  limit: typedNumber()
    .int()
    .min(1)
    .max(rowsMax)
    .default(rowsMax)
    .meta({ description: `rows of one answer, at most ${rowsMax}; \`next\` is the page after it` }),
  page: typedNumber().int().min(1).max(100_000).default(1).meta({ description: 'counts from 1' }),
})

/** How many rows an answer without pages has; `hasMore` reports others. */
export const limitOf = (rowsMax: number, rows: string) =>
  typedNumber()
    .int()
    .min(1)
    .max(rowsMax)
    .default(rowsMax)
    .meta({ description: `${rows} of the answer, at most ${rowsMax}; \`hasMore\` reports others` })

/** How many rows the list has, and the number of the page after this one; null on the last. */
export const pageOfList = { total: z.int(), next: z.int().nullable() }

export type ListPage = { limit: number; page: number }

export const nextPage = ({ limit, page }: ListPage, total: number): number | null => (page * limit < total ? page + 1 : null)

/** A longer list says that it has more rows than this, and does not count them. */
export const boundedTotalMax = 10_000

/** How many rows match. Where `isTotalBounded`, there are more than `total`. */
export const boundedTotal = { total: z.int(), isTotalBounded: z.boolean() }

/** The order of a list: one of its columns. */
export const orderedBy = <const Columns extends readonly [string, ...string[]]>(columns: Columns) => ({
  sort: z.enum(columns).default(columns[0] as Columns[number]),
  direction: z.enum(['asc', 'desc']).default('asc'),
})

/** Pages that count from the last row, so that the end of a list of unknown length is one call away. */
export const fromEnd = {
  from: z.enum(['start', 'end']).default('start').meta({ description: '`end`: the first page has the last rows' }),
}
