import type { EventLog, RecordedEvent } from '@nightflow/event-log/event-log'
import { createEventStoreDbEventLog } from '@nightflow/event-log/eventstoredb/eventstoredb-event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { migrateViews } from '@nightflow/projections/views/migrate'
import { runProjector } from '@nightflow/projections/views/projector'
import { replayViews, verifyViews } from '@nightflow/projections/views/replay'
import { afterAll, expect, test } from 'vitest'
import { appendFact, frameEvent } from '../../support/data/readings.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { type EventStoreDbStandIn, startEventStoreDbStandIn } from '../../support/eventstoredb-stand-in/start-stand-in.ts'

const hour = 3_600_000
const start = Date.parse('2026-10-19T00:00:00Z')
const meters = ['1', '2', '3']

/** Ten days of three meters in frames of six hours, the same events for whichever log. */
const frames = Array.from({ length: 40 }, (_, frame) =>
  frameEvent(
    'river',
    'north',
    meters.flatMap((meter) =>
      Array.from({ length: 6 }, (_, index) => {
        const step = frame * 6 + index
        return { meter, at: start + step * hour, registerMillilitres: Number(meter) * 1_000_000 + step * 7_000 * Number(meter) }
      }),
    ),
  ),
)

const databases: FreshDatabase[] = []
const logs: EventLog[] = []
const stop = new AbortController()
const running: Promise<void>[] = []
let server: EventStoreDbStandIn | undefined
afterAll(async () => {
  stop.abort()
  await Promise.all(running)
  for (const log of logs) await log.close()
  for (const database of databases) await database.drop()
  await server?.stop()
})

/** The read models of one log, and how many events the projector saw. */
const viewsOn = async (open: (database: FreshDatabase) => EventLog, disturb: () => void = () => undefined) => {
  const database = await freshDatabase('views_on_log')
  databases.push(database)
  await migrateViews(database.pool)
  const log = open(database)
  logs.push(log)
  running.push(runProjector({ pool: database.pool, log, signal: stop.signal, onError: (error) => console.error(error) }))
  for (const number of meters)
    await appendFact(log, 'river', `devices-meter-${number}`, 'devices.MeterRegistered', {
      number,
      timeZone: 'Europe/Rome',
      hasValve: false,
      caliberMillimetres: 20,
      registerWidthLitres: 1_000_000,
      registeredAt: '2026-01-01T00:00:00Z',
    })
  for (const [index, frame] of frames.entries()) {
    if (index % 10 === 5) disturb()
    await log.append('river/metering-gateway-north', 'any', [frame])
  }
  expect(await waitForViews(database.pool, await log.head(), 30_000)).toBe(true)
  const { rows } = await database.pool.query(
    `select number, day::text, gateway, encode(readings, 'hex') as readings, encode(hours, 'hex') as hours, known_hours, day_millilitres
     from views.meter_days join views.meters on id = meter_id order by number, day`,
  )
  return { log, pool: database.pool, rows }
}

test('the read models built from EventStoreDB are those built from PostgreSQL, live and rebuilt, though connections break', async () => {
  const started = await startEventStoreDbStandIn()
  server = started
  const inPostgres = await viewsOn((database) => createPostgresEventLog(database))
  const inEventStoreDb = await viewsOn(
    () => createEventStoreDbEventLog({ connectionString: started.connectionString }),
    started.dropConnections,
  )
  expect(inPostgres.rows.length).toBeGreaterThan(30)
  expect(inEventStoreDb.rows).toEqual(inPostgres.rows)
  const { pool, log } = inEventStoreDb
  expect(await verifyViews({ pool, log })).toEqual([])
  const { position } = await replayViews({ pool, log })
  expect(position).toBe(await log.head())
})

test('the chains of both logs are the same, so that one can be held against the other', async () => {
  const [inPostgres, inEventStoreDb] = logs
  const hashesOf = async (log: EventLog) =>
    (await log.readStream('river/metering-gateway-north')).map(({ id, version, hash }: RecordedEvent) => ({
      id,
      version,
      hash: Buffer.from(hash).toString('hex'),
    }))
  const hashes = await hashesOf(inPostgres!)
  expect(hashes).toHaveLength(frames.length)
  expect(await hashesOf(inEventStoreDb!)).toEqual(hashes)
})
