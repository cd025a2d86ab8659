import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { resolveReadings } from '@nightflow/domain/metering/resolve-readings'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import { volumeRulesOf } from '@nightflow/domain/metering/volume-rules'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import { changeableDetails, type MeterDetailsChanged } from '@nightflow/schemas/devices/change-meter-details'
import type { findMeter as findMeterEndpoint } from '@nightflow/schemas/devices/endpoints'
import type { MeterRow, MeterStatus } from '@nightflow/schemas/devices/meters'
import type { RegisterResetRecorded } from '@nightflow/schemas/devices/record-register-reset'
import type { MeterRegistered } from '@nightflow/schemas/devices/register-meter'
import type { MeterReplaced } from '@nightflow/schemas/devices/replace-meter'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { defineProjection, type Session } from '../shared/projection.ts'

/** The register of meters. A meter's `id` is the log position of its registration: the same after every rebuild. */
export const meters = defineProjection({
  name: 'devices/meters',
  version: 3,
  events: ['devices.MeterRegistered', 'devices.MeterReplaced', 'devices.MeterDetailsChanged', 'devices.RegisterResetRecorded'],
  tables: {
    meters: `create table meters (
      tenant text not null,
      id bigint not null,
      number text not null,
      shard smallint not null,
      time_zone text not null,
      details jsonb not null,
      registered_at timestamptz not null,
      replaced_by text,
      replaced_at timestamptz,
      final_litres double precision,
      replaces text,
      in_service_from timestamptz,
      initial_litres double precision,
      resets jsonb not null default '[]',
      primary key (tenant, number)
    )`,
  },
  isSharded: true,
  open:
    async (session) =>
    async ({ events }) => {
      let registered: RecordedEvent[] = []
      for (const event of events) {
        if (event.type === 'devices.MeterRegistered') {
          registered.push(event)
          continue
        }
        await insertMeters(session, registered)
        registered = []
        const { tenant } = event.metadata
        if (event.type === 'devices.MeterReplaced') await joinMeters(session, tenant, event.data as MeterReplaced)
        if (event.type === 'devices.MeterDetailsChanged') await changeDetails(session, tenant, event.data as MeterDetailsChanged)
        if (event.type === 'devices.RegisterResetRecorded') await addReset(session, tenant, event.data as RegisterResetRecorded)
      }
      await insertMeters(session, registered)
    },
})

/** Many at once: an import registers thousands in a row. */
const insertMeters = async ({ client, shard }: Session, events: readonly RecordedEvent[]): Promise<void> => {
  const registered = events.filter(({ metadata, data }) => shard.owns(metadata.tenant, data.number as string))
  if (registered.length === 0) return
  const meters = registered.map(({ data }) => data as MeterRegistered)
  await client.query(
    `insert into meters (tenant, id, number, shard, time_zone, details, registered_at)
     select tenant, id, number, $1, time_zone, details, registered_at
     from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::jsonb[], $7::timestamptz[])
       as registered (tenant, id, number, time_zone, details, registered_at)
     on conflict (tenant, number) do nothing`,
    [
      shard.index,
      registered.map(({ metadata }) => metadata.tenant),
      registered.map(({ position }) => position),
      meters.map(({ number }) => number),
      meters.map(({ timeZone }) => timeZone),
      meters.map((meter) => JSON.stringify(meter)),
      meters.map(({ registeredAt }) => registeredAt),
    ],
  )
}

const changeDetails = async ({ client, shard }: Session, tenant: string, change: MeterDetailsChanged): Promise<void> => {
  const { changedAt: _, reason: __, ...details } = change
  if (!shard.owns(tenant, details.number)) return
  await client.query('update meters set details = (details - $3::text[]) || $4::jsonb where tenant = $1 and number = $2', [
    tenant,
    details.number,
    changeableDetails,
    JSON.stringify(details),
  ])
}

/** In the order of their recording: one of the same instant corrects the one before it. */
const addReset = async ({ client, shard }: Session, tenant: string, reset: RegisterResetRecorded): Promise<void> => {
  if (!shard.owns(tenant, reset.number)) return
  await client.query('update meters set resets = resets || $3::jsonb where tenant = $1 and number = $2', [
    tenant,
    reset.number,
    JSON.stringify([reset]),
  ])
}

/** The two meters may belong to different shards, so each row says all that its meter's volumes depend on. */
const joinMeters = async ({ client, shard }: Session, tenant: string, replacement: MeterReplaced) => {
  const { number, replacedBy, replacedAt, finalLitres, initialLitres } = replacement
  if (shard.owns(tenant, number))
    await client.query('update meters set replaced_by = $3, replaced_at = $4, final_litres = $5 where tenant = $1 and number = $2', [
      tenant,
      number,
      replacedBy,
      replacedAt,
      finalLitres,
    ])
  if (shard.owns(tenant, replacedBy))
    await client.query('update meters set replaces = $3, in_service_from = $4, initial_litres = $5 where tenant = $1 and number = $2', [
      tenant,
      replacedBy,
      number,
      replacedAt,
      initialLitres,
    ])
}

export type StoredMeter = {
  number: string
  time_zone: string
  details: MeterRegistered
  registered_at: Date
  replaced_by: string | null
  replaces: string | null
  partition_id: string | null
  /** Packed readings of the last days that have any, newest first. */
  readings: Buffer[] | null
  flags: string | null
  day: string | null
  is_reporting: boolean | null
  first_day: string | null
}

/** The first local day whose readings make a meter `reporting`. */
export const reportingSince = '(now() at time zone meters.time_zone)::date - 2'

export const storedMeterColumns = `
  meters.number, meters.time_zone, meters.details, meters.registered_at, meters.replaced_by, meters.replaces,
  (select partitions.id from views.partition_members member join views.partitions on partitions.key = member.partition_key
    where member.tenant = meters.tenant and member.number = meters.number
    order by member.side, partitions.level desc limit 1) as partition_id,
  latest.readings, latest.flags, latest.day::text, latest.day >= ${reportingSince} as is_reporting`
/** A device tells its battery and its valve once a day or less often: what is known of it last may stand some days back. */
export const latestDay = `left join lateral (
  select array_agg(readings order by day desc) as readings, (array_agg(flags order by day desc))[1] as flags, max(day) as day
  from (select readings, flags, day from views.meter_days where meter_id = meters.id order by day desc limit 4) days) latest on true`

/** One meter with its rules and its valve operations, newest first; undefined when it is not registered. */
export const findMeter = async (
  database: PoolClient,
  { number }: RequestOf<typeof findMeterEndpoint>,
): Promise<ResponseOf<typeof findMeterEndpoint> | undefined> => {
  const found = await database.query<StoredMeter & { resets: RegisterResetRecorded[] }>(
    `select ${storedMeterColumns}, meters.resets, (select day::text from views.meter_days where meter_id = meters.id order by day limit 1) as first_day
     from views.meters ${latestDay} where meters.number = $1`,
    [number],
  )
  const stored = found.rows[0]
  if (!stored) return undefined
  const operations = await database.query(
    `select operation_id, position, status, requested_at, requested_by, sent_at, ended_at, reason, failure
     from views.valve_operations where number = $1 order by requested_at desc limit 50`,
    [number],
  )
  const rules = volumeRulesOf(stored.details)
  const litresOrNull = (millilitres: number | null) => (millilitres === null ? null : millilitres / 1000)
  return {
    ...toMeterRow(stored),
    registerWidthLitres: litresOrNull(rules.registerWidthMillilitres),
    backflowToleranceLitres: rules.backflowToleranceMillilitres / 1000,
    maximumFlowLitresPerHour: litresOrNull(rules.maximumFlowMillilitresPerHour),
    maximumGapSeconds: rules.maximumGapMilliseconds / 1000,
    stated: {
      backflowToleranceLitres: stored.details.backflowToleranceLitres ?? null,
      maximumFlowLitresPerHour: stored.details.maximumFlowLitresPerHour ?? null,
      maximumGapSeconds: stored.details.maximumGapSeconds ?? null,
    },
    resets: [
      ...new Map(stored.resets.map(({ number: _, ...reset }) => [reset.resetAt, { ...reset, reason: reset.reason ?? null }])).values(),
    ],
    registeredAt: stored.registered_at.toISOString(),
    replacedBy: stored.replaced_by,
    replaces: stored.replaces,
    firstDay: stored.first_day,
    lastDay: stored.day,
    valveOperations: operations.rows.map((row) => ({
      operationId: row.operation_id,
      position: row.position,
      status: row.status,
      requestedAt: row.requested_at.toISOString(),
      requestedBy: row.requested_by,
      sentAt: row.sent_at?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
      reason: row.reason,
      failure: row.failure,
    })),
  }
}

const statusOf = ({ replaced_by, day, is_reporting }: StoredMeter): MeterStatus => {
  if (replaced_by !== null) return 'replaced'
  if (day === null) return 'never'
  return is_reporting ? 'reporting' : 'silent'
}

/** The position of a valve in the latest of some days that reports one; days come newest first. */
export const valvePositionIn = (days: readonly ReadingColumns[]): MeterRow['valvePosition'] => {
  const valve = latestOf(days, ({ valve }) => valve?.findLast((state) => state !== 0))
  return valve === null ? null : valve === 1 ? 'open' : 'closed'
}

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
    hasValve: details.hasValve,
    valvePosition: valvePositionIn(days),
    partitionId: partition_id,
    lastReadAt: readAt === null ? null : new Date(readAt).toISOString(),
    lastRegisterLitres: register === null ? null : register / 1000,
    batteryMillivolt: latestOf(days, (day) => day.batteryMillivolt?.findLast((value) => !Number.isNaN(value))),
    flags: (flags ?? '').replaceAll('day:', ''),
  }
}

/** What the newest of some days knows; null when none of them does. */
const latestOf = (days: readonly ReadingColumns[], pick: (day: ReadingColumns) => number | undefined): number | null => {
  for (const day of days) {
    const value = pick(day)
    if (value !== undefined) return value
  }
  return null
}
