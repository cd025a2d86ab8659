import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { Position } from '../shared/quantity.ts'
import { Instant, LocalDate, MeterNumber, PartitionId, TimeZone } from '../shared/values.ts'
import type { NightFlowRow } from './night-flow.ts'

/** The events of people that change figures of the past. */
export const correctionTypes = [
  'metering.ReadingAccepted',
  'metering.ConsumptionEstimated',
  'metering.ConsumptionEdited',
  'metering.ConsumptionDecisionWithdrawn',
  'metering.ReadingCorrected',
  'metering.ReadingCorrectionWithdrawn',
  'metering.ManualReadingTaken',
] as const

/** The figures of a partition's day that are compared, in the order in which they are listed. */
export const effectFigures = [
  'supplyLitres',
  'consumptionLitres',
  'leakageLitres',
  'leakageRate',
  'nightMinimumFlowLitresPerHour',
  'netNightFlowLitresPerHour',
  'klRatio',
] as const satisfies readonly (keyof NightFlowRow)[]
export type EffectFigure = (typeof effectFigures)[number]

/** Days on either side of a stated register whose volumes it may have moved: readings before and after it are rarely further away. */
export const effectDays = 3
/** Lines of each list; those beyond are counted. */
export const effectHoursMax = 48
export const effectFiguresMax = 70

/** Null is unknown. */
const beforeAndAfter = { before: z.number().nullable(), after: z.number().nullable() }

export const CorrectionEffects = z.object({
  position: z.int(),
  meterNo: MeterNumber,
  /** When the event was recorded. */
  recordedAt: Instant,
  /** The zone of the meter, in which its days are. */
  timeZone: TimeZone,
  /** Litres. */
  days: z.array(z.object({ day: LocalDate, ...beforeAndAfter })),
  hours: z.array(z.object({ from: Instant, ...beforeAndAfter })),
  moreHours: z.int(),
  figures: z.array(
    z.object({ partitionId: PartitionId, name: z.string(), day: LocalDate, figure: z.enum(effectFigures), ...beforeAndAfter }),
  ),
  moreFigures: z.int(),
  /** How many events these figures lack because they cannot be projected. Absent where there is none. */
  leftOutEvents: z.int().optional(),
})
export type CorrectionEffects = z.infer<typeof CorrectionEffects>

export const findCorrectionEffects = endpoint({
  method: 'GET',
  path: '/api/v1/correction-effects/:position',
  permission: 'metering:readings:read',
  summary:
    'What an accepted, estimated or edited day, a withdrawn decision about a day, a corrected register or a manual reading changed: days and hours of the meter and figures of partitions, before the event and after it, read from the log',
  request: z.object({ position: Position }),
  response: CorrectionEffects,
})
