import { z } from 'zod'

/** Every report by its name; `reports.ts` has the declaration of each. */
export const reportNames = [
  'historyReport',
  'intervalUse',
  'dailyUse',
  'groupUse',
  'readingRates',
  'rechargeReport',
  'postpaidReport',
  'agentStatements',
  'balanceReport',
  'balanceTable',
  'nationalReport',
  'salesDifference',
  'salesBills',
  'alarmReport',
  'cascadeAlarms',
  'cascadeStatistics',
  'caseReport',
  'orderReport',
] as const
export const ReportName = z.enum(reportNames)
export type ReportName = z.infer<typeof ReportName>
