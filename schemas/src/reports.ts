import { agentStatements } from './agents/agent-report.ts'
import { alarmReport } from './alarms/alarm-report.ts'
import { cascadeAlarms, cascadeStatistics } from './alarms/cascade-alarms.ts'
import { postpaidReport, rechargeReport } from './billing/money-reports.ts'
import { dailyUse, groupUse, intervalUse, readingRates } from './dashboard/use-reports.ts'
import { balanceReport, balanceTable, nationalReport } from './leakage/balance-reports.ts'
import { salesBills, salesDifference } from './leakage/sales-difference.ts'
import { meterHistory } from './metering/history-report.ts'
import type { AnyReport } from './shared/report.ts'
import type { ReportName } from './shared/report-names.ts'
import { caseReport, orderReport } from './work-orders/field-reports.ts'

/** Every report, one line each. A new one is registered here. */
export const reports: Readonly<Record<ReportName, AnyReport>> = {
  historyReport: meterHistory,
  intervalUse,
  dailyUse,
  groupUse,
  readingRates,
  rechargeReport,
  postpaidReport,
  agentStatements,
  balanceReport,
  balanceTable,
  nationalReport,
  salesDifference,
  salesBills,
  alarmReport,
  cascadeAlarms,
  cascadeStatistics,
  caseReport,
  orderReport,
}
