import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { formatText } from './format-texts.ts'
import type { Permission } from './permissions.ts'
import { text } from './text.ts'
import { LocalDate, LocalMoment } from './values.ts'

/** Page sizes that screens offer; 20 is usual. A client may ask for others up to the maximum. */
export const pageSizes = [10, 20, 30, 50] as const
export const pageSizeMax = 200

/** What every list of the back office takes, in the words of its clients. `orderByColumn` is a field of the row. */
export const paging = {
  pageNum: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(pageSizeMax).default(20),
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
 * year and a month stand for their first or their last day.
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
 * What a reader calls the fields and their values, so that a spreadsheet says what the screen says: `{ status: 'State' }` and
 * `{ status: { '0': 'In use' } }`. With heads, only the fields named are written, in their order.
 */
export const Heads = asForm(z.record(field, text(100)))
export const wording = {
  heads: Heads.optional(),
  words: asForm(z.record(field, z.record(text(100), text(200)))).optional(),
}
export type Wording = { heads?: Record<string, string> | undefined; words?: Record<string, Record<string, string>> | undefined }

/** What every row of the back office carries about its making. */
export const madeBy = {
  createBy: z.string().nullable(),
  createTime: z.iso.datetime({ offset: true }),
  updateBy: z.string().nullable(),
  updateTime: z.iso.datetime({ offset: true }).nullable(),
}

/** `'0'` in use, `'1'` out of use, as the clients of the back office write it. */
export const InUse = z.enum(['0', '1'])

/** An identifier of a row. Numbers, and the text of a number as a path or a form carries it. */
export const RowId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** One or many identifiers in a path: `7` or `7,8,9`. */
export const RowIds = z
  .string()
  .regex(/^\d{1,16}(,\d{1,16}){0,499}$/, formatText('row-ids'))
  .transform((text) => text.split(',').map(Number))

type Reading<Thing extends string, Row extends z.ZodObject, Filter extends z.ZodRawShape, Id extends string> = {
  /** Such as `/prod-api/system/notice`. */
  path: `/prod-api/${string}`
  /** Its verbs list, query, add, edit, remove and export are the permissions. */
  permission: Thing
  /** One row in words, for summaries: `notice`. */
  noun: string
  id: Id
  row: Row
  filter: Filter
  /** Fields whose values a dictionary names, such as `{ status: 'sys_normal_disable' }`. */
  dictionaries?: Readonly<Record<string, string>>
}

/**
 * A read-only resource, such as an outbox: a list that they filter and page, and one row. `row` is what
 * a list shows, in camel case of the table's columns; `filter` is what a list may be narrowed by.
 */
export const readOnlyResource = <
  const Thing extends string,
  Row extends z.ZodObject,
  Filter extends z.ZodRawShape,
  const Id extends string,
>(
  declared: Reading<Thing, Row, Filter, Id>,
) => {
  const { path, permission, noun, id, row, filter } = declared
  return {
    ...declared,
    dictionaries: declared.dictionaries ?? {},
    list: endpoint({
      method: 'GET',
      path: `${path}/list`,
      permission: `${permission}:list` as Permission,
      summary: `A page of the list of ${noun}s`,
      envelope: 'rows',
      request: z.object({ ...filter, ...createdWithin, ...paging }),
      response: z.object({ rows: z.array(row), total: z.int() }),
    }),
    find: endpoint({
      method: 'GET',
      path: `${path}/:${id}`,
      permission: `${permission}:query` as Permission,
      summary: `One ${noun}`,
      request: z.object({ [id]: RowId } as Record<Id, typeof RowId>),
      response: row,
    }),
  }
}

/** A resource that people read, and take away as a spreadsheet, such as a log. */
export const logResource = <const Thing extends string, Row extends z.ZodObject, Filter extends z.ZodRawShape, const Id extends string>(
  declared: Reading<Thing, Row, Filter, Id>,
) => ({
  ...readOnlyResource(declared),
  exportRows: endpoint({
    method: 'POST',
    path: `${declared.path}/export`,
    permission: `${declared.permission}:export` as Permission,
    summary: `All ${declared.noun}s that the filter leaves, as a spreadsheet`,
    envelope: 'file',
    request: z.object({ ...declared.filter, ...createdWithin, ...wording }),
    response: z.object({}),
  }),
})

/**
 * A resource: a list that people filter, page and export, and rows that they make, change and remove. One declaration gives the
 * endpoints, the server's statements and the browser's screen. `form` is what is typed, validated the same on both sides.
 */
export const editableResource = <
  const Thing extends string,
  Row extends z.ZodObject,
  Form extends z.ZodObject,
  Filter extends z.ZodRawShape,
  const Id extends string,
>(
  declared: Reading<Thing, Row, Filter, Id> & { form: Form },
) => {
  const { path, permission, noun, id, form } = declared
  const needs = (verb: string) => `${permission}:${verb}` as Permission
  return {
    ...logResource(declared),
    form,
    create: endpoint({
      method: 'POST',
      path,
      permission: needs('add'),
      summary: `Make a ${noun}`,
      request: form,
      response: z.object({ [id]: z.int() } as Record<Id, z.ZodInt>),
    }),
    change: endpoint({
      method: 'PUT',
      path,
      permission: needs('edit'),
      summary: `Change a ${noun}`,
      request: form.extend({ [id]: RowId } as Record<Id, typeof RowId>),
      response: z.object({}),
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:${id}`,
      permission: needs('remove'),
      summary: `Remove ${noun}s, all of those named or none`,
      request: z.object({ [id]: RowIds } as Record<Id, typeof RowIds>),
      response: z.object({}),
    }),
  }
}
