import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { AttentiveClient } from '@nightflow/event-log/postgres/attentive-client'
import { CopyBuffer, copyRows } from '@nightflow/projections/storage/copy-rows'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { CuttingProxy } from '../../support/process/cutting-proxy.ts'

const lookMilliseconds = 300

let database: FreshDatabase
let proxy: CuttingProxy
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase('silent-connections')
})
afterAll(() => database.drop())
beforeEach(async () => {
  proxy = await CuttingProxy.listen(database.connectionString)
  client = new AttentiveClient({ connectionString: proxy.url, lookMilliseconds })
  client.on('error', () => undefined)
  await client.connect()
})
afterEach(async () => {
  await client.end().catch(() => undefined)
  await proxy.close()
})

/** Existing connections fall silent for ever; new ones are answered. */
const silenceTheConnection = (): void => {
  proxy.fallSilent()
  proxy.speak()
}

const waitsForLock = async (): Promise<boolean> =>
  (await database.pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount === 1

test('a question or an answer that is lost on the way fails soon, although the connection stays open', async () => {
  silenceTheConnection()
  const begun = performance.now()
  await expect(client.query('select 1')).rejects.toThrow('Connection terminated')
  expect(performance.now() - begun).toBeLessThan(5_000)
})

test('a statement that is slow, or waits for a lock, is waited for', async () => {
  await client.query('create table slow (id int)')
  const holder = await database.pool.connect()
  await holder.query('begin; lock table slow')
  const waiting = client.query('insert into slow values (1)')
  await expect.poll(waitsForLock).toBe(true)
  // Five checks of what the server does: time itself is tested here.
  await sleep(lookMilliseconds * 5)
  await holder.query('commit')
  holder.release()
  expect((await waiting).rowCount).toBe(1)
  await expect(client.query(`select pg_sleep(${(lookMilliseconds * 5) / 1000})`)).resolves.toBeDefined()
})

test('rows that the database waits for in vain are noticed', async () => {
  await client.query('create table rows (id int)')
  const holder = await database.pool.connect()
  await holder.query('begin; lock table rows')
  const rows = new CopyBuffer([['id', 'int4']])
  rows.add(1)
  const copied = expect(copyRows(client, 'rows', rows)).rejects.toThrow('Connection terminated')
  await expect.poll(waitsForLock).toBe(true)
  silenceTheConnection()
  await holder.query('commit')
  holder.release()
  await copied
})

test('a database that does not even say what it is doing is given up', async () => {
  proxy.fallSilent()
  await expect(client.query('select 1')).rejects.toThrow('Connection terminated')
}, 40_000)

test('an idle connection that breaks stops no process', async () => {
  const pool = new pg.Pool({ connectionString: proxy.url, Client: AttentiveClient })
  const held = await pool.connect()
  const broken = new Promise<void>((done) => held.once('end', done))
  proxy.cut()
  await broken
  await expect(held.query('select')).rejects.toThrow(/not queryable|terminated/)
  held.release(true)
  await pool.end()
})
