import { randomUUID } from 'node:crypto'
import { anEvent, aStream, broken } from '@nightflow/event-log/event-log.conformance'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type StandInOfTest, standInOfTest } from '../../support/eventstoredb-stand-in/stand-in-of-test.ts'

// On the STAND-IN: no real server lets itself be filled with foreign records and read under the hood like this.
let { server, log, open, stop } = {} as StandInOfTest
beforeEach(async () => {
  ;({ server, log, open, stop } = await standInOfTest())
})
afterEach(() => stop())

const writeForeign = (stream: string, type: string, data: object) =>
  server.log.write(stream, 'any', [
    {
      id: randomUUID(),
      type,
      contentType: 'application/json',
      data: Buffer.from(JSON.stringify(data), 'utf8'),
      metadata: new Uint8Array(0),
    },
  ])

test('an event is read by its position for the price of one event, also by a process that has read nothing before', async () => {
  const stream = aStream()
  const events = Array.from({ length: 200 }, () => anEvent())
  for (const event of events) await log.append(stream, 'any', [event])
  const { position } = (await log.findEvent(events[150]!.id))!
  const newcomer = open()
  const sentBefore = server.eventsSent()
  expect(await newcomer.readAll(position - 1, { untilPosition: position })).toMatchObject([{ id: events[150]!.id }])
  expect(server.eventsSent() - sentBefore).toBe(1)
})

describe('an event id that comes again', () => {
  test('is recognised by another process, long after the server has forgotten it', async () => {
    const stream = aStream()
    const events = [anEvent(), anEvent()]
    const first = await log.append(stream, 0, events)
    for (let index = 0; index < 150; index += 1) await log.append(stream, 'any', [anEvent()])
    const other = open()
    for (const expected of ['any', 0, 152] as const)
      expect(await other.append(stream, expected, events)).toEqual({ ...first, status: 'repeated' })
    expect(await other.append(aStream(), 'any', events)).toEqual({ ...first, status: 'repeated' })
    expect(await log.readStream(stream)).toHaveLength(152)
  })

  test('is stored once by many processes at once, and each stream has one unbroken chain', async () => {
    const logs = [log, open(), open(), open()]
    const stream = aStream()
    const shared = Array.from({ length: 40 }, () => anEvent())
    const results = await Promise.all(
      logs.flatMap((one) => [
        ...shared.map((event) => one.append(stream, 'any', [event])),
        ...Array.from({ length: 10 }, () => one.append(stream, 'any', [anEvent()])),
      ]),
    )
    expect(results.filter((result) => result.status === 'appended')).toHaveLength(80)
    expect(results.filter((result) => result.status === 'repeated')).toHaveLength(120)
    expect(await log.readStream(stream)).toHaveLength(80)
    expect(await broken(log, stream)).toEqual([])
  })

  test('whose writer died before it wrote is written now', async () => {
    const stream = aStream()
    await log.append(stream, 0, [anEvent()])
    const event = anEvent()
    writeForeign(`nightflow-id/${event.id}`, 'nightflow.EventIdClaimed', { stream, afterVersion: 1 })
    expect(await open().append(stream, 'any', [event])).toMatchObject({ status: 'appended', version: 2 })
    expect(await open().append(stream, 1, [event])).toMatchObject({ status: 'repeated', version: 2 })
  })

  test('is refused for another stream while the result of its first append is unknown', async () => {
    const event = anEvent()
    writeForeign(`nightflow-id/${event.id}`, 'nightflow.EventIdClaimed', { stream: 'demo/devices-meter-first', afterVersion: 0 })
    await expect(log.append(aStream(), 'any', [event])).rejects.toThrow('was begun in demo/devices-meter-first')
    expect(await log.findEvent(event.id)).toBeUndefined()
  })
})

describe('a server shared with others', () => {
  test('only our events are read, followed and counted', async () => {
    await log.append(aStream(), 0, [anEvent()])
    for (let index = 0; index < 700; index += 1) writeForeign(`orders-${index}`, 'devices.MeterRegistered', { index })
    await log.append(aStream(), 0, [anEvent()])
    for (let index = 0; index < 700; index += 1) writeForeign(`orders-${index}`, 'devices.MeterRegistered', { index })
    for (const filter of [{}, { types: ['devices.MeterRegistered'] }, { tenant: 'demo' }])
      expect(await open().readAll(0, filter)).toHaveLength(2)
    const [, last] = await log.readAll(0)
    expect(await open().head()).toBe(last?.position)
    expect(await broken(log)).toEqual([])
  })

  test('an event of another writer in our streams is named', async () => {
    writeForeign('nightflow/demo/devices-meter-1', 'devices.MeterRegistered', {})
    await expect(log.readAll(0)).rejects.toThrow('was not written by this log')
  })
})

describe('positions with gaps', () => {
  test('the log is read from a position without an event, as when it is halved by time', async () => {
    for (let index = 0; index < 30; index += 1) await log.append(aStream(), 0, [anEvent()])
    const positions = (await log.readAll(0)).map((event) => event.position)
    for (const fresh of [log, open()])
      for (const index of [0, 11, 28]) {
        const between = positions[index]! + 1
        expect((await fresh.readAll(between, { limit: 1 }))[0]?.position).toBe(positions[index + 1])
        expect((await fresh.readAll(between - 2, { limit: 1 }))[0]?.position).toBe(positions[index])
      }
    expect(await log.readAll(positions[29]! + 1)).toEqual([])
    const pages = open().subscribe(positions[3]! + 1, { limit: 1, signal: AbortSignal.timeout(20_000) })
    for await (const [event] of pages) {
      expect(event?.position).toBe(positions[4])
      break
    }
  })

  test('a subscription with an end stops there, also without an event at it', async () => {
    await log.append(aStream(), 0, [anEvent(), anEvent()])
    const before = await log.head()
    await log.append(aStream(), 0, [anEvent({ type: 'devices.ValveOpened' })])
    const seen: number[] = []
    const options = { types: ['devices.MeterRegistered'], untilPosition: before + 1, signal: AbortSignal.timeout(20_000) }
    for await (const page of log.subscribe(0, options)) seen.push(...page.map((event) => event.position))
    expect(seen).toHaveLength(2)
    expect(seen[1]).toBe(before)
  })
})
