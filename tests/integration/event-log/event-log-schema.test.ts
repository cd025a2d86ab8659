import { anEvent, aStream, broken } from '@nightflow/event-log/event-log.conformance'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { logMigrations, migrateLog } from '@nightflow/event-log/postgres/migrate-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockOfDatabase } from '../../support/database/clocks-to-set.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase('log_schema')
})
afterAll(() => database.drop())

const monthsOf = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'log.events'::regclass order by 1`,
  )
  return rows.map((row) => row.name)
}

test('many services may migrate the same database at once', async () => {
  await database.pool.query('drop schema log cascade')
  await Promise.all(Array.from({ length: 6 }, () => migrateLog(database.pool)))
  await migrateLog(database.pool)
  const { rows } = await database.pool.query('select number from log.migrations order by number')
  expect(rows.map((row) => row.number)).toEqual(logMigrations.map(({ number }) => number))
  expect(await monthsOf()).toHaveLength(3)
})

test('an append makes the month it needs, and no two quarrel about it', async () => {
  const log = createPostgresEventLog(database)
  const other = createPostgresEventLog(database)
  await log.append(aStream(), 0, [anEvent()])
  // The last append of the log is in a month far ahead: time does not run backwards, so the next one is there too.
  await database.pool.query(`update log.head set recorded_at = '2031-11-30T23:59:59.999Z'`)
  const results = await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? log : other).append(aStream(), 0, [anEvent()])))
  expect(results.every((result) => result.status === 'appended')).toBe(true)
  expect(await monthsOf()).toEqual(expect.arrayContaining(['log.events_2031_11', 'log.events_2031_12', 'log.events_2032_01']))
  await database.pool.query(`update log.head set recorded_at = '2032-02-01T00:00:00Z'`)
  await log.append(aStream(), 0, [anEvent()])
  expect(await monthsOf()).toContain('log.events_2032_02')
  expect(await log.readAll(0)).toHaveLength(42)
  expect(await broken(log)).toEqual([])
  await Promise.all([log.close(), other.close()])
})

test('a start with the clock years ahead leaves no month out: once the clock is right, appends find theirs', async () => {
  const wrong = await freshDatabase('log_clock')
  const clock = await clockOfDatabase(wrong.connectionString)
  const log = createPostgresEventLog(wrong)
  try {
    await wrong.pool.query('drop schema log cascade')
    await clock.set(44 * 365 * 24)
    await migrateLog(wrong.pool)
    await clock.set(0)
    expect(await log.append(aStream(), 0, [anEvent()])).toMatchObject({ status: 'appended' })
    await migrateLog(wrong.pool)
    // Back in the months that the first start made, past all that lie between.
    await clock.set(44 * 365 * 24)
    expect(await log.append(aStream(), 0, [anEvent()])).toMatchObject({ status: 'appended' })
    expect(await broken(log)).toEqual([])
  } finally {
    await log.close()
    await clock.close()
    await wrong.drop()
  }
})

test('a request sees the events and streams of its tenant alone, and changes nothing', async () => {
  const log = createPostgresEventLog(database)
  const mine = aStream()
  await log.append(mine, 0, [anEvent()])
  await log.append('other/devices-meter-1', 0, [{ ...anEvent(), metadata: { tenant: 'other', actor: 'user:ben' } }])
  const seen = await withTenant(database.pool, 'other', async (client) => ({
    events: (await client.query('select stream from log.events')).rows,
    streams: (await client.query('select stream from log.streams')).rows,
  }))
  expect(seen).toEqual({ events: [{ stream: 'other/devices-meter-1' }], streams: [{ stream: 'other/devices-meter-1' }] })
  for (const statement of [
    'select from log.head',
    'select from log.event_identity',
    'delete from log.events',
    'insert into log.streams default values',
    'select from log.events_2031_11',
  ])
    await expect(withTenant(database.pool, 'other', (client) => client.query(statement))).rejects.toThrow(/permission denied|read-only/)
  const client = await database.pool.connect()
  try {
    await client.query('set role nightflow_request')
    expect((await client.query('select from log.events')).rowCount).toBe(0)
  } finally {
    await client.query('reset role')
    client.release()
  }
  await log.close()
})
