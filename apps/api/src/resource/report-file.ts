import { dateOfDay } from '@nightflow/domain/shared/local-time'
import type { ReportColumn, ReportDocument } from '@nightflow/domain/shared/report-document'
import { valueIn } from '@nightflow/schemas/shared/object-of'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { type AnyReport, mediaTypeOfReport, pdfRowsMax, ReportFormat, type ReportPoint } from '@nightflow/schemas/shared/report'
import { quantityOf } from '@nightflow/schemas/shared/units-of-fields'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { namePeopleInPages } from '../http/name-people.ts'
import type { Row } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { writeCsv } from '../http/write-csv.ts'
import { wordingOf } from './choices.ts'
import { type ExportRoute, type MadeFile, madeFile, type StreamedFile, spreadsheet } from './export-routes.ts'
import { pageTitleOf, wordingIn } from './field-words.ts'
import { issuerOf, papersOf } from './papers.ts'
import type { ReportSpan } from './report-span.ts'
import { columnsOfRow } from './row-columns.ts'

type Rows = AsyncIterable<readonly Row[]>
type Prepared = { span: ReportSpan; rows: (database: PoolClient) => Rows; chart: (database: PoolClient) => Promise<ReportPoint[]> }
type Source = { fileName: string; prepare: (request: object, context: RequestContext) => Promise<Prepared | Rejection> }

const Wanted = z.object({ format: ReportFormat.default('xlsx') })

/** The file of a report in the format that the request names. */
export const reportFile = (report: AnyReport, { fileName, prepare }: Source): ExportRoute => {
  const { exportRows } = report.calls
  const sheet = spreadsheet(exportRows, async (request, context) => {
    const prepared = await prepare(request, context)
    if (isRejection(prepared)) return prepared
    const wording = await wordingOf(report.dictionaries ?? {}, request, context)
    return { fileName: `${fileName}.xlsx`, wording, row: report.row, rows: prepared.rows }
  })
  return madeFile(exportRows, async (request, context) => {
    const { format } = Wanted.parse(request)
    if (format === 'xlsx') return sheet.prepare(request, context)
    const prepared = await prepare(request, context)
    if (isRejection(prepared)) return prepared
    const name = `${fileName}.${format}`
    return format === 'pdf' ? pdfOf(report, name, prepared, context, request) : streamOf(report, name, format, prepared, context)
  })
}

/** CSV and Arrow: the fields of the API, in as many rows as there are. */
const streamOf = (
  { row }: AnyReport,
  fileName: string,
  format: 'csv' | 'arrow',
  { rows }: Prepared,
  context: RequestContext,
): StreamedFile => ({
  fileName,
  mediaType: mediaTypeOfReport[format],
  write: async function* (database, onRows) {
    const columns = columnsOfRow(row)
    const counted = countedPages(namePeopleInPages(row, rows(database), context), onRows)
    if (format === 'csv') yield* writeCsv(columns, counted)
    else {
      const { writeArrow } = await import('../http/write-arrow.ts')
      yield* writeArrow(columns, counted)
    }
  },
})

async function* countedPages(pages: Rows, onRows: (rows: number) => void): AsyncGenerator<readonly Row[]> {
  let count = 0
  for await (const page of pages) {
    count += page.length
    yield page
    onRows(count)
  }
}

/** The table with its head, its filter and its chart, for a person to read or to print. */
const pdfOf = (report: AnyReport, fileName: string, prepared: Prepared, context: RequestContext, request: object): MadeFile => ({
  make: async ({ onRows }) => {
    const { language } = context
    const issuer = await issuerOf(context)
    const { words = {}, nameOf } = wordingIn(await wordingOf(report.dictionaries ?? {}, {}, context), {
      path: report.path,
      language,
      row: report.row,
    })
    const shape = columnsOfRow(report.row)
    const columns = report.columns.map((name) => columnOf(name, nameOf?.(name) ?? name, shape.find((each) => each.name === name)?.kind))
    const rows: ReportDocument['rows'][number][] = []
    const points = await context.read((database) => prepared.chart(database))
    const isTooLong = await context.read(async (database) => {
      for await (const page of namePeopleInPages(report.row, prepared.rows(database), context)) {
        if (rows.length + page.length > pdfRowsMax) return true
        for (const row of page) rows.push(report.columns.map((name) => cellOf(valueIn(row, name), words[name])))
        onRows?.(rows.length)
      }
      return false
    })
    if (isTooLong) return rejected('export-too-large', { rows: pdfRowsMax })
    const { first, last, timeZone } = prepared.span
    const series = report.chart.values.map((name) => columnOf(name, nameOf?.(name) ?? name, 'number'))
    const bytes = await papersOf(context).report(
      { issuer, language },
      {
        title: pageTitleOf(report, language),
        from: dateOfDay(first),
        to: dateOfDay(last),
        timeZone,
        filters: filtersOf(report, request, words, nameOf),
        chart: { series, points },
        columns,
        rows,
      },
    )
    return { fileName, mediaType: mediaTypeOfReport.pdf, bytes }
  },
})

type Words = Readonly<Record<string, string>> | undefined

const cellOf = (value: unknown, words: Words): ReportDocument['rows'][number][number] => {
  if (value === null || value === undefined) return null
  if (words && Object.hasOwn(words, String(value))) return words[String(value)] ?? null
  return typeof value === 'number' || typeof value === 'string' ? value : String(value)
}

/** How the paper writes a field: the name of a figure carries its unit. */
const columnOf = (name: string, head: string, kind: string | undefined): ReportColumn => {
  const quantity = quantityOf(name)
  const bare = quantity ? head.replace(` (${quantity.ownUnit})`, '') : head
  if (quantity) return { head: `${bare} (${quantity.unit})`, kind: 'number', per: quantity.per, decimals: quantity.decimals }
  if (name.endsWith('Minor')) return { head, kind: 'money' }
  if (name.endsWith('Rate') || name.endsWith('Share')) return { head, kind: 'share' }
  if (kind === 'date' || kind === 'instant') return { head, kind: kind === 'date' ? 'day' : 'instant' }
  if (name === 'month' || name === 'period') return { head, kind: 'month' }
  return kind === 'number' ? { head, kind: 'number' } : { head, kind: 'text' }
}

/** The filter of the rows in words. */
const filtersOf = (
  { filter }: AnyReport,
  request: object,
  words: Readonly<Record<string, Words>>,
  nameOf: ((field: string) => string | undefined) | undefined,
): string[] =>
  Object.keys(filter).flatMap((name) => {
    const value = valueIn(request, name)
    return value === undefined || value === '' ? [] : [`${nameOf?.(name) ?? name}: ${cellOf(value, words[name]) ?? ''}`]
  })
