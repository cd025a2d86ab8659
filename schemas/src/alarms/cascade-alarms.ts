import { z } from 'zod'
import { texts } from '../shared/language.ts'
import { defineReport } from '../shared/report.ts'
import { Instant, PartitionId } from '../shared/values.ts'
import { AlarmStatus } from './alarm.ts'

const permission = 'leakage:partition:read'
const path = '/prod-api/business/cascadeAlarm'
const days = { usual: 30, max: 366, last: 'today' } as const

/** Partitions are the roots of cascades, each with the alarms of its whole cascade; metering points are those below them, each with its own. */
export const CascadeMode = z.enum(['partition', 'point'])
export type CascadeMode = z.infer<typeof CascadeMode>
export const usualMode: CascadeMode = 'partition'

/** The two types of alarms of cascades. */
export const CascadeAlarmKind = z.enum(['leakage', 'night-flow'])
export type CascadeAlarmKind = z.infer<typeof CascadeAlarmKind>

export const cascadeAlarmContents = ['leakage-rate', 'leakage-volume', 'night-minimum', 'kl-ratio', 'detected-leak'] as const
export const CascadeAlarmContent = z.enum(cascadeAlarmContents)
export type CascadeAlarmContent = z.infer<typeof CascadeAlarmContent>

export const Trend = z.enum(['up', 'steady', 'down'])
export type Trend = z.infer<typeof Trend>

const filter = {
  mode: CascadeMode.optional().meta({ description: 'partitions unless set' }),
  partitionId: PartitionId.optional().meta({ description: 'only this metering point and those of its cascade' }),
}

export const CascadeAlarmRow = z.object({
  alarmKind: CascadeAlarmKind,
  pointName: z.string(),
  content: CascadeAlarmContent,
  /** In the unit of the row; a rate is in per cent. */
  value: z.number().nullable(),
  threshold: z.number().nullable(),
  unit: z.enum(['%', 'm3/h', 'm3/d', 'ratio']),
  /** Direction of the figure over the seven days up to the last day of the report; null where fewer than two days are known. */
  trend: Trend.nullable(),
  alarmTime: Instant,
  alarmStatus: AlarmStatus,
  rootName: z.string(),
  alarmId: z.int(),
  partitionId: PartitionId,
})
export type CascadeAlarmRow = z.infer<typeof CascadeAlarmRow>

/** Leakage and night flow alarms of cascades: type, measuring point, content, value, trend, time, status. */
export const cascadeAlarms = defineReport({
  name: 'cascadeAlarms',
  texts: 'alarms',
  path: `${path}/analysis`,
  permission,
  summary: 'Leakage and night flow alarms of partitions or of the metering points below them, newest first, with the trend of their figure',
  noun: 'alarm',
  id: 'alarmId',
  row: CascadeAlarmRow,
  filter: { ...filter, alarmKind: CascadeAlarmKind.optional(), alarmStatus: AlarmStatus.optional() },
  dictionaries: { alarmStatus: 'alarm_status' },
  sorts: ['alarmTime', 'alarmStatus', 'pointName'],
  days,
  chart: { values: ['leakageAlarms', 'nightFlowAlarms'] },
  columns: ['alarmKind', 'pointName', 'rootName', 'content', 'value', 'threshold', 'unit', 'trend', 'alarmTime', 'alarmStatus'],
  onPhone: ['alarmKind', 'value', 'pointName', 'alarmTime'],
  filters: ['alarmKind', 'alarmStatus', 'partitionId'],
  source: { screen: 'alarms/index', search: { alarm: 'alarmId' } },
  menu: {
    directory: 'water',
    place: 13,
    path: 'cascadeAlarms',
    component: 'reports/cascade-alarms',
    icon: 'bell',
    titles: texts('Cascade alarm analysis', '级联告警分析', 'Analyse des alarmes en cascade', 'Analisis alarm berjenjang'),
  },
})

export const CascadeFigureRow = z.object({
  pointName: z.string(),
  leakageAlarms: z.int(),
  nightFlowAlarms: z.int(),
  /** Neither answered nor over. */
  openAlarms: z.int(),
  lastAlarmTime: Instant.nullable(),
  /** Days of which supply and consumption are known; the volumes are of them. */
  daysKnown: z.int(),
  supplyLitres: z.number().nullable(),
  leakageLitres: z.number().nullable(),
  leakageRate: z.number().nullable(),
  /** Mean of the known nights. */
  nightMinimumLitresPerHour: z.number().nullable(),
  rootName: z.string(),
  partitionId: PartitionId,
})
export type CascadeFigureRow = z.infer<typeof CascadeFigureRow>

/** Leakage and alarms of each partition or metering point over the days. */
export const cascadeStatistics = defineReport({
  name: 'cascadeStatistics',
  texts: 'alarms',
  path: `${path}/statistics`,
  permission,
  summary: 'Leakage, night minimum flow and numbers of alarms of each partition, or of each metering point below them',
  noun: 'metering point',
  id: 'partitionId',
  row: CascadeFigureRow,
  filter,
  sorts: [],
  days: { ...days, last: 'yesterday' },
  chart: { values: ['supplyLitres', 'leakageLitres'] },
  columns: [
    ...(['pointName', 'leakageAlarms', 'nightFlowAlarms', 'openAlarms', 'lastAlarmTime', 'daysKnown'] as const),
    ...(['supplyLitres', 'leakageLitres', 'leakageRate', 'nightMinimumLitresPerHour'] as const),
  ],
  onPhone: ['pointName', 'leakageRate', 'leakageAlarms'],
  filters: ['partitionId'],
  source: { screen: 'leakage/index', search: { partition: 'partitionId' } },
  menu: {
    directory: 'water',
    place: 131,
    path: 'cascadeStatistics',
    component: 'reports/cascade-statistics',
    icon: 'chart-dots',
    isHidden: true,
    titles: texts('Leakage statistics', '漏损统计', 'Statistiques des fuites', 'Statistik kebocoran'),
  },
})
