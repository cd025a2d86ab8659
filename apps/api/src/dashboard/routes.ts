import * as dashboard from '@nightflow/schemas/dashboard/endpoints'
import * as useReports from '@nightflow/schemas/dashboard/use-reports'
import { ask, command, open, query, type Route } from '../http/serve.ts'
import { spreadsheet } from '../resource/export-routes.ts'
import { statisticsBillData } from './bill-figures.ts'
import { statisticsAlarmData, statisticsCommunicationData, statisticsUsedTotalData, topData } from './figures.ts'
import { setTenantDemo, tenantBoard } from './tenant-board.ts'
import {
  exportDailyUse,
  exportGroupUse,
  exportIntervalUse,
  findReadingRates,
  listDailyUse,
  listGroupUse,
  listIntervalUse,
} from './use-reports.ts'
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
  query(useReports.listIntervalUse, listIntervalUse),
  spreadsheet(useReports.exportIntervalUse, exportIntervalUse),
  query(useReports.listDailyUse, listDailyUse),
  spreadsheet(useReports.exportDailyUse, exportDailyUse),
  query(useReports.listGroupUse, listGroupUse),
  spreadsheet(useReports.exportGroupUse, exportGroupUse),
  query(useReports.findReadingRates, findReadingRates),
]
