import * as sales from '@nightflow/projections/joined/sales-difference'
import { salesBills, salesDifference } from '@nightflow/schemas/leakage/sales-difference'
import type { Route } from '../http/serve.ts'
import { reportRoutes } from '../resource/report-routes.ts'

export const salesDifferenceRoutes: readonly Route[] = [
  ...reportRoutes(salesDifference, {
    fileName: 'production-sales-difference',
    page: (database, { filter, span, page }) => sales.listSalesDifferences(database, filter, span, page),
    rows: (database, { filter, span }) => sales.scanSalesDifferences(database, filter, span),
    chart: (database, { filter, span }) => sales.salesPoints(database, filter, span),
  }),
  ...reportRoutes(salesBills, {
    fileName: 'bills-of-metering-point',
    page: (database, { filter, span, page }) => sales.listSalesBills(database, filter, span, page),
    rows: (database, { filter, span }) => sales.scanSalesBills(database, filter, span),
    chart: (database, { filter, span }) => sales.salesBillPoints(database, filter, span),
  }),
]
