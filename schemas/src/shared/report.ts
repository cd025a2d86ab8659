import { z } from 'zod'
import { totalsOf } from './calls-of-resource.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { spreadsheetMediaType } from './import.ts'
import { boundedTotal, fromEnd } from './list-page.ts'
import { createdWithin, paging, wording } from './lists.ts'
import type { MenuPage } from './menu-page.ts'
import { type Name, objectOf } from './object-of.ts'
import type { Permission } from './permissions.ts'

/** Files that a report is exported as. CSV and Arrow name a field as the API does, and take any number of rows. */
export const ReportFormat = z.enum(['xlsx', 'csv', 'arrow', 'pdf'])
export type ReportFormat = z.infer<typeof ReportFormat>
export const mediaTypeOfReport: Readonly<Record<ReportFormat, string>> = {
  xlsx: spreadsheetMediaType,
  csv: 'text/csv',
  arrow: 'application/vnd.apache.arrow.stream',
  pdf: 'application/pdf',
}

/** Rows of a PDF, which a person reads: a hundred pages. */
export const pdfRowsMax = 5_000

/** Local days of one report: so many unless the request names them, at most `max`, up to and including the `last` one. */
export type ReportDays = { usual: number; max: number; last: 'today' | 'yesterday' }

/** Where the first column of a row leads: a screen, with words of the address from fields of the row or as they are. */
export type ReportSource<Field extends string> = {
  screen: string
  params?: Readonly<Record<string, Field>>
  /** Word of the address by field of the row. `=` before it looks for the whole text. */
  search?: Readonly<Record<string, Field>>
  wholeSearch?: Readonly<Record<string, Field>>
  /** Words that are the same for each row. */
  fixed?: Readonly<Record<string, string>>
  /** A field of the row with a month or a day: the list is of its days. */
  within?: Field
  /** The list is of the days of the report. */
  ofSameDays?: true
}

/** Values over the days or months of a report, as a chart over its table. */
export type ReportChart<Field extends string> = { values: readonly [Field, ...Field[]]; isLine?: true }

const Point = z.object({
  /** `YYYY-MM-DD`, or `YYYY-MM` for a month. */
  at: z.string(),
  values: z.array(z.number().nullable()).max(4),
})
export type ReportPoint = z.infer<typeof Point>
export const reportPointsMax = 400

type Declared<Row extends z.ZodRawShape, Filter extends z.ZodRawShape> = {
  /** Texts of the screen are `<texts>:<name>.title`. */
  name: string
  texts: string
  path: `/prod-api/${string}`
  permission: Permission
  /** Of the files; `permission` unless set. */
  exportPermission?: Permission
  summary: string
  /** One row in summaries. */
  noun: string
  /** Names a row. */
  id: NoInfer<Name<Row>>
  row: z.ZodObject<Row>
  filter: Filter
  /** The dictionary that a field's values are words of. */
  dictionaries?: Readonly<Record<string, string>>
  /** Fields that the list is sorted by; all unless set. */
  sorts?: readonly NoInfer<Name<Row>>[]
  /** Fields of which the list shows sums over all rows. */
  totals?: readonly NoInfer<Name<Row>>[]
  days: ReportDays
  chart: ReportChart<string>
  columns: readonly NoInfer<Name<Row>>[]
  onPhone?: readonly NoInfer<Name<Row>>[]
  /** Fields of the filter in order; the span of days comes last. */
  filters: readonly NoInfer<Name<Filter>>[]
  source: ReportSource<NoInfer<Name<Row>>>
  menu: Omit<MenuPage, 'needs' | 'buttons' | 'shows'>
}

const callsOf = <Row extends z.ZodRawShape, Filter extends z.ZodRawShape>(declared: Declared<Row, Filter>) => {
  const { path, permission, summary, noun, filter, row, sorts } = declared
  return {
    list: endpoint({
      method: 'GET',
      path: `${path}/list`,
      permission,
      summary,
      envelope: 'rows',
      ...(sorts && { sorts }),
      request: z.object({ ...filter, ...createdWithin, ...paging, ...fromEnd }),
      response: z.object({ rows: z.array(row), ...boundedTotal }),
    }),
    chart: endpoint({
      method: 'GET',
      path: `${path}/chart`,
      permission,
      summary: `${summary}: the values of its chart by day or month, oldest first`,
      request: z.object({ ...filter, ...createdWithin }),
      response: z.object({ points: z.array(Point).max(reportPointsMax) }),
    }),
    exportRows: endpoint({
      method: 'POST',
      path: `${path}/export`,
      permission: declared.exportPermission ?? permission,
      summary: `All ${noun}s that the filter leaves, as a spreadsheet, CSV, Arrow or a PDF of at most ${pdfRowsMax} rows`,
      envelope: 'file',
      fileTypes: Object.values(mediaTypeOfReport),
      request: z.object({ ...filter, ...createdWithin, ...wording, format: ReportFormat.default('xlsx') }),
      response: z.object({}),
    }),
    totals: totalsOf({ path, permission, noun, filter }),
  }
}

/**
 * A report: rows over local days that people filter, see as a chart, export and have sent by mail. From this one declaration derive the calls, the
 * menu entry, the screen, the files and the schedules. `reports.ts` lists all of them.
 */
export const defineReport = <const Row extends z.ZodRawShape, const Filter extends z.ZodRawShape>(declared: Declared<Row, Filter>) => ({
  ...declared,
  calls: callsOf(declared),
})

/** The parts of a report that code which works with all of them needs. */
export type AnyReport = {
  name: string
  texts: string
  path: `/prod-api/${string}`
  permission: Permission
  exportPermission?: Permission
  id: string
  row: z.ZodObject
  filter: z.ZodRawShape
  dictionaries?: Readonly<Record<string, string>>
  totals?: readonly string[]
  days: ReportDays
  chart: ReportChart<string>
  columns: readonly string[]
  onPhone?: readonly string[]
  filters: readonly string[]
  source: ReportSource<string>
  menu: Omit<MenuPage, 'needs' | 'buttons' | 'shows'>
  calls: { list: Endpoint; chart: Endpoint; exportRows: Endpoint; totals: Endpoint }
}

/** The calls of reports for their context: `listDailyUse`, `chartDailyUse`, `exportDailyUse`, `sumDailyUse`. */
export const callsOfReports = (...reports: readonly AnyReport[]): Readonly<Record<string, Endpoint>> =>
  objectOf(
    reports.flatMap(({ name, totals, calls }) => {
      const title = name.charAt(0).toUpperCase() + name.slice(1)
      return [
        [`list${title}`, calls.list] as const,
        [`chart${title}`, calls.chart] as const,
        [`export${title}`, calls.exportRows] as const,
        ...(totals ? [[`sum${title}`, calls.totals] as const] : []),
      ]
    }),
  )

/** The page of a report in the menu. */
export const pageOfReport = ({ menu, permission, path }: Pick<AnyReport, 'menu' | 'permission' | 'path'>): MenuPage => ({
  ...menu,
  needs: permission,
  buttons: [],
  shows: [path],
})
