import { randomUUID } from 'node:crypto'
import type { EventLog } from '@nightflow/event-log/event-log'
import { anEvent, aStream } from '@nightflow/event-log/event-log.conformance'
import { createMemoryEventLog } from '@nightflow/event-log/memory/memory-event-log'
import { appendPast } from '@nightflow/event-log/postgres/append-past'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../support/database/postgres.ts'

const day = 86_400_000
const asItIs = (log: EventLog): EventLog => log

let database: Awaited<ReturnType<typeof freshDatabase>>
let log: EventLog
beforeEach(async () => {
  database = await freshDatabase('log_past')
  log = createPostgresEventLog(database)
})
afterEach(async () => {
  await log.close()
  await database.drop()
})

/** A log in memory with one event at each of these instants, in two streams. */
const toldAt = async (instants: readonly number[]): Promise<{ told: EventLog; streams: readonly string[] }> => {
  let now = 0
  const told = createMemoryEventLog({ now: () => now })
  const streams = [aStream(), aStream()]
  for (const [nth, at] of instants.entries()) {
    now = at
    await told.append(streams[nth % 2]!, 'any', [anEvent()])
  }
  return { told, streams }
}
const heldNow = async () => (await log.readAll(0)).map(({ recordedAt }) => recordedAt)

describe('a past', () => {
  test('is stored with the days that it tells, in one unbroken chain, and the log goes on after it', async () => {
    const begun = Date.now() - 360 * day
    const instants = [0, 40, 40, 200, 359].map((days) => begun + days * day)
    const { told, streams } = await toldAt(instants)
    expect(await appendPast(database.pool, told, asItIs)).toBe(5)
    expect(await heldNow()).toEqual(instants)
    const next = await log.append(streams[0]!, 'any', [{ ...anEvent(), id: randomUUID() }])
    expect(next).toMatchObject({ status: 'appended', position: 6, version: 4 })
    const broken = []
    for await (const link of log.verify()) broken.push(link)
    expect(broken).toEqual([])
    expect((await heldNow()).at(-1)).toBeGreaterThan(Date.now() - 60_000)
  })

  test('is refused where the log has an event, whichever tenant it is of', async () => {
    await log.append(aStream(), 0, [anEvent()])
    const { told } = await toldAt([Date.now() - day])
    await expect(appendPast(database.pool, told, asItIs)).rejects.toThrow('the log has events already')
    expect(await heldNow()).toHaveLength(1)
  })

  test('is stored once: a second one is refused', async () => {
    const begun = Date.now() - 3 * day
    await appendPast(database.pool, (await toldAt([begun])).told, asItIs)
    await expect(appendPast(database.pool, (await toldAt([begun + day])).told, asItIs)).rejects.toThrow('the log has events already')
  })

  test('is refused where a part of it has not happened yet, and nothing of it is stored', async () => {
    const { told } = await toldAt([Date.now() - day, Date.now() + day])
    await expect(appendPast(database.pool, told, asItIs)).rejects.toThrow('rise and end before now')
    expect(await log.head()).toBe(0)
  })
})
