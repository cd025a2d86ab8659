import type { ListOf } from '@nightflow/projections/storage/list-query'
import { fromEnd } from '@nightflow/schemas/shared/list-page'
import { paging } from '@nightflow/schemas/shared/lists'
import { valueIn } from '@nightflow/schemas/shared/object-of'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { type AnyReport, type ReportPoint, reportPointsMax } from '@nightflow/schemas/shared/report'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { reportFile } from './report-file.ts'
import { type ReportSpan, spanOf } from './report-span.ts'

const Page = z.object({ ...paging, ...fromEnd })
export type ReportPage = z.output<typeof Page>

/** Filter and order of a report, which its pages and its files share. */
type Asked<Filter> = { filter: Filter; span: ReportSpan; context: RequestContext }

export type ReportReading<Filter, Row> = {
  fileName: string
  /** All rows in their order. They are read on a connection in a transaction of the caller's tenant. */
  rows: (database: PoolClient, asked: Asked<Filter>) => AsyncIterable<readonly Row[]>
  /** A page; without it all rows are read for each page, which only a report of few rows does. */
  page?: (database: PoolClient, asked: Asked<Filter> & { page: ReportPage }) => Promise<ListOf<Row>>
  /** Values of the chart, oldest first. */
  chart: (database: PoolClient, asked: Asked<Filter>) => Promise<ReportPoint[]>
  totals?: (
    database: PoolClient,
    asked: Asked<Filter>,
  ) => Promise<{ rows: number; isTotalBounded: boolean; sums: Record<string, number> | null }>
  /** Fewer days for some requests than the declaration has. */
  daysMaxOf?: (database: PoolClient, filter: Filter, page: ReportPage | undefined) => Promise<number>
}

/** The routes of a report: pages, chart, sums and files, from its declaration and from what reads it. */
export const reportRoutes = <const Report extends AnyReport>(
  report: Report,
  reading: ReportReading<z.output<z.ZodObject<Report['filter']>>, z.output<Report['row']>>,
): readonly Route[] => {
  const Filter: z.ZodObject<Report['filter']> = z.object(report.filter)
  const { list, chart, totals }: AnyReport['calls'] = report.calls
  const askedOf = async (request: object, context: RequestContext, page?: ReportPage) => {
    const filter = Filter.parse(request)
    const { daysMaxOf } = reading
    const max = daysMaxOf ? await context.read((database) => daysMaxOf(database, filter, page)) : report.days.max
    const span = await spanOf(request, { ...report.days, max: Math.min(max, report.days.max) }, context)
    return isRejection(span) ? span : { filter, span, context }
  }
  const sums = reading.totals
  return [
    ask(list, async (request, context) => {
      const page = Page.parse(request)
      const asked = await askedOf(request, context, page)
      if (isRejection(asked)) return asked
      return context.read(async (database) =>
        reading.page ? reading.page(database, { ...asked, page }) : pageOfRows(await wholeOf(reading.rows(database, asked)), page),
      )
    }),
    ask(chart, async (request, context) => {
      const asked = await askedOf(request, context)
      if (isRejection(asked)) return asked
      const points = await context.read((database) => reading.chart(database, asked))
      return { points: points.slice(-reportPointsMax) }
    }),
    ...(sums
      ? [
          ask(totals, async (request, context) => {
            const asked = await askedOf(request, context)
            return isRejection(asked) ? asked : context.read((database) => sums(database, asked))
          }),
        ]
      : []),
    reportFile(report, {
      fileName: reading.fileName,
      prepare: async (request, context) => {
        const asked = await askedOf(request, context)
        if (isRejection(asked)) return asked
        return {
          span: asked.span,
          rows: (database: PoolClient) => reading.rows(database, asked),
          chart: (database: PoolClient) => reading.chart(database, asked),
        }
      },
    }),
  ]
}

/** Rows of a report of few rows. */
const wholeRowsMax = 5_000

const wholeOf = async <Row>(batches: AsyncIterable<readonly Row[]>): Promise<Row[]> => {
  const rows: Row[] = []
  for await (const batch of batches) {
    rows.push(...batch)
    if (rows.length >= wholeRowsMax) break
  }
  return rows.slice(0, wholeRowsMax)
}

/** A page of rows that are known as a whole, sorted by one of their columns; what is unknown comes last. */
const pageOfRows = <Row extends object>(
  rows: readonly Row[],
  { pageNum, pageSize, from, orderByColumn = '', isAsc }: ReportPage,
): ListOf<Row> => {
  const sign = isAsc?.startsWith('desc') ? -1 : 1
  const cellOf = (row: Row): unknown => valueIn(row, orderByColumn)
  const isSorted = rows[0] !== undefined && Object.hasOwn(rows[0], orderByColumn)
  const sorted = isSorted ? rows.toSorted((one, other) => compare(cellOf(one), cellOf(other), sign)) : rows
  const start = (pageNum - 1) * pageSize
  const page =
    from === 'end'
      ? sorted
          .toReversed()
          .slice(start, start + pageSize)
          .reverse()
      : sorted.slice(start, start + pageSize)
  return { rows: page, total: rows.length, isTotalBounded: rows.length >= wholeRowsMax }
}

const compare = (one: unknown, other: unknown, sign: number): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return sign * (typeof one === 'string' ? one.localeCompare(String(other)) : Number(one) - Number(other))
}

/** Rows that are read at once, as one batch. */
export async function* whole<Row>(rows: Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  yield await rows
}
