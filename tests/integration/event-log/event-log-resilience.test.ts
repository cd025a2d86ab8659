import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventLog } from '@nightflow/event-log/event-log'
import { anEvent, aStream, sleep } from '@nightflow/event-log/event-log.conformance'
import { queueLimits } from '@nightflow/event-log/postgres/append-queue'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'

let database: FreshDatabase
let log: EventLog
beforeAll(async () => {
  database = await freshDatabase('log_resilience')
  log = createPostgresEventLog(database)
})
afterAll(async () => {
  await log.close()
  await database.drop()
})

test('a subscription whose wake-up was cut off goes on without a gap', async () => {
  const before = await log.head()
  const abort = new AbortController()
  const seen: number[] = []
  const following = (async () => {
    for await (const page of log.subscribe(before, { signal: abort.signal })) {
      seen.push(...page.map((event) => event.position))
      if (seen.length === 20) abort.abort()
    }
  })()
  for (let index = 0; index < 20; index += 1) {
    if (index % 5 === 0)
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'nightflow listen' and datname = current_database()`,
      )
    await log.append(aStream(), 0, [anEvent()])
    await sleep(20)
  }
  await following
  expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => before + 1 + index))
})

test('an event that the database refuses is refused alone', async () => {
  // Text that is a number too large for the column's type: only the database can see that.
  const poison = { ...anEvent(), schemaVersion: 2 ** 40 }
  const streams = Array.from({ length: 10 }, aStream)
  const [refused, ...stored] = await Promise.allSettled([
    log.append(aStream(), 0, [poison]),
    ...streams.map((stream) => log.append(stream, 0, [anEvent()])),
  ])
  expect(refused.status === 'rejected' && String(refused.reason)).toContain('refused 1 events')
  expect(stored.map((result) => result.status === 'fulfilled' && result.value.status)).toEqual(streams.map(() => 'appended'))
})

test('a queue that is full says so instead of growing', async () => {
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query('select from log.head for update')
  const stream = aStream()
  const appends = Array.from({ length: queueLimits.waitingAppends + queueLimits.groupAppends + 10 }, () =>
    log.append(stream, 'any', [anEvent()]),
  )
  const results = Promise.allSettled(appends)
  await holder.query('rollback')
  holder.release()
  const settled = await results
  const overloaded = settled.filter((result) => result.status === 'rejected' && result.reason.name === 'EventLogOverloaded')
  expect(overloaded).toHaveLength(queueLimits.groupAppends + 10)
  expect(settled.filter((result) => result.status === 'fulfilled')).toHaveLength(queueLimits.waitingAppends)
})

test('appends that come while others are stored go together, without waiting for each other', async () => {
  const stream = aStream()
  // Each group takes a millisecond at least, so that some come while it is stored on a machine however quick.
  await database.pool.query(`
    create function store_slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.001); return null; end $$;
    create trigger slow_disk before insert on log.event_identity for each statement execute function store_slowly()`)
  const sent: Promise<unknown>[] = []
  // One each millisecond by the clock: a machine that is busy sends what it is late with at once, and not over a longer time.
  const begun = performance.now()
  while (sent.length < 100) {
    while (sent.length < Math.min(performance.now() - begun, 100)) sent.push(log.append(stream, 'any', [anEvent()]))
    await nextTurn()
  }
  await Promise.all(sent)
  await database.pool.query('drop trigger slow_disk on log.event_identity; drop function store_slowly')
  const { rows } = await database.pool.query<{ groups: number }>(
    'select count(distinct xmin::text)::int as groups from log.events where stream = $1',
    [stream],
  )
  // In a tenth of a second one goes every ten milliseconds. Without waiting for others one goes every millisecond or two.
  expect(rows[0]!.groups).toBeLessThan(16)
})

test('a database without room takes nothing for now, and refuses no event for good', async () => {
  const stream = aStream()
  const event = anEvent()
  await database.pool.query(`
    create function refuse_for_lack_of_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert on log.event_identity for each statement execute function refuse_for_lack_of_room()`)
  const started = performance.now()
  await expect(log.append(stream, 'any', [event])).rejects.toMatchObject({
    name: 'EventLogUnavailable',
    message: expect.stringContaining('No space left on device'),
  })
  expect(performance.now() - started, 'callers retry later anyway').toBeLessThan(1_000)
  await database.pool.query('drop trigger full_disk on log.event_identity; drop function refuse_for_lack_of_room')
  expect(await log.append(stream, 'any', [event])).toMatchObject({ status: 'appended' })
})

test('a server that only reads takes nothing for now, and is left for one that writes without a restart', async () => {
  const failedOver = await freshDatabase('log_reader')
  const writer = createPostgresEventLog(failedOver)
  const setReadOnly = async (state: 'on' | 'off') => {
    const { rows } = await failedOver.pool.query<{ name: string }>('select quote_ident(current_database()) as name')
    await failedOver.pool.query('set default_transaction_read_only to off')
    await failedOver.pool.query(`alter database ${rows[0]!.name} set default_transaction_read_only to ${state}`)
  }
  try {
    await setReadOnly('on')
    const event = anEvent()
    await expect(writer.append(aStream(), 0, [event])).rejects.toMatchObject({
      name: 'EventLogUnavailable',
      message: expect.stringContaining('read-only transaction'),
    })
    await setReadOnly('off')
    expect(await writer.append(aStream(), 0, [event])).toMatchObject({ status: 'appended' })
  } finally {
    await writer.close()
    await failedOver.drop()
  }
})

test('an event that is looked up while the database is away is not said to be absent', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/nowhere' })
  const lost = createPostgresEventLog({ pool, connectionString: 'postgres://nobody@127.0.0.1:1/nowhere' })
  await expect(lost.findEvent(randomUUID())).rejects.toMatchObject({ name: 'EventLogUnavailable' })
  await expect(lost.readStream(aStream())).rejects.toMatchObject({ name: 'EventLogUnavailable' })
  await lost.close()
  await pool.end()
})

test('a clock that jumps ahead does not take away the attempts that are left', async () => {
  const server = createServer((socket) => socket.destroy())
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  const lost = createPostgresEventLog({ pool: database.pool, connectionString: `postgres://nobody@127.0.0.1:${port}/nowhere` })
  let hours = 0
  const trueNow = Date.now
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + 3_600_000 * hours++)
  try {
    await expect(lost.append(aStream(), 0, [anEvent()])).rejects.toThrow('8 attempts')
  } finally {
    clock.mockRestore()
    await lost.close()
    server.close()
  }
})
