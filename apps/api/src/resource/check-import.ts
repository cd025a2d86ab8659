import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImportProblem } from '@nightflow/schemas/shared/import'
import type { Language } from '@nightflow/schemas/shared/language'
import { textOfRejection } from '@nightflow/schemas/shared/rejection-texts'
import { isRejection, type Rejection, type RejectionCode } from '@nightflow/schemas/shared/rejections'
import { z } from 'zod'
import { fieldErrorOf, zodMessagesIn } from '../http/field-errors.ts'
import type { SheetRow } from '../spreadsheet/spreadsheet-thread.ts'
import { alike, plainText } from './choices.ts'

type Problem = z.infer<typeof ImportProblem>
type Texts = Record<string, string>
export type FormSchema<Values extends object> = z.ZodObject & z.ZodType<Values>

/** The change of an existing row: the fields that changed, as they were and as they are. */
export type RowChange = { id: number; before: object; after: object }

/**
 * One row on its way in: its texts by field, and what they mean or what is wrong with them. `issued` is what the service gave the row when it
 * was written, for the result file alone.
 */
export type ImportRow<Values extends object> = {
  number: number
  texts: Texts
  /** The addresses of its cells by field, such as `B3`. */
  cells: Texts
  /** The form that the row is; undefined where the row breaks a rule of the form. */
  values: Values | undefined
  problems: Problem[]
  issued?: { initialPassword: string }
  /** It is about something that exists. */
  isUpdate?: boolean
  /** For the operation log. */
  change?: RowChange
  /** Its problem is one that a sender learns few times a day. */
  isToldOnce?: boolean
}

/** A row that keeps the rules of the form. */
export type CheckedRow<Values extends object> = ImportRow<Values> & { values: Values }

export const isChecked = <Values extends object>(row: ImportRow<Values>): row is CheckedRow<Values> =>
  row.problems.length === 0 && row.values !== undefined

/** Conversion of a cell's text where the form does not take texts, such as the name of a department. */
export type Reading = Record<string, (text: string) => unknown | Rejection>

/** The schema of a field without its default, for rows that may leave it out. */
const bare = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? bare(schema.def.innerType) : schema

/** A number as people write it, also with a decimal comma. Any other text stays a text, which the form refuses. */
const numberIn = (text: string): number | string =>
  /^-?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text.replace(',', '.')) : text
const truthIn = (text: string): boolean | string => ({ true: true, false: false })[text.toLowerCase()] ?? text

/** Numbers and truth values of a form: a sheet has texts alone. */
export const readingOfForm = (form: z.ZodObject): Reading =>
  Object.fromEntries(
    Object.entries<z.core.$ZodType>(form.shape).flatMap(([field, schema]): [string, (text: string) => unknown][] => {
      const inner = bare(schema)
      if (inner instanceof z.ZodNumber) return [[field, numberIn]]
      return inner instanceof z.ZodBoolean ? [[field, truthIn]] : []
    }),
  )

/** Names of fields, the nearest first: those of a step are looked at before those of the next one. */
export type HeadSteps = readonly ((field: string) => readonly string[])[]

/** A unit in brackets behind a head, and a mark of what is required, are no part of its name. */
const unmarked = (head: string): string =>
  plainText(head)
    .replace(/^\*|\*$/g, '')
    .replace(/\s*\([^()]*\)$/, '')
    .trim()

/**
 * The form's field of each column, by its own name, by what the client calls it, and by what people call it in any language; others are undefined. A name that two
 * fields have in one step is that of the first which no column has yet.
 */
export const fieldsOfColumns = (
  head: readonly string[],
  fields: readonly string[],
  heads: Readonly<Record<string, string>> = {},
  others: HeadSteps = [],
): (string | undefined)[] => {
  const found = new Map<number, string>()
  const steps: HeadSteps = [(field) => [field, heads[field] ?? ''], ...others]
  for (const isSame of [alike, (one: string, other: string) => unmarked(one) === unmarked(other)])
    for (const namesOf of steps)
      for (const [at, text] of head.entries()) {
        if (found.has(at) || text.trim() === '') continue
        const taken = new Set(found.values())
        const field = fields.find((name) => !taken.has(name) && namesOf(name).some((known) => known !== '' && isSame(known, text)))
        if (field !== undefined) found.set(at, field)
      }
  return head.map((_, at) => found.get(at))
}

/** A column as spreadsheets name it: A to Z, then AA. */
export const columnName = (at: number): string =>
  (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCharCode('A'.charCodeAt(0) + (at % 26))

export const problemOf = (
  row: Pick<ImportRow<object>, 'number' | 'texts' | 'cells'>,
  refusal: Rejection,
  language: Language,
  columns: Partial<Record<RejectionCode, string>> = {},
): Problem => {
  const column = columns[refusal.rejected] ?? ''
  return {
    row: row.number,
    column,
    cell: row.cells[column] ?? '',
    value: (row.texts[column] ?? '').slice(0, 200),
    message: textOfRejection(refusal, language),
  }
}

type Rules<Values extends object> = { form: FormSchema<Values>; reading: Reading; language: Language }

/** Rows that are checked before the process answers other requests. */
const rowsPerTurn = 100

/** The rows of a sheet by the rules of the form. */
export const checkRows = async <Values extends object>(
  rows: readonly SheetRow[],
  fields: readonly (string | undefined)[],
  rules: Rules<Values>,
): Promise<ImportRow<Values>[]> => {
  const checked: ImportRow<Values>[] = []
  for (const [nth, row] of rows.entries()) {
    if (nth % rowsPerTurn === 0) await nextTurn()
    checked.push(checkRow(row, fields, rules))
  }
  return checked
}

/** A row of the sheet by the rules of the form, as if it had been typed there. Empty cells are ignored. */
export const checkRow = <Values extends object>(
  { number, cells }: SheetRow,
  fields: readonly (string | undefined)[],
  { form, reading, language }: Rules<Values>,
): ImportRow<Values> => {
  const texts: Texts = Object.fromEntries(fields.flatMap((field, at) => (field && cells[at] ? [[field, cells[at]]] : [])))
  const addresses: Texts = Object.fromEntries(fields.flatMap((field, at) => (field ? [[field, `${columnName(at)}${number}`]] : [])))
  const read = Object.entries(texts).map(([field, text]) => [field, reading[field] ? reading[field](text) : text] as const)
  const unread = read.filter((pair): pair is [string, Rejection] => isRejection(pair[1]))
  const parsed = form.safeParse(Object.fromEntries(read.filter(([, value]) => !isRejection(value))), zodMessagesIn(language))
  const known = new Set(unread.map(([field]) => field))
  const broken = (parsed.error?.issues ?? []).filter(({ path }) => !known.has(String(path[0])))
  const problems = [
    ...unread.map(([field, refusal]) => problemOf({ number, texts, cells: addresses }, refusal, language, { [refusal.rejected]: field })),
    ...broken.map((issue) => {
      const column = String(issue.path[0] ?? '')
      const text = texts[column]
      const { message } = fieldErrorOf(issue, text, language)
      return { row: number, column, cell: addresses[column] ?? '', value: (text ?? '').slice(0, 200), message }
    }),
  ]
  return { number, texts, cells: addresses, values: parsed.data, problems }
}
