import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { HistoryRow } from '../shared/history.ts'
import { boundedTotal, fromEnd } from '../shared/list-page.ts'
import { paging, wording } from '../shared/lists.ts'
import { Count, Measured, RegisterLitres } from '../shared/quantity.ts'
import { text } from '../shared/text.ts'
import { Instant, LocalDate, MeterNumber } from '../shared/values.ts'

/** Findings about a meter, or about the pipes behind it. `docs/formulas.md` has the formula of each. */
export const healthFindings = [
  'leak',
  'stopped',
  'no-peak-use',
  'reverse',
  'under-registration',
  'oversized',
  'undersized',
  'silent',
  'low-reporting',
  'battery',
] as const
export const HealthFinding = z.enum(healthFindings)
export type HealthFinding = z.infer<typeof HealthFinding>

/** A finding with the volume that is lost or not counted in a year while it lasts; null where the finding costs no volume. */
export const CostedFinding = z.object({ finding: HealthFinding, yearlyLitres: RegisterLitres.nullable() })
export type CostedFinding = z.infer<typeof CostedFinding>

const Share = z.number().min(0).max(1)

/** Figures of a meter as of the end of a local day. Null is unknown, never zero. */
export const HealthFigures = z.object({
  /** Share of the hours of the last 30 days that are known. */
  reportingRate: Share.nullable(),
  daysSilent: Count.nullable(),
  batteryMillivolt: Measured.nullable(),
  /** Local date on which the voltage falls below the end-of-life voltage, by its slope. */
  batteryEndsOn: LocalDate.nullable(),
  /** Known days in a row without any volume, up to the last one. */
  daysWithoutUse: Count.nullable(),
  /** Mean daily volume of the known days before that. */
  usualDailyLitres: Measured.nullable(),
  /** Volume of the reverse register in 28 days. */
  reverseLitres: RegisterLitres.nullable(),
  /** Largest hourly mean flow of 28 days, and the permanent flow Q3. */
  peakLitresPerHour: Measured.nullable(),
  permanentLitresPerHour: Measured.nullable(),
  /** Share of the volume that passed below the transitional flow Q2. */
  lowFlowShare: Share.nullable(),
  /** Hours of 28 days at 80 % of Q3 or more. */
  hoursNearPermanent: Count.nullable(),
  ageYears: Measured.nullable(),
  registerLitres: Measured.nullable(),
  /** Share of the volume that is not counted, by age and cumulated volume: a hint. */
  underRegistrationShare: Share.nullable(),
  leakLitresPerHour: Measured.nullable(),
  leakSince: LocalDate.nullable(),
  /** The flow may have begun before `leakSince`, which is its first known hour: no hour without flow is known just before. Absent in events of before. */
  isLeakSinceLeast: z.boolean().optional(),
  leakLitres: Measured.nullable(),
  /** The peak period of the meter without use for a week. Absent in events of before. */
  peakWithoutUse: z.int().min(1).max(3).nullable().optional(),
})
export type HealthFigures = z.infer<typeof HealthFigures>

const assessed = {
  number: MeterNumber,
  day: LocalDate,
  findings: z.array(CostedFinding).max(healthFindings.length),
  figures: HealthFigures,
}

export const RecordHealth = z.object({
  type: z.literal('RecordHealth'),
  ...assessed,
  /** Whether the hours of the day decide that a leak runs or has ended: with too many unknown hours an earlier leak goes on. */
  isLeakKnown: z.boolean(),
  /** No hour without flow is known before the leak: a beginning that was recorded of earlier days holds. */
  isLeakOpen: z.boolean(),
})
export type RecordHealth = z.infer<typeof RecordHealth>

/** The events of a meter's health; `events.ts` has those of all. */
export const healthEventTypes = {
  'metering.MeterHealthRecorded': { version: 1, data: z.object({ ...assessed, at: Instant }) },
} as const

export const MeterHealthRow = z.object({
  meterNo: MeterNumber,
  /** The findings, separated by blanks. */
  findings: z.string(),
  yearlyLitres: z.number().nullable(),
  /** By the tenant's price of a cubic metre, hundredths of the currency; null without a price or a volume. */
  yearlyCostMinor: z.number().nullable(),
  leakLitresPerHour: z.number().nullable(),
  leakSince: z.iso.date().nullable(),
  /** The flow may have begun before `leakSince`. */
  isLeakSinceLeast: z.boolean(),
  reportingRate: z.number().nullable(),
  daysSilent: z.int().nullable(),
  batteryEndsOn: z.iso.date().nullable(),
  day: z.iso.date(),
  accountNo: z.string().nullable(),
  /** When the customer got a message about this leak. */
  toldAt: Instant.nullable(),
})
export type MeterHealthRow = z.infer<typeof MeterHealthRow>

export const healthFilter = { finding: HealthFinding.optional(), meterNo: text(64).optional() }
const path = '/prod-api/business/meterHealth'

export const listMeterHealth = endpoint({
  method: 'GET',
  path: `${path}/list`,
  permission: 'metering:readings:read',
  summary: 'Meters with findings of health, the most expensive first',
  envelope: 'rows',
  sorts: ['yearlyLitres', 'yearlyCostMinor', 'meterNo', 'leakSince', 'day'],
  request: z.object({ ...healthFilter, ...paging, ...fromEnd }),
  response: z.object({ rows: z.array(MeterHealthRow), ...boundedTotal }),
})

export const exportMeterHealth = endpoint({
  method: 'POST',
  path: `${path}/export`,
  permission: 'metering:readings:read',
  summary: 'All meters with findings that the filter leaves, as a spreadsheet',
  envelope: 'file',
  request: z.object({ ...healthFilter, ...wording }),
  response: z.object({}),
})

export const findMeterHealth = endpoint({
  method: 'GET',
  path: `${path}/:meterNo`,
  permission: 'metering:readings:read',
  summary: 'The health of one meter, with findings or without, computed from its readings up to the last day that is over',
  request: z.object({ meterNo: MeterNumber }),
  response: z.object({
    meterNo: z.string(),
    day: z.iso.date(),
    findings: z.array(CostedFinding.extend({ yearlyCostMinor: z.number().nullable() })),
    figures: HealthFigures,
    accountNo: z.string().nullable(),
    toldAt: Instant.nullable(),
    /** The holder wants no messages about leaks. */
    isNoticeStopped: z.boolean(),
    history: z.array(HistoryRow),
  }),
})
