import { z } from 'zod'
import { texts } from '../shared/language.ts'
import { defineReport } from '../shared/report.ts'
import { PartitionId } from '../shared/values.ts'
import { WorkOrderPriority, WorkOrderType } from './work-order.ts'

const Hours = z.number().nullable()
const times = { usual: 365, max: 1_830, last: 'today' } as const

/** Leak cases that were opened in one month. */
export const CaseFigureRow = z.object({
  month: z.string(),
  cases: z.int(),
  open: z.int(),
  repaired: z.int(),
  proven: z.int(),
  falsePositives: z.int(),
  /** False positives that were found on site. */
  dryHoles: z.int(),
  /** Opened within 90 days after a repair in the same partition. */
  repeats: z.int(),
  awarenessMedianHours: Hours,
  awarenessP90Hours: Hours,
  siteMedianHours: Hours,
  siteP90Hours: Hours,
  repairMedianHours: Hours,
  repairP90Hours: Hours,
  lostLitres: z.number(),
  savedLitres: z.number(),
  lostMinor: z.int().nullable(),
  savedMinor: z.int().nullable(),
})
export type CaseFigureRow = z.infer<typeof CaseFigureRow>

/** Times, volumes and money of leak cases by month. */
export const caseReport = defineReport({
  name: 'caseReport',
  texts: 'work-orders',
  path: '/prod-api/business/leakCase/figures',
  permission: 'work-orders:leakCase:list',
  summary: 'Leak cases by the month in which they were opened: times to awareness, site and repair, repeats, dry holes, volumes and money',
  noun: 'month',
  id: 'month',
  row: CaseFigureRow,
  filter: { partitionId: PartitionId.optional().meta({ description: 'only cases of this metering point' }) },
  days: times,
  chart: { values: ['lostLitres', 'savedLitres'] },
  columns: [
    ...(['month', 'cases', 'open', 'repaired', 'proven', 'falsePositives', 'dryHoles', 'repeats', 'awarenessMedianHours'] as const),
    ...(['awarenessP90Hours', 'siteMedianHours', 'siteP90Hours', 'repairMedianHours', 'repairP90Hours', 'lostLitres'] as const),
    ...(['savedLitres', 'lostMinor', 'savedMinor'] as const),
  ],
  onPhone: ['month', 'cases', 'savedLitres'],
  filters: ['partitionId'],
  source: { screen: 'work-orders/leak-cases', within: 'month' },
  menu: {
    directory: 'workOrder',
    place: 30,
    path: 'figures',
    component: 'work-orders/case-figures',
    icon: 'chart-dots',
    titles: texts('Leak case figures', '漏损案件指标', 'Indicateurs des fuites', 'Angka kasus kebocoran'),
  },
})

/** Work orders that were created in one month. */
export const OrderFigureRow = z.object({
  month: z.string(),
  created: z.int(),
  open: z.int(),
  onHold: z.int(),
  completed: z.int(),
  cancelled: z.int(),
  /** Open after their due date, or completed after it. */
  overdue: z.int(),
  /** Created within 90 days after an order for the same meter was completed. */
  repeats: z.int(),
  startMedianHours: Hours,
  startP90Hours: Hours,
  /** From the creation to the completion, without the time on hold. */
  completeMedianHours: Hours,
  completeP90Hours: Hours,
  workedHours: z.number(),
  costMinor: z.int(),
})
export type OrderFigureRow = z.infer<typeof OrderFigureRow>

/** Times, repeats and cost of work orders by month. */
export const orderReport = defineReport({
  name: 'orderReport',
  texts: 'work-orders',
  path: '/prod-api/business/workOrder/figures',
  permission: 'work-orders:workOrder:list',
  summary: 'Work orders by the month in which they were created: times to the start and to the end, repeats, hours and cost',
  noun: 'month',
  id: 'month',
  row: OrderFigureRow,
  filter: { orderType: WorkOrderType.optional(), priority: WorkOrderPriority.optional() },
  dictionaries: { orderType: 'work_order_type', priority: 'work_order_priority' },
  days: times,
  chart: { values: ['created', 'completed'] },
  columns: [
    ...(['month', 'created', 'open', 'onHold', 'completed', 'cancelled', 'overdue', 'repeats', 'startMedianHours'] as const),
    ...(['startP90Hours', 'completeMedianHours', 'completeP90Hours', 'workedHours', 'costMinor'] as const),
  ],
  onPhone: ['month', 'created', 'completed'],
  filters: ['orderType', 'priority'],
  source: { screen: 'work-orders/work-orders', within: 'month' },
  menu: {
    directory: 'workOrder',
    place: 40,
    path: 'orderFigures',
    component: 'reports/order-figures',
    icon: 'chart-dots',
    titles: texts('Work order figures', '工单指标', 'Indicateurs des ordres', 'Angka perintah kerja'),
  },
})
