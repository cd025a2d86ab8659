import * as cascades from '@nightflow/projections/joined/cascade-alarms'
import { cascadeAlarms, cascadeStatistics } from '@nightflow/schemas/alarms/cascade-alarms'
import type { Route } from '../http/serve.ts'
import { reportRoutes } from '../resource/report-routes.ts'

export const cascadeAlarmRoutes: readonly Route[] = [
  ...reportRoutes(cascadeAlarms, {
    fileName: 'cascade-alarms',
    page: (database, { filter, span, page }) => cascades.listCascadeAlarms(database, filter, span, page),
    rows: (database, { filter, span }) => cascades.scanCascadeAlarms(database, filter, span),
    chart: (database, { filter, span }) => cascades.cascadeAlarmPoints(database, filter, span),
  }),
  ...reportRoutes(cascadeStatistics, {
    fileName: 'leakage-statistics',
    page: (database, { filter, span, page }) => cascades.listCascadeFigures(database, filter, span, page),
    rows: (database, { filter, span }) => cascades.scanCascadeFigures(database, filter, span),
    chart: (database, { filter, span }) => cascades.cascadeFigurePoints(database, filter, span),
  }),
]
