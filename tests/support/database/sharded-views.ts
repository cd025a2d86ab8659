import type { EventLog, JsonObject } from '@nightflow/event-log/event-log'
import { projections } from '@nightflow/projections/projections'
import { replayViews } from '@nightflow/projections/views/replay'
import type { EventType } from '@nightflow/schemas/events'
import type { Pool } from 'pg'
import { appendFact, appendFrame, type PlainReading } from '../data/readings.ts'
import { inFrames, readingsOfSomeMeters, registerEverything, shuffled } from '../data/readings-of-some-meters.ts'

/** Of four shards it belongs to another one than the meter it replaces. */
const successor = '10000007'
const replacedAt = '2026-10-25T10:00:00Z'

const change = (log: EventLog, type: EventType, data: JsonObject) => appendFact(log, 'river', 'leakage-partition-root', type, data)

const registerSuccessor = (log: EventLog) =>
  appendFact(log, 'river', `devices-meter-${successor}`, 'devices.MeterRegistered', {
    number: successor,
    timeZone: 'Europe/Rome',
    hasValve: false,
    caliberMillimetres: 20,
    registerWidthLitres: 1_000_000,
    registeredAt: replacedAt,
  })

const readingsOfSuccessor = (): PlainReading[] =>
  Array.from({ length: 90 }, (_, hour) => ({
    meter: successor,
    at: Date.parse(replacedAt) + hour * 3_600_000,
    registerMillilitres: hour * 11_000,
  }))

const group = (log: EventLog, number: string, meterGroupId: number | null) =>
  appendFact(log, 'river', `devices-meter-${number}`, 'devices.MeterGrouped', {
    number,
    meterGroupId,
    meterGroupName: meterGroupId === null ? null : `Street ${meterGroupId}`,
  })

/** Changes of cascades and groups, one after each part of the frames: meters leave and join points, one is replaced, a point comes and goes. */
const changesOfCascades: ((log: EventLog) => Promise<unknown>)[] = [
  (log) => change(log, 'leakage.MetersDissociated', { partitionId: 'below', numbers: ['3', '5'] }),
  registerSuccessor,
  (log) => change(log, 'leakage.SubMetersAssociated', { partitionId: 'root', numbers: ['5'] }),
  (log) =>
    appendFact(log, 'river', 'devices-meter-4', 'devices.MeterReplaced', {
      number: '4',
      replacedBy: successor,
      replacedAt,
      finalLitres: 990_500,
      initialLitres: 0,
    }),
  (log) => change(log, 'leakage.SummaryMeterAssociated', { partitionId: 'below', number: '3', direction: 'in' }),
  (log) => change(log, 'leakage.ThresholdsSet', { partitionId: 'below' }),
  async (log) => {
    for (const number of ['1', '2', '3', successor]) await group(log, number, 7)
  },
  (log) =>
    change(log, 'leakage.PartitionCreated', {
      partitionId: 'lowest',
      rootId: 'root',
      parentId: 'below',
      level: 3,
      name: 'lowest',
      timeZone: 'Europe/Rome',
      nightWindow: { fromHour: 2, toHour: 4 },
      minimumCoverage: 1,
      boundary: null,
      personId: null,
      leaderName: null,
      leaderPhone: null,
    }),
  (log) => change(log, 'leakage.MetersDissociated', { partitionId: 'root', numbers: ['1', '5'] }),
  (log) => change(log, 'leakage.SubMetersAssociated', { partitionId: 'lowest', numbers: ['1', '5'] }),
  (log) => change(log, 'leakage.PartitionRemoved', { partitionId: 'lowest' }),
  async (log) => {
    await group(log, '1', 8)
    await group(log, '2', null)
  },
]

/** Shuffled readings of meters that are registered before, after and never, with changes of the cascades between them. */
export const feedChangingCascades = async (log: EventLog, seed: number): Promise<void> => {
  const unknown = readingsOfSomeMeters().slice(0, 40)
  const readings = [...readingsOfSomeMeters(), ...readingsOfSuccessor(), ...unknown.map((reading) => ({ ...reading, meter: '900' }))]
  const frames = inFrames(shuffled(readings, seed), 40)
  const send = async (some: readonly PlainReading[][]) => {
    for (const frame of some) await appendFrame(log, 'river', 'north', frame)
  }
  await send(frames.slice(0, 4))
  await registerEverything(log)
  const rest = inFrames(frames.slice(4), 4)
  for (const [place, part] of rest.entries()) {
    await send(part)
    await changesOfCascades[place]?.(log)
  }
}

type Row = Record<string, unknown>

/** Each shard keeps sums of its own meters. */
const tablesOfSums = ['partition_days', 'tenant_days', 'group_days']
const keysOfSums = ['tenant', 'partition_key', 'meter_group_id', 'day']

/** Every row of every read model of a schema, the shards merged. */
const mergedRows = async (pool: Pool, schema: string): Promise<Record<string, Row[]>> => {
  const tables = projections.flatMap((projection) => Object.keys(projection.tables))
  const rows: Record<string, Row[]> = {}
  for (const table of tables) {
    const stored = await pool.query<{ row: Row }>(
      // By what a row says, because the order of its shard differs by the number of shards.
      `select row from (select distinct to_jsonb(rows) as row from ${schema}.${table} rows) stored order by row - 'shard', row`,
    )
    const merged = stored.rows.map(({ row }) => row)
    rows[table] = tablesOfSums.includes(table) ? addedUp(merged) : merged.map(({ shard: _, ...row }) => row)
  }
  // The checksum of a sum is not the sum of the checksums of its parts.
  delete rows.partition_day_marks
  // Each shard remembers the same changes.
  rows.cascade_changes = unique(rows.cascade_changes!)
  return rows
}

const unique = (rows: readonly Row[]): Row[] => [...new Set(rows.map((row) => JSON.stringify(row)))].sort().map((row) => JSON.parse(row))

const addedUp = (rows: readonly Row[]): Row[] =>
  [...Map.groupBy(rows, (row) => keysOfSums.map((key) => row[key]).join('/'))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, ofDay]) =>
      ofDay
        .map(({ shard: _, ...row }) => row)
        .reduce((sum, row) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [name, keysOfSums.includes(name) ? value : added(value, sum[name])]),
          ),
        ),
    )

/** Null, where a shard has nothing to count, is nothing. */
const added = (one: unknown, other: unknown): unknown => {
  if (one === null || other === null) return one ?? other
  return Array.isArray(one) ? one.map((value, slot) => value + (other as number[])[slot]!) : Number(one) + Number(other)
}

/** The rows of the live read models, and those that one shard makes of the same log. */
export const besideOneShard = async (pool: Pool, log: EventLog): Promise<{ live: Record<string, Row[]>; ofOne: Record<string, Row[]> }> => {
  await replayViews({ pool, log, until: await log.head() })
  return { live: await mergedRows(pool, 'views'), ofOne: await mergedRows(pool, 'views_as_of') }
}
