import { z } from 'zod'
import { texts } from '../shared/language.ts'
import { defineReport } from '../shared/report.ts'
import { PartitionId } from '../shared/values.ts'
import { balanceVolumes, FigureUnit, SheetId, sheetFigures, WaterBalanceRow } from './water-balance.ts'

const permission = 'leakage:partition:read'
const filter = { partitionId: PartitionId.optional().meta({ description: 'only this metering point' }) }
/** Months that a report's days touch are whole; a year and its last month. */
const days = { usual: 90, max: 366, last: 'yesterday' } as const

export const BalanceMonthRow = z.object({ lineNo: z.string(), ...WaterBalanceRow.shape })
export type BalanceMonthRow = z.infer<typeof BalanceMonthRow>

/** The water balance of each metering point and month that the days touch, the newest month first. */
export const balanceReport = defineReport({
  name: 'balanceReport',
  texts: 'leakage',
  path: '/prod-api/business/balanceReport',
  permission,
  summary: 'Water balances of metering points in the months that the days touch, the newest month first',
  noun: 'month of a metering point',
  id: 'lineNo',
  row: BalanceMonthRow,
  filter,
  sorts: [],
  days,
  chart: { values: ['systemInputLitres', 'authorisedLitres', 'realLossesLitres'] },
  columns: [
    ...(['name', 'month', 'daysKnown', 'systemInputLitres', 'authorisedLitres', 'apparentLossesLitres'] as const),
    ...(['realLossesLitres', 'realLossesBoundLitres', 'nonRevenueShare', 'ili', 'iliBound', 'iliClass'] as const),
  ],
  onPhone: ['name', 'realLossesLitres', 'month'],
  filters: ['partitionId'],
  source: { screen: 'leakage/water-balance', search: { partition: 'partitionId', month: 'month' } },
  menu: {
    directory: 'water',
    place: 18,
    path: 'balanceReport',
    component: 'reports/balance',
    icon: 'scale',
    titles: texts('Monthly water balance', '月度水量平衡', 'Bilan hydrique mensuel', 'Neraca air bulanan'),
  },
})

export const BalanceVolumeRow = z.object({
  volume: z.enum(balanceVolumes),
  month: z.string(),
  name: z.string(),
  volumeLitres: z.number().nullable(),
  /** The true volume is within it with 95 %. */
  boundLitres: z.number().nullable(),
  inputShare: z.number().nullable(),
  daysKnown: z.int(),
  partitionId: PartitionId,
  lineNo: z.string(),
})
export type BalanceVolumeRow = z.infer<typeof BalanceVolumeRow>

/** The IWA table of one metering point, or of whole cascades, by month: one row for each volume, from the whole to its parts. */
export const balanceTable = defineReport({
  name: 'balanceTable',
  texts: 'leakage',
  path: '/prod-api/business/balanceTable',
  permission,
  summary: 'Volumes of the IWA water balance with their bounds by month; of whole cascades unless the filter names a metering point',
  noun: 'volume of a water balance',
  id: 'lineNo',
  row: BalanceVolumeRow,
  filter,
  sorts: [],
  days: { ...days, usual: 30 },
  chart: { values: ['systemInputLitres', 'authorisedLitres', 'realLossesLitres'] },
  columns: ['volume', 'name', 'month', 'volumeLitres', 'boundLitres', 'inputShare', 'daysKnown'],
  onPhone: ['volume', 'volumeLitres', 'month'],
  filters: ['partitionId'],
  source: { screen: 'leakage/water-balance', search: { partition: 'partitionId', month: 'month' } },
  menu: {
    directory: 'water',
    place: 171,
    path: 'balanceTable',
    component: 'reports/balance-table',
    icon: 'scale',
    isHidden: true,
    titles: texts('IWA balance table', 'IWA 水量平衡表', 'Tableau du bilan IWA', 'Tabel neraca IWA'),
  },
})

/** Figures of one row in their unit; shares are fractions. */
export const NationalFigureRow = z.object({
  lineNo: z.string(),
  partitionId: PartitionId,
  name: z.string(),
  month: z.string(),
  sheet: SheetId,
  figure: z.enum(sheetFigures),
  value: z.number().nullable(),
  unit: FigureUnit,
  figureClass: z.string().nullable(),
  /** The formula in the documentation, and the version of the regulation. */
  formula: z.string(),
  version: z.string(),
  isToCheck: z.boolean(),
})
export type NationalFigureRow = z.infer<typeof NationalFigureRow>

/** Every figure of the sheets of regulators, of whole cascades unless one metering point is chosen. */
export const nationalReport = defineReport({
  name: 'nationalReport',
  texts: 'leakage',
  path: '/prod-api/business/nationalReport',
  permission,
  summary: 'Figures of the sheets of regulators by metering point and month; of whole cascades unless the filter names a metering point',
  noun: 'figure',
  id: 'lineNo',
  row: NationalFigureRow,
  filter: { ...filter, sheet: SheetId.optional() },
  sorts: [],
  days: { ...days, usual: 30 },
  chart: { values: ['cjj92Share', 'areraShare', 'pdamShare'], isLine: true },
  columns: ['name', 'month', 'sheet', 'figure', 'value', 'unit', 'figureClass', 'formula', 'version', 'isToCheck'],
  onPhone: ['name', 'value', 'figure'],
  filters: ['sheet', 'partitionId'],
  source: { screen: 'leakage/water-balance', search: { partition: 'partitionId', month: 'month' } },
  menu: {
    directory: 'water',
    place: 19,
    path: 'nationalReport',
    component: 'reports/national-sheets',
    icon: 'clipboard',
    titles: texts('Regulators’ sheets', '各国监管报表', 'États réglementaires', 'Lembar regulator'),
  },
})
