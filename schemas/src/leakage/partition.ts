import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { PersonId, personal } from '../shared/personal.ts'
import { FlowLitresPerHour, VolumeLitres } from '../shared/quantity.ts'
import { text } from '../shared/text.ts'
import { Boundary, LocalDate, MeterNumber, PartitionId, TimeZone } from '../shared/values.ts'

/** Hours of local time in which night flow is judged: those that start at `fromHour` up to, not including, `toHour`. */
export const NightWindow = z
  .object({ fromHour: z.int().min(0).max(23), toHour: z.int().min(1).max(24) })
  .refine(({ fromHour, toHour }) => fromHour < toHour, formatText('night-window'))
export const legalNightWindow = { fromHour: 2, toHour: 4 } as const

/** At most five levels, by specification. */
export const partitionLevelsMax = 5

/** Leader of a point, by name and telephone. */
const leaderName = personal(text(50), 'name')
const leaderPhone = personal(text(20), 'telephone')

/** Share of what is expected, from a half to all. */
const Coverage = z.number().min(0.5).max(1)

/** A cascade starts with its root; every further metering point names its superior. */
export const CreatePartition = z.object({
  type: z.literal('CreatePartition'),
  partitionId: PartitionId,
  name: text(100).min(1),
  /** The superior metering point; absent for the root of a new cascade. */
  parentId: PartitionId.optional(),
  /** Root only; the whole cascade shares one zone. The tenant's zone when absent. */
  timeZone: TimeZone.optional(),
  nightWindow: NightWindow.optional(),
  /** Share of meters or hours that must be known before a figure is given; the unknown rest is scaled. 1 means never scale. */
  minimumCoverage: Coverage.default(1),
  /** The same of the day's hours whose supply is known. 1, which is also what absent means, never scales supply. */
  minimumSupplyCoverage: Coverage.optional(),
  boundary: Boundary.optional(),
  leaderName: leaderName.optional(),
  leaderPhone: leaderPhone.optional(),
})
export type CreatePartition = z.infer<typeof CreatePartition>

/** Changes name, leader, place and computation of a point. Absent fields stay; null takes it away. */
export const ChangePartition = z.object({
  type: z.literal('ChangePartition'),
  partitionId: PartitionId,
  name: text(100).min(1).optional(),
  leaderName: leaderName.optional(),
  leaderPhone: leaderPhone.optional(),
  boundary: Boundary.nullable().optional(),
  nightWindow: NightWindow.optional(),
  minimumCoverage: Coverage.optional(),
  minimumSupplyCoverage: Coverage.optional(),
})
export type ChangePartition = z.infer<typeof ChangePartition>

/** Puts a point, with all points below it, below another point of its cascade. */
export const MovePartition = z.object({ type: z.literal('MovePartition'), partitionId: PartitionId, parentId: PartitionId })
export type MovePartition = z.infer<typeof MovePartition>

export const Direction = z.enum(['in', 'out'])
export type Direction = z.infer<typeof Direction>

const firstDay = LocalDate.meta({ description: 'First local day on which the meters count; absent: since ever' })
const endDay = LocalDate.meta({ description: 'First local day on which the meters no longer count; absent: without end' })

/** Days of a membership, of the cascade's zone: `from` counts, `to` does not. A day that is absent is no bound. */
const memberDays = { from: firstDay.optional(), to: endDay.optional() }
export const MemberDays = z.object(memberDays)
export type MemberDays = z.infer<typeof MemberDays>

export const AssociateSummaryMeter = z.object({
  type: z.literal('AssociateSummaryMeter'),
  partitionId: PartitionId,
  number: MeterNumber,
  direction: Direction.default('in'),
  ...memberDays,
})
export type AssociateSummaryMeter = z.infer<typeof AssociateSummaryMeter>

export const AssociateSubMeters = z.object({
  type: z.literal('AssociateSubMeters'),
  partitionId: PartitionId,
  numbers: z.array(MeterNumber).min(1).max(1000),
  ...memberDays,
})
export type AssociateSubMeters = z.infer<typeof AssociateSubMeters>

/** Ends the membership of meters on the day `to`; without it the meters have never been members. */
export const DissociateMeters = z.object({
  type: z.literal('DissociateMeters'),
  partitionId: PartitionId,
  numbers: z.array(MeterNumber).min(1).max(1000),
  to: endDay.optional(),
})
export type DissociateMeters = z.infer<typeof DissociateMeters>

/** Night flow a thousand times the mean is no ratio of a network. */
const klRatioMax = 1000

/** Above these a day is worth an alarm. Absent means no threshold. */
export const Thresholds = z.object({
  leakageRate: z.number().positive().max(1).optional(),
  leakageLitresPerDay: VolumeLitres.optional(),
  nightMinimumFlowLitresPerHour: FlowLitresPerHour.optional(),
  klRatio: z.number().positive().max(klRatioMax).optional(),
})
export type Thresholds = z.infer<typeof Thresholds>

const { leakageRate, leakageLitresPerDay, nightMinimumFlowLitresPerHour, klRatio } = Thresholds.shape

/** Absent fields stay; null takes a threshold away. */
export const SetThresholds = z.object({
  type: z.literal('SetThresholds'),
  partitionId: PartitionId,
  leakageRate: leakageRate.nullable(),
  leakageLitresPerDay: leakageLitresPerDay.nullable(),
  nightMinimumFlowLitresPerHour: nightMinimumFlowLitresPerHour.nullable(),
  klRatio: klRatio.nullable(),
})
export type SetThresholds = z.infer<typeof SetThresholds>

/** Removes a metering point without points below it. The root goes only with the whole cascade (`whole: true`). */
export const RemovePartition = z.object({ type: z.literal('RemovePartition'), partitionId: PartitionId, whole: z.boolean().default(false) })
export type RemovePartition = z.infer<typeof RemovePartition>

export const PartitionCreated = z.object({
  partitionId: PartitionId,
  rootId: PartitionId,
  parentId: PartitionId.nullable(),
  level: z.int().min(1).max(partitionLevelsMax),
  name: text(100).min(1),
  timeZone: TimeZone,
  nightWindow: NightWindow,
  minimumCoverage: z.number().min(0.5).max(1),
  minimumSupplyCoverage: Coverage.optional(),
  boundary: Boundary.nullable(),
  /** The leader; null where none is known. */
  personId: PersonId.nullable(),
  leaderName,
  leaderPhone,
})
export type PartitionCreated = z.infer<typeof PartitionCreated>

/** The changed fields of a point, and nothing else. `personId` is there where a field of the leader changed: the present leader. */
export const PartitionChanged = ChangePartition.omit({ type: true }).extend({ personId: PersonId.nullable().optional() })
export type PartitionChanged = z.infer<typeof PartitionChanged>

/** The superior point and the level of a point from now on. */
export const PartitionMoved = z.object({
  partitionId: PartitionId,
  parentId: PartitionId,
  level: z.int().min(2).max(partitionLevelsMax),
})
export type PartitionMoved = z.infer<typeof PartitionMoved>

export const SummaryMeterAssociated = z.object({ partitionId: PartitionId, number: MeterNumber, direction: Direction, ...memberDays })
export const SubMetersAssociated = z.object({ partitionId: PartitionId, numbers: z.array(MeterNumber).max(1000), ...memberDays })
/** With `to`, periods of the meters end on that day at the latest, and those that would begin later are gone; without it all are gone. */
export const MetersDissociated = z.object({
  partitionId: PartitionId,
  numbers: z.array(MeterNumber).max(1000),
  to: endDay.optional(),
})
export const ThresholdsSet = z.object({ partitionId: PartitionId, ...Thresholds.shape })
export const PartitionRemoved = z.object({ partitionId: PartitionId })
