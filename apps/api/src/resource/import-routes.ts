import { randomUUID } from 'node:crypto'
import { keepFile } from '@nightflow/platform/jobs/files'
import { type ImportEndpoints, type ImportMode, type ImportOutcome, importProblemsMax } from '@nightflow/schemas/shared/import'
import type { Language } from '@nightflow/schemas/shared/language'
import { isRejection, type Rejection, type RejectionCode, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { ProblemError } from '../http/problem.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { file, type Route } from '../http/serve.ts'
import { readSpreadsheet } from '../spreadsheet/read-spreadsheet.ts'
import { spreadsheetOf } from '../spreadsheet/spreadsheet.ts'
import type { SheetRow } from '../spreadsheet/spreadsheet-thread.ts'
import { writeSpreadsheet } from '../spreadsheet/write-spreadsheet.ts'
import {
  type CheckedRow,
  checkRows,
  type FormSchema,
  fieldsOfColumns,
  type ImportRow,
  isChecked,
  problemOf,
  type Reading,
  readingOfForm,
} from './check-import.ts'
import { type Choice, choicesOf, choosing, type Dictionaries } from './choices.ts'
import { headStepsOf, templateHeadOf, valueChoicesOf } from './field-words.ts'
import { importRoute, type JobOfImport } from './import-job.ts'
import { importWords } from './import-texts.ts'

/** Data that one import needs beside the form; prepared for each. */
type Prepared<Values extends object> = {
  reading?: Reading
  /** A rule that a form cannot know, before anything is written. */
  refuse?: (values: Values) => Promise<Rejection | undefined>
  /** Writes one row. Absent where rows are events: those are checked by `refuseEach` and appended by `append`. */
  write?: (database: PoolClient, row: CheckedRow<Values>) => Promise<Rejection | undefined>
  /** The rows that are refused, with all of them known: a statement for each would take too long. */
  refuseEach?: (database: PoolClient, rows: readonly CheckedRow<Values>[]) => Promise<ReadonlyMap<CheckedRow<Values>, Rejection>>
  /** Once the rows are written, in the transaction of the command. Never called by a preview. */
  written?: (rows: readonly CheckedRow<Values>[]) => Promise<void>
  /** May the sender learn this of the row? A name that another tenant's account has is a secret of both until the row is written. */
  mayTell?: (database: PoolClient, row: CheckedRow<Values>, refusal: Rejection) => Promise<boolean>
  /** Refusals that disclose other tenants' data, counted per day; more than the limit ends the import. */
  toldBefore?: { count: number; max: number }
  /** After the last row. */
  settle?: (database: PoolClient) => Promise<void>
  /**
   * Appends the events of the rows that are imported, where rows are events: `write` only checks then. Never called by a preview. A row that
   * is refused all the same, because its thing changed meanwhile, gets its refusal; the log takes nothing back of the others.
   */
  append?: (
    rows: readonly CheckedRow<Values>[],
    onRow: () => void,
  ) => Promise<{ refusals: ReadonlyMap<CheckedRow<Values>, Rejection>; position: number }>
}

type Importing<Values extends object> = {
  noun: string
  form: FormSchema<Values>
  /** Fields whose cells hold a value of a dictionary, or its label. */
  dictionaries: Dictionaries
  /** Other fields of which the template says what they may hold. */
  choices?: (context: RequestContext) => Promise<Record<string, readonly Choice<string | number>[]>>
  /** With `updates`, rows that exist are changed; only where `canUpdate`. */
  prepare: (
    context: RequestContext,
    options: { updates: boolean; mode: ImportMode; job: JobOfImport | undefined; about: string | undefined },
  ) => Promise<Prepared<Values>>
  canUpdate?: boolean
  /** Rows of one sheet; `importRowsMax` unless set. */
  rowsMax?: number
  /** The column that a refusal is about. */
  columns: Partial<Record<RejectionCode, string>>
}

/** A browser waits for half a minute; what takes longer is undone as a whole, and a job writes it. */
const writingMillisecondsMax = 25_000
const jobMillisecondsMax = 600_000

/** The two calls of an import: an empty spreadsheet whose head is the reader's, and one that comes back filled in. */
export const importRoutes = <Values extends object>(endpoints: ImportEndpoints, importing: Importing<Values>): Route[] => {
  const fields = Object.keys(importing.form.shape)
  const { path } = endpoints.importData
  const spoken = (language: Language) => valueChoicesOf(path, pickFields(importing.form.shape, importing.dictionaries), language)
  return [
    file(endpoints.importTemplate, async ({ heads }, context) => {
      const named = namesOf(fields, { heads, path, language: context.language })
      const choices = {
        ...spoken(context.language),
        ...(await choicesOf(importing.dictionaries, context)),
        ...(await importing.choices?.(context)),
      }
      const beside = { name: importWords[context.language].choices, rows: rowsOfChoices(choices), heads: pick(named, Object.keys(choices)) }
      return { fileName: `${importing.noun}-template.xlsx`, ...(await spreadsheetOf([], { heads: named }, beside)) }
    }),
    importRoute(endpoints.importData, {
      read: async ({ updateSupport: updates }, sent): Promise<SheetRow[] | Rejection> =>
        updates && !importing.canUpdate ? rejected('request-invalid') : readSpreadsheet(sent.bytes, importing.rowsMax),
      write: async ({ mode, heads, about, updateSupport: updates }, [head, ...rows], context, job) => {
        const columns = fieldsOfColumns(head?.cells ?? [], fields, heads, headStepsOf(path, context.language))
        if (columns.every((field) => field === undefined)) return rejected('spreadsheet-heads-unknown')
        const prepared = await importing.prepare(context, { updates, mode, job, about })
        const reading = {
          ...readingOfForm(importing.form),
          ...readingOf(spoken(context.language)),
          ...readingOf(await choicesOf(importing.dictionaries, context)),
          ...prepared.reading,
        }
        const checked = await checkRows(rows, columns, { form: importing.form, reading, language: context.language })
        const ignoredHeads = (head?.cells ?? []).filter((text, at) => text !== '' && columns[at] === undefined)
        return writeRows({ path, mode, heads, checked, ignoredHeads, prepared, importing, context, job })
      },
    }),
  ]
}

/** Heads of the reader's sheet: the client's, otherwise those of the reader's language. */
const namesOf = (
  fields: readonly string[],
  { heads, path, language }: { heads: Texts | undefined; path: string; language: Language },
): Texts =>
  Object.fromEntries(fields.map((field) => [field, heads ? (heads[field] ?? field) : (templateHeadOf(path, field, language) ?? field)]))

type Texts = Record<string, string>

/** Fields whose values no dictionary names. */
const pickFields = (shape: z.ZodRawShape, dictionaries: Dictionaries): z.ZodRawShape =>
  Object.fromEntries(Object.entries(shape).filter(([field]) => !(field in dictionaries)))

/** Cells by what their dictionary says of them. */
const readingOf = (choices: Record<string, Choice[]>): Reading =>
  Object.fromEntries(Object.entries(choices).map(([field, those]) => [field, choosing(those)]))

/** Choices of each column, one below the other. */
const rowsOfChoices = (choices: Record<string, readonly Choice<string | number>[]>): Record<string, string>[] =>
  Array.from({ length: Math.max(0, ...Object.values(choices).map(({ length }) => length)) }, (_, nth) =>
    Object.fromEntries(Object.entries(choices).flatMap(([field, those]) => (those[nth] ? [[field, those[nth].label]] : []))),
  )

const pick = (texts: Record<string, string>, fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([field]) => fields.includes(field)))

type Writing<Values extends object> = {
  path: string
  mode: ImportMode
  heads: Record<string, string> | undefined
  checked: ImportRow<Values>[]
  ignoredHeads: string[]
  prepared: Prepared<Values>
  importing: Importing<Values>
  context: RequestContext
  job: JobOfImport | undefined
}

/** Ends a transaction that has shown what would happen. */
class Undone extends Error {}

/** Ends an import that probes for data of other tenants. */
class TooManyTold extends Error {}

/**
 * Writes the rows one by one, each behind a savepoint, so that the database says of every row what is wrong with it. A preview does the same
 * and undoes it, and so does an import of all rows when one of them is refused.
 */
const writeRows = async <Values extends object>(writing: Writing<Values>): Promise<Outcome<ImportOutcome> | Rejection> => {
  const { mode, checked, ignoredHeads, context } = writing
  let resultFile: string | null | Rejection = null
  let position: number | undefined
  try {
    resultFile = await context.write(async (database) => {
      await writeEach(database, writing)
      if (mode === 'preview' || (mode === 'all' && !checked.every(isChecked))) throw new Undone()
      position = await appendRows(writing, checked.filter(isChecked))
      return keepResult(database, writing, isChecked)
    })
    if (!isRejection(resultFile)) await writing.prepared.written?.(checked.filter(isChecked))
  } catch (error) {
    if (error instanceof TooManyTold) return rejected('too-fast', { retryAfterSeconds: 24 * 60 * 60 })
    if (!(error instanceof Undone)) throw error
    if (mode === 'all') resultFile = await context.write((database) => keepResult(database, writing, () => false))
  }
  if (isRejection(resultFile)) return resultFile
  const goodRows = checked.filter(isChecked)
  const good = goodRows.length
  const isWritten = resultFile !== null && (mode === 'good' || good === checked.length || position !== undefined)
  const imported = isWritten ? good : 0
  const updated = isWritten ? goodRows.filter((row) => row.isUpdate).length : 0
  const problems = checked.flatMap((row) => row.problems).slice(0, importProblemsMax)
  const counts = { total: checked.length, good, imported, updated }
  const hasPasswords = isWritten && goodRows.some((row) => row.issued !== undefined)
  const response = { ...counts, problems, ignoredHeads, resultFile, hasPasswords, job: null }
  const changed = isWritten ? goodRows.flatMap(({ number, change }) => (change ? [{ row: number, ...change }] : [])) : []
  const before = changed.map(({ row, id, before }) => ({ row, id, ...before }))
  const after = {
    ...counts,
    toldOnce: checked.filter(({ isToldOnce }) => isToldOnce).length,
    changed: changed.map(({ row, id, after }) => ({ row, id, ...after })),
  }
  return {
    response,
    ...(before.length > 0 && { before }),
    after,
    message: messageOf(counts, problems, context.language),
    ...(position !== undefined && { position }),
  }
}

/** Problems that the message names; the answer lists all of them. */
const toldProblemsMax = 10

/** How many rows were written and what was wrong with the others. Clients show it as HTML, so that no text of a cell may be a tag. */
const messageOf = (
  { total, imported, updated }: { total: number; imported: number; updated: number },
  problems: ImportOutcome['problems'],
  language: Language,
): string => {
  const { counts, updates, row, cell } = importWords[language]
  const said = problems
    .slice(0, toldProblemsMax)
    .map(
      (problem) =>
        (problem.cell === '' ? row.replace('{{row}}', String(problem.row)) : cell.replace('{{cell}}', problem.cell)) + problem.message,
    )
  const lines = [
    counts.replace('{{total}}', String(total)).replace('{{imported}}', String(imported)),
    ...(updated > 0 ? [updates.replace('{{updated}}', String(updated))] : []),
    ...said,
  ]
  return lines.map((line) => line.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)).join('<br/>')
}

const writeEach = async <Values extends object>(
  database: PoolClient,
  { mode, checked, prepared, importing, context, job }: Writing<Values>,
): Promise<void> => {
  const until = performance.now() + (job ? jobMillisecondsMax : writingMillisecondsMax)
  for (const [row, refusal] of (await prepared.refuseEach?.(database, checked.filter(isChecked))) ?? [])
    row.problems.push(problemOf(row, refusal, context.language, importing.columns))
  if (!prepared.write) return
  // Where rows are events, `write` only checks: there is nothing to undo.
  const isUndone = !prepared.append
  if (isUndone) await database.query('savepoint row')
  for (const row of checked) {
    if (!isChecked(row)) continue
    if (performance.now() > until) throw new ProblemError(rejected('too-large'))
    if (!prepared.append) job?.onRow(checked.length)
    const refusal = (await prepared.refuse?.(row.values)) ?? (await prepared.write(database, row))
    if (isUndone) await database.query(refusal ? 'rollback to savepoint row' : 'release savepoint row; savepoint row')
    if (!refusal) continue
    if (prepared.mayTell && !(await prepared.mayTell(database, row, refusal))) {
      if (mode === 'preview') continue
      row.isToldOnce = true
      const told = (prepared.toldBefore?.count ?? 0) + checked.filter(({ isToldOnce }) => isToldOnce).length
      if (prepared.toldBefore && told > prepared.toldBefore.max) throw new TooManyTold()
    }
    row.problems.push(problemOf(row, refusal, context.language, importing.columns))
  }
  await prepared.settle?.(database)
}

/** Appends what the rows are in the log; the position of the last event, undefined where rows are no events. */
const appendRows = async <Values extends object>(
  { prepared, importing, context, job }: Writing<Values>,
  rows: readonly CheckedRow<Values>[],
): Promise<number | undefined> => {
  if (!prepared.append || rows.length === 0) return undefined
  const { refusals, position } = await prepared.append(rows, () => job?.onRow(rows.length))
  for (const [row, refusal] of refusals) row.problems.push(problemOf(row, refusal, context.language, importing.columns))
  return position
}

/** Rows that are written before the process answers other requests. */
const resultRowsPerTurn = 200

async function* inBatches(rows: readonly object[]): AsyncGenerator<readonly object[]> {
  for (let first = 0; first < rows.length; first += resultRowsPerTurn) yield rows.slice(first, first + resultRowsPerTurn)
}

const keepResult = async <Values extends object>(
  database: PoolClient,
  { checked, heads, path, importing, context }: Writing<Values>,
  isWritten: (row: ImportRow<Values>) => boolean,
): Promise<string | Rejection> => {
  const words = importWords[context.language]
  const named = namesOf(Object.keys(importing.form.shape), { heads, path, language: context.language })
  const rows = checked.map((row) => {
    const said = row.problems.map(({ column, cell, message }) =>
      [named[column] ?? column, cell, message].filter((part) => part !== '').join(': '),
    )
    return {
      ...row.texts,
      ...(isWritten(row) && row.issued),
      result: [isWritten(row) ? (row.isUpdate ? words.updated : words.imported) : words.left, ...said].join('; '),
    }
  })
  const issued = rows.some((row) => 'initialPassword' in row) && { initialPassword: words.initialPassword }
  const fileId = randomUUID()
  const wording = { heads: { ...named, ...issued, result: words.result } }
  const { mediaType, bytes } = await writeSpreadsheet(inBatches(rows), wording, { signal: context.background.signal })
  const kept = { fileId, purpose: 'download', fileName: `${importing.noun}-import.xlsx`, mediaType, bytes } as const
  return (await keepFile(database, kept, context.caller.username)) ?? `${fileId}.xlsx`
}
