import * as reports from '@nightflow/projections/billing/money-reports'
import { postpaidReport, rechargeReport } from '@nightflow/schemas/billing/money-reports'
import type { Route } from '../http/serve.ts'
import { reportRoutes } from '../resource/report-routes.ts'
import { namedFor } from './named-holders.ts'

/** Pages and files of the postpaid detail name the holders for callers who may see accounts. */
export const moneyReportRoutes: readonly Route[] = [
  ...reportRoutes(rechargeReport, {
    fileName: 'recharge-statistics',
    page: (database, { filter, span, page }) => reports.listRecharges(database, { ...filter, ...page }, span),
    rows: (database, { filter, span }) => reports.scanRecharges(database, filter, span),
    chart: (database, { filter, span }) => reports.rechargePoints(database, filter, span),
    totals: (database, { filter, span }) => reports.sumRecharges(database, filter, span),
  }),
  ...reportRoutes(postpaidReport, {
    fileName: 'postpaid-detail',
    page: async (database, { filter, span, page, context }) => {
      const found = await reports.listPostpaid(database, { ...filter, ...page }, span)
      return { ...found, rows: await namedFor(context)(database, found.rows) }
    },
    rows: async function* (database, { filter, span, context }) {
      for await (const rows of reports.scanPostpaid(database, filter, span)) yield namedFor(context)(database, rows)
    },
    chart: (database, { filter, span }) => reports.postpaidPoints(database, filter, span),
    totals: (database, { filter, span }) => reports.sumPostpaid(database, filter, span),
  }),
]
