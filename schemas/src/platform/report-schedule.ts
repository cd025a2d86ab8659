import { z } from 'zod'
import { Language } from '../shared/language.ts'
import { InUse, RowId } from '../shared/lists.ts'
import { ReportName } from '../shared/report-names.ts'
import { defineResource } from '../shared/resource.ts'
import { text } from '../shared/text.ts'

export const Recurrence = z.enum(['daily', 'weekly', 'monthly'])
export type Recurrence = z.infer<typeof Recurrence>

/** Days that a report by mail is about: the day before, the seven days before, or the calendar month before. */
export const CoveredDays = z.enum(['yesterday', 'week', 'month'])
export type CoveredDays = z.infer<typeof CoveredDays>

export const recipientsMax = 20
/** The last day of a month that every month has. */
const monthDayMax = 28

/** Formats of a report that is attached to a message. */
const MailFormat = z.enum(['pdf', 'xlsx', 'csv', 'arrow'])

/** Reports that are sent by mail. A report has the rights of the person who saved its schedule last. */
export const reportSchedules = defineResource({
  name: 'reportSchedule',
  texts: 'platform',
  noun: 'report schedule',
  path: '/prod-api/system/reportSchedule',
  permission: 'system:reportSchedule',
  id: 'reportScheduleId',
  table: 'platform.report_schedules',
  scope: 'own',
  fields: {
    scheduleName: { schema: text(50).min(1), filter: 'contains', isUnique: true },
    report: { schema: ReportName, filter: 'equals' },
    recurrence: { schema: Recurrence.default('daily'), filter: 'equals', isHalf: true },
    /** The local hour at which it is made. */
    hour: { schema: z.int32().min(0).max(23).default(6), isHalf: true },
    /** Of a weekly one: 1 is Monday. */
    weekDay: { schema: z.int32().min(1).max(7).default(1), isHalf: true },
    /** Of a monthly one. */
    monthDay: { schema: z.int32().min(1).max(monthDayMax).default(1), isHalf: true },
    covers: { schema: CoveredDays.default('yesterday'), isHalf: true },
    format: { schema: MailFormat.default('pdf'), isHalf: true },
    language: { schema: Language.default('en'), isHalf: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    /** Users with an e-mail address. */
    recipients: { schema: z.array(RowId).min(1).max(recipientsMax), isJson: true, isUnsortable: true },
    /** The filter of the report, as its address has it: `meterGroup=7`. */
    filters: { schema: text(500).default('') },
  },
  menu: {
    directory: 'report',
    place: 90,
    path: 'schedules',
    component: 'reports/schedules',
    icon: 'mail',
    titles: { en: 'Reports by mail', 'zh-CN': '报表邮件', fr: 'Rapports par e-mail', id: 'Laporan lewat email' },
    audience: 'tenant',
  },
  screen: {
    columns: ['scheduleName', 'report', 'recurrence', 'hour', 'covers', 'format', 'status', 'createTime'],
    moreColumns: ['weekDay', 'monthDay', 'language', 'filters', 'createBy'],
    onPhone: ['scheduleName', 'report', 'recurrence'],
    filters: ['scheduleName', 'report', 'status'],
    form: [
      ...([
        'scheduleName',
        'report',
        'recurrence',
        'hour',
        'weekDay',
        'monthDay',
        'covers',
        'format',
        'language',
        'status',
        'recipients',
      ] as const),
    ],
  },
})
