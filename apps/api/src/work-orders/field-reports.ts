import { lostLitres } from '@nightflow/domain/leakage/detection/lost-volume'
import { caseMonths } from '@nightflow/domain/work-orders/case-months'
import { caseVolumes } from '@nightflow/domain/work-orders/case-volumes'
import { readCasesByMonth, readOrderFigures } from '@nightflow/projections/work-orders/field-reports'
import { type CaseFigureRow, caseReport, orderReport } from '@nightflow/schemas/work-orders/field-reports'
import type { PoolClient } from 'pg'
import type { Route } from '../http/serve.ts'
import { reportRoutes, whole } from '../resource/report-routes.ts'
import type { ReportSpan } from '../resource/report-span.ts'
import { costOf, priceOf } from './price-of-water.ts'

const caseRows = async (database: PoolClient, filter: { partitionId?: string | undefined }, span: ReportSpan): Promise<CaseFigureRow[]> => {
  const now = Date.now()
  const price = await priceOf(database)
  const months = caseMonths(await readCasesByMonth(database, filter, span), (leak) => caseVolumes(leak, now, lostLitres))
  return months.map((month) => ({ ...month, lostMinor: costOf(month.lostLitres, price), savedMinor: costOf(month.savedLitres, price) }))
}

export const fieldReportRoutes: readonly Route[] = [
  ...reportRoutes(caseReport, {
    fileName: 'leak-case-figures',
    rows: (database, { filter, span }) => whole(caseRows(database, filter, span)),
    chart: async (database, { filter, span }) =>
      (await caseRows(database, filter, span)).map((row) => ({ at: row.month, values: [row.lostLitres, row.savedLitres] })).reverse(),
  }),
  ...reportRoutes(orderReport, {
    fileName: 'work-order-figures',
    rows: (database, { filter, span }) => whole(readOrderFigures(database, filter, span)),
    chart: async (database, { filter, span }) =>
      (await readOrderFigures(database, filter, span)).map((row) => ({ at: row.month, values: [row.created, row.completed] })).reverse(),
  }),
]
