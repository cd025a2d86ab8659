import { randomUUID } from 'node:crypto'
import { encodeAppend } from '@nightflow/event-log/encode-append'
import type { EventLog, NewEvent } from '@nightflow/event-log/event-log'
import { anEvent, sleep } from '@nightflow/event-log/event-log.conformance'
import { formGroup, storeGroup } from '@nightflow/event-log/postgres/append-group'
import { lookUp } from '@nightflow/event-log/postgres/look-up'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'

let database: FreshDatabase
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  database = await freshDatabase('log_order')
})
afterAll(async () => {
  for (const close of closing) await close()
  await database.drop()
})

/** Appends inside a transaction of the test's own and holds it open; sometimes it is taken back at the end. */
const appendSlowly = async (
  pool: pg.Pool,
  stream: string,
  event: NewEvent,
  holdMilliseconds: number,
  end: 'commit' | 'rollback',
): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const head = (await lookUp(client, [stream], [])).heads.get(stream)!
    const { group } = formGroup(
      [{ ...encodeAppend(stream, 'any', [event]), resolve: () => undefined, reject: () => undefined }],
      () => head,
    )
    expect(await storeGroup(client, group)).toBeTypeOf('number')
    await sleep(holdMilliseconds)
    await client.query(end)
  } finally {
    client.release()
  }
}

test('a reader that follows positions never skips an event of a writer that commits late', async () => {
  const stored = new Set<string>()
  const pools = Array.from({ length: 3 }, () => new pg.Pool({ connectionString: database.connectionString, max: 3 }))
  const logs = pools.map((pool) => createPostgresEventLog({ pool, connectionString: database.connectionString }))
  const reader = createPostgresEventLog(database)
  const abort = new AbortController()
  closing.push(async () => {
    abort.abort()
    await Promise.all([...logs, reader].map((log) => log.close()))
    await Promise.all(pools.map((pool) => pool.end()))
  })
  const seenByPolling: { id: string; position: number }[] = []
  const seenBySubscribing: { id: string; position: number }[] = []
  const polling = (async () => {
    while (!abort.signal.aborted) {
      // Small pages, read without a pause: as many chances as possible to look between an assignment and its commit.
      const page = await reader.readAll(seenByPolling.at(-1)?.position ?? 0, { limit: 7 })
      for (const { id, position } of page) seenByPolling.push({ id, position })
    }
  })()
  const subscribing = (async () => {
    for await (const page of reader.subscribe(0, { limit: 50, signal: abort.signal }))
      for (const { id, position } of page) seenBySubscribing.push({ id, position })
  })()

  const quick = logs.flatMap((log, pool) =>
    Array.from({ length: 8 }, async (_, writer) => {
      for (let index = 0; index < 25; index += 1) {
        const event = anEvent()
        await log.append(`demo/devices-meter-${writer % 4}-${index % 3}`, 'any', [event])
        stored.add(event.id)
        if (index % 5 === pool) await sleep(3)
      }
    }),
  )
  const slow = pools.flatMap((pool, first) =>
    Array.from({ length: 2 }, async (_, second) => {
      for (let index = 0; index < 10; index += 1) {
        const event = anEvent()
        const end = index % 4 === 3 ? 'rollback' : 'commit'
        await appendSlowly(pool, `demo/devices-slow-${first}-${second}`, event, (index * 7) % 30, end)
        if (end === 'commit') stored.add(event.id)
      }
    }),
  )
  await Promise.all([...quick, ...slow])
  const total = await reader.head()
  await waitFor(() => seenByPolling.length >= total && seenBySubscribing.length >= total)
  abort.abort()
  await Promise.all([polling, subscribing])

  expect(total).toBe(stored.size)
  for (const seen of [seenByPolling, seenBySubscribing]) {
    expect(seen.map((event) => event.position)).toEqual(Array.from({ length: total }, (_, index) => index + 1))
    expect(new Set(seen.map((event) => event.id))).toEqual(stored)
  }
  for await (const link of reader.verify()) expect(link).toBeUndefined()
})

test('services that append to the same streams get one chain, without a lost or doubled version', async () => {
  const stream = `demo/devices-meter-${randomUUID()}`
  const logs: EventLog[] = Array.from({ length: 3 }, () => createPostgresEventLog(database))
  const results = await Promise.all(Array.from({ length: 300 }, (_, index) => logs[index % 3]!.append(stream, 'any', [anEvent()])))
  const versions = results.map((result) => (result.status === 'appended' ? result.version : Number.NaN)).toSorted((a, b) => a - b)
  expect(versions).toEqual(Array.from({ length: 300 }, (_, index) => index + 1))
  for await (const link of logs[0]!.verify({ stream })) expect(link).toBeUndefined()
  await Promise.all(logs.map((log) => log.close()))
})

test('positions are read in the order of numbers, also where they grow by a digit', async () => {
  const log = createPostgresEventLog(database)
  await log.append(
    'demo/devices-many',
    0,
    Array.from({ length: 1000 }, () => anEvent()),
  )
  const head = await log.head()
  expect((await log.readAll(0, { limit: head })).map((event) => event.position)).toEqual(
    Array.from({ length: head }, (_, index) => index + 1),
  )
  await log.close()
})

const waitFor = async (holds: () => boolean): Promise<void> => {
  const end = Date.now() + 20_000
  while (!holds()) {
    if (Date.now() > end) throw new Error('the reader did not arrive within 20 s')
    await sleep(10)
  }
}
