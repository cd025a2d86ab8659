import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrokenLink, EventLog, NewEvent, RecordedEvent, Upcasters } from './event-log.ts'

type ConformanceSubject = { log: EventLog; close: () => Promise<void> }

/** Lifts the one event type of this suite that has an old shape. */
const conformanceUpcasters: Upcasters = {
  'devices.MeterLabelled': {
    1: (data) => ({ ...data, words: [data.word] }),
    2: ({ word: _word, ...data }) => ({ ...data, language: 'en' }),
  },
}

/** Positions count every event, or are places in a file and only grow. */
type Positions = 'dense' | 'with-gaps'

/** Requirements of every adapter of the log. The log given need not be empty, but must have no other writer meanwhile. */
export const describeEventLog = (
  adapter: string,
  open: (upcasters: Upcasters) => Promise<ConformanceSubject>,
  positions: Positions = 'dense',
): void => {
  describe(`the event log ${adapter}`, () => {
    let subject: ConformanceSubject
    let log: EventLog
    beforeAll(async () => {
      subject = await open(conformanceUpcasters)
      log = subject.log
    })
    afterAll(() => subject.close())

    describeAppending(() => log)
    describeReading(() => log, positions)
    describeFollowing(() => log, positions)
    test('a log that was only ever appended to is whole', async () => {
      expect(await broken(log)).toEqual([])
    })
    test('appends that wait when the log closes are stored, and later ones are refused', async () => {
      const stream = aStream()
      const waiting = Promise.all(Array.from({ length: 50 }, () => log.append(stream, 'any', [anEvent()])))
      await log.close()
      expect((await waiting).every((result) => result.status === 'appended')).toBe(true)
      await expect(log.append(stream, 'any', [anEvent()])).rejects.toThrow('closed')
    })
  })
}

const describeAppending = (log: () => EventLog): void => {
  test('a stream begins at version 1 and counts on', async () => {
    const stream = aStream()
    const first = await log().append(stream, 0, [anEvent(), anEvent()])
    const second = await log().append(stream, 2, [anEvent()])
    expect(first).toMatchObject({ status: 'appended', version: 2 })
    expect(second).toMatchObject({ status: 'appended', version: 3 })
    expect((await log().readStream(stream)).map((event) => event.version)).toEqual([1, 2, 3])
  })

  test('an append that expects another version stores nothing and gets the actual one', async () => {
    const stream = aStream()
    await log().append(stream, 0, [anEvent(), anEvent()])
    const head = await log().head()
    for (const expected of [0, 1, 3, 99])
      expect(await log().append(stream, expected, [anEvent()])).toEqual({ status: 'conflict', actualVersion: 2 })
    expect(await log().append(aStream(), 1, [anEvent()])).toEqual({ status: 'conflict', actualVersion: 0 })
    expect(await log().head()).toBe(head)
  })

  test('of many who expect the same version one wins and the others hear of it', async () => {
    const stream = aStream()
    const results = await Promise.all(Array.from({ length: 50 }, () => log().append(stream, 0, [anEvent()])))
    expect(results.filter((result) => result.status === 'appended')).toHaveLength(1)
    expect(results.filter((result) => result.status === 'conflict')).toHaveLength(49)
    expect(await log().readStream(stream)).toHaveLength(1)
  })

  test('a conflict does not take its neighbours in the same moment down', async () => {
    const taken = aStream()
    await log().append(taken, 0, [anEvent()])
    const streams = Array.from({ length: 20 }, aStream)
    const [conflict, ...others] = await Promise.all([
      log().append(taken, 0, [anEvent()]),
      ...streams.map((stream) => log().append(stream, 0, [anEvent()])),
    ])
    expect(conflict).toEqual({ status: 'conflict', actualVersion: 1 })
    expect(others.every((result) => result.status === 'appended')).toBe(true)
  })

  test('"any" never conflicts, however many append at once', async () => {
    const stream = aStream()
    const results = await Promise.all(Array.from({ length: 200 }, () => log().append(stream, 'any', [anEvent()])))
    const versions = results.map((result) => (result.status === 'appended' ? result.version : Number.NaN))
    expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
  })

  test('the same events again are stored once and answer the first place, whatever version is expected', async () => {
    const stream = aStream()
    const events = [anEvent(), anEvent()]
    const first = await log().append(stream, 0, events)
    await log().append(stream, 'any', [anEvent()])
    for (const expected of [0, 2, 3, 7, 'any'] as const)
      expect(await log().append(stream, expected, events)).toEqual({ ...first, status: 'repeated' })
    expect(await log().readStream(stream)).toHaveLength(3)
  })

  test('the same event sent many times at once is stored once', async () => {
    const stream = aStream()
    const event = anEvent()
    const results = await Promise.all(Array.from({ length: 30 }, () => log().append(stream, 'any', [event])))
    expect(results.filter((result) => result.status === 'appended')).toHaveLength(1)
    expect(new Set(results.map((result) => result.status !== 'conflict' && result.position)).size).toBe(1)
    expect(await log().readStream(stream)).toHaveLength(1)
  })

  test('an append of which only a part is in the log is refused as a mistake', async () => {
    const stream = aStream()
    const event = anEvent()
    await log().append(stream, 0, [event])
    await expect(log().append(stream, 1, [event, anEvent()])).rejects.toThrow('already in the log')
    expect(await log().readStream(stream)).toHaveLength(1)
  })

  test.each([
    ['a stream of another tenant', 'other/devices-meter-1', [() => anEvent()]],
    ['a stream without a tenant', 'devices-meter-1', [() => anEvent()]],
    ['no events', 'demo/devices-meter-1', []],
    ['an id that is no UUID', 'demo/devices-meter-1', [() => ({ ...anEvent(), id: 'frame-1' })]],
    ['a name with a zero byte', 'demo/devices-meter-1', [() => ({ ...anEvent(), type: 'devices.\0' })]],
    ['schema version 0', 'demo/devices-meter-1', [() => ({ ...anEvent(), schemaVersion: 0 })]],
  ])('an append with %s is refused as a mistake and the next one goes on', async (_what, stream, events) => {
    await expect(
      log().append(
        stream,
        'any',
        events.map((make) => make()),
      ),
    ).rejects.toThrow()
    expect(await log().append(aStream(), 0, [anEvent()])).toMatchObject({ status: 'appended' })
  })
}

const describeReading = (log: () => EventLog, positions: Positions): void => {
  test('an event is read as it was written', async () => {
    const stream = aStream()
    const packed = Uint8Array.from({ length: 1300 }, (_, index) => index % 256)
    const full = anEvent({ data: { text: 'Zähler "7" \\ 水 \u0000 \ud83d\udca7', number: 1.25e-7, none: null, list: [1, [true]] }, packed })
    full.metadata = { tenant: 'demo', actor: 'user:ana', cause: randomUUID(), correlation: 'request "1", {2}' }
    const plain = anEvent({ data: {} })
    const result = await log().append(stream, 0, [full, plain])
    const [first, second] = await log().readStream(stream)
    if (!first || !second || result.status === 'conflict') throw new Error('two events were expected')
    const { hash, packed: packedRead, recordedAt, ...rest } = first
    const { packed: _packed, ...written } = full
    expect(rest).toEqual({ ...written, stream, version: 1, position: first.position })
    expectInOrder([first.position, second.position], positions === 'dense' ? result.position - 2 : 0, 2, positions)
    expect(second.position).toBe(result.position)
    expect(Buffer.compare(packedRead ?? Buffer.alloc(0), packed)).toBe(0)
    expect(hash.byteLength).toBe(32)
    expect(Math.abs(Date.now() - recordedAt)).toBeLessThan(60_000)
    expect(second.packed).toBeUndefined()
    expect(second.metadata).toEqual(plain.metadata)
  })

  test('an event is found by its id, and an unknown id finds nothing', async () => {
    const event = anEvent()
    await log().append(aStream(), 0, [event])
    expect(await log().findEvent(event.id)).toMatchObject({ id: event.id, type: event.type, data: event.data })
    expect(await log().findEvent(event.id.toUpperCase())).toMatchObject({ id: event.id })
    expect(await log().findEvent(randomUUID())).toBeUndefined()
    expect(await log().findEvent('no-uuid')).toBeUndefined()
  })

  test('a stream is read from where the reader stopped, in pages', async () => {
    const stream = aStream()
    await log().append(
      stream,
      0,
      Array.from({ length: 5 }, () => anEvent()),
    )
    expect((await log().readStream(stream, { afterVersion: 2, limit: 2 })).map((event) => event.version)).toEqual([3, 4])
    expect(await log().readStream(stream, { afterVersion: 5 })).toEqual([])
    expect((await log().readStreams([aStream(), stream], { limit: 2 })).map(({ version }) => version)).toEqual([1, 2])
    expect((await log().readStreams([stream, aStream()], { afterVersions: [3, 0] })).map(({ version }) => version)).toEqual([4, 5])
    expect(await log().readStream(aStream())).toEqual([])
  })

  test('the whole log is read in the order of positions, and time never runs backwards along it', async () => {
    const before = await log().head()
    await Promise.all(Array.from({ length: 30 }, () => log().append(aStream(), 0, [anEvent(), anEvent()])))
    const events = await log().readAll(before)
    const found = events.map((event) => event.position)
    expectInOrder(found, before, 60, positions)
    expect(events.every((event, index) => index === 0 || event.recordedAt >= events[index - 1]!.recordedAt)).toBe(true)
    expect(await log().head()).toBe(found.at(-1))
    expect((await log().readAll(before, { untilPosition: found[6]! })).length).toBe(7)
  })

  test('an event is read by its position alone, and a position without an event gives none', async () => {
    const event = anEvent({ packed: new Uint8Array([1, 2, 3]) })
    const before = await log().head()
    const result = await log().append(aStream(), 0, [event])
    const position = result.status === 'appended' ? result.position : 0
    expect(await log().readAll(position - 1, { untilPosition: position })).toMatchObject([{ id: event.id, position }])
    expect(await log().readAll(position, { untilPosition: position + 1 })).toEqual([])
    if (positions === 'with-gaps') expect(await log().readAll(before, { untilPosition: before + 1 })).toEqual([])
  })

  test('a page of the log ends at its bytes, but never empty-handed', async () => {
    const before = await log().head()
    const packed = new Uint8Array(10_000)
    await log().append(
      aStream(),
      0,
      Array.from({ length: 6 }, () => anEvent({ packed })),
    )
    expect(await log().readAll(before, { maximumBytes: 1 })).toHaveLength(1)
    expect(await log().readAll(before, { maximumBytes: 25_000 })).toHaveLength(3)
    expect(await log().readAll(before, { limit: 2 })).toHaveLength(2)
  })

  test('a reader filters by types and by tenant', async () => {
    const before = await log().head()
    await log().append(aStream(), 0, [anEvent({ type: 'devices.ValveOpened' }), anEvent({ type: 'devices.ValveClosed' })])
    await log().append('other/devices-meter-9', 'any', [
      { ...anEvent({ type: 'devices.ValveClosed' }), metadata: { tenant: 'other', actor: 'user:ben' } },
    ])
    const all = (await log().readAll(before)).map((event) => event.position)
    const places = async (filter: Parameters<EventLog['readAll']>[1]) =>
      (await log().readAll(before, filter)).map((event) => all.indexOf(event.position) + 1)
    expect(await places({ types: ['devices.ValveClosed'] })).toEqual([2, 3])
    expect(await places({ types: ['devices.ValveClosed'], tenant: 'demo' })).toEqual([2])
    expect(await places({ tenant: 'other' })).toEqual([3])
    expect(await places({ types: [] })).toEqual([])
  })

  test('data of an older shape is lifted step by step on read', async () => {
    const stream = aStream()
    const old = anEvent({ type: 'devices.MeterLabelled', data: { word: 'cellar' } })
    await log().append(stream, 0, [
      old,
      { ...anEvent({ type: 'devices.MeterLabelled', data: { words: ['attic'], language: 'fr' } }), schemaVersion: 3 },
    ])
    const [lifted, current] = await log().readStream(stream)
    expect(lifted).toMatchObject({ schemaVersion: 3, data: { words: ['cellar'], language: 'en' } })
    expect(lifted?.data).not.toHaveProperty('word')
    expect(current).toMatchObject({ schemaVersion: 3, data: { words: ['attic'], language: 'fr' } })
    expect((await log().findEvent(old.id))?.schemaVersion).toBe(3)
  })
}

/** Positions of events that were appended one behind the other after `before`. */
const expectInOrder = (found: readonly number[], before: number, count: number, positions: Positions): void => {
  expect(found).toHaveLength(count)
  if (positions === 'dense') expect(found).toEqual(Array.from({ length: count }, (_, index) => before + 1 + index))
  expect(found.every((position, index) => Number.isSafeInteger(position) && position > (found[index - 1] ?? before))).toBe(true)
}

const describeFollowing = (log: () => EventLog, positions: Positions): void => {
  test('a subscriber gets what is there and then what comes, without gap or repeat', async () => {
    const before = await log().head()
    await log().append(
      aStream(),
      0,
      Array.from({ length: 25 }, () => anEvent()),
    )
    const abort = new AbortController()
    const seen: RecordedEvent[] = []
    const following = (async () => {
      for await (const page of log().subscribe(before, { limit: 10, signal: abort.signal })) {
        seen.push(...page)
        if (seen.length >= 65) abort.abort()
      }
    })()
    await until(() => seen.length >= 25)
    for (let index = 0; index < 40; index += 1) await log().append(aStream(), 0, [anEvent()])
    await following
    expectInOrder(
      seen.map((event) => event.position),
      before,
      65,
      positions,
    )
  })

  test('a waiting subscriber is woken by the append rather than by the clock', async () => {
    const before = await log().head()
    const abort = new AbortController()
    const pages = log()
      .subscribe(before, { types: ['devices.ValveOpened'], signal: abort.signal })
      [Symbol.asyncIterator]()
    const coming = pages.next()
    // Time for the first look and the LISTEN connection; afterwards only a notification can be this quick.
    await sleep(700)
    const begun = performance.now()
    await log().append(aStream(), 0, [anEvent({ type: 'devices.ValveOpened' })])
    expect((await coming).value).toHaveLength(1)
    expect(performance.now() - begun).toBeLessThan(1000)
    abort.abort()
    expect((await pages.next()).done).toBe(true)
  })

  test('a subscription ends when its reader stops waiting', async () => {
    const abort = new AbortController()
    const pages = log()
      .subscribe(await log().head(), { signal: abort.signal })
      [Symbol.asyncIterator]()
    const coming = pages.next()
    await sleep(50)
    abort.abort()
    expect(await coming).toEqual({ done: true, value: undefined })
  })
}

export const anEvent = (parts: Partial<NewEvent> = {}): NewEvent => ({
  id: randomUUID(),
  type: 'devices.MeterRegistered',
  schemaVersion: 1,
  data: { number: '4711' },
  metadata: { tenant: 'demo', actor: 'user:ana' },
  ...parts,
})

export const aStream = (): string => `demo/devices-meter-${randomUUID()}`

/** All events behind a position. */
export const readOn = async (log: EventLog, afterPosition: number): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = []
  for (;;) {
    const page = await log.readAll(events.at(-1)?.position ?? afterPosition)
    if (page.length === 0) return events
    events.push(...page)
  }
}

/** Everything `verify` names. */
export const broken = async (log: EventLog, stream?: string): Promise<BrokenLink[]> => {
  const links: BrokenLink[] = []
  for await (const link of log.verify(stream === undefined ? {} : { stream })) links.push(link)
  return links
}

export const sleep = (milliseconds: number): Promise<void> => new Promise((resume) => setTimeout(resume, milliseconds))

export const until = async (holds: () => boolean): Promise<void> => {
  const end = Date.now() + 30_000
  while (!holds()) {
    if (Date.now() > end) throw new Error('waited 30 s in vain')
    await sleep(5)
  }
}
