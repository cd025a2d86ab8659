import { bulkPointsBelow } from '@nightflow/domain/leakage/bulk-points'
import { changedPoint } from '@nightflow/domain/leakage/partition-cascade'
import { inTime, type PointInTime } from '@nightflow/domain/leakage/tree-in-time'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { EventLog, RecordedEvent } from '@nightflow/event-log/event-log'
import type { MeterRegistered } from '@nightflow/schemas/devices/register-meter'
import type { nightFlowByPartition } from '@nightflow/schemas/leakage/endpoints'
import type { PartitionChanged, PartitionCreated, PartitionMoved } from '@nightflow/schemas/leakage/partition'
import type { ReadingCorrected, ReadingCorrectionWithdrawn } from '@nightflow/schemas/metering/correct-reading'
import type { ImportWithdrawn } from '@nightflow/schemas/metering/imports'
import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { Cascades, isDayOf, type Membership, type Point } from '../leakage/cascades.ts'
import { daysFrom, daysOfPercentileBefore, nightFlowSeries } from '../leakage/night-flow.ts'
import { byKeyAndDay, keysOn, type Partition, type Sources } from '../leakage/partition-series.ts'
import { emptySums, isEmpty, moveFigures, type PartitionSums } from '../leakage/partition-sums.ts'
import type { StoredDay } from '../leakage/stored-days.ts'
import {
  changeOf,
  foldMeter,
  gatherCorrection,
  gatherFrame,
  isStatedRegister,
  originOf,
  recomputeMeter,
  statedRegisterTypes,
} from '../metering/fold-days.ts'
import { addDaysOfReplacement, cameOrLeft, claimant, type Meter, MeterRegistry, moveTypes } from '../metering/meter-registry.ts'
import { isStating, statedDayOf, statingTypes, takeStated } from '../metering/stated-days.ts'
import type { LeftOutEvents } from '../projector/left-out-events.ts'
import type { DayChange } from '../projector/projection.ts'

const structureTypes = [
  ...statingTypes,
  'metering.ImportWithdrawn',
  'metering.ReadingCorrectionWithdrawn',
  'devices.MeterRegistered',
  'devices.MeterReplaced',
  'devices.MeterDetailsChanged',
  'devices.RegisterResetRecorded',
  'devices.RegisterResetWithdrawn',
  ...moveTypes,
  'leakage.PartitionCreated',
  'leakage.PartitionChanged',
  'leakage.PartitionMoved',
  'leakage.SummaryMeterAssociated',
  'leakage.SubMetersAssociated',
  'leakage.MetersDissociated',
  'leakage.PartitionRemoved',
]
const frameTypes = ['metering.ReadingsReported', ...statedRegisterTypes]
const page = { limit: 2_000, maximumBytes: 4 * 1024 * 1024 } as const
const dayMilliseconds = 86_400_000

/**
 * The figures of a partition as they followed from the log up to `asOf`, a position or an instant.
 * Folds the log in memory with the same code that keeps the read models, but only the partition's meters and the requested days.
 * Undefined when there was no such partition then. Throws where an event cannot be folded that `leftOut` does not name.
 */
export const nightFlowAsOf = async (
  { log, tenant, leftOut }: Omit<Moment, 'asOf'>,
  { id, from, to, asOf }: RequestOf<typeof nightFlowByPartition>,
): Promise<ResponseOf<typeof nightFlowByPartition> | undefined> => {
  const moment = { log, tenant, asOf, leftOut }
  const structure = await readStructure(moment)
  const point = structure.cascades.points(tenant).get(id)
  const created = structure.created.get(id)
  if (!point || !created) return undefined

  // The days of the rolling percentile before, and a day on either side for intervals that cross midnight.
  const span = { firstDay: dayOfDate(from) - daysOfPercentileBefore - 1, lastDay: dayOfDate(to) + 1 }
  const { stored, sources } = await foldPoints(moment, structure, [point], span)
  const partition = partitionThen(point, created)
  const rows = nightFlowSeries(partition, byKeyAndDay(stored), sources, dayOfDate(from), dayOfDate(to))
  return { id, name: created.name, timeZone: point.timeZone, rows }
}

export const partitionThen = ({ key, id, timeZone }: Point, created: PartitionCreated): Partition => ({
  key,
  id,
  name: created.name,
  level: created.level,
  time_zone: timeZone,
  details: created,
})

export type Moment = {
  log: EventLog
  tenant: string
  /** A position of the log or an instant; the whole log when undefined. */
  asOf: string | number | undefined
  /** None when undefined. */
  leftOut?: LeftOutEvents | undefined
}
type Span = { firstDay: number; lastDay: number }

type FoldedPoints = {
  stored: StoredDay[]
  sources: Sources
  lastReadingAt: number
  /** Days of the meters, by number; of two changes of one day the later one counts. */
  changesOf: ReadonlyMap<string, readonly DayChange[]>
  /** The meters themselves with the readings of the span, by number. */
  meters: ReadonlyMap<string, Meter>
}

/**
 * The stored days of some points between two days, both excluded, as they followed from the log, and what they are read against. `further` are
 * meters whose days are wanted too, whether a point counts them or not.
 */
export const foldPoints = async (
  moment: Moment,
  structure: Structure,
  wanted: readonly Point[],
  { firstDay, lastDay }: Span,
  further: readonly string[] = [],
): Promise<FoldedPoints> => {
  const { tenant } = moment
  const memberships = structure.cascades.memberships(tenant)
  const known = structure.cascades.points(tenant)
  const byPoint = Map.groupBy(memberships.values(), ({ point: { key } }) => key)
  const bulkPoints = bulkPointsOf(known, byPoint)
  const days = daysFrom(firstDay + 1, lastDay - 1)
  const bulk = new Set(wanted.flatMap(({ key, timeZone }) => keysOn({ key, time_zone: timeZone, days }, bulkPoints)))
  const points = new Set([...wanted, ...[...known.values()].filter(({ key }) => bulk.has(key))])
  const counted = [...memberships.values()].filter((membership) => points.has(membership.point))
  const meters = new Map<string, Meter>()
  const summed: Membership[] = []
  for (const membership of counted) {
    const meter = structure.registry.find(tenant, membership.number)
    if (meter?.calendar.timeZone !== membership.point.timeZone) continue
    meters.set(membership.number, meter)
    summed.push(membership)
  }
  for (const number of further) {
    const meter = structure.registry.find(tenant, number)
    if (meter) meters.set(number, meter)
  }
  const { changes, lastReadingAt } = await foldFrames(moment, { meters, withdrawn: structure.withdrawn, firstDay, lastDay })
  const summedByPoint = Map.groupBy(summed, ({ point: { key } }) => key)
  const changesOf = Map.groupBy(changes, ({ number }) => number)
  const stored = [...points].flatMap(({ key, timeZone }) =>
    sumUp(changesOf, summedByPoint.get(key) ?? [], tenant, key, timeZone).map(toStoredDay),
  )
  const sources: Sources = {
    expectations: new Map([...points].map(({ key }) => [key, expectationsOf(byPoint.get(key) ?? [])])),
    bulkPoints,
  }
  return { stored: stored.filter(({ day }) => day > firstDay && day < lastDay), sources, lastReadingAt, changesOf, meters }
}

const bulkPointsOf = (points: ReadonlyMap<string, Point>, membersOf: ReadonlyMap<number, readonly Membership[]>): Sources['bulkPoints'] => {
  const tree = [...points.values()].map(({ key, id, parentId }) => ({ id, parentId, ...spansOf(membersOf.get(key) ?? []) }))
  const below = inTime(tree, bulkPointsBelow)
  const idOf = new Map([...points.values()].map(({ key, id }) => [key, id]))
  return (key, from, until) => (below(from, until).get(idOf.get(key)!) ?? []).map((id) => points.get(id)!.key)
}

/** The times in which a point has meters of each side. */
export const spansOf = (members: readonly Membership[]): Pick<PointInTime, 'summaryMeters' | 'customers'> => {
  const spans = (wanted: Membership['side']) =>
    members.filter(({ side }) => side === wanted).map(({ activeFrom, activeUntil }) => ({ from: activeFrom, until: activeUntil }))
  return { summaryMeters: spans('supply'), customers: spans('consumption') }
}

/** `withdrawn` has the ids of imports and of manual corrections. */
export type Structure = { cascades: Cascades; registry: MeterRegistry; created: Map<string, PartitionCreated>; withdrawn: Set<string> }

export const readStructure = async (moment: Moment): Promise<Structure> => {
  const { tenant } = moment
  const structure: Structure = { cascades: new Cascades(), registry: new MeterRegistry(), created: new Map(), withdrawn: new Set() }
  const replacements: RecordedEvent[] = []
  const stating: RecordedEvent[] = []
  for await (const event of eventsUntil(moment, structureTypes)) {
    if (event.type === 'devices.MeterRegistered') structure.registry.register(tenant, event.position, event.data as MeterRegistered)
    if (event.type === 'devices.MeterReplaced') replacements.push(event)
    else if (isStating(event.type)) stating.push(event)
    else structure.registry.takeRules(event)
    if (event.type === 'leakage.PartitionCreated') structure.created.set(event.data.partitionId as string, event.data as PartitionCreated)
    if (event.type === 'leakage.PartitionChanged') {
      const changes = event.data as PartitionChanged
      const known = structure.created.get(changes.partitionId)
      if (known) structure.created.set(changes.partitionId, changedPoint(known, changes))
    }
    if (event.type === 'leakage.PartitionMoved') {
      const { partitionId, parentId, level } = event.data as PartitionMoved
      const known = structure.created.get(partitionId)
      if (known) structure.created.set(partitionId, { ...known, parentId, level })
    }
    if (event.type === 'metering.ReadingCorrectionWithdrawn')
      structure.withdrawn.add((event.data as ReadingCorrectionWithdrawn).correctionId)
    else if (event.type === 'metering.ImportWithdrawn') structure.withdrawn.add((event.data as ImportWithdrawn).importId)
    else structure.cascades.take(event)
  }
  for (const replacement of replacements) structure.registry.takeRules(replacement)
  for (const event of stating) {
    const stated = statedDayOf(structure.registry, event)
    if (stated) takeStated(stated.meter, event)
  }
  return structure
}

/** Events of a tenant in order, up to a position or to those recorded at an instant, without those that are left out. */
export async function* eventsUntil({ log, tenant, asOf, leftOut }: Moment, types: readonly string[]): AsyncGenerator<RecordedEvent> {
  const untilPosition = typeof asOf === 'number' ? asOf : await log.head()
  const untilInstant = typeof asOf === 'string' ? Date.parse(asOf) : Number.POSITIVE_INFINITY
  let after = 0
  for (;;) {
    const events = await log.readAll(after, { types, tenant, untilPosition, ...page })
    if (events.length === 0) return
    for (const event of events) {
      if (event.recordedAt > untilInstant) return
      if (!leftOut?.has(event.position)) yield event
    }
    after = events.at(-1)!.position
  }
}

type Wanted = { meters: ReadonlyMap<string, Meter>; withdrawn: ReadonlySet<string>; firstDay: number; lastDay: number }

const foldFrames = async (
  moment: Moment,
  { meters, withdrawn, firstDay, lastDay }: Wanted,
): Promise<{ changes: DayChange[]; lastReadingAt: number }> => {
  let lastReadingAt = Number.NEGATIVE_INFINITY
  const touched = new Set<Meter>()
  const earliest = (firstDay - 1) * dayMilliseconds
  const latest = (lastDay + 2) * dayMilliseconds
  for await (const { type, data, packed, position } of eventsUntil(moment, frameTypes)) {
    if (isStatedRegister(type)) {
      if (!withdrawn.has((data as ReadingCorrected).correctionId))
        gatherCorrection(data as ReadingCorrected, (number) => meters.get(number), touched)
      continue
    }
    const report = data as ReadingsReported
    const { importId, firstAt, lastAt } = report
    if (importId !== undefined && withdrawn.has(importId)) continue
    if (!packed || !firstAt || !lastAt) continue
    lastReadingAt = Math.max(lastReadingAt, Date.parse(lastAt))
    if (Date.parse(lastAt) < earliest || Date.parse(firstAt) > latest) continue
    gatherFrame(unpackFrame(packed), originOf(report), (number) => claimant(meters.get(number), position), touched)
  }
  const replaced = [...meters.values()].filter(cameOrLeft)
  for (const meter of replaced) addDaysOfReplacement(meter)
  const changes: DayChange[] = []
  const tell = (change: DayChange) => changes.push(change)
  for (const meter of touched) foldMeter(meter, tell)
  for (const meter of replaced) recomputeMeter(meter, tell)
  for (const meter of meters.values())
    for (const [day, after] of meter.stated ?? []) if (day > firstDay && day < lastDay) tell(changeOf(meter, day, undefined, after))
  return { changes, lastReadingAt }
}

const sumUp = (
  changesOf: ReadonlyMap<string, readonly DayChange[]>,
  memberships: readonly Membership[],
  tenant: string,
  partitionKey: number,
  timeZone: string,
): PartitionSums[] => {
  const days = new Map<number, PartitionSums>()
  for (const membership of memberships) {
    for (const { day, before, after } of changesOf.get(membership.number) ?? []) {
      if (!isDayOf(membership, day)) continue
      let sums = days.get(day)
      if (!sums) {
        sums = emptySums(tenant, partitionKey, day, calendarOf(timeZone).slotsOf(day))
        days.set(day, sums)
      }
      moveFigures(sums, membership, before, after)
    }
  }
  return [...days.values()].filter((sums) => !isEmpty(sums)).sort((a, b) => a.day - b.day)
}

const toStoredDay = ({ partitionKey, day, supply, consumption }: PartitionSums) => ({
  partition_key: partitionKey,
  day,
  supply_sums: [...supply.sums],
  supply_known: [...supply.known],
  supply_day: supply.day,
  supply_day_known: supply.dayKnown,
  supply_stated: supply.stated,
  supply_stated_day: supply.statedDay,
  supply_shared: supply.shared && [...supply.shared],
  consumption_sums: [...consumption.sums],
  consumption_known: [...consumption.known],
  consumption_day: consumption.day,
  consumption_day_known: consumption.dayKnown,
  consumption_stated: consumption.stated,
  consumption_stated_day: consumption.statedDay,
  consumption_shared: consumption.shared && [...consumption.shared],
})

const expectationsOf = (memberships: readonly Membership[]) =>
  memberships.map(({ side, activeFrom, activeUntil }) => ({ side, from: activeFrom, until: activeUntil, count: 1 }))
