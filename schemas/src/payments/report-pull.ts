import { z } from 'zod'
import { defineResource, logVerbs } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'

/** Failed: the report of the day was not fetched after the last attempt, and a person uploads it. */
export const ReportPullStatus = z.enum({ waiting: '0', done: '1', failed: '2' })

/** Minutes before each further attempt to fetch a report. */
export const reportPauseMinutes = [15, 60, 180] as const
/** Reports of a day are fetched from this hour of the next one on, by the clock of the utility. */
export const reportHour = 3

/** Reports that are fetched from payment platforms each day, and what their comparison found. */
export const paymentReportPulls = defineResource({
  name: 'paymentReportPull',
  texts: 'payments',
  noun: 'report of a payment platform',
  path: '/prod-api/business/paymentReportPull',
  permission: 'payments:reportPull',
  verbs: logVerbs,
  id: 'pullId',
  table: 'platform.payment_report_pulls',
  scope: 'own',
  fields: {
    platformName: { schema: text(50), filter: 'contains' },
    day: { schema: text(10) },
    status: { schema: ReportPullStatus, filter: 'equals', dictionary: 'payment_report_status' },
    attempts: { schema: z.int() },
    lineCount: { schema: z.int() },
    matched: { schema: z.int() },
    settled: { schema: z.int() },
    theirs: { schema: z.int() },
    ours: { schema: z.int() },
    detail: { schema: z.string() },
    createTime: { schema: Instant },
  },
  menu: {
    directory: 'payment',
    place: 45,
    path: 'paymentReportPull',
    component: 'payments/payment-report-pull',
    icon: 'clipboard',
    titles: { en: 'Daily platform reports', 'zh-CN': '平台日报', fr: 'Relevés quotidiens', id: 'Laporan harian platform' },
    audience: 'tenant',
  },
  screen: {
    columns: ['platformName', 'day', 'status', 'lineCount', 'matched', 'settled', 'theirs', 'ours', 'createTime'],
    moreColumns: ['attempts', 'detail'],
    filters: ['platformName', 'status', 'createdWithin'],
    onPhone: ['platformName', 'day', 'status'],
  },
})
