import { z } from 'zod'
import { texts } from '../shared/language.ts'
import { RowId } from '../shared/lists.ts'
import { defineReport } from '../shared/report.ts'
import { text } from '../shared/text.ts'
import { Instant, LocalDate } from '../shared/values.ts'

/** Days of one history: the data window of the specification. */
export const historyDaysMax = 30
const Figure = z.number().nullable()

/** A meter on a local day of its zone. Null is unknown, never zero. */
export const MeterHistoryRow = z.object({
  /** Meter and day, which identify the row. */
  lineNo: z.string(),
  meterNo: z.string(),
  meterName: z.string().nullable(),
  meterGroupName: z.string().nullable(),
  day: LocalDate,
  /** Readings of the day, and the last of them. */
  readings: z.int(),
  lastReadingAt: Instant.nullable(),
  registerLitres: Figure,
  usedLitres: Figure,
  /** Hours of which the use is known. */
  knownHours: z.int(),
})
export type MeterHistoryRow = z.infer<typeof MeterHistoryRow>
export const historyFilter = {
  meterNo: text(64).optional(),
  meterGroup: RowId.optional().meta({ description: 'only meters of this group' }),
}

/** Readings and use of each meter on each day. */
export const meterHistory = defineReport({
  name: 'historyReport',
  texts: 'metering',
  path: '/prod-api/business/historyReport',
  permission: 'metering:readings:read',
  summary: 'What each meter read and used on each day, by meter and day, of at most 30 days',
  noun: 'day of a meter',
  id: 'lineNo',
  row: MeterHistoryRow,
  filter: historyFilter,
  sorts: ['meterNo'],
  days: { usual: 7, max: historyDaysMax, last: 'yesterday' },
  chart: { values: ['usedLitres'] },
  columns: ['meterNo', 'meterName', 'meterGroupName', 'day', 'readings', 'lastReadingAt', 'registerLitres', 'usedLitres', 'knownHours'],
  onPhone: ['meterNo', 'registerLitres', 'day'],
  filters: ['meterNo', 'meterGroup'],
  source: { screen: 'devices/meter', params: { number: 'meterNo' } },
  menu: {
    directory: 'report',
    place: 5,
    path: 'history',
    component: 'reports/history',
    icon: 'clock',
    titles: texts('Reading history', '历史抄表', 'Historique des relevés', 'Riwayat pembacaan'),
  },
})
