import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keyOfOrder, type PayStream, PayStreams, payStreamLimits } from './pay-streams.ts'

const markers = new Map<string, string>()
let reads = 0
let streams: PayStreams

const streamOf = (orderId: string, address = '192.0.2.1') => {
  const heard: string[] = []
  const stream: PayStream = {
    ...{ tenant: 'north', orderId, address },
    onChange: () => void heard.push('change'),
    onBeat: () => void heard.push('beat'),
    onEnd: () => void heard.push('end'),
  }
  return { stream, heard }
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

beforeEach(() => {
  vi.useFakeTimers()
  markers.clear()
  reads = 0
  streams = new PayStreams(async () => {
    reads += 1
    return new Map(markers)
  })
})
afterEach(() => {
  streams.stop()
  vi.useRealTimers()
})

describe('streams of the public page', () => {
  it('say each change once to each stream of its order, with one read a second for all of them', async () => {
    const [one, two, other] = [streamOf('a'), streamOf('a'), streamOf('b')]
    for (const { stream } of [one, two, other]) expect(streams.open(stream)).toBe(true)
    markers.set(keyOfOrder(one.stream), 'unpaid').set(keyOfOrder(other.stream), 'unpaid')
    await seconds(3)
    markers.set(keyOfOrder(one.stream), 'paid')
    await seconds(3)
    expect([one.heard, two.heard, other.heard]).toEqual([['change', 'change'], ['change', 'change'], ['change']])
    expect(reads).toBe(6)
  })
  it('beat where nothing changes, end after ten minutes, and stop reading without a stream', async () => {
    const { stream, heard } = streamOf('a')
    streams.open(stream)
    await seconds(payStreamLimits.lifeMilliseconds / 1_000 + 2)
    expect(heard.filter((each) => each === 'beat')).toHaveLength(40)
    expect(heard.at(-1)).toBe('end')
    const before = reads
    await seconds(10)
    expect(reads).toBe(before)
  })
  it('are limited for an order, for a network and for the process; a closed one gives its place back', () => {
    const ofOrder = Array.from({ length: payStreamLimits.ofOrder }, (_, at) => streamOf('a', `198.51.100.${at}`).stream)
    for (const stream of ofOrder) expect(streams.open(stream)).toBe(true)
    expect(streams.open(streamOf('a', '203.0.113.1').stream)).toBe(false)
    streams.close(ofOrder[0]!)
    expect(streams.open(streamOf('a', '203.0.113.1').stream)).toBe(true)

    const inNetwork = (at: number) => streamOf(`n${at}`, `2001:db8:1:2::${at}`).stream
    for (let at = 0; at < payStreamLimits.ofNetwork; at += 1) expect(streams.open(inNetwork(at))).toBe(true)
    expect(streams.open(inNetwork(99))).toBe(false)

    const all = (at: number) => streamOf(`p${at}`, `10.${at >> 8}.${at & 255}.1`).stream
    let opened = payStreamLimits.ofOrder + payStreamLimits.ofNetwork
    for (let at = 0; opened < payStreamLimits.ofProcess; at += 1, opened += 1) streams.open(all(at))
    expect(streams.open(all(5_000))).toBe(false)
  })
  it('survive a read that fails', async () => {
    let isAway = true
    streams = new PayStreams(async () => {
      if (isAway) throw new Error('the database is away')
      return markers
    })
    const { stream, heard } = streamOf('a')
    streams.open(stream)
    markers.set(keyOfOrder(stream), 'paid')
    await seconds(2)
    isAway = false
    await seconds(2)
    expect(heard).toEqual(['change'])
  })
})
