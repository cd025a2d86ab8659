import { alarmPoints, readAlarmFigures } from '@nightflow/projections/alarms/alarm-report'
import { alarmReport } from '@nightflow/schemas/alarms/alarm-report'
import { reportRoutes, whole } from '../resource/report-routes.ts'

export const alarmReportRoutes = reportRoutes(alarmReport, {
  fileName: 'alarm-figures',
  rows: (database, { filter, span }) => whole(readAlarmFigures(database, filter, span)),
  chart: (database, { filter, span }) => alarmPoints(database, filter, span),
})
