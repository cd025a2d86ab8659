import type { RemoveInfrastructure, SetInfrastructure } from '@nightflow/schemas/leakage/infrastructure'
import {
  type AssociateSubMeters,
  type AssociateSummaryMeter,
  type ChangePartition,
  type CreatePartition,
  type DissociateMeters,
  legalNightWindow,
  type MemberDays,
  type MovePartition,
  type PartitionChanged,
  type PartitionCreated,
  partitionLevelsMax,
  type RemovePartition,
  type SetThresholds,
  type Thresholds,
} from '@nightflow/schemas/leakage/partition'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { crossesItself } from '../shared/crosses-itself.ts'
import type { Context, Decider } from '../shared/decider.ts'
import { removeInfrastructure, setInfrastructure } from './infrastructure.ts'
import { type Leader, leaderAfter, leaderChanges, noLeader } from './leader.ts'
import { daysOf, hasBounds, isReversed, isSameDays, overlap, writtenDays } from './member-days.ts'
import { movePartition } from './move-point.ts'
import { type Cascade, emptyCascade, evolveCascade, type MeteringPoint, type PartitionEvent, pointsBelow } from './partition-cascade.ts'
import { sameValue } from './same-value.ts'

/**
 * A command together with the root of the cascade it is about. People name the metering point only; the caller of the decider
 * finds the root in the read models. For the root of a new cascade `rootId` is its own `partitionId`. `newPersonId` is the leader that a command names,
 * where it is not the one that the point has.
 */
export type InCascade<Command> = Command & { rootId: string; newPersonId?: string }

export type PartitionCommand = InCascade<
  | CreatePartition
  | ChangePartition
  | MovePartition
  | AssociateSummaryMeter
  | AssociateSubMeters
  | DissociateMeters
  | SetThresholds
  | SetInfrastructure
  | RemoveInfrastructure
  | RemovePartition
>

/** One cascade: a root and the metering points below it, five levels at most. It is one aggregate because a meter is a sub-meter once in all of it. */
export const partitionDecider: Decider<PartitionCommand, Cascade, PartitionEvent> = {
  streamOf: ({ rootId }) => `leakage-partition-${rootId}`,
  initialState: emptyCascade,
  evolve: evolveCascade,
  decide: {
    CreatePartition: createPartition,
    ChangePartition: changePartition,
    MovePartition: (command, cascade) => movePartition(command, cascade, knowsConsumption),
    AssociateSummaryMeter: associateSummaryMeter,
    AssociateSubMeters: associateSubMeters,
    DissociateMeters: dissociateMeters,
    SetThresholds: setThresholds,
    SetInfrastructure: setInfrastructure,
    RemoveInfrastructure: removeInfrastructure,
    RemovePartition: removePartition,
  },
}

function createPartition(command: InCascade<CreatePartition>, cascade: Cascade, context: Context) {
  const { partitionId, parentId, rootId } = command
  const existing = cascade.points.get(partitionId)
  if (existing) {
    const repeated = createdBy(
      command,
      { ...existing.created, leader: existing.created },
      existing.created.level,
      existing.created.parentId,
    )
    return sameValue(repeated, existing.created) ? [] : rejected('partition-already-exists', { partitionId })
  }
  if (command.boundary && crossesItself(command.boundary)) return rejected('boundary-crosses-itself')
  if (parentId === undefined) {
    // One root per cascade: whatever is not the root needs a superior metering point.
    if (partitionId !== rootId) return rejected('partition-parent-missing', { partitionId })
    return [
      {
        type: 'leakage.PartitionCreated' as const,
        data: createdBy(command, { timeZone: context.timeZone, nightWindow: legalNightWindow, leader: noLeader }, 1, null),
      },
    ]
  }
  const parent = cascade.points.get(parentId)?.created
  if (!parent) return rejected('partition-parent-missing', { parentId })
  if (parent.level >= partitionLevelsMax) return rejected('partition-levels-exceeded', { levels: partitionLevelsMax })
  if (command.timeZone !== undefined && command.timeZone !== parent.timeZone) {
    return rejected('partition-zone-differs', { timeZone: command.timeZone, cascadeTimeZone: parent.timeZone })
  }
  return [
    { type: 'leakage.PartitionCreated' as const, data: createdBy(command, { ...parent, leader: noLeader }, parent.level + 1, parentId) },
  ]
}

/** Fields that are left out come from `defaults`: the superior point, the tenant, or (when repeated) the point itself. */
function createdBy(
  command: InCascade<CreatePartition>,
  defaults: Pick<PartitionCreated, 'timeZone' | 'nightWindow'> & { leader: Leader },
  level: number,
  parentId: string | null,
): PartitionCreated {
  return {
    partitionId: command.partitionId,
    rootId: command.rootId,
    parentId: command.parentId ?? parentId,
    level,
    name: command.name,
    timeZone: command.timeZone ?? defaults.timeZone,
    nightWindow: command.nightWindow ?? defaults.nightWindow,
    minimumCoverage: command.minimumCoverage,
    ...(command.minimumSupplyCoverage !== undefined && { minimumSupplyCoverage: command.minimumSupplyCoverage }),
    boundary: command.boundary ?? null,
    ...leaderAfter(
      defaults.leader,
      { leaderName: command.leaderName ?? null, leaderPhone: command.leaderPhone ?? null },
      command.newPersonId,
    ),
  }
}

function changePartition(command: InCascade<ChangePartition>, cascade: Cascade) {
  const { type: _, rootId: __, partitionId, newPersonId, leaderName, leaderPhone, ...wanted } = command
  const point = cascade.points.get(partitionId)
  if (!point) return rejected('partition-not-found', { partitionId })
  // Points of before supply could be estimated do not name its coverage: 1 is what they have.
  const present: Omit<PartitionChanged, 'partitionId'> = { minimumSupplyCoverage: 1, ...point.created }
  const leader = leaderAfter(point.created, { leaderName, leaderPhone }, newPersonId)
  const changes: Partial<Omit<PartitionChanged, 'partitionId'>> = {
    ...Object.fromEntries(
      Object.entries(wanted).filter(([field, value]) => value !== undefined && !sameValue(value, present[field as keyof typeof present])),
    ),
    ...leaderChanges(point.created, leader),
  }
  if (Object.keys(changes).length === 0) return []
  // A boundary of before the rule stays until it is drawn anew.
  if (changes.boundary && crossesItself(changes.boundary)) return rejected('boundary-crosses-itself')
  return [{ type: 'leakage.PartitionChanged' as const, data: { partitionId, ...changes } }]
}

function associateSummaryMeter(command: InCascade<AssociateSummaryMeter>, cascade: Cascade) {
  const { partitionId, number, direction } = command
  const point = cascade.points.get(partitionId)
  if (!point) return rejected('partition-not-found', { partitionId })
  if (isReversed(command)) return rejected('membership-ends-before-start', writtenDays(command))
  const days = daysOf(command)
  const present = point.summaryMeters.get(number) ?? []
  if (present.some((period) => period.direction === direction && isSameDays(period, days))) return []
  if (present.length >= periodsMax) return rejected('memberships-exceeded', { number, partitionId, periods: periodsMax })
  const refusal = refuseOverlap(point, number, days, [...present, ...(point.subMeters.get(number) ?? [])])
  return refusal ?? [{ type: 'leakage.SummaryMeterAssociated' as const, data: { partitionId, number, direction, ...days } }]
}

function associateSubMeters(command: InCascade<AssociateSubMeters>, cascade: Cascade) {
  const { partitionId, numbers: asked } = command
  const point = cascade.points.get(partitionId)
  if (!point) return rejected('partition-not-found', { partitionId })
  if (isReversed(command)) return rejected('membership-ends-before-start', writtenDays(command))
  const days = daysOf(command)
  const isHere = (number: string) => point.subMeters.get(number)?.some((period) => isSameDays(period, days)) ?? false
  const numbers = [...new Set(asked)].filter((number) => !isHere(number))
  if (numbers.length === 0) return []
  if (point.summaryMeters.size === 0) return rejected('partition-needs-summary-meter', { partitionId })
  for (const number of numbers) {
    if ((point.subMeters.get(number)?.length ?? 0) >= periodsMax)
      return rejected('memberships-exceeded', { number, partitionId, periods: periodsMax })
    const refusal = refuseOverlap(point, number, days, point.summaryMeters.get(number) ?? []) ?? refuseSecondSubMeter(cascade, number, days)
    if (refusal) return refusal
  }
  return [{ type: 'leakage.SubMetersAssociated' as const, data: { partitionId, numbers, ...days } }]
}

/** Of one meter at one point: a meter that comes and goes every month for eight years. */
const periodsMax = 100

/** On no day is a meter a sub-meter of two points of a cascade. */
const refuseSecondSubMeter = (cascade: Cascade, number: string, days: MemberDays): Rejection | undefined => {
  for (const point of cascade.points.values()) {
    const refusal = refuseOverlap(point, number, days, point.subMeters.get(number) ?? [])
    if (refusal) return refusal
  }
  return undefined
}

const refuseOverlap = (
  { created: { partitionId } }: MeteringPoint,
  number: string,
  days: MemberDays,
  periods: readonly MemberDays[],
): Rejection | undefined => {
  const taken = periods.find((period) => overlap(period, days))
  if (!taken) return undefined
  return hasBounds(taken)
    ? rejected('membership-overlaps', { number, partitionId, ...writtenDays(taken) })
    : rejected('meter-already-in-partition', { number, partitionId })
}

function dissociateMeters({ partitionId, numbers: asked, to }: InCascade<DissociateMeters>, cascade: Cascade) {
  const point = cascade.points.get(partitionId)
  if (!point) return rejected('partition-not-found', { partitionId })
  const periodsOf = (number: string): readonly MemberDays[] => [
    ...(point.summaryMeters.get(number) ?? []),
    ...(point.subMeters.get(number) ?? []),
  ]
  const stranger = asked.find((number) => periodsOf(number).length === 0 && !point.formerMeters.has(number))
  if (stranger !== undefined) return rejected('meter-not-in-partition', { number: stranger, partitionId })
  if (to !== undefined) return endMemberships(partitionId, [...new Set(asked)], to, periodsOf)

  const leaving = new Set(asked.filter((number) => periodsOf(number).length > 0))
  if (leaving.size === 0) return []
  const summaryMetersLeft = [...point.summaryMeters.keys()].filter((number) => !leaving.has(number)).length
  const subMetersLeft = [...point.subMeters.keys()].filter((number) => !leaving.has(number)).length
  if (summaryMetersLeft === 0 && subMetersLeft > 0) return rejected('partition-needs-summary-meter', { partitionId })
  if (hasLeakageThreshold(point.thresholds) && subMetersLeft === 0 && pointsBelow(cascade, partitionId).length === 0) {
    return rejected('leakage-threshold-needs-sub-meters', { partitionId })
  }
  return [{ type: 'leakage.MetersDissociated' as const, data: { partitionId, numbers: [...leaving] } }]
}

/** The last period of each meter ends on the day; a period that would begin then or later is taken out whole, without a day, or not at all. */
function endMemberships(partitionId: string, asked: readonly string[], to: string, periodsOf: (number: string) => readonly MemberDays[]) {
  const later = asked.flatMap(periodsOf).find(({ from }) => from !== undefined && from >= to)
  if (later) return rejected('membership-ends-before-start', writtenDays({ ...later, to }))
  const numbers = asked.filter((number) => periodsOf(number).some((period) => period.to === undefined || period.to > to))
  return numbers.length === 0 ? [] : [{ type: 'leakage.MetersDissociated' as const, data: { partitionId, numbers, to } }]
}

/** The event has all thresholds of the point, so that what it does not have is none. */
function setThresholds({ type: _, rootId: __, partitionId, ...asked }: InCascade<SetThresholds>, cascade: Cascade) {
  const point = cascade.points.get(partitionId)
  if (!point) return rejected('partition-not-found', { partitionId })
  const before = withoutAbsent(point.thresholds)
  const thresholds = withoutAbsent({ ...before, ...withoutUndefined(asked) })
  if (sameValue(thresholds, before)) return []
  if (hasLeakageThreshold(thresholds) && !knowsConsumption(point, cascade))
    return rejected('leakage-threshold-needs-sub-meters', { partitionId })
  return [{ type: 'leakage.ThresholdsSet' as const, data: { partitionId, ...thresholds } }]
}

function removePartition({ partitionId, rootId, whole }: InCascade<RemovePartition>, cascade: Cascade) {
  const point = cascade.points.get(partitionId)
  if (!point) return cascade.removed.has(partitionId) ? [] : rejected('partition-not-found', { partitionId })
  if (partitionId === rootId) {
    if (!whole) return rejected('partition-root-stays', { partitionId })
    // Children first, so that no point is without its parent at any moment.
    const childrenFirst = [...cascade.points.values()].sort((left, right) => right.created.level - left.created.level)
    return childrenFirst.map(({ created }) => removal(created.partitionId))
  }
  if (pointsBelow(cascade, partitionId).length > 0) return rejected('partition-has-children', { partitionId })
  if (point.subMeters.size > 0) return rejected('partition-has-sub-meters', { partitionId })
  const parent = point.created.parentId === null ? undefined : cascade.points.get(point.created.parentId)
  if (parent && losesConsumption(parent, cascade))
    return rejected('leakage-threshold-needs-sub-meters', { partitionId: parent.created.partitionId })
  return [removal(partitionId)]
}

const removal = (partitionId: string) => ({ type: 'leakage.PartitionRemoved', data: { partitionId } }) as const

/** Leakage is supply less what is known to be used: by sub-meters here, or by meters of points below. */
const knowsConsumption = (point: MeteringPoint, cascade: Cascade): boolean =>
  point.subMeters.size > 0 ||
  pointsBelow(cascade, point.created.partitionId).some((below) => below.summaryMeters.size > 0 || knowsConsumption(below, cascade))

/** True when the point's leakage threshold would hang in the air after its last point below has gone. */
const losesConsumption = (point: MeteringPoint, cascade: Cascade): boolean =>
  hasLeakageThreshold(point.thresholds) && point.subMeters.size === 0 && pointsBelow(cascade, point.created.partitionId).length === 1

const hasLeakageThreshold = ({ leakageRate, leakageLitresPerDay }: Thresholds): boolean =>
  leakageRate !== undefined || leakageLitresPerDay !== undefined

const withoutUndefined = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>

const withoutAbsent = (thresholds: { [Name in keyof Thresholds]: Thresholds[Name] | null }): Thresholds =>
  Object.fromEntries(Object.entries(thresholds).filter(([, value]) => value !== undefined && value !== null))
