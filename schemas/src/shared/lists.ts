import { z } from 'zod'
import { PersonName } from './actors.ts'
import { formatText } from './format-texts.ts'
import { text } from './text.ts'
import { typedNumber } from './typed-number.ts'
import { LocalDate, LocalMoment } from './values.ts'

/** Page sizes that screens offer; 20 is usual. A client may ask for others up to the maximum. */
export const pageSizes = [10, 20, 30, 50] as const
export const pageSizeMax = 200

/** Parameters of every list of the back office, in the words of its clients. `orderByColumn` is a field of the row. */
export const paging = {
  pageNum: typedNumber().int().min(1).max(1_000_000).default(1),
  pageSize: typedNumber().int().min(1).max(pageSizeMax).default(20),
  orderByColumn: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9]{0,63}$/)
    .optional(),
  isAsc: z.enum(['asc', 'desc', 'ascending', 'descending']).optional(),
}

/** The first or the last local day of a year or a month; what names a day stays. */
const dayOf = (text: string, end: 'first' | 'last'): string => {
  const [, year, month] = /^(\d{4})(?:-(0[1-9]|1[0-2]))?$/.exec(text) ?? []
  if (year === undefined) return text
  const [from, until] = month === undefined ? ['01', '12'] : [month, month]
  if (end === 'first') return `${year}-${from}-01`
  const days = new Date(Date.UTC(2000 + (Number(year) % 400), Number(until), 0)).getUTCDate()
  return `${year}-${until}-${days}`
}

/**
 * A local year, month or day, or a moment of a day, in the tenant's zone unless it says its own; clients write a blank between day and time. A
 * year and a month mean their first or their last day.
 */
const momentAt = (end: 'first' | 'last') =>
  z
    .string()
    .max(40)
    .transform((text) => dayOf(text.trim().replace(' ', 'T'), end))
    .pipe(z.union([LocalDate, LocalMoment]))

/** Rows made within a span of moments or local days; ends included. */
export const createdWithin = { beginTime: momentAt('first').optional(), endTime: momentAt('last').optional() }

const field = z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,63}$/)

/** A form of the back office's clients carries texts alone: what has parts comes as JSON. */
const asForm = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value, context) => {
    if (typeof value !== 'string') return value
    try {
      return JSON.parse(value)
    } catch {
      context.addIssue({ code: 'custom', message: 'not JSON' })
      return z.NEVER
    }
  }, schema)

/**
 * Names of the fields and their values in the reader's language, so that a spreadsheet has the words of the screen: `{ status: 'State' }` and
 * `{ status: { '0': 'In use' } }`. With heads, only the fields named are written, in their order.
 */
export const Heads = asForm(z.record(field, text(100)))
export const wording = {
  heads: Heads.optional(),
  words: asForm(z.record(field, z.record(text(100), text(200)))).optional(),
}
export type Wording = { heads?: Record<string, string> | undefined; words?: Record<string, Record<string, string>> | undefined }

/** Creation and last change of every row of the back office. */
export const madeBy = {
  createBy: PersonName.nullable(),
  createTime: z.iso.datetime({ offset: true }),
  updateBy: PersonName.nullable(),
  updateTime: z.iso.datetime({ offset: true }).nullable(),
}

export const InUse = z.enum({ enabled: '0', disabled: '1' })
export type InUse = z.infer<typeof InUse>

/** A value of the dictionary `sys_yes_no`. */
export const YesNo = z.enum({ yes: 'Y', no: 'N' })
export type YesNo = z.infer<typeof YesNo>

/** A value of the dictionary `sys_common_status`. */
export const CommonStatus = z.enum({ success: '0', failure: '1' })

/** An identifier of a row. Numbers, and the text of a number as a path or a form carries it. */
export const RowId = typedNumber().int().positive().max(Number.MAX_SAFE_INTEGER)

/** One or many identifiers in a path: `7` or `7,8,9`. */
export const RowIds = z
  .string()
  .regex(/^\d{1,16}(,\d{1,16}){0,499}$/, formatText('row-ids'))
  .transform((text) => text.split(',').map(Number))
