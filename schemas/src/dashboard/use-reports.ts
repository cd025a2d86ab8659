import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { boundedTotal, fromEnd } from '../shared/list-page.ts'
import { createdWithin, paging, RowId, wording } from '../shared/lists.ts'
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

export const listIntervalUse = endpoint({
  method: 'GET',
  path: `${path}/interval/list`,
  permission,
  summary:
    'What each meter counted in the days of an interval, with its reading rate; sorted by use, of at most four million days of meters, or a month',
  envelope: 'rows',
  sorts: ['meterNo', 'meterName', 'usedLitres', 'meanDailyLitres', 'maximumDailyLitres', 'daysKnown', 'daysStated', 'readingRate'],
  request: z.object({ ...intervalUseFilter, ...createdWithin, ...paging, ...fromEnd }),
  response: z.object({ rows: z.array(IntervalUseRow), ...boundedTotal }),
})

export const exportIntervalUse = endpoint({
  method: 'POST',
  path: `${path}/interval/export`,
  permission,
  summary: 'The interval statistics that the filter leaves, as a spreadsheet',
  envelope: 'file',
  request: z.object({ ...intervalUseFilter, ...createdWithin, ...wording }),
  response: z.object({}),
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

export const listDailyUse = endpoint({
  method: 'GET',
  path: `${path}/daily/list`,
  permission,
  summary: 'What customers’ meters counted on each day, newest first, with the reading rate',
  envelope: 'rows',
  request: z.object({ ...dailyUseFilter, ...createdWithin, ...paging, ...fromEnd }),
  response: z.object({ rows: z.array(DailyUseRow), ...boundedTotal }),
})

export const exportDailyUse = endpoint({
  method: 'POST',
  path: `${path}/daily/export`,
  permission,
  summary: 'The days that the filter leaves, as a spreadsheet',
  envelope: 'file',
  request: z.object({ ...dailyUseFilter, ...createdWithin, ...wording }),
  response: z.object({}),
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

export const listGroupUse = endpoint({
  method: 'GET',
  path: `${path}/group/list`,
  permission,
  summary: 'What the meters of each group counted in the days of an interval, the largest use first',
  envelope: 'rows',
  request: z.object({ ...groupUseFilter, ...createdWithin, ...paging, ...fromEnd }),
  response: z.object({ rows: z.array(GroupUseRow), ...boundedTotal }),
})

export const exportGroupUse = endpoint({
  method: 'POST',
  path: `${path}/group/export`,
  permission,
  summary: 'The statistics of groups that the filter leaves, as a spreadsheet',
  envelope: 'file',
  request: z.object({ ...groupUseFilter, ...createdWithin, ...wording }),
  response: z.object({}),
})

export const findReadingRates = endpoint({
  method: 'GET',
  path: `${path}/readingRates`,
  permission,
  summary: 'Reading rate of customers’ meters over the last 30 and 180 days',
  request: z.object({}),
  response: z.object({ rates: z.array(z.object({ days: z.int(), share: Figure })) }),
})
