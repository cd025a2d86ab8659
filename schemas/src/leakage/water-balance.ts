import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { formatText } from '../shared/format-texts.ts'
import { listPage, pageOfList } from '../shared/list-page.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { LocalDate, MeterNumber, PartitionId, TimeZone } from '../shared/values.ts'
import { Infrastructure } from './infrastructure.ts'

/** A calendar month, `YYYY-MM`. */
export const BalanceMonth = z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, formatText('month'))

/** The volumes of the water balance, from the whole to its parts. */
export const balanceVolumes = [
  'systemInput',
  'authorised',
  'billedAuthorised',
  'billedMetered',
  'billedUnmetered',
  'unbilledAuthorised',
  'unbilledMetered',
  'unbilledUnmetered',
  'losses',
  'apparentLosses',
  'unauthorised',
  'meterInaccuracy',
  'dataErrors',
  'realLosses',
  'revenueWater',
  'nonRevenueWater',
] as const
export type BalanceVolume = (typeof balanceVolumes)[number]

/** A figure and how far the true one may be from it, with 95 %. Null is unknown. */
export const Bounded = z.object({ value: z.number().nullable(), bound: z.number().nullable() })
export type Bounded = z.infer<typeof Bounded>

/** Classes of the infrastructure leakage index, the best first. */
export const IliClass = z.enum({ a: 'A', b: 'B', c: 'C', d: 'D' })
export type IliClass = z.infer<typeof IliClass>

/** Values that a balance assumes because nothing says otherwise, and limits of its inputs. */
export const balanceAssumptions = [
  'supply-accuracy',
  'metered-accuracy',
  'unauthorised-share',
  'under-registration',
  'data-errors',
  'no-unmetered-use',
  'pressure-exponent',
  'night-day-factor',
  'days-unknown',
  'days-estimated',
  'not-billed',
  'bills-of-some-meters',
  'billed-above-metered',
  'billed-in-part',
  'pressure-declared',
  'pressure-of-sensors',
  'reporting-scaled',
  'small-system',
  'whole-day-pressure',
] as const
/** Those whose value is a share. */
export const assumedShares: ReadonlySet<(typeof balanceAssumptions)[number]> = new Set([
  'supply-accuracy',
  'metered-accuracy',
  'unauthorised-share',
  'under-registration',
  'data-errors',
  'billed-above-metered',
  'billed-in-part',
  'bills-of-some-meters',
  'reporting-scaled',
] as const)
export const BalanceAssumption = z.object({ code: z.enum(balanceAssumptions), value: z.number().nullable() })
export type BalanceAssumption = z.infer<typeof BalanceAssumption>

/** The sheets of other countries. */
export const sheetIds = ['cjj92', 'arera', 'eu', 'ukwir', 'pdam'] as const
export const SheetId = z.enum(sheetIds)
export type SheetId = z.infer<typeof SheetId>

export const sheetFigures = [
  'comprehensive-loss-rate',
  'correction-households',
  'correction-mains',
  'correction-pressure',
  'correction-frost',
  'correction-sum',
  'loss-rate',
  'production-sales-difference',
  'real-loss-rate',
  'm1a',
  'm1b',
  'ili',
  'uarl',
  'carl',
  'system-input-a-day',
  'loss-per-connection',
  'loss-per-connection-metre',
  'loss-per-kilometre',
  'top-down',
  'bottom-up',
  'gap-share',
  'reconciled-leakage',
  'nrw',
  'score',
] as const
export const FigureUnit = z.enum(['share', 'm3/km/d', 'm3/d', 'l/conn/d', 'l/conn/d/m', 'ratio'])
export const SheetFigure = z.object({
  code: z.enum(sheetFigures),
  value: z.number().nullable(),
  unit: FigureUnit,
  /** The class that a regulation gives the value; null where it has none. */
  class: z.string().nullable(),
})
export type SheetFigure = z.infer<typeof SheetFigure>

/** One sheet. `formula` is the id of its formula in the documentation, `version` that of the regulation. */
export const NationalSheet = z.object({
  id: SheetId,
  formula: z.string(),
  version: z.string(),
  /** Parts come from a secondary source: to be compared with the standard before it is sent. */
  isToCheck: z.boolean(),
  figures: z.array(SheetFigure).max(sheetFigures.length),
  /** The headline figure is `lost` over `of`, litres of the days. */
  lostLitres: z.number().nullable(),
  ofLitres: z.number().nullable(),
})
export type NationalSheet = z.infer<typeof NationalSheet>

/** Users above the limit of exceptional night users that one answer names. */
export const exceptionalUsersMax = 50

export const NightBalance = z.object({
  /** Nights whose minimum and use are known. */
  nights: z.int(),
  /** Means of these nights, litres per hour. */
  minimum: z.number().nullable(),
  /** Use that customers' meters counted in the hour of the minimum, and the share of the meters that it is of. */
  measuredUse: z.number().nullable(),
  reportingShare: z.number().nullable(),
  /** The same scaled to all meters. */
  scaledUse: z.number().nullable(),
  allowance: z.number().nullable(),
  /** Minimum less use and allowance; it may be below zero. */
  net: z.number().nullable(),
  /** Hours by which night leakage is multiplied for a day. */
  nightDayFactor: z.number().nullable(),
  leakageLitresPerDay: Bounded,
  /** Bottom-up less top-down leakage. */
  gapLitresPerDay: z.number().nullable(),
  /** The night of which exceptional users are listed. */
  exceptionalNight: LocalDate.nullable(),
  exceptionalUse: z.number().nullable(),
  exceptionalUsers: z.array(z.object({ number: MeterNumber, litresPerHour: z.number() })).max(exceptionalUsersMax),
})
export type NightBalance = z.infer<typeof NightBalance>

export const PressureBalance = z.object({
  source: z.enum(['measured', 'declared']).nullable(),
  sensors: z.int(),
  /** Mean of the days and at the night minimum, metres of water. */
  meanMetres: z.number().nullable(),
  nightMetres: z.number().nullable(),
  exponent: z.number(),
  /** The exponent that net night flow and pressure of the nights give, with the share of the variation that it explains. */
  measuredExponent: z.number().nullable(),
  measuredNights: z.int(),
  explainedShare: z.number().nullable(),
  /** With the pressure of the request. */
  targetMetres: z.number().nullable(),
  savedLitresPerDay: z.number().nullable(),
  savedCostMinorPerDay: z.number().nullable(),
})

export const BackgroundBalance = z.object({
  /** Leakage of joints and seeps that no survey finds, litres per hour at night. */
  backgroundLitresPerHour: z.number().nullable(),
  excessLitresPerHour: z.number().nullable(),
  /** The excess as bursts of service pipes. */
  equivalentBursts: z.number().nullable(),
  lossCostMinorPerDay: z.number().nullable(),
  apparentCostMinorPerDay: z.number().nullable(),
})

const Indicators = z.object({
  nonRevenueShare: Bounded,
  realLossShare: Bounded,
  carlLitresPerDay: Bounded,
  uarlLitresPerDay: z.number().nullable(),
  ili: Bounded,
  /** A to D of high-income networks. */
  iliClass: IliClass.nullable(),
  litresPerConnectionDay: z.number().nullable(),
  cubicMetresPerKilometreDay: z.number().nullable(),
})

const head = {
  partitionId: PartitionId,
  name: z.string(),
  level: z.int(),
  month: BalanceMonth,
  days: z.int(),
  daysKnown: z.int(),
  daysEstimated: z.int(),
  /** Mean completeness of the known days. */
  completeness: z.number().nullable(),
}

/** The water balance of one metering point and month, over the days whose supply and consumption are known. Litres. */
export const WaterBalance = z.object({
  ...head,
  timeZone: TimeZone,
  from: LocalDate,
  to: LocalDate,
  volumes: z.record(z.enum(balanceVolumes), Bounded),
  indicators: Indicators,
  infrastructure: z.object({ from: LocalDate, ...Infrastructure.shape }).nullable(),
  night: NightBalance,
  pressure: PressureBalance,
  background: BackgroundBalance,
  sheets: z.array(NationalSheet).max(sheetIds.length),
  assumptions: z.array(BalanceAssumption).max(balanceAssumptions.length),
})
export type WaterBalance = z.infer<typeof WaterBalance>

export const waterBalance = endpoint({
  method: 'GET',
  path: '/api/v1/partitions/:id/water-balance',
  permission: 'leakage:partition:read',
  summary: 'IWA water balance of a metering point and month with bounds, indicators, night flow, pressure and the sheets of regulators',
  request: z.object({
    id: PartitionId,
    month: BalanceMonth,
    targetPressureMetres: typedNumber()
      .min(1)
      .max(1_000)
      .optional()
      .meta({ description: 'a mean pressure in metres of water, of which the answer says what it would save' }),
  }),
  response: WaterBalance,
})

export const WaterBalanceRow = z.object({
  ...head,
  systemInputLitres: z.number().nullable(),
  authorisedLitres: z.number().nullable(),
  apparentLossesLitres: z.number().nullable(),
  realLossesLitres: z.number().nullable(),
  realLossesBoundLitres: z.number().nullable(),
  nonRevenueShare: z.number().nullable(),
  uarlLitresPerDay: z.number().nullable(),
  ili: z.number().nullable(),
  iliBound: z.number().nullable(),
  iliClass: IliClass.nullable(),
})
export type WaterBalanceRow = z.infer<typeof WaterBalanceRow>

export const listWaterBalances = endpoint({
  method: 'GET',
  path: '/api/v1/leakage/water-balances',
  permission: 'leakage:partition:read',
  summary: 'Water balances of all metering points in a month, superiors before those below them',
  request: z.object({ month: BalanceMonth, ...listPage(200) }),
  response: z.object({ rows: z.array(WaterBalanceRow), ...pageOfList }),
  row: WaterBalanceRow,
})
