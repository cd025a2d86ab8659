import { historyPoints, listMeterHistory, scanMeterHistory } from '@nightflow/projections/metering/history-report'
import { meterHistory } from '@nightflow/schemas/metering/history-report'
import { reportRoutes } from '../resource/report-routes.ts'

export const historyReportRoutes = reportRoutes(meterHistory, {
  fileName: 'reading-history',
  page: (database, { filter, span, page: { pageNum: page, pageSize: limit, from, isAsc } }) =>
    listMeterHistory(database, filter, span, { page, limit, from, direction: isAsc?.startsWith('desc') ? 'desc' : 'asc' }),
  rows: (database, { filter, span }) => scanMeterHistory(database, filter, span),
  chart: (database, { filter, span }) => historyPoints(database, filter, span),
})
