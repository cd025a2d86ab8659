import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { texts } from '../shared/language.ts'
import { RowId } from '../shared/lists.ts'
import { defineReport } from '../shared/report.ts'
import { text } from '../shared/text.ts'
import { LocalDate } from '../shared/values.ts'

/**
 * Reports of metered use: by meter, by day, and by meter group. Without days, a report is of the last thirty that are over. Use is what counts: an
 * estimated or edited day in place of what was measured. Null is unknown, never zero.
 */
const path = '/prod-api/business/useReport'
const permission = 'metering:readings:read'
const Figure = z.number().nullable()

/** Days of one report; a year and a day. */
export const reportDaysMax = 366
const days = { usual: 30, max: reportDaysMax, last: 'yesterday' } as const

/** Days of meters that a report sorted by use reads: a second or two. */
const meterDaysMax = 4_000_000
const monthDays = 31

/** Days of a report of so many meters that is sorted by use; fewer than of other reports where the meters are many. */
export const daysByUseMax = (meters: number): number =>
  Math.max(monthDays, Math.min(reportDaysMax, Math.floor(meterDaysMax / Math.max(1, meters))))

const group = { meterGroup: RowId.optional().meta({ description: 'only meters of this group' }) }

export const IntervalUseRow = z.object({
  meterNo: z.string(),
  meterName: z.string().nullable(),
  meterGroupName: z.string().nullable(),
  usedLitres: Figure,
  meanDailyLitres: Figure,
  maximumDailyLitres: Figure,
  /** Days of which the use is known. */
  daysKnown: z.int(),
  /** Those of them that a person estimated or edited. */
  daysStated: z.int(),
  /** Known days as a share of the days in service. */
  readingRate: Figure,
})
export type IntervalUseRow = z.infer<typeof IntervalUseRow>
export const intervalUseFilter = { meterNo: text(64).optional(), ...group }

/** Use of each meter in the days of an interval. Sorted by use it reads at most four million days of meters, or a month. */
export const intervalUse = defineReport({
  name: 'intervalUse',
  texts: 'dashboard',
  path: `${path}/interval`,
  permission,
  summary:
    'What each meter counted in the days of an interval, with its reading rate; sorted by use, of at most four million days of meters, or a month',
  noun: 'meter',
  id: 'meterNo',
  row: IntervalUseRow,
  filter: intervalUseFilter,
  sorts: ['meterNo', 'meterName', 'usedLitres', 'meanDailyLitres', 'maximumDailyLitres', 'daysKnown', 'daysStated', 'readingRate'],
  days,
  chart: { values: ['usedLitres'] },
  columns: [
    ...(['meterNo', 'meterName', 'meterGroupName', 'usedLitres', 'meanDailyLitres'] as const),
    ...(['maximumDailyLitres', 'daysKnown', 'daysStated', 'readingRate'] as const),
  ],
  onPhone: ['meterNo', 'usedLitres', 'meterName'],
  filters: ['meterNo', 'meterGroup'],
  source: { screen: 'devices/meter', params: { number: 'meterNo' } },
  menu: {
    directory: 'report',
    place: 10,
    path: 'interval',
    component: 'reports/interval-use',
    icon: 'list',
    titles: texts('Interval statistics', '区间用水统计', 'Consommation par période', 'Statistik periode'),
  },
})

export const DailyUseRow = z.object({
  day: LocalDate,
  usedLitres: Figure,
  /** Use of a meter of which the day is known. */
  meanMeterLitres: Figure,
  metersKnown: z.int(),
  /** Those of them of which a person estimated or edited the day. */
  metersStated: z.int(),
  meters: z.int(),
  readingRate: Figure,
})
export type DailyUseRow = z.infer<typeof DailyUseRow>
export const dailyUseFilter = { ...group }

/** Use of customers on each day, newest first. */
export const dailyUse = defineReport({
  name: 'dailyUse',
  texts: 'dashboard',
  path: `${path}/daily`,
  permission,
  summary: 'What customers’ meters counted on each day, newest first, with the reading rate',
  noun: 'day',
  id: 'day',
  row: DailyUseRow,
  filter: dailyUseFilter,
  days,
  chart: { values: ['usedLitres'] },
  columns: ['day', 'usedLitres', 'meanMeterLitres', 'metersKnown', 'metersStated', 'meters', 'readingRate'],
  onPhone: ['day', 'usedLitres', 'readingRate'],
  filters: ['meterGroup'],
  source: { screen: 'reports/interval-use', within: 'day' },
  menu: {
    directory: 'report',
    place: 20,
    path: 'daily',
    component: 'reports/daily-use',
    icon: 'droplet',
    titles: texts('Daily water use', '日用水量', 'Consommation journalière', 'Pemakaian harian'),
  },
})

export const GroupUseRow = z.object({
  meterGroupId: z.int(),
  meterGroupName: z.string(),
  meters: z.int(),
  usedLitres: Figure,
  /** Of a meter and day. */
  meanDailyLitres: Figure,
  /** Known days of meters that a person estimated or edited. */
  daysStated: z.int(),
  /** Share of the use of all groups. */
  useShare: Figure,
  readingRate: Figure,
})
export type GroupUseRow = z.infer<typeof GroupUseRow>
export const groupUseFilter = { meterGroupName: text(50).optional() }

/** Use of the meters of each group in the days of an interval, the largest use first. */
export const groupUse = defineReport({
  name: 'groupUse',
  texts: 'dashboard',
  path: `${path}/group`,
  permission,
  summary: 'What the meters of each group counted in the days of an interval, the largest use first',
  noun: 'group',
  id: 'meterGroupId',
  row: GroupUseRow,
  filter: groupUseFilter,
  days,
  chart: { values: ['usedLitres'] },
  columns: ['meterGroupName', 'meters', 'usedLitres', 'useShare', 'meanDailyLitres', 'daysStated', 'readingRate'],
  onPhone: ['meterGroupName', 'usedLitres', 'useShare'],
  filters: ['meterGroupName'],
  source: { screen: 'reports/daily-use', search: { meterGroup: 'meterGroupId' }, ofSameDays: true },
  menu: {
    directory: 'report',
    place: 30,
    path: 'group',
    component: 'reports/group-use',
    icon: 'stack',
    titles: texts('Group statistics', '分组统计', 'Statistiques par groupe', 'Statistik kelompok'),
  },
})

/** Windows over which the reading rate is computed. */
export const rateDays = [30, 180] as const

export const ReadingRateRow = z.object({
  day: LocalDate,
  meters: z.int(),
  metersKnown: z.int(),
  metersMissing: z.int(),
  /** Of the day, and of the 30 and 180 days up to it. */
  readingRate: Figure,
  reading30Rate: Figure,
  reading180Rate: Figure,
})
export type ReadingRateRow = z.infer<typeof ReadingRateRow>

/** The reading rate of each day and of the 30 and 180 days that end with it. */
export const readingRates = defineReport({
  name: 'readingRates',
  texts: 'dashboard',
  path: `${path}/readingRates`,
  permission,
  summary: 'Reading rate of customers’ meters on each day, and over the 30 and 180 days up to it, newest first',
  noun: 'day',
  id: 'day',
  row: ReadingRateRow,
  filter: {},
  days: { ...days, usual: rateDays[1] },
  chart: { values: ['readingRate', 'reading30Rate', 'reading180Rate'], isLine: true },
  columns: ['day', 'metersKnown', 'metersMissing', 'meters', 'readingRate', 'reading30Rate', 'reading180Rate'],
  onPhone: ['day', 'readingRate', 'metersMissing'],
  filters: [],
  source: { screen: 'reports/interval-use', within: 'day', fixed: { sort: 'readingRate.asc' } },
  menu: {
    directory: 'report',
    place: 35,
    path: 'readingRate',
    component: 'reports/reading-rates',
    icon: 'gauge',
    titles: texts('Reading rate', '抄表率', 'Taux de relève', 'Tingkat pembacaan'),
  },
})

export const findReadingRates = endpoint({
  method: 'GET',
  path: `${path}/readingRates`,
  permission,
  summary: 'Reading rate of customers’ meters over the last 30 and 180 days',
  request: z.object({}),
  response: z.object({ rates: z.array(z.object({ days: z.int(), share: Figure })) }),
})
