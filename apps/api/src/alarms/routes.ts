import { listAlarms } from '@nightflow/projections/alarms/alarm-queries'
import { findAlarmTrends } from '@nightflow/schemas/alarms/alarm-trend'
import * as alarms from '@nightflow/schemas/alarms/endpoints'
import { ask, command, query, type Route } from '../http/serve.ts'
import { spreadsheet } from '../resource/export-routes.ts'
import { alarmReportRoutes } from './alarm-report.ts'
import { alarmRuleRoutes } from './alarm-rules.ts'
import { answerTrends } from './alarm-trends.ts'
import {
  alarmCommandRoutes,
  cleanNotice,
  exportAlarms,
  findAlarm,
  findSelectedAlarms,
  listAlarmHistory,
  listNotice,
  viewAllNotice,
  viewNotice,
} from './answer-alarms.ts'
import { cascadeAlarmRoutes } from './cascade-alarms.ts'
import { streamNotices } from './stream-notices.ts'

export const alarmRoutes: readonly Route[] = [
  query(alarms.listAlarms, listAlarms),
  spreadsheet(alarms.exportAlarms, exportAlarms),
  ask(alarms.listNotice, listNotice),
  ask(alarms.findAlarm, findAlarm),
  query(alarms.listAlarmHistory, listAlarmHistory),
  ...alarmCommandRoutes,
  ask(alarms.findSelectedAlarms, findSelectedAlarms),
  command(alarms.viewNotice, viewNotice),
  command(alarms.cleanNotice, cleanNotice),
  command(alarms.viewAllNotice, viewAllNotice),
  streamNotices,
  ask(findAlarmTrends, answerTrends),
  ...alarmRuleRoutes,
  ...alarmReportRoutes,
  ...cascadeAlarmRoutes,
]
