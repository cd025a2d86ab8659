import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { EventLog, RecordedEvent } from './event-log.ts'
import { createMemoryEventLog } from './memory/memory-event-log.ts'
import { shareTail } from './share-tail.ts'

const eventsOf = async (pages: AsyncIterable<RecordedEvent[]>): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = []
  for await (const page of pages) events.push(...page)
  return events
}

const kinds = ['devices.ValveOpened', 'devices.ValveClosed', 'alarms.AlarmRaised'] as const
const append = (log: EventLog, nth: number, type: string = kinds[nth % 3]!) =>
  log.append(`demo/devices-valve-${nth % 5}`, 'any', [
    {
      id: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
      type,
      schemaVersion: 1,
      data: {},
      metadata: { tenant: 'demo', actor: 'user:1' },
    },
  ])

/** A log that counts what it is asked. */
const counted = (log: EventLog) => {
  const asked = { reads: 0, subscriptions: 0 }
  const counting: EventLog = {
    ...log,
    readAll: (...question) => {
      asked.reads++
      return log.readAll(...question)
    },
    subscribe: (...question) => {
      asked.subscriptions++
      return log.subscribe(...question)
    },
  }
  return { asked, log: counting }
}

/** Follows until `until` events came, and takes its time over each page. */
const follow = async (
  log: EventLog,
  { after = 0, types = [...kinds] as string[], until, milliseconds = 0 }: Following,
): Promise<number[]> => {
  const seen: number[] = []
  const stop = new AbortController()
  for await (const page of log.subscribe(after, { types, signal: AbortSignal.any([stop.signal, AbortSignal.timeout(8_000)]) })) {
    seen.push(...page.map(({ position }) => position))
    if (seen.length >= until) stop.abort()
    if (milliseconds > 0) await pause(milliseconds)
  }
  return seen
}
type Following = { after?: number; types?: string[]; until: number; milliseconds?: number }

test('each subscriber gets what it asked for, in order and once, whether it is early, late, quick or slow', async () => {
  const plain = createMemoryEventLog()
  const log = shareTail(plain, kinds)
  for (let nth = 1; nth <= 30; nth++) await append(plain, nth)
  const following = [
    follow(log, { until: 300 }),
    follow(log, { until: 270, after: 30 }),
    follow(log, { until: 100, types: ['alarms.AlarmRaised'] }),
    follow(log, { until: 200, types: ['devices.ValveOpened', 'devices.ValveClosed'], milliseconds: 3 }),
    follow(log, { until: 100, after: 200, milliseconds: 1 }),
  ]
  for (let nth = 31; nth <= 300; nth++) {
    await append(plain, nth)
    if (nth % 7 === 0) await pause(1)
  }
  const every = Array.from({ length: 300 }, (_, index) => index + 1)
  const ofKind = (...wanted: number[]) => every.filter((position) => wanted.includes(position % 3))
  expect(await Promise.all(following)).toEqual([every, every.slice(30), ofKind(2), ofKind(0, 1), every.slice(200)])
})

test('subscribers that wait at the end ask the log once for all of them', async () => {
  const { asked, log: plain } = counted(createMemoryEventLog())
  const log = shareTail(plain, kinds)
  const following = Array.from({ length: 16 }, () => follow(log, { until: 20 }))
  for (let nth = 1; nth <= 20; nth++) {
    await pause(2)
    await append(plain, nth)
  }
  expect((await Promise.all(following)).every((seen) => seen.length === 20)).toBe(true)
  expect(asked.subscriptions).toBe(1)
  expect(asked.reads).toBe(0)
})

test('a failure of the log reaches every subscriber that waits, and the next subscription goes on after it', async () => {
  const plain = createMemoryEventLog()
  let failing = true
  const log = shareTail(
    {
      ...plain,
      async *subscribe(...question) {
        if (!failing) return yield* plain.subscribe(...question)
        await pause(20)
        throw new Error('the connection was lost')
      },
    },
    kinds,
  )
  const outcomes = await Promise.allSettled([follow(log, { until: 1 }), follow(log, { until: 1 })])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  failing = false
  const again = follow(log, { until: 1 })
  await append(plain, 1)
  expect(await again).toEqual([1])
})

test('when the log is closed the subscriptions end', async () => {
  const plain = createMemoryEventLog()
  const following = follow(shareTail(plain, kinds), { until: 1 })
  await pause(5)
  await plain.close()
  expect(await following).toEqual([])
})

test('one subscriber leaves, and the others go on', async () => {
  const plain = createMemoryEventLog()
  const log = shareTail(plain, kinds)
  const stays = follow(log, { until: 2 })
  const leaves = follow(log, { until: 1 })
  await append(plain, 1)
  expect(await leaves).toEqual([1])
  await append(plain, 2)
  expect(await stays).toEqual([1, 2])
})

test('one that leaves while the reader opens ends, and keeps none of the others', async () => {
  const plain = createMemoryEventLog()
  const opening = Promise.withResolvers<number>()
  const log = shareTail({ ...plain, head: () => opening.promise }, kinds)
  const leave = new AbortController()
  const left = eventsOf(log.subscribe(0, { types: kinds, signal: leave.signal }))
  const stays = follow(log, { until: 1 })
  await pause(5)
  leave.abort()
  opening.resolve(0)
  expect(await left).toEqual([])
  await append(plain, 1)
  expect(await stays).toEqual([1])
})

test('a subscription to other types, to one tenant or up to an end gets what the log alone would give', async () => {
  const { asked, log: plain } = counted(createMemoryEventLog())
  const log = shareTail(plain, ['devices.ValveOpened'])
  for (let nth = 1; nth <= 6; nth++) await append(plain, nth)
  const { signal } = new AbortController()
  const positionsOf = async (options: object) =>
    (await eventsOf(log.subscribe(0, { ...options, untilPosition: 6, signal }))).map(({ position }) => position)
  expect(await positionsOf({})).toEqual([1, 2, 3, 4, 5, 6])
  expect(await positionsOf({ types: ['alarms.AlarmRaised'] })).toEqual([2, 5])
  expect(await positionsOf({ tenant: 'other' })).toEqual([])
  expect(await follow(log, { types: ['alarms.AlarmRaised'], until: 2 })).toEqual([2, 5])
  expect(asked.subscriptions).toBe(4)
})
