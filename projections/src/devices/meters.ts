import { comingBack, comingFirst, leaving, staying } from '@nightflow/domain/metering/absences'
import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { resolveReadings } from '@nightflow/domain/metering/resolve-readings'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import { knownMaximumFlow, volumeRulesOf } from '@nightflow/domain/metering/volume-rules'
import { changeableDetails } from '@nightflow/schemas/devices/change-meter-details'
import type { findMeter as findMeterEndpoint } from '@nightflow/schemas/devices/endpoints'
import { MeterFields } from '@nightflow/schemas/devices/meter-fields'
import type { MeterState } from '@nightflow/schemas/devices/meter-life'
import type { MeterRow, MeterStatus } from '@nightflow/schemas/devices/meters'
import type { ClosingReason } from '@nightflow/schemas/devices/operate-valve'
import type { RegisterResetRecorded } from '@nightflow/schemas/devices/record-register-reset'
import type { MeterRegistered } from '@nightflow/schemas/devices/register-meter'
import type { MeterReplaced } from '@nightflow/schemas/devices/replace-meter'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { defineEntity } from '../projector/entity.ts'
import { localDateOf, type Meter, meterRow, serviceFromOf } from './meter-row.ts'
import { meterSteps } from './meter-steps.ts'
import { listValveOperations } from './valve-operations.ts'
import { closingReasonsOfMeter } from './valves.ts'

const inState =
  (state: MeterState) =>
  (meter: Meter | undefined, { data: { happenedAt } }: { data: { happenedAt: string } }): Meter | undefined =>
    meter && { ...meter, state, stateSince: happenedAt }

const unchanged = (meter: Meter | undefined): Meter | undefined => meter

/** Every registered meter. */
export const meters = defineEntity({
  name: 'devices/meters',
  version: 12,
  table: 'meters',
  key: ['number'],
  row: meterRow,
  indexes: {
    name: '(tenant, name_key, number)',
    address: '(tenant, address_key, number)',
    caliber: '(tenant, caliber_millimetres, number)',
    state: '(tenant, state, number)',
    type: '(tenant, meter_type_id, number)',
    // Reports count meters and their days in service by group, from the index alone.
    group: '(tenant, meter_group_id, number) include (id, state, service_from, service_until, replaced_by)',
    // Row-level security permits no index for patterns. A search reads this one instead of whole rows.
    search: '(tenant, number) include (search_text, has_valve, replaced_by, time_zone)',
    replaced: '(tenant, number) where replaced_by is not null',
  },
  shardedBy: 'number',
  // The two meters of a replacement may belong to different shards, so each row has all that its meter's volumes depend on.
  keysOf: ({ type, data }) =>
    (type === 'devices.MeterReplaced' ? [data.number, data.replacedBy] : [data.number]).map((number) => ({ number: number as string })),
  evolve: {
    'devices.MeterRegistered': (meter, { data, position }) => meter ?? registered(data, position),
    'devices.MeterReplaced': (meter, { data }, { number }) =>
      meter && (number === data.number ? endedBy(meter, data) : { ...meter, ...beginningWith(data) }),
    'devices.MeterDetailsChanged': (meter, { data: { changedAt: _, reason: __, ...changed } }) => {
      if (!meter) return undefined
      const kept = Object.fromEntries(Object.entries(meter.details).filter(([field]) => !isChangeable.has(field)))
      return withDetails(meter, { ...(kept as MeterRegistered), ...changed })
    },
    // In the order of their recording: one of the same instant corrects the one before it.
    'devices.RegisterResetRecorded': (meter, { data }) => meter && { ...meter, resets: [...meter.resets, data] },
    'devices.RegisterResetWithdrawn': (meter, { data }) =>
      meter && { ...meter, resets: meter.resets.filter(({ resetAt }) => Date.parse(resetAt) !== Date.parse(data.resetAt)) },
    'devices.MeterStored': inState('stored'),
    'devices.MeterIssued': inState('issued'),
    'devices.MeterInstalled': inState('installed'),
    'devices.MeterRemoved': inState('removed'),
    'devices.MeterScrapped': inState('scrapped'),
    'devices.MeterGrouped': (meter, { data: { meterGroupId } }) => meter && { ...meter, meterGroupId },
    'devices.MeterMovedOut': (meter, { data: { movedAt }, position }) =>
      meter && { ...meter, state: 'moved' as const, stateSince: movedAt, absences: leaving(meter.absences, movedAt, position) },
    'devices.MeterMoveReturned': (meter, { data: { state, since } }) =>
      meter && { ...meter, state, stateSince: since, absences: staying(meter.absences) },
    'devices.MeterMovedIn': (meter, { data: { movedAt } }) => meter && { ...meter, absences: [...meter.absences, comingFirst(movedAt)] },
    'devices.MeterMovedBack': (meter, { data: { movedAt, state }, position }) =>
      meter && { ...meter, state, stateSince: movedAt, absences: comingBack(meter.absences, movedAt, position) },
    // These are lines of its history alone.
    'devices.MeterMoveFinished': unchanged,
    'metering.ReadingCorrected': unchanged,
    'metering.ReadingCorrectionWithdrawn': unchanged,
    'devices.ValveOpeningRequested': unchanged,
    'devices.ValveClosingRequested': unchanged,
    'devices.ValveClosingReasonAdded': unchanged,
    'devices.ValveClosingReasonRemoved': unchanged,
    'devices.ValveOpened': unchanged,
    'devices.ValveClosed': unchanged,
    'devices.ValveOperationFailed': unchanged,
    'devices.ValveOperationExpired': unchanged,
  },
  history: { sentences: 'devices:meters', steps: meterSteps },
})

const isChangeable = new Set<string>(changeableDetails)

const registered = (details: MeterRegistered, position: number): Meter => ({
  number: details.number,
  id: position,
  timeZone: details.timeZone,
  details,
  ...searchableOf(details),
  registeredAt: details.registeredAt,
  replacedBy: null,
  replacedAt: null,
  finalLitres: null,
  replaces: null,
  inServiceFrom: null,
  initialLitres: null,
  serviceFrom: serviceFromOf(details),
  serviceUntil: null,
  resets: [],
  state: 'installed',
  stateSince: details.installedAt ?? details.registeredAt,
  meterGroupId: null,
  absences: [],
})

/** The parts of a search text are in lines of their own, so that no match goes across them. */
const searchableOf = ({ number, name, address, caliberMillimetres, hasValve, meterTypeId }: MeterRegistered) => ({
  meterTypeId: meterTypeId ?? null,
  nameKey: name?.toLowerCase() ?? null,
  addressKey: address?.toLowerCase() ?? null,
  caliberMillimetres: caliberMillimetres ?? null,
  hasValve,
  searchText: [number, name, address].filter(Boolean).join('\n').toLowerCase(),
})

const withDetails = (meter: Meter, details: MeterRegistered): Meter => ({ ...meter, details, ...searchableOf(details) })

const endedBy = (meter: Meter, { replacedBy, replacedAt, finalLitres }: MeterReplaced): Meter => ({
  ...meter,
  replacedBy,
  replacedAt,
  finalLitres,
  serviceUntil: localDateOf(replacedAt, meter.timeZone),
  state: 'removed',
  stateSince: replacedAt,
})

const beginningWith = ({ number, replacedAt, initialLitres }: MeterReplaced) => ({
  replaces: number,
  inServiceFrom: replacedAt,
  initialLitres,
})

export type StoredMeter = {
  number: string
  time_zone: string
  details: MeterRegistered
  registered_at: Date
  replaced_by: string | null
  replaces: string | null
  closing_reasons: ClosingReason[]
  partition_id: string | null
  account_no: string | null
  /** Packed readings of the last days that have any, newest first. */
  readings: Buffer[] | null
  flags: string | null
  valve: number | null
  day: string | null
  is_reporting: boolean | null
  state: MeterState
  state_since: Date
  meter_group_id: string | null
  meter_type_name: string | null
  meter_group_name: string | null
  first_day: string | null
}

/** The first local day whose readings make a meter `reporting`. */
export const reportingSince = '(now() at time zone meters.time_zone)::date - 2'

export const storedMeterColumns = `
  meters.number, meters.time_zone, meters.details, meters.registered_at, meters.replaced_by, meters.replaces, meters.state, meters.state_since, meters.meter_group_id,
  ${closingReasonsOfMeter} as closing_reasons,
  (select meter_type_name from platform.meter_types types where types.tenant = meters.tenant and types.meter_type_id = meters.meter_type_id) as meter_type_name,
  (select meter_group_name from platform.meter_groups groups where groups.tenant = meters.tenant and groups.meter_group_id = meters.meter_group_id) as meter_group_name,
  (select partitions.id from views.partition_members member join views.partitions on partitions.key = member.partition_key
    where member.tenant = meters.tenant and member.number = meters.number
    order by (active_until > now() and active_from <= now()) desc, member.side, partitions.level desc limit 1) as partition_id,
  (select account_no from views.accounts where accounts.tenant = meters.tenant and accounts.meter_no = meters.number limit 1) as account_no,
  meter_states.valve,
  latest.readings, latest.flags, latest.day::text, latest.day >= ${reportingSince} as is_reporting`
/** A device reports its battery once a day or less often: the last known values may be some days old. */
export const latestDay = `left join lateral (
  select array_agg(readings order by day desc) as readings, (array_agg(flags order by day desc))[1] as flags, max(day) as day
  from (select readings, flags, day from views.meter_days where meter_id = meters.id order by day desc limit 4) days) latest on true`

/** Whether these meters have a valve; meters that are not registered are missing. */
export const findMetersWithValve = async (database: PoolClient, numbers: readonly string[]): Promise<ReadonlyMap<string, boolean>> => {
  const { rows } = await database.query<{ number: string; has_valve: boolean }>(
    'select number, has_valve from views.meters where number = any($1::text[])',
    [numbers],
  )
  return new Map(rows.map(({ number, has_valve }) => [number, has_valve]))
}

/** Meters of a group that are in the pipe with a valve, by number; at most `most`. */
export const findValvesOfGroup = async (database: PoolClient, meterGroupId: number, most: number): Promise<string[]> => {
  const { rows } = await database.query<{ number: string }>(
    `select number from views.meters where meter_group_id = $1 and has_valve and state = 'installed' order by number limit $2`,
    [meterGroupId, most],
  )
  return rows.map(({ number }) => number)
}

/** Whether a meter has one of these types, or is in one of these groups. */
export const isMeterListUsed = async (database: PoolClient, list: 'type' | 'group', ids: readonly number[]): Promise<boolean> => {
  const column = list === 'type' ? 'meter_type_id' : 'meter_group_id'
  const found = await database.query(`select from views.meters where ${column} = any($1::bigint[]) limit 1`, [ids])
  return found.rowCount === 1
}

/** One meter with its rules and its valve operations, newest first; undefined when it is not registered. */
export const findMeter = async (
  database: PoolClient,
  { number }: RequestOf<typeof findMeterEndpoint>,
): Promise<ResponseOf<typeof findMeterEndpoint> | undefined> => {
  const found = await database.query<StoredMeter & { resets: RegisterResetRecorded[] }>(
    `select ${storedMeterColumns}, meters.resets, (select day::text from views.meter_days where meter_id = meters.id order by day limit 1) as first_day
     from views.meters left join views.meter_states using (tenant, number) ${latestDay} where meters.number = $1`,
    [number],
  )
  const stored = found.rows[0]
  if (!stored) return undefined
  const operations = await listValveOperations(database, { number, limit: 50 })
  const rules = volumeRulesOf(stored.details)
  const litresOrNull = (millilitres: number | null) => (millilitres === null ? null : millilitres / 1000)
  return {
    ...toMeterRow(stored),
    registerWidthLitres: litresOrNull(rules.registerWidthMillilitres),
    backflowToleranceLitres: rules.backflowToleranceMillilitres / 1000,
    maximumFlowLitresPerHour: knownMaximumFlow(stored.details) ?? null,
    maximumGapSeconds: rules.maximumGapMilliseconds / 1000,
    stated: {
      backflowToleranceLitres: stored.details.backflowToleranceLitres ?? null,
      maximumFlowLitresPerHour: stored.details.maximumFlowLitresPerHour ?? null,
      maximumGapSeconds: stored.details.maximumGapSeconds ?? null,
    },
    resets: [
      ...new Map(stored.resets.map(({ number: _, ...reset }) => [reset.resetAt, { ...reset, reason: reset.reason ?? null }])).values(),
    ],
    fields: MeterFields.parse(stored.details),
    registeredAt: stored.registered_at.toISOString(),
    replacedBy: stored.replaced_by,
    replaces: stored.replaces,
    firstDay: stored.first_day,
    lastDay: stored.day,
    valveOperations: operations.rows,
    valveOperationsNext: operations.next,
  }
}

const statusOf = ({ replaced_by, day, is_reporting }: StoredMeter): MeterStatus => {
  if (replaced_by !== null) return 'replaced'
  if (day === null) return 'never'
  return is_reporting ? 'reporting' : 'silent'
}

/** As packed readings and `meter_states` have them. */
export const valveCodes = { open: 1, closed: 2 } as const

const valvePositionOf = ({ valve }: StoredMeter): MeterRow['valvePosition'] =>
  valve === valveCodes.open ? 'open' : valve === valveCodes.closed ? 'closed' : null

export const toMeterRow = (stored: StoredMeter): MeterRow => {
  const { number, time_zone, details, partition_id, readings, flags } = stored
  const days = (readings ?? []).map((bytes) => resolveReadings(unpackFrame(bytes)))
  const register = latestOf(days, (day) => day.registerMillilitres?.findLast((value) => !Number.isNaN(value)))
  const readAt = latestOf(days, ({ at }) => at.at(-1))
  return {
    number,
    name: details.name ?? null,
    address: details.address ?? null,
    timeZone: time_zone,
    caliberMillimetres: details.caliberMillimetres ?? null,
    longitude: details.longitude ?? null,
    latitude: details.latitude ?? null,
    status: statusOf(stored),
    state: stored.state,
    stateSince: stored.state_since.toISOString(),
    storedOn: details.storedOn ?? null,
    meterTypeId: details.meterTypeId ?? null,
    meterTypeName: stored.meter_type_name,
    meterGroupId: stored.meter_group_id === null ? null : Number(stored.meter_group_id),
    meterGroupName: stored.meter_group_name,
    hasValve: details.hasValve,
    valvePosition: valvePositionOf(stored),
    closingReasons: stored.closing_reasons,
    partitionId: partition_id,
    accountNo: stored.account_no,
    dataSource: details.dataSource ?? null,
    lastReadAt: readAt === null ? null : new Date(readAt).toISOString(),
    lastRegisterLitres: register === null ? null : register / 1000,
    batteryMillivolt: latestOf(days, (day) => day.batteryMillivolt?.findLast((value) => !Number.isNaN(value))),
    flags: (flags ?? '').replaceAll('day:', ''),
  }
}

/** The newest value of some days; null when none of them has it. */
const latestOf = (days: readonly ReadingColumns[], pick: (day: ReadingColumns) => number | undefined): number | null => {
  for (const day of days) {
    const value = pick(day)
    if (value !== undefined) return value
  }
  return null
}
