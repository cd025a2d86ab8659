import type { EventLog } from '@nightflow/event-log/event-log'
import { anEvent, aStream, broken } from '@nightflow/event-log/event-log.conformance'
import { openConnection } from '@nightflow/event-log/eventstoredb/connection'
import { createEventStoreDbEventLog } from '@nightflow/event-log/eventstoredb/eventstoredb-event-log'
import { createPositionMarks } from '@nightflow/event-log/eventstoredb/position-marks'
import { serverStreamOf } from '@nightflow/event-log/eventstoredb/stored-event'
import { verifyLog } from '@nightflow/event-log/eventstoredb/verify-log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventStoreDbStandIn, startEventStoreDbStandIn } from '../../support/eventstoredb-stand-in/start-stand-in.ts'

// On the STAND-IN, whose records can be altered; on a real server that takes its files.
let server: EventStoreDbStandIn
let log: EventLog
beforeAll(async () => {
  server = await startEventStoreDbStandIn()
  log = createEventStoreDbEventLog({ connectionString: server.connectionString })
  // Whole streams round the broken ones: verify names what is broken and nothing else.
  for (let index = 0; index < 20; index += 1) await log.append(aStream(), 0, [anEvent(), anEvent({ packed: new Uint8Array(100) })])
})
afterAll(async () => {
  await log.close()
  await server.stop()
})

/** A stream of five events, the third with packed columns, and their positions. */
const fiveEvents = async () => {
  const stream = aStream()
  await log.append(
    stream,
    0,
    Array.from({ length: 5 }, (_, index) => anEvent(index === 2 ? { packed: Uint8Array.of(1, 2, 3) } : {})),
  )
  return { stream, positions: (await log.readStream(stream)).map((event) => event.position) }
}

const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8')
const metadataOf = (stream: string, revision: number): string =>
  Buffer.from(server.log.ofStream(serverStreamOf(stream))![revision]!.metadata).toString('utf8')

test.each([
  ['its data', 1, () => ({ data: bytes('{"number":"4712"}') })],
  ['its packed columns', 2, () => ({ data: Uint8Array.of(1, 2, 4) })],
  ['the data beside its packed columns', 2, (metadata: string) => ({ metadata: bytes(metadata.replace('4711', '4712')) })],
  ['who did it', 1, (metadata: string) => ({ metadata: bytes(metadata.replace('user:ana', 'user:ben')) })],
  ['its type', 1, () => ({ type: 'devices.ValveOpened' })],
  ['its id', 1, () => ({ id: '00000000-0000-4000-8000-000000000000' })],
  ['its hash', 1, (metadata: string) => ({ metadata: bytes(metadata.replace(/"hash":"..../, '"hash":"AAAA')) })],
])('verify names the event whose %s was altered', async (_what, revision, change) => {
  const { stream, positions } = await fiveEvents()
  server.log.alter(serverStreamOf(stream), revision, change(metadataOf(stream, revision)))
  const link = { stream, version: revision + 1, position: positions[revision], problem: 'hash-differs' }
  expect(await broken(log, stream)).toEqual([link])
  expect(await broken(log)).toContainEqual(link)
})

test('verify names events that are gone from the middle of a stream', async () => {
  const { stream } = await fiveEvents()
  server.log.remove(serverStreamOf(stream), 1, 2)
  const links = [2, 3].map((version) => ({ stream, version, position: 0, problem: 'version-missing' }))
  expect(await broken(log, stream)).toEqual(links)
  expect((await broken(log)).filter((link) => link.stream === stream)).toEqual(links)
})

test('verify reports its progress, and finds the same in several passages as in one', async () => {
  const { stream } = await fiveEvents()
  server.log.alter(serverStreamOf(stream), 3, { type: 'devices.ValveOpened' })
  const told: number[] = []
  const inOne: string[] = []
  for await (const link of log.verify({ onProgress: (done) => told.push(done) })) inOne.push(JSON.stringify(link))
  expect(told.at(-1)).toBe((await log.readAll(0, { limit: 20_000 })).length)
  const connection = openConnection(server.connectionString)
  const inSeveral: string[] = []
  const toldInSeveral: number[] = []
  const options = { streamsAtOnce: 5, onProgress: (done: number) => toldInSeveral.push(done) }
  for await (const link of verifyLog(connection, createPositionMarks(), await log.head(), options)) inSeveral.push(JSON.stringify(link))
  await connection.close()
  expect(inSeveral.toSorted()).toEqual(inOne.toSorted())
  expect(toldInSeveral.at(-1)).toBe(told.at(-1))
})
