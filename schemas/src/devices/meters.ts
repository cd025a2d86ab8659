import { z } from 'zod'
import { text } from '../shared/text.ts'
import { Instant, MeterNumber, PartitionId, TimeZone } from '../shared/values.ts'
import { ValveOperationRow, ValvePosition } from './operate-valve.ts'

export const ListMeters = z.object({
  search: text(64).default(''),
  partition: PartitionId.optional(),
  after: text(64).default(''),
  limit: z.coerce.number().int().min(1).max(500).default(50),
})

export const MeterRow = z.object({
  number: MeterNumber,
  name: z.string().nullable(),
  address: z.string().nullable(),
  timeZone: TimeZone,
  caliberMillimetres: z.int().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  hasValve: z.boolean(),
  valvePosition: ValvePosition.nullable(),
  partitionId: z.string().nullable(),
  lastReadAt: Instant.nullable(),
  lastRegisterLitres: z.number().nullable(),
  batteryMillivolt: z.number().nullable(),
  flags: z.string(),
})
export type MeterRow = z.infer<typeof MeterRow>

export const MeterPage = z.object({ rows: z.array(MeterRow), total: z.int() })

export const FindMeter = z.object({ number: MeterNumber })
export const MeterDetail = z.object({
  ...MeterRow.shape,
  registerWidthLitres: z.number().nullable(),
  backflowToleranceLitres: z.number(),
  maximumFlowLitresPerHour: z.number().nullable(),
  maximumGapSeconds: z.int(),
  registeredAt: Instant,
  replacedBy: z.string().nullable(),
  replaces: z.string().nullable(),
  firstDay: z.iso.date().nullable(),
  lastDay: z.iso.date().nullable(),
  valveOperations: z.array(ValveOperationRow),
})
export type MeterDetail = z.infer<typeof MeterDetail>
