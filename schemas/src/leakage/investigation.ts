import { z } from 'zod'
import { dayRange } from '../shared/day-range.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Instant, LocalDate, MeterNumber, PartitionId, TimeZone } from '../shared/values.ts'
import { DetectionKind } from './detection.ts'

/** The lanes of an investigation below the flow, in this order. */
export const markKinds = ['annotation', 'detection', 'alarm', 'case', 'order', 'valve', 'exchange', 'correction', 'tariff'] as const
export const MarkKind = z.enum(markKinds)
export type MarkKind = z.infer<typeof MarkKind>

/** Marks of one lane in one answer: the newest. */
export const marksOfLaneMax = 200

const at = {
  at: Instant,
  /** The end of what lasts; null for a moment, and for what has not ended. */
  until: Instant.nullable(),
}
const numbered = z.int()

/** Something that happened to a metering point or to one of its meters. */
export const Mark = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('annotation'), ...at, number: numbered, remark: z.string(), fromDay: LocalDate, toDay: LocalDate }),
  z.object({ kind: z.literal('detection'), ...at, number: numbered, detection: DetectionKind, flowLitresPerHour: z.number() }),
  z.object({
    kind: z.literal('alarm'),
    ...at,
    number: numbered,
    eventType: z.string(),
    alarmStatus: z.string(),
    meterNo: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('case'),
    ...at,
    number: numbered,
    stage: z.string(),
    outcome: z.string().nullable(),
    flowLitresPerHour: z.number().nullable(),
  }),
  z.object({ kind: z.literal('order'), ...at, number: numbered, orderTitle: z.string(), status: z.string() }),
  z.object({
    kind: z.literal('valve'),
    ...at,
    operationId: z.uuid(),
    meterNo: z.string(),
    position: z.enum(['open', 'closed']),
    status: z.enum(['requested', 'sent', 'confirmed', 'failed', 'expired']),
  }),
  z.object({ kind: z.literal('exchange'), ...at, meterNo: z.string(), replacedBy: z.string() }),
  z.object({
    kind: z.literal('correction'),
    ...at,
    number: numbered,
    meterNo: z.string(),
    day: LocalDate,
    measuredLitres: z.number().nullable(),
    statedLitres: z.number(),
  }),
  z.object({ kind: z.literal('tariff'), ...at, number: numbered, priceSchemeName: z.string(), version: z.int() }),
])
export type Mark = z.infer<typeof Mark>

export const PartitionMarks = z.object({
  partitionId: PartitionId,
  timeZone: TimeZone,
  /** By kind, and of each the oldest first. */
  rows: z.array(Mark),
  /** Lanes that have more marks than an answer. */
  cut: z.array(MarkKind),
})
export type PartitionMarks = z.infer<typeof PartitionMarks>

const ofPoint = { id: PartitionId }

export const findPartitionMarks = endpoint({
  method: 'GET',
  path: '/api/v1/partitions/:id/marks',
  permission: 'leakage:partition:read',
  summary:
    'Events of a metering point and its meters on some days: annotations, detections, alarms, cases, orders, valve operations, exchanges, corrections and price versions; of each kind that the caller may read, at most two hundred, the newest',
  request: z.object({ ...ofPoint, ...dayRange }),
  response: PartitionMarks,
})

/** Days of one answer of hours of pressure. */
export const conditionDaysMax = 120

/** Null is unknown. */
export const ConditionRow = z.object({
  at: Instant,
  pressureMetres: z.number().nullable(),
  temperatureCelsius: z.number().nullable(),
})
export type ConditionRow = z.infer<typeof ConditionRow>

export const findPartitionConditions = endpoint({
  method: 'GET',
  path: '/api/v1/partitions/:id/conditions',
  permission: 'leakage:partition:read',
  summary:
    'Pressure and water temperature of a metering point by hour: the mean of the pressure meters inside its boundary, and of its summary meters that measure temperature',
  request: z.object({ ...ofPoint, ...dayRange }),
  response: z.object({
    timeZone: TimeZone,
    /** Meters that have readings in these days, and those that were looked at. */
    pressureMeters: z.array(MeterNumber),
    temperatureMeters: z.array(MeterNumber),
    rows: z.array(ConditionRow),
  }),
  row: ConditionRow,
})

/** Rows of one answer: the meters whose volume differs most. */
export const metersOfDayMax = 50

/** The volume of one meter on a day and on the day that it is compared with, in litres; null is unknown. */
export const MeterOfDay = z.object({
  number: z.string(),
  name: z.string().nullable(),
  role: z.enum(['supply', 'consumption']),
  /** -1 for an outlet. */
  sign: z.int(),
  litres: z.number().nullable(),
  comparedLitres: z.number().nullable(),
  /** In the hours of the night window. */
  nightLitres: z.number().nullable(),
  comparedNightLitres: z.number().nullable(),
})
export type MeterOfDay = z.infer<typeof MeterOfDay>

export const findMetersOfDay = endpoint({
  method: 'GET',
  path: '/api/v1/partitions/:id/meters-of-day',
  permission: 'leakage:partition:read',
  summary: 'The meters of a metering point whose volume of a day differs most from that of another day, summary meters first',
  request: z.object({ ...ofPoint, day: LocalDate, comparedDay: LocalDate }),
  response: z.object({ timeZone: TimeZone, meters: z.int(), rows: z.array(MeterOfDay) }),
  row: MeterOfDay,
})
