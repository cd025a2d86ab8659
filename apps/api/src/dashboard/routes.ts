import * as dashboard from '@nightflow/schemas/dashboard/endpoints'
import { ask, command, open, query, type Route } from '../http/serve.ts'
import { statisticsBillData } from './bill-figures.ts'
import { statisticsAlarmData, statisticsCommunicationData, statisticsUsedTotalData, topData } from './figures.ts'
import { setTenantDemo, tenantBoard } from './tenant-board.ts'
import { useReportRoutes } from './use-reports.ts'
import { makeViewLink, readWallScreen, wallScreenByLink } from './wall-screen.ts'

export const dashboardRoutes: readonly Route[] = [
  query(dashboard.topData, topData),
  query(dashboard.statisticsUsedTotalData, statisticsUsedTotalData),
  query(dashboard.statisticsBillData, statisticsBillData),
  query(dashboard.statisticsCommunicationData, statisticsCommunicationData),
  query(dashboard.statisticsAlarmData, statisticsAlarmData),
  ask(dashboard.tenantBoard, tenantBoard),
  command(dashboard.setTenantDemo, setTenantDemo),
  query(dashboard.wallScreen, readWallScreen),
  open(dashboard.wallScreenByLink, wallScreenByLink),
  command(dashboard.makeViewLink, makeViewLink),
  ...useReportRoutes,
]
