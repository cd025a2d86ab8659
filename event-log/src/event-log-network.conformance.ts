import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anEvent, aStream, broken, readOn, sleep, until } from './event-log.conformance.ts'
import type { EventLog } from './event-log.ts'

/** A proxy between a log and its engine that breaks connections as networks do. */
type Network = {
  /** Ends all connections without a farewell. */
  cut(): void
  /** Ends them and takes no others until `open`. */
  close(): Promise<void>
  open(): Promise<void>
  /** Bytes from the engine that were handed on so far. */
  readonly bytesDelivered: number
}

type NetworkSubject = { log: EventLog; network: Network; close: () => Promise<void> }

/** Requirements of every adapter whose engine is reached over a network. Every connection of the log goes through it. */
export const describeEventLogOverNetwork = (adapter: string, open: () => Promise<NetworkSubject>): void => {
  describe(`the network of the event log ${adapter}`, () => {
    let subject: NetworkSubject
    beforeAll(async () => {
      subject = await open()
    })
    afterAll(() => subject.close())

    describeReconnecting(() => subject)
    describeHoldingBack(() => subject)
  })
}

const describeReconnecting = (subject: () => NetworkSubject): void => {
  test('appends survive connections that are cut again and again, and nothing is stored twice', async () => {
    const { log, network } = subject()
    const before = await log.head()
    const shared = aStream()
    const ids: string[] = []
    let isCutting = true
    const write = async (stream: () => string): Promise<void> => {
      while (isCutting) {
        const event = anEvent()
        expect((await log.append(stream(), 'any', [event])).status).not.toBe('conflict')
        ids.push(event.id)
      }
    }
    const cut = async (): Promise<void> => {
      for (let times = 0; times < 10; times += 1) {
        await sleep(60)
        network.cut()
      }
      isCutting = false
    }
    await Promise.all([cut(), ...Array.from({ length: 4 }, () => [write(() => shared), write(aStream)]).flat()])
    const found = (await readOn(log, before)).map((event) => event.id)
    expect(found.toSorted()).toEqual(ids.toSorted())
    expect(await broken(log)).toEqual([])
  })

  test('a reader goes on behind what it got, without gap or repeat', async () => {
    const { log, network } = subject()
    const abort = new AbortController()
    const seen: number[] = []
    const following = followOn(log, await log.head(), abort.signal, seen)
    const stored: number[] = []
    for (let index = 0; index < 40; index += 1) {
      if (index % 8 === 0) network.cut()
      const result = await log.append(aStream(), 0, [anEvent()])
      stored.push(result.status === 'conflict' ? 0 : result.position)
      await sleep(10)
    }
    await until(() => seen.length >= stored.length)
    abort.abort()
    await following
    expect(seen).toEqual(stored)
  })

  test('an engine that stays away is named after a bounded number of attempts, and waiting calls fail at once', async () => {
    const { log, network } = subject()
    await log.append(aStream(), 0, [anEvent()])
    await network.close()
    const stream = aStream()
    const begun = performance.now()
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => log.append(stream, 'any', [anEvent()])))
    expect(performance.now() - begun).toBeLessThan(45_000)
    await network.open()
    for (const result of results)
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { name: 'EventLogUnavailable', message: expect.stringContaining('check that it runs') },
      })
    expect(await log.append(stream, 'any', [anEvent()])).toMatchObject({ status: 'appended', version: 1 })
  })
}

const describeHoldingBack = (subject: () => NetworkSubject): void => {
  test('a reader that is slow holds the engine back: little is sent ahead of requests', async () => {
    const { log, network } = subject()
    const position = await log.head()
    const packed = new Uint8Array(20_000)
    const events = 1200
    const total = events * packed.byteLength
    for (let index = 0; index < events; index += 40)
      await log.append(
        aStream(),
        0,
        Array.from({ length: 40 }, () => anEvent({ packed })),
      )
    const abort = new AbortController()
    const before = network.bytesDelivered
    const pages = log.subscribe(position, { limit: 10, signal: abort.signal })[Symbol.asyncIterator]()
    // A page ends at its limit or where nothing more has arrived yet, so that its length is the engine's timing.
    const first = (await pages.next()).value ?? []
    expect(first.length).toBeGreaterThan(0)
    expect(first.length).toBeLessThanOrEqual(10)
    await sleep(1000)
    const delivered = network.bytesDelivered - before
    for (let seen = first.length; seen < events; ) seen += ((await pages.next()).value ?? []).length
    abort.abort()
    expect(delivered).toBeLessThan(total / 4)
    expect(network.bytesDelivered - before).toBeGreaterThan(total)
  })
}

/** As a projector does it: a log may end a subscription that lost its connection, and the reader subscribes again after the last event. */
const followOn = async (log: EventLog, afterPosition: number, signal: AbortSignal, seen: number[]): Promise<void> => {
  while (!signal.aborted) {
    try {
      for await (const page of log.subscribe(seen.at(-1) ?? afterPosition, { signal })) seen.push(...page.map(({ position }) => position))
    } catch {
      await sleep(20)
    }
  }
}
