import { type Migration, migrateSchema } from '@nightflow/event-log/postgres/migrate-schema'
import { inTransaction } from '@nightflow/platform/storage/in-transaction'
import { migrateAll } from '@nightflow/server/migrate-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase('migrations')
})
afterAll(() => database.drop())

const start = () => migrateAll(database.pool, { logEngine: 'postgres' })
const recorded = async (schema: string) =>
  (await database.pool.query(`select number, name, checksum from ${schema}.migrations order by number`)).rows

const made = (number: number, sql: string): Migration => ({ number, name: `step-${number}`, sql, checksum: `of ${sql}` })
const run = (...migrations: Migration[]) => inTransaction(database.pool, (client) => migrateSchema(client, 'trial', migrations))

test('each migration runs once, and its checksum is recorded', async () => {
  const first = made(1, 'create table trial.counted (n int)')
  await run(first)
  await run(first, made(2, 'insert into trial.counted values (1)'))
  await run(first, made(2, 'insert into trial.counted values (1)'))
  expect((await database.pool.query('select n from trial.counted')).rows).toEqual([{ n: 1 }])
  expect(await recorded('trial')).toEqual([
    { number: 1, name: 'step-1', checksum: 'of create table trial.counted (n int)' },
    { number: 2, name: 'step-2', checksum: 'of insert into trial.counted values (1)' },
  ])
})

test('a migration that fails leaves nothing behind', async () => {
  const before = await recorded('trial')
  const [one, two] = [made(1, 'create table trial.counted (n int)'), made(2, 'insert into trial.counted values (1)')]
  await expect(run(one, two, made(3, 'create table trial.late (n int)'), made(4, 'select 1 / 0'))).rejects.toThrow('division by zero')
  expect(await recorded('trial')).toEqual(before)
  expect((await database.pool.query(`select to_regclass('trial.late') as late`)).rows).toEqual([{ late: null }])
})

test.each(['log', 'platform'])('a start refuses a migration of %s that is not the one the database ran', async (schema) => {
  await database.pool.query(`update ${schema}.migrations set checksum = 'another' where number = 2`)
  await expect(start()).rejects.toThrow(
    new RegExp(
      `the database cannot be used: migration 2 of ${schema} \\([a-z-]+\\) is not the one that this database ran; restore the released file`,
    ),
  )
  await database.pool.query(`update ${schema}.migrations set checksum = null where number = 2`)
  await start()
  expect((await recorded(schema))[1].checksum).toMatch(/^[0-9a-f]{64}$/)
})

test('a start refuses a database that a newer version has used', async () => {
  await database.pool.query(`insert into platform.migrations (number, name) values (9999, 'something-new')`)
  await expect(start()).rejects.toThrow(
    'a newer version of Nightflow has used this database (migration 9999 of platform, something-new); start that version or a later one',
  )
  await database.pool.query('delete from platform.migrations where number = 9999')
})

test('a database that earlier versions wrote, which recorded no checksums, gets them', async () => {
  const before = [await recorded('log'), await recorded('platform')]
  await database.pool.query('alter table log.migrations drop checksum; alter table platform.migrations drop checksum')
  await start()
  expect([await recorded('log'), await recorded('platform')]).toEqual(before)
})
