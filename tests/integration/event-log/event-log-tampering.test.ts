import type { EventLog } from '@nightflow/event-log/event-log'
import { anEvent, aStream, broken } from '@nightflow/event-log/event-log.conformance'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'

let database: FreshDatabase
let log: EventLog
beforeAll(async () => {
  database = await freshDatabase('log_tampering')
  log = createPostgresEventLog(database)
  // Whole streams round the broken ones: verify names what is broken and nothing else.
  for (let index = 0; index < 20; index += 1) await log.append(aStream(), 0, [anEvent(), anEvent({ packed: new Uint8Array(100) })])
})
afterAll(async () => {
  await log.close()
  await database.drop()
})

/** A stream of five events and the position of its first. */
const fiveEvents = async () => {
  const stream = aStream()
  const result = await log.append(
    stream,
    0,
    Array.from({ length: 5 }, () => anEvent({ packed: Uint8Array.of(1, 2, 3) })),
  )
  if (result.status === 'conflict') throw new Error('the stream was not new')
  return { stream, first: result.position - 4 }
}

test.each([
  ['its data', `data = '{"number":"4712"}'`],
  ['the text of its data, though it means the same', `data = '{ "number":"4711"}'`],
  ['its packed columns', String.raw`packed = '\x010204'`],
  ['who did it', `actor = 'user:ben'`],
  ['its type', `type = 'devices.ValveOpened'`],
  ['its id', 'id = gen_random_uuid()'],
  ['its cause', `cause = 'someone else'`],
])('verify names the event whose %s was altered', async (_what, change) => {
  const { stream, first } = await fiveEvents()
  await database.pool.query(`update log.events set ${change} where stream = $1 and version = 3`, [stream])
  expect(await broken(log, stream)).toEqual([{ stream, version: 3, position: first + 2, problem: 'hash-differs' }])
  expect(await broken(log)).toContainEqual({ stream, version: 3, position: first + 2, problem: 'hash-differs' })
})

test('verify names the event whose hash was altered, and not the one after it', async () => {
  const { stream, first } = await fiveEvents()
  await database.pool.query(`update log.events set hash = sha256('wrong') where stream = $1 and version = 2`, [stream])
  expect(await broken(log, stream)).toEqual([{ stream, version: 2, position: first + 1, problem: 'hash-differs' }])
})

test('verify names deleted events, in the middle, at the end and all of them', async () => {
  const middle = await fiveEvents()
  await database.pool.query('delete from log.events where stream = $1 and version in (2, 3)', [middle.stream])
  expect(await broken(log, middle.stream)).toEqual(
    [2, 3].map((version) => ({ stream: middle.stream, version, position: 0, problem: 'version-missing' })),
  )
  const tail = await fiveEvents()
  await database.pool.query('delete from log.events where stream = $1 and version > 3', [tail.stream])
  expect(await broken(log, tail.stream)).toEqual(
    [4, 5].map((version) => ({ stream: tail.stream, version, position: 0, problem: 'version-missing' })),
  )
  const whole = await fiveEvents()
  await database.pool.query('delete from log.events where stream = $1', [whole.stream])
  expect(await broken(log, whole.stream)).toHaveLength(5)
  expect((await broken(log)).filter((link) => [middle, tail, whole].some(({ stream }) => stream === link.stream))).toHaveLength(9)
})

test('verify names a tail that was cut together with its head, a head that was moved and a head that is gone', async () => {
  const cut = await fiveEvents()
  await database.pool.query('update log.streams set version = 4 where stream = $1', [cut.stream])
  expect(await broken(log, cut.stream)).toMatchObject([{ version: 5, problem: 'head-differs' }])
  const moved = await fiveEvents()
  await database.pool.query(`update log.streams set hash = sha256('wrong') where stream = $1`, [moved.stream])
  expect(await broken(log, moved.stream)).toMatchObject([{ version: 5, problem: 'head-differs' }])
  const gone = await fiveEvents()
  await database.pool.query('delete from log.streams where stream = $1', [gone.stream])
  expect(await broken(log, gone.stream)).toMatchObject([{ version: 5, problem: 'head-differs' }])
  expect(await broken(log)).toContainEqual({ stream: gone.stream, version: 5, position: 0, problem: 'head-differs' })
})

test('verify names an event that was slipped in', async () => {
  const { stream, first } = await fiveEvents()
  await database.pool.query(
    `insert into log.events select position, stream, version, gen_random_uuid(), type, schema_version, tenant, actor, cause, correlation, recorded_at, '{}', null, hash
     from log.events where stream = $1 and version = 4`,
    [stream],
  )
  expect(await broken(log, stream)).toContainEqual({ stream, version: 4, position: first + 3, problem: 'hash-differs' })
})

test('verify reports its progress', async () => {
  const told: number[] = []
  for await (const _link of log.verify({ onProgress: (done) => told.push(done) }));
  const { rows } = await database.pool.query<{ count: number }>('select count(*)::int as count from log.events')
  expect(told.at(-1)).toBe(rows[0]?.count)
})
