import { z } from 'zod'
import { texts } from '../shared/language.ts'
import { defineReport } from '../shared/report.ts'
import { AccountNo, LocalDate, MeterNumber, PartitionId } from '../shared/values.ts'

const path = '/prod-api/business/salesDifference'
const days = { usual: 180, max: 732, last: 'yesterday' } as const

/** Months of a billing period. Periods begin with the year. */
export const BillingCycle = z.enum({ month: '1', twoMonths: '2', quarter: '3', halfYear: '6', year: '12' })
export type BillingCycle = z.infer<typeof BillingCycle>
export const usualCycle: BillingCycle = BillingCycle.enum.month

export const SalesDifferenceRow = z.object({
  name: z.string(),
  /** `YYYY-MM`, or the first and the last month of a longer period. */
  billingPeriod: z.string(),
  /** Net supply of the period; scaled from its known days where at least 90 % of them are known, otherwise unknown. */
  producedLitres: z.number().nullable(),
  /** Billed volume of the customers; a bill that was credited whole does not count. */
  soldLitres: z.number().nullable(),
  differenceLitres: z.number().nullable(),
  differenceRate: z.number().nullable(),
  days: z.int(),
  daysKnown: z.int(),
  meters: z.int(),
  metersBilled: z.int(),
  /** The smaller of the known days' share and the billed meters' share. */
  completenessShare: z.number().nullable(),
  level: z.int(),
  partitionId: PartitionId,
  periodFrom: LocalDate,
  periodTo: LocalDate,
  lineNo: z.string(),
})
export type SalesDifferenceRow = z.infer<typeof SalesDifferenceRow>

/** Production against sales of each metering point by billing period. */
export const salesDifference = defineReport({
  name: 'salesDifference',
  texts: 'leakage',
  path,
  permission: 'leakage:partition:read',
  summary: 'Net supply against billed volume of each metering point in the billing periods that the days touch, the newest period first',
  noun: 'billing period of a metering point',
  id: 'lineNo',
  row: SalesDifferenceRow,
  filter: {
    partitionId: PartitionId.optional().meta({ description: 'only this metering point' }),
    cycle: BillingCycle.optional().meta({ description: 'months of a billing period; one unless set' }),
  },
  sorts: [],
  days,
  chart: { values: ['producedLitres', 'soldLitres', 'differenceLitres'] },
  columns: [
    ...(['name', 'billingPeriod', 'producedLitres', 'soldLitres', 'differenceLitres', 'differenceRate'] as const),
    ...(['completenessShare', 'daysKnown', 'days', 'metersBilled', 'meters'] as const),
  ],
  onPhone: ['name', 'differenceRate', 'billingPeriod'],
  filters: ['partitionId', 'cycle'],
  source: { screen: 'leakage/index', search: { partition: 'partitionId', from: 'periodFrom', to: 'periodTo' } },
  menu: {
    directory: 'water',
    place: 16,
    path: 'salesDifference',
    component: 'reports/sales-difference',
    icon: 'scale',
    titles: texts('Production-sales difference', '产销差统计', 'Écart production-ventes', 'Selisih produksi-penjualan'),
  },
})

export const SalesBillRow = z.object({
  accountNo: AccountNo,
  meterNo: MeterNumber,
  month: z.string(),
  /** Volume of the bill in the month, and the part of it for the days on which the meter belonged to the metering point. */
  billedLitres: z.number(),
  countedLitres: z.number(),
  billNo: z.number().nullable(),
  lineNo: z.string(),
})
export type SalesBillRow = z.infer<typeof SalesBillRow>

/** The billed volumes of which the sales of a metering point are the sum. */
export const salesBills = defineReport({
  name: 'salesBills',
  texts: 'leakage',
  path: `${path}/bills`,
  permission: 'billing:bill:list',
  summary: 'Billed volumes of the meters of a metering point in the months that the days touch, of which its sales are the sum',
  noun: 'billed volume',
  id: 'lineNo',
  row: SalesBillRow,
  filter: { partitionId: PartitionId.optional().meta({ description: 'all cascades unless set' }) },
  sorts: [],
  days: { ...days, usual: 30 },
  chart: { values: ['billedLitres', 'countedLitres'] },
  columns: ['accountNo', 'meterNo', 'month', 'billedLitres', 'countedLitres'],
  onPhone: ['accountNo', 'countedLitres', 'month'],
  filters: ['partitionId'],
  source: { screen: 'billing/bills', wholeSearch: { accountNo: 'accountNo' }, search: { row: 'billNo' } },
  menu: {
    directory: 'billing',
    place: 24,
    path: 'salesBills',
    component: 'reports/sales-bills',
    icon: 'receipt',
    isHidden: true,
    titles: texts('Bills of a metering point', '计量点账单', 'Factures d’un point de comptage', 'Tagihan titik pengukuran'),
  },
})
