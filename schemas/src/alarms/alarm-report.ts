import { z } from 'zod'
import { texts } from '../shared/language.ts'
import { defineReport } from '../shared/report.ts'
import { AlarmEvent, AlarmSeverity, AlarmType } from './alarm.ts'

const Hours = z.number().nullable()

/** The alarms of one event that were raised in the days of the report. */
export const AlarmFigureRow = z.object({
  eventType: AlarmEvent,
  raised: z.int(),
  /** Neither answered nor over. */
  open: z.int(),
  answered: z.int(),
  ignored: z.int(),
  /** Over by themselves. */
  cleared: z.int(),
  escalated: z.int(),
  /** From the alarm to its first answer by a person. */
  answerMedianHours: Hours,
  answerP90Hours: Hours,
})
export type AlarmFigureRow = z.infer<typeof AlarmFigureRow>

/** Alarms by event: raised, answered, ignored, cleared, and the time to the answer. */
export const alarmReport = defineReport({
  name: 'alarmReport',
  texts: 'alarms',
  path: '/prod-api/report/alarm/figures',
  permission: 'alarms:alarm:read',
  summary: 'Alarms of the days by event: raised, open, answered, ignored, cleared, and the time to the answer',
  noun: 'event',
  id: 'eventType',
  row: AlarmFigureRow,
  filter: { alarmType: AlarmType.optional(), severity: AlarmSeverity.optional() },
  dictionaries: { eventType: 'meter_alarm_type' },
  days: { usual: 30, max: 366, last: 'today' },
  chart: { values: ['raised', 'answered'] },
  columns: [
    ...(['eventType', 'raised', 'open', 'answered', 'ignored', 'cleared', 'escalated', 'answerMedianHours', 'answerP90Hours'] as const),
  ],
  onPhone: ['eventType', 'raised', 'open'],
  filters: ['alarmType', 'severity'],
  source: { screen: 'alarms/index', search: { eventType: 'eventType' }, ofSameDays: true },
  menu: {
    directory: 'alarm',
    place: 50,
    path: 'figures',
    component: 'reports/alarm-figures',
    icon: 'chart-dots',
    titles: texts('Alarm figures', '告警指标', 'Indicateurs des alarmes', 'Angka alarm'),
  },
})
