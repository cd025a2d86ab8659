import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { NewEvent, RecordedEvent } from './event-log.ts'
import { KeptStates, type Tail } from './kept-states.ts'
import { createMemoryEventLog } from './memory/memory-event-log.ts'

type Counted = { type: string; data: object }
const counting = { initialState: 0, evolve: (count: number, _: Counted) => count + 1 }
const stream = 'north/cards-card-1'
const anEvent = (): NewEvent => ({
  id: randomUUID(),
  type: 'cards.CardMade',
  schemaVersion: 1,
  data: {},
  metadata: { tenant: 'north', actor: 'user:1' },
})

const keptOf = (limits = {}) => {
  const log = createMemoryEventLog()
  const reads: (readonly Tail[])[] = []
  const readTails = (tails: readonly Tail[], limit: number): Promise<RecordedEvent[]> => {
    reads.push(tails)
    const afterVersions = tails.map(({ afterVersion }) => afterVersion)
    return log.readStreams(
      tails.map((tail) => tail.stream),
      { afterVersions, limit },
    )
  }
  return { log, reads, kept: new KeptStates(readTails, limits) }
}

describe('a state that is kept', () => {
  test('is as fresh as its stream, and reads only what is new', async () => {
    const { log, reads, kept } = keptOf()
    await log.append(stream, 0, [anEvent(), anEvent()])
    expect(await kept.load(stream, counting)).toMatchObject({ state: 2, version: 2 })
    await log.append(stream, 2, [anEvent()])
    expect(await kept.load(stream, counting)).toMatchObject({ state: 3, version: 3 })
    expect(reads.at(-1)).toEqual([{ stream, afterVersion: 2 }])
  })

  test('is read with all others that are asked for at the same time', async () => {
    const { log, reads, kept } = keptOf()
    const streams = Array.from({ length: 20 }, (_, place) => `north/cards-card-${place}`)
    for (const each of streams) await log.append(each, 0, [anEvent()])
    const states = await Promise.all(streams.map((each) => kept.load(each, counting)))
    expect(states.map(({ state }) => state)).toEqual(streams.map(() => 1))
    expect(reads.length).toBeLessThanOrEqual(2)
  })

  test('takes what its own process appended, and nothing twice', async () => {
    const { log, kept } = keptOf()
    const event = anEvent()
    await kept.load(stream, counting)
    await log.append(stream, 0, [event])
    kept.appended(stream, 0, [event], 1)
    kept.appended(stream, 0, [event], 1)
    expect(await kept.load(stream, counting)).toMatchObject({ state: 1, version: 1 })
  })

  test('is folded page by page where its stream is long', async () => {
    const { log, reads, kept } = keptOf({ pageEvents: 2 })
    for (let version = 0; version < 5; version += 1) await log.append(stream, version, [anEvent()])
    expect(await kept.load(stream, counting)).toMatchObject({ state: 5, version: 5 })
    expect(reads.map(([tail]) => tail!.afterVersion)).toEqual([0, 2, 4])
  })

  test('is forgotten when others were asked for since', async () => {
    const { log, reads, kept } = keptOf({ events: 2 })
    for (const each of ['a', 'b', 'c']) await log.append(`north/cards-card-${each}`, 0, [anEvent()])
    for (const each of ['a', 'b', 'c']) await kept.load(`north/cards-card-${each}`, counting)
    await kept.load('north/cards-card-a', counting)
    expect(reads.at(-1)).toEqual([{ stream: 'north/cards-card-a', afterVersion: 0 }])
  })

  test('of a stream that was replaced is read anew', async () => {
    const { log, kept } = keptOf()
    await log.append(stream, 0, [anEvent()])
    kept.appended(stream, 0, [], 0)
    await kept.load(stream, counting)
    kept.forget(stream)
    expect(await kept.load(stream, counting)).toMatchObject({ state: 1, version: 1 })
  })
})
