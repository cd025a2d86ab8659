import * as reports from '@nightflow/projections/joined/balance-reports'
import { balanceReport, balanceTable, nationalReport } from '@nightflow/schemas/leakage/balance-reports'
import type { Route } from '../http/serve.ts'
import { reportRoutes } from '../resource/report-routes.ts'

export const balanceReportRoutes: readonly Route[] = [
  ...reportRoutes(balanceReport, {
    fileName: 'water-balance',
    page: (database, { filter, span, page: { pageNum: page, pageSize: limit, from } }) =>
      reports.listBalanceMonths(database, filter, span, { page, limit, from }),
    rows: (database, { filter, span }) => reports.scanBalanceMonths(database, filter, span),
    chart: (database, { filter, span }) => reports.balancePoints(database, filter, span),
  }),
  ...reportRoutes(balanceTable, {
    fileName: 'iwa-balance',
    rows: (database, { filter, span }) => reports.scanBalanceVolumes(database, filter, span),
    chart: (database, { filter, span }) => reports.balancePoints(database, filter, span),
  }),
  ...reportRoutes(nationalReport, {
    fileName: 'regulators-sheets',
    rows: (database, { filter, span }) => reports.scanNationalFigures(database, filter, span),
    chart: (database, { filter, span }) => reports.nationalPoints(database, filter, span),
  }),
]
