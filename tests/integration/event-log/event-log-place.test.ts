import { copyLog, differingCopies, findTooLarge, nothingCopied } from '@nightflow/event-log/copy-log'
import type { EventLog } from '@nightflow/event-log/event-log'
import { anEvent, broken } from '@nightflow/event-log/event-log.conformance'
import { createEventStoreDbEventLog } from '@nightflow/event-log/eventstoredb/eventstoredb-event-log'
import { claimLogPlace, findLogPlace, moveLogPlace } from '@nightflow/event-log/postgres/log-place'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { frameEvent } from '../../support/data/readings.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { type EventStoreDbStandIn, startEventStoreDbStandIn } from '../../support/eventstoredb-stand-in/start-stand-in.ts'

let database: FreshDatabase
let log: EventLog
beforeEach(async () => {
  database = await freshDatabase('log_place')
  log = createPostgresEventLog(database)
})
afterEach(async () => {
  await log.close()
  await database.drop()
})

describe('where the log of a database is', () => {
  test('is open until the first event, and then no other engine is accepted', async () => {
    expect(await findLogPlace(database.pool)).toBeUndefined()
    expect(await claimLogPlace(database.pool, 'postgres')).toBe('postgres')
    expect(await claimLogPlace(database.pool, 'eventstoredb')).toBe('eventstoredb')
    expect(await claimLogPlace(database.pool, 'postgres')).toBe('eventstoredb')
  })

  test('is PostgreSQL where it has events, for every caller', async () => {
    await log.append('demo/devices-meter-1', 0, [anEvent()])
    expect(await claimLogPlace(database.pool, 'eventstoredb')).toBe('postgres')
    expect(await claimLogPlace(database.pool, 'postgres')).toBe('postgres')
  })

  test('after a move, a process with the old configuration appends nothing', async () => {
    await claimLogPlace(database.pool, 'eventstoredb')
    await expect(log.append('demo/devices-meter-1', 0, [anEvent()])).rejects.toThrow('not in PostgreSQL any more')
    expect(await log.head()).toBe(0)
  })

  test('stays what it was when a move fails', async () => {
    await log.append('demo/devices-meter-1', 0, [anEvent()])
    const move = moveLogPlace(database.pool, () => Promise.reject(new Error('the cable')))
    await expect(move).rejects.toThrow('the cable')
    expect(await claimLogPlace(database.pool, 'postgres')).toBe('postgres')
    expect(await log.append('demo/devices-meter-1', 1, [anEvent()])).toMatchObject({ status: 'appended' })
  })
})

describe('a log that is copied', () => {
  let server: EventStoreDbStandIn
  let copy: EventLog
  beforeEach(async () => {
    server = await startEventStoreDbStandIn()
    copy = createEventStoreDbEventLog({ connectionString: server.connectionString })
    const at = Date.parse('2026-03-01T00:00:00Z')
    for (let index = 0; index < 20; index += 1) {
      await log.append(`demo/devices-meter-${index % 3}`, 'any', [
        anEvent(),
        anEvent({ data: { number: `${index}`, share: 1e-7, name: '水表' } }),
      ])
      for (const gateway of ['east', 'west']) {
        const frame = frameEvent('demo', gateway, [{ meter: '1', at: at + index * 3_600_000, registerMillilitres: index * 1_000 }])
        await log.append(`demo/metering-gateway-${gateway}`, 'any', [frame])
      }
    }
  })
  afterEach(async () => {
    await copy.close()
    await server.stop()
  })
  const streamOf = async (of: EventLog, stream: string) =>
    (await of.readStream(stream)).map(({ id, version, data, hash }) => ({ id, version, data, hash: Buffer.from(hash).toString('hex') }))

  test('has the same events in the same streams under the same hashes, and decisions in the same order', async () => {
    const copied = nothingCopied()
    await copyLog(log, copy, copied, () => undefined)
    expect(copied.events).toBe(80)
    expect(await differingCopies(copy, copied)).toEqual([])
    for (const stream of copied.ends.keys()) expect(await streamOf(copy, stream)).toEqual(await streamOf(log, stream))
    const decisions = async (of: EventLog) => (await of.readAll(0, { types: ['devices.MeterRegistered'] })).map(({ id }) => id)
    expect(await decisions(copy)).toEqual(await decisions(log))
    expect(await broken(copy)).toEqual([])
  })

  test('is copied to its end by a restart after a break, with later events too', async () => {
    setTimeout(server.dropConnections, 20)
    await copyLog(log, copy, nothingCopied(), () => undefined)
    await log.append('demo/devices-meter-9', 0, [anEvent()])
    const again = nothingCopied()
    await copyLog(log, copy, again, () => undefined)
    expect(again.events).toBe(81)
    expect(await copy.readAll(0)).toHaveLength(81)
  })

  test('is held against the size of what the other place takes, before anything is copied', async () => {
    expect(await findTooLarge(log, copy, () => undefined)).toEqual([])
    await log.append('demo/devices-meter-0', 'any', [anEvent({ packed: new Uint8Array(1_100_000) })])
    await log.append('demo/devices-meter-1', 'any', [anEvent()])
    const version = (await log.readStream('demo/devices-meter-0')).length
    const [event, ...others] = await findTooLarge(log, copy, () => undefined)
    expect([event, others]).toEqual([{ stream: 'demo/devices-meter-0', version, bytes: expect.any(Number) }, []])
    expect(event?.bytes).toBeGreaterThan(1_100_000)
  })

  test('is refused a place that holds other events in its streams', async () => {
    await copy.append('demo/devices-meter-0', 0, [anEvent()])
    await expect(copyLog(log, copy, nothingCopied(), () => undefined)).rejects.toThrow('demo/devices-meter-0 has other events')
  })
})
