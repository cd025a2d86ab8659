import { z } from 'zod'
import { boundedTotal, fromEnd, orderedBy } from '../shared/list-page.ts'
import { YesNo } from '../shared/lists.ts'
import { ownerFilter } from '../shared/owner.ts'
import { text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant, MeterNumber, PartitionId, TimeZone } from '../shared/values.ts'
import { MeterDataSource, MeterFields } from './meter-fields.ts'
import { MeterState } from './meter-life.ts'
import { ClosingReason, ValveOperationRow, ValvePosition } from './operate-valve.ts'

/**
 * `reporting`: a reading of today or of the two local days before; `silent`: none since then; `never`: no reading at all; `replaced`:
 * another meter took its place. The limit of two days is that of the alarm `meter-silent`.
 */
export const MeterStatus = z.enum(['reporting', 'silent', 'never', 'replaced'])
export type MeterStatus = z.infer<typeof MeterStatus>

/** Columns by which a list of meters can be sorted; `status` sorts by the day of the latest reading. */
export const meterSorts = ['number', 'name', 'address', 'caliberMillimetres', 'partitionId', 'status'] as const
export const MeterSort = z.enum(meterSorts)
export type MeterSort = z.infer<typeof MeterSort>

/** The valve filter: the position that the latest reading reported, `unknown` for a valve that never reported one, `none` for no valve. */
export const ValveFilter = z.enum(['open', 'closed', 'unknown', 'none'])
export type ValveFilter = z.infer<typeof ValveFilter>

/** Filters of a list of meters. */
export const meterFilter = {
  search: text(64).optional(),
  status: MeterStatus.optional(),
  valve: ValveFilter.optional(),
  /** Meters whose valve is to be closed for this reason, among others. */
  closingReason: ClosingReason.optional(),
  /** A flag of the latest day that has readings. */
  flag: z
    .string()
    .regex(/^[a-z][a-z-]{0,31}$/)
    .optional(),
  partition: PartitionId.optional(),
  state: MeterState.optional(),
  /** Out of the storage, or in it. */
  outbound: YesNo.optional(),
  meterType: typedNumber().int().positive().optional(),
  meterGroup: typedNumber().int().positive().optional(),
  caliberMillimetres: typedNumber().int().min(1).max(3000).optional(),
  ...ownerFilter,
}

export const ListMeters = z.object({
  ...meterFilter,
  ...orderedBy(meterSorts),
  /** Pages count from 1 and have `limit` rows. Machines that read the whole list use `after` instead. */
  page: typedNumber().int().min(1).max(100_000).default(1),
  ...fromEnd,
  /** The last number of the page before; only with the default order. */
  after: text(64).default(''),
  limit: typedNumber().int().min(1).max(500).default(50),
})

export const MeterRow = z.object({
  number: MeterNumber,
  name: z.string().nullable(),
  address: z.string().nullable(),
  timeZone: TimeZone,
  caliberMillimetres: z.int().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  status: MeterStatus,
  state: MeterState,
  stateSince: Instant,
  storedOn: z.iso.date().nullable(),
  meterTypeId: z.int().nullable(),
  meterTypeName: z.string().nullable(),
  meterGroupId: z.int().nullable(),
  meterGroupName: z.string().nullable(),
  hasValve: z.boolean(),
  valvePosition: ValvePosition.nullable(),
  /** Why the valve is to be closed, in the order in which the reasons came. */
  closingReasons: z.array(ClosingReason),
  partitionId: z.string().nullable(),
  /** The account that has the meter; null for a reader who may not see customers. */
  accountNo: z.string().nullable(),
  dataSource: MeterDataSource.nullable(),
  lastReadAt: Instant.nullable(),
  lastRegisterLitres: z.number().nullable(),
  batteryMillivolt: z.number().nullable(),
  flags: z.string(),
})
export type MeterRow = z.infer<typeof MeterRow>

export const MeterPage = z.object({ rows: z.array(MeterRow), ...boundedTotal })

export const FindMeter = z.object({ number: MeterNumber })
export const MeterDetail = z.object({
  ...MeterRow.shape,
  registerWidthLitres: z.number().nullable(),
  backflowToleranceLitres: z.number(),
  maximumFlowLitresPerHour: z.number().nullable(),
  maximumGapSeconds: z.int(),
  /** The rules as stated; null where the default applies. */
  stated: z.object({
    backflowToleranceLitres: z.number().nullable(),
    maximumFlowLitresPerHour: z.number().nullable(),
    maximumGapSeconds: z.int().nullable(),
  }),
  /** Stated fields of the device. */
  fields: MeterFields,
  resets: z.array(z.object({ resetAt: Instant, finalLitres: z.number(), initialLitres: z.number(), reason: z.string().nullable() })),
  registeredAt: Instant,
  replacedBy: z.string().nullable(),
  replaces: z.string().nullable(),
  firstDay: z.iso.date().nullable(),
  lastDay: z.iso.date().nullable(),
  /** Newest first; older ones follow before `valveOperationsNext`. */
  valveOperations: z.array(ValveOperationRow),
  valveOperationsNext: z.uuid().nullable(),
})
export type MeterDetail = z.infer<typeof MeterDetail>
