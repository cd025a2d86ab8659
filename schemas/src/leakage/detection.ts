import { z } from 'zod'
import { dayRange } from '../shared/day-range.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Count, Measured } from '../shared/quantity.ts'
import { text } from '../shared/text.ts'
import { Instant, LocalDate, PartitionId } from '../shared/values.ts'

/** `step`: the flow rose from one day to the next; `growth`: it rises day by day; `anomaly`: it fell, and no open detection accounts for that. */
export const detectionKinds = ['step', 'growth', 'anomaly'] as const
export const DetectionKind = z.enum(detectionKinds)
export type DetectionKind = z.infer<typeof DetectionKind>

/** Why there is a detection. Each has its sentence on the screen, in which `value` and `unit` are filled in. */
export const detectionReasons = [
  /** The daily figure rose, by so many of its standard deviations. */
  'level-rose',
  /** It rose in the hours of the last day from this local hour on. */
  'rose-within-day',
  /** It rises day by day since so many days. */
  'rises-daily',
  /** The probability that the level changed in the last two weeks. */
  'change-probable',
  'level-fell',
  /** The share of the mean inflow that the change is. */
  'share-of-inflow',
  /** Customers' measured use was subtracted: the day-to-day variation fell by this share. */
  'customers-subtracted',
  /** The inlet stops in this share of the hours, as a pump does that fills a tank: whole days are judged, three at least. */
  'tank-filling',
  /** The pressure of the area fell by so many metres, as it does where more flows. */
  'pressure-fell',
  /** It rose by so many: leaks and customers take more at a higher pressure. */
  'pressure-rose',
  /** The alarm continues an earlier detection, with this number. */
  'grows-further',
] as const
export const DetectionReason = z.object({ code: z.enum(detectionReasons), value: Measured })
export type DetectionReason = z.infer<typeof DetectionReason>

/** One alarm of a metering point. Its fields are known at `detectedAt`, but for `endedAt`. */
export const Detection = z.object({
  /** Counts the detections of a metering point. */
  number: Count,
  kind: DetectionKind,
  startedAt: Instant,
  /** The start is between these instants. */
  startedEarliest: Instant,
  startedLatest: Instant,
  detectedAt: Instant,
  /** By how much the flow changed, with the bounds of 90 %. */
  flowLitresPerHour: Measured,
  flowLow: Measured,
  flowHigh: Measured,
  /** When the flow fell by nearly as much again; null while it has not. */
  endedAt: Instant.nullable(),
  /** The number of the detection that this one continues: the same leak grows further. */
  continues: Count.nullable(),
  explanation: z.array(DetectionReason).max(detectionReasons.length),
})
export type Detection = z.infer<typeof Detection>

/** Between two detections a metering point has at least a day. */
const detectionsMax = 5_000
/** Of a whole history: a detection a day for more than a century. */
const withdrawnMax = 50_000

/** The verdicts of a metering point's days up to one of them. A command of a policy. */
export const RecordDetections = z.object({
  type: z.literal('RecordDetections'),
  partitionId: PartitionId,
  /** The last day that was judged. */
  until: LocalDate,
  /** The first day with which later ones are compared: the one after the last change. */
  baseFrom: LocalDate,
  /** Inlets, outlets and bulk points of which the flows are. With others the history is another, and is judged anew. */
  basis: text(64),
  /** Detections that the days since the last judged one bring, and those that ended. */
  found: z.array(Detection).max(detectionsMax),
  ended: z.array(z.object({ number: Count, endedAt: Instant })).max(detectionsMax),
})
export type RecordDetections = z.infer<typeof RecordDetections>

export const detectionEventTypes = {
  'leakage.DetectionsRecorded': {
    version: 1,
    data: z.object({
      ...RecordDetections.omit({ type: true }).shape,
      /** So many detections of another basis are withdrawn. */
      withdrawn: Count.max(withdrawnMax),
      at: Instant,
    }),
  },
} as const

export const DetectionRow = Detection.extend({
  partitionId: PartitionId,
  /** Volume lost from the start to the end, or to the end of the last judged day; of a growth half of what its last flow gives for its days. */
  lostLitres: z.number().nullable(),
  /** The same at the tenant's price of a cubic metre, hundredths of the currency; null without a price. */
  lostCostMinor: z.number().nullable(),
  /** Of 24 hours at the flow of the detection; null without a price, and for an anomaly. */
  costPerDayMinor: z.number().nullable(),
})
export type DetectionRow = z.infer<typeof DetectionRow>

/** Rows of one answer; a longer one is rejected with `range-too-long`. */
export const detectionRowsMax = 10_000

export const listDetections = endpoint({
  method: 'GET',
  path: '/api/v1/leakage/detections',
  permission: 'leakage:partition:read',
  summary: 'Leaks that the flow of metering points shows, by the day of their detection, oldest first; of one metering point or all',
  request: z.object({ ...dayRange, partition: PartitionId.optional() }),
  response: z.array(DetectionRow).max(detectionRowsMax),
})

/** The smallest leaks that the flow of a metering point shows. */
export const DetectionLimits = z.object({
  partitionId: PartitionId,
  /** The last day that was judged; null before the first verdict. */
  until: z.iso.date().nullable(),
  meanFlowLitresPerHour: z.number().nullable(),
  /** Standard deviation of the daily figure. */
  sigmaLitresPerHour: z.number().nullable(),
  /** Without the customers' measured use; null where it is not subtracted. */
  inflowSigmaLitresPerHour: z.number().nullable(),
  /** The smallest leak that is seen after so many days. */
  smallest: z.array(z.object({ days: z.int(), flowLitresPerHour: z.number() })),
})
export type DetectionLimits = z.infer<typeof DetectionLimits>

export const findDetectionLimits = endpoint({
  method: 'GET',
  path: '/api/v1/partitions/:id/detection-limits',
  permission: 'leakage:partition:read',
  summary: 'The smallest leak that the flow of a metering point shows after some days, and the variation that bounds it',
  request: z.object({ id: PartitionId }),
  response: DetectionLimits,
})
