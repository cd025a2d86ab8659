import type { EventLog } from '@nightflow/event-log/event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { nightFlowByPartition } from '@nightflow/projections/leakage/night-flow'
import { listMeterVolumes } from '@nightflow/projections/metering/meter-volumes'
import { waitForViews } from '@nightflow/projections/shared/checkpoint'
import { withTenant } from '@nightflow/projections/shared/database'
import { nightFlowAsOf } from '@nightflow/projections/night-flow-as-of'
import { migrateViews } from '@nightflow/projections/shared/migrate'
import { runProjector } from '@nightflow/projections/shared/projector'
import { replayViews, verifyViews } from '@nightflow/projections/shared/replay'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts'
import { appendFact, appendFrame, type PlainReading } from '../support/readings.ts'

const hour = 3_600_000
const zone = 'Europe/Rome'

/** A seeded generator (mulberry32): the same readings in every run. */
const chance = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

/** Twelve days around the autumn clock change: registers, intervals, gaps, steps back, a rollover, conflicting duplicates, odd minutes. */
const readingsOfSomeMeters = (): PlainReading[] => {
  const random = chance(7)
  const start = Date.parse('2026-10-19T00:00:00Z')
  const readings: PlainReading[] = []
  for (let meter = 1; meter <= 6; meter++) {
    let register = meter === 4 ? 999_990_000 : meter * 1_000_000
    for (let step = 0; step < 12 * 24; step++) {
      const at = start + step * hour + (meter === 3 ? Math.floor(random() * 50) * 60_000 : 0)
      const used = Math.floor(random() * 40_000)
      if (meter === 5) {
        if (random() > 0.02) readings.push({ meter: '5', at, deltaMillilitres: used, deltaSeconds: 3600 })
        continue
      }
      register += used
      if (meter === 4) register %= 1_000_000_000
      if (meter === 2 && step === 100) register -= 5_000_000
      if (meter === 1 && step > 60 && step < 90) continue
      readings.push({ meter: String(meter), at, registerMillilitres: register })
      if (random() < 0.01) readings.push({ meter: String(meter), at, registerMillilitres: register + 7_000 })
    }
  }
  return readings
}

const shuffled = <Item>(items: readonly Item[], seed: number): Item[] => {
  const random = chance(seed)
  const result = [...items]
  for (let place = result.length - 1; place > 0; place--) {
    const other = Math.floor(random() * (place + 1))
    ;[result[place], result[other]] = [result[other]!, result[place]!]
  }
  return result
}

const inFrames = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

const registerEverything = async (log: EventLog) => {
  for (const number of ['1', '2', '3', '4', '5', '6'])
    await appendFact(log, 'river', `devices-meter-${number}`, 'devices.MeterRegistered', {
      number,
      timeZone: zone,
      hasValve: false,
      caliberMillimetres: 20,
      registerWidthLitres: 1_000_000,
      registeredAt: '2026-01-01T00:00:00Z',
    })
  const point = (partitionId: string, parentId: string | null, level: number) =>
    appendFact(log, 'river', 'leakage-partition-root', 'leakage.PartitionCreated', {
      partitionId,
      rootId: 'root',
      parentId,
      level,
      name: partitionId,
      timeZone: zone,
      nightWindow: { fromHour: 2, toHour: 4 },
      minimumCoverage: 1,
      boundary: null,
      leaderName: null,
      leaderPhone: null,
    })
  await point('root', null, 1)
  await point('below', 'root', 2)
  const summary = (partitionId: string, number: string) =>
    appendFact(log, 'river', 'leakage-partition-root', 'leakage.SummaryMeterAssociated', { partitionId, number, direction: 'in' })
  await summary('root', '6')
  await summary('below', '3')
  await appendFact(log, 'river', 'leakage-partition-root', 'leakage.SubMetersAssociated', { partitionId: 'root', numbers: ['1', '2'] })
  await appendFact(log, 'river', 'leakage-partition-root', 'leakage.SubMetersAssociated', { partitionId: 'below', numbers: ['4', '5'] })
}

const rowsOf = async (pool: Pool) => ({
  meterDays: (
    await pool.query(
      `select number, day::text, gateway, encode(readings, 'hex') as readings, encode(hours, 'hex') as hours, known_hours, measured_millilitres, day_millilitres, flags
       from views.meter_days join views.meters on id = meter_id order by number, day`,
    )
  ).rows,
  partitionDays: (
    await pool.query(
      `select id, day::text, supply_sums, supply_known, supply_day, supply_day_known, consumption_sums, consumption_known, consumption_day, consumption_day_known
       from views.partition_days join views.partitions on key = partition_key order by id, day`,
    )
  ).rows,
})

describe('the views of readings that come in any order', () => {
  const databases: FreshDatabase[] = []
  const stop = new AbortController()
  const running: Promise<void>[] = []
  const logs: EventLog[] = []
  const all = readingsOfSomeMeters()

  const build = async (feed: (log: EventLog) => Promise<void>) => {
    const database = await freshDatabase('order')
    databases.push(database)
    await migrateViews(database.pool)
    const log = createPostgresEventLog(database)
    logs.push(log)
    running.push(
      runProjector({
        pool: database.pool,
        log,
        signal: stop.signal,
        onError: (error) => console.error(error),
      }),
    )
    await feed(log)
    expect(await waitForViews(database.pool, await log.head(), 30_000)).toBe(true)
    return { ...database, log, rows: await rowsOf(database.pool) }
  }

  let inOrder: Awaited<ReturnType<typeof build>>
  beforeAll(async () => {
    inOrder = await build(async (log) => {
      await registerEverything(log)
      const byTime = all.toSorted((a, b) => a.at - b.at)
      for (const frame of inFrames(byTime, 60)) await appendFrame(log, 'river', 'north', frame)
    })
  })
  afterAll(async () => {
    stop.abort()
    await Promise.all(running)
    for (const log of logs) await log.close()
    for (const database of databases) await database.drop()
  })

  it('are the same when the readings come shuffled, in frames of any size', async () => {
    const { rows } = await build(async (log) => {
      await registerEverything(log)
      for (const frame of inFrames(shuffled(all, 3), 37)) await appendFrame(log, 'river', 'north', frame)
    })
    expect(rows).toEqual(inOrder.rows)
  })

  it('are the same when every reading comes twice, in one huge frame and in single ones', async () => {
    const { rows } = await build(async (log) => {
      await registerEverything(log)
      await appendFrame(log, 'river', 'north', all)
      await Promise.all(shuffled(all, 11).map((reading) => appendFrame(log, 'river', 'north', [reading])))
    })
    expect(rows).toEqual(inOrder.rows)
  })

  it('are the same when meters and partitions are set up after their readings came', async () => {
    const { rows } = await build(async (log) => {
      const frames = inFrames(all, 500)
      for (const frame of frames.slice(0, 2)) await appendFrame(log, 'river', 'north', frame)
      await registerEverything(log)
      for (const frame of frames.slice(2)) await appendFrame(log, 'river', 'north', frame)
    })
    expect(rows).toEqual(inOrder.rows)
  })

  it('are identical to a rebuild, and stay so after a replay has put new ones in place', async () => {
    expect(await verifyViews(inOrder)).toEqual([])
    await replayViews(inOrder)
    expect(await rowsOf(inOrder.pool)).toEqual(inOrder.rows)
    await appendFrame(inOrder.log, 'river', 'north', [
      { meter: '1', at: Date.parse('2026-11-02T00:00:00Z'), registerMillilitres: 90_000_000 },
    ])
    expect(await waitForViews(inOrder.pool, await inOrder.log.head(), 10_000)).toBe(true)
    expect(await verifyViews(inOrder)).toEqual([])
  })

  it('name the row that somebody altered behind the log’s back', async () => {
    await inOrder.pool.query(
      "update views.meter_days set known_hours = 1 where day = '2026-10-21' and meter_id = (select id from views.meters where number = '2')",
    )
    const findings = await verifyViews(inOrder)
    expect(findings).toHaveLength(2)
    expect(findings[0]).toContain('meter_days: row meter_id')
    expect(findings[0]).toContain('day 2026-10-21')
    await replayViews(inOrder)
    expect(await verifyViews(inOrder)).toEqual([])
  })

  it('show one tenant its own rows and another none', async () => {
    const range = { from: '2026-10-19', to: '2026-10-31' }
    const own = await withTenant(inOrder.pool, 'river', (database) => nightFlowByPartition(database, { id: 'root', ...range }))
    expect(own?.rows.length).toBeGreaterThan(10)
    expect(await withTenant(inOrder.pool, 'other', (database) => nightFlowByPartition(database, { id: 'root', ...range }))).toBeUndefined()
    expect(
      await withTenant(inOrder.pool, 'other', (database) => listMeterVolumes(database, { number: '1', resolution: 'day', ...range })),
    ).toBeUndefined()
  })

  it('are what the log says as of now, and show what was believed before half of it came', async () => {
    const range = { id: 'root', from: '2026-10-20', to: '2026-10-30' }
    const head = await inOrder.log.head()
    const live = await withTenant(inOrder.pool, 'river', (database) => nightFlowByPartition(database, range))
    expect(await nightFlowAsOf({ log: inOrder.log, tenant: 'river' }, { ...range, asOf: head })).toEqual(live)
    const before = await nightFlowAsOf({ log: inOrder.log, tenant: 'river' }, { ...range, asOf: Math.floor(head / 2) })
    expect(before!.rows.length).toBeLessThan(live!.rows.length)
    expect(before!.rows[0]).toEqual(live!.rows[0])
    expect(await nightFlowAsOf({ log: inOrder.log, tenant: 'other' }, { ...range, asOf: head })).toBeUndefined()
  })

  it('count a day of 25 hours as 25 and leave a gap unknown, never zero', async () => {
    const volumes = await withTenant(inOrder.pool, 'river', (database) =>
      listMeterVolumes(database, { number: '6', resolution: 'hour', from: '2026-10-25', to: '2026-10-25' }),
    )
    expect(volumes?.rows).toHaveLength(25)
    const gap = await withTenant(inOrder.pool, 'river', (database) =>
      listMeterVolumes(database, { number: '1', resolution: 'day', from: '2026-10-21', to: '2026-10-23' }),
    )
    expect(gap?.rows.map(({ flags }) => flags)).toContain('gap')
    expect(gap?.rows.some(({ completeness }) => completeness < 1)).toBe(true)
  })
})
