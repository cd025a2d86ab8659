import { packCanonicalFrame } from '@nightflow/domain/metering/pack-frame'
import { numberColumns, type ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import { resolveReadings, withoutSource } from '@nightflow/domain/metering/resolve-readings'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendReadings, mergeReadings } from './merge-readings.ts'

type Reading = {
  at: number
  registerMillilitres?: number
  deltaMillilitres?: number
  deltaSeconds?: number
  batteryMillivolt?: number
  valve?: number
  flags?: string
}

const toColumns = (readings: readonly Reading[]): ReadingColumns => {
  const columns: ReadingColumns = {
    count: readings.length,
    meters: ['0'],
    meterIndex: new Uint32Array(readings.length),
    at: Float64Array.from(readings, ({ at }) => at),
  }
  for (const name of numberColumns) {
    const values = readings.map((reading) => (reading as Record<string, unknown>)[name] as number | undefined)
    if (values.some((value) => value !== undefined)) columns[name] = Float64Array.from(values, (value) => value ?? Number.NaN)
  }
  if (readings.some(({ valve }) => valve)) columns.valve = Uint8Array.from(readings, ({ valve }) => valve ?? 0)
  if (readings.some(({ flags }) => flags)) {
    columns.flagSets = [...new Set(readings.map(({ flags }) => flags ?? ''))]
    columns.flagIndex = Uint16Array.from(readings, ({ flags }) => columns.flagSets!.indexOf(flags ?? ''))
  }
  return columns
}

const whole = (columns: ReadingColumns) => ({ columns, from: 0, to: columns.count })
const merge = (...frames: readonly (readonly Reading[])[]) => mergeReadings(frames.map((readings) => whole(toColumns(readings))))
const flagsOf = ({ flagSets, flagIndex }: ReadingColumns, row: number) => (flagSets && flagIndex ? flagSets[flagIndex[row]!] : '')
/** The stored bytes of the day's row: equal bytes are equal rows. */
const stored = (columns: ReadingColumns) => packCanonicalFrame(columns)

describe('readings of one meter and day that came in several frames', () => {
  it('are in the order of their time, whatever came first', () => {
    const day = merge(
      [{ at: 3000, registerMillilitres: 30 }],
      [{ at: 1000, registerMillilitres: 10 }],
      [{ at: 2000, registerMillilitres: 20 }],
    )
    expect([...day.at]).toEqual([1000, 2000, 3000])
    expect([...day.registerMillilitres!]).toEqual([10, 20, 30])
  })

  it('a reading that came twice is there once and not flagged', () => {
    const reading = { at: 1000, registerMillilitres: 10, batteryMillivolt: 3600 }
    const day = merge([reading], [reading])
    expect(day.count).toBe(1)
    expect(flagsOf(day, 0)).toBe('')
  })

  it('of two values for one instant the smaller counts, so that no water is billed that might not have flowed, and it is flagged', () => {
    for (const frames of [[12, 10, 11] as const, [10, 11, 12] as const]) {
      const day = merge(...frames.map((registerMillilitres) => [{ at: 1000, registerMillilitres }]))
      expect([day.count, day.registerMillilitres![0], flagsOf(day, 0)]).toEqual([1, 10, 'conflicting'])
    }
  })

  it('two halves of a reading become one without a conflict', () => {
    const day = merge([{ at: 1000, registerMillilitres: 10 }], [{ at: 1000, batteryMillivolt: 3600, valve: 1 }])
    expect([day.registerMillilitres![0], day.batteryMillivolt![0], day.valve![0], flagsOf(day, 0)]).toEqual([10, 3600, 1, ''])
  })

  it('an interval stays one thing: the shorter is kept with its own volume', () => {
    const day = merge([{ at: 1000, deltaMillilitres: 5, deltaSeconds: 7200 }], [{ at: 1000, deltaMillilitres: 9, deltaSeconds: 3600 }])
    expect([day.deltaMillilitres![0], day.deltaSeconds![0], flagsOf(day, 0)]).toEqual([9, 3600, 'conflicting'])
  })

  it('of two equally long intervals that end at one instant the smaller volume counts, flagged', () => {
    const day = merge([{ at: 1000, deltaMillilitres: 9, deltaSeconds: 3600 }], [{ at: 1000, deltaMillilitres: 5, deltaSeconds: 3600 }])
    expect([day.deltaMillilitres![0], day.deltaSeconds![0], flagsOf(day, 0)]).toEqual([5, 3600, 'conflicting'])
  })

  it('of two states of the valve at one instant, closed wins and is flagged; unknown conflicts with neither', () => {
    const day = merge([{ at: 1000, valve: 2 }], [{ at: 1000, valve: 1 }])
    expect([day.valve![0], flagsOf(day, 0)]).toEqual([2, 'conflicting'])
    const known = merge([{ at: 1000, valve: 1 }], [{ at: 1000, registerMillilitres: 4 }])
    expect([known.valve![0], flagsOf(known, 0)]).toEqual([1, ''])
  })

  it('flags of both are kept, each word once', () => {
    const day = merge([{ at: 1000, flags: 'backflow leak' }], [{ at: 1000, flags: 'leak tamper' }])
    expect(flagsOf(day, 0)).toBe('backflow leak tamper')
  })

  it('a day on which every reading is flagged can be read again from where it was stored', () => {
    const day = merge([{ at: 1000, flags: 'leak' }])
    expect(flagsOf(unpackFrame(stored(day)), 0)).toBe('leak')
  })

  it('only the rows that are named are taken from a frame', () => {
    const frame = toColumns([1, 2, 3, 4].map((second) => ({ at: second * 1000, registerMillilitres: second, valve: second === 4 ? 1 : 0 })))
    const day = mergeReadings([{ columns: frame, from: 1, to: 3 }])
    expect([...day.registerMillilitres!]).toEqual([2, 3])
    expect(day.valve).toBeUndefined()
  })
})

describe('laws of merging', () => {
  const few = (...values: number[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
  const reading: fc.Arbitrary<Reading> = fc
    .record({
      at: fc.integer({ min: 0, max: 12 }).map((minute) => minute * 60_000),
      registerMillilitres: few(100, 200, 300),
      interval: fc.option(fc.record({ volume: fc.constantFrom(0, 50, 60), seconds: fc.constantFrom(60, 3600) }), { nil: undefined }),
      batteryMillivolt: few(3500, 3600),
      valve: fc.constantFrom(0, 0, 1, 2),
      flags: fc.constantFrom('', '', 'leak', 'backflow leak', 'tamper'),
    })
    .map(({ interval, ...rest }) => ({ ...rest, ...(interval && { deltaMillilitres: interval.volume, deltaSeconds: interval.seconds }) }))
  /** Frames as they come: each holds an instant once, in the order of time. */
  const frame = fc
    .uniqueArray(reading, { selector: ({ at }) => at, minLength: 1, maxLength: 6 })
    .map((some) => some.sort((a, b) => a.at - b.at))
  const frames = fc.array(frame, { minLength: 1, maxLength: 6 })

  it('any order of the frames gives the same row, byte for byte', () => {
    fc.assert(
      fc.property(
        frames.chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length }))),
        ([inOrder, shuffled]) => {
          expect(stored(merge(...shuffled))).toEqual(stored(merge(...inOrder)))
        },
      ),
    )
  })

  it('merging again changes nothing', () => {
    fc.assert(
      fc.property(frames, (some) => {
        const day = merge(...some)
        expect(stored(mergeReadings([whole(day), ...some.map((readings) => whole(toColumns(readings)))]))).toEqual(stored(day))
        expect(stored(mergeReadings([whole(day), whole(day)]))).toEqual(stored(day))
      }),
    )
  })

  it('one by one or all at once is the same, also after a stay in the database', () => {
    fc.assert(
      fc.property(frames, (some) => {
        const [first, ...rest] = some.map(toColumns)
        let day = mergeReadings([whole(first!)])
        for (const columns of rest) day = mergeReadings([whole(unpackFrame(stored(day))), whole(columns)])
        expect(stored(day)).toEqual(stored(merge(...some)))
      }),
    )
  })

  it('no instant is lost and none is there twice', () => {
    fc.assert(
      fc.property(frames, (some) => {
        const instants = new Set(some.flat().map(({ at }) => at))
        expect([...merge(...some).at]).toEqual([...instants].sort((a, b) => a - b))
      }),
    )
  })
})

describe('readings that only follow those of the day', () => {
  const reading = fc.record({
    step: fc.integer({ min: 1, max: 4 }),
    registerMillilitres: fc.integer({ min: 0, max: 1e9 }),
    batteryMillivolt: fc.option(fc.integer({ min: 0, max: 4000 }), { nil: undefined }),
  })
  const following = fc.array(fc.array(reading, { minLength: 1, maxLength: 20 }), { minLength: 2, maxLength: 6 }).map((frames) => {
    let at = 0
    return frames.map((frame) =>
      frame.map(({ step, ...rest }) => {
        at += step * 1000
        return { at, ...rest } as Reading
      }),
    )
  })

  it('come out as if all had been merged, however often some follow', () => {
    fc.assert(
      fc.property(following, (frames) => {
        let day = merge(frames[0]!)
        for (const frame of frames.slice(1)) {
          const segments = [whole(toColumns(frame))]
          const appended = appendReadings(day, segments)
          const all = mergeReadings([whole(day), ...segments])
          if (appended) expect(stored(appended)).toEqual(stored(all))
          day = appended ?? all
        }
        expect(stored(day)).toEqual(stored(merge(...frames)))
      }),
    )
  })

  it('are not appended when one is not later, or brings what the day has no column for', () => {
    const day = merge([{ at: 2000, registerMillilitres: 10 }])
    const appended = (later: Reading) => appendReadings(day, [whole(toColumns([later]))])
    expect(appended({ at: 2000, registerMillilitres: 10 })).toBeUndefined()
    expect(appended({ at: 1000, registerMillilitres: 10 })).toBeUndefined()
    expect(appended({ at: 3000, batteryMillivolt: 3600 })).toBeUndefined()
    expect(appended({ at: 3000, registerMillilitres: 20, flags: 'leak' })).toBeUndefined()
    expect(appended({ at: 3000, registerMillilitres: 20 })?.count).toBe(2)
  })
})

describe('readings of several sources', () => {
  const sources = ['', 'gateway:0tb6k3k', 'gateway:0tb6k3m', 'import:a', 'import:b', 'manual:a'] as const
  const sourced = fc.record({
    source: fc.constantFrom(...sources),
    reading: fc.record(
      {
        at: fc.constantFrom(1000, 2000),
        registerMillilitres: fc.integer({ min: 0, max: 3 }),
        deltaMillilitres: fc.integer({ min: 0, max: 2 }),
        batteryMillivolt: fc.integer({ min: 0, max: 2 }),
        valve: fc.constantFrom(1, 2),
        flags: fc.constantFrom('leak', 'dry'),
      },
      { requiredKeys: ['at', 'registerMillilitres'] },
    ),
  })
  const columnsOf = ({ deltaMillilitres, ...reading }: Reading) =>
    toColumns([{ ...reading, ...(deltaMillilitres !== undefined && { deltaMillilitres, deltaSeconds: 60 * (deltaMillilitres + 1) }) }])
  const segmentOf = ({ source, reading }: { source: string; reading: Reading }) => ({ ...whole(columnsOf(reading)), source })

  it('are the same bytes in any order of arrival, in any cut, and twice', () => {
    fc.assert(
      fc.property(fc.array(sourced, { minLength: 1, maxLength: 8 }), fc.nat(), (readings, seed) => {
        const shuffled = [...readings].sort(
          (a, b) => ((JSON.stringify(a).length * 7 + seed) % 5) - ((JSON.stringify(b).length * 7 + seed) % 5),
        )
        const atOnce = stored(mergeReadings(readings.map(segmentOf)))
        let oneByOne = mergeReadings([segmentOf(shuffled[0]!)])
        for (const reading of [...shuffled.slice(1), ...readings]) oneByOne = mergeReadings([whole(oneByOne), segmentOf(reading)])
        expect(stored(oneByOne)).toEqual(atOnce)
        expect(unpackFrame(atOnce).count).toBeGreaterThan(0)
      }),
    )
  })

  it('the higher source counts, quantity by quantity, and what it covered comes back when it goes', () => {
    const day = mergeReadings([
      segmentOf({ source: '', reading: { at: 1000, registerMillilitres: 10, batteryMillivolt: 3600 } }),
      segmentOf({ source: 'import:a', reading: { at: 1000, registerMillilitres: 7 } }),
      segmentOf({ source: 'import:b', reading: { at: 1000, registerMillilitres: 12 } }),
    ])
    const resolved = resolveReadings(day)
    expect([resolved.registerMillilitres![0], resolved.batteryMillivolt![0], flagsOf(resolved, 0)]).toEqual([12, 3600, 'corrected'])
    expect(resolveReadings(withoutSource(day, 'import:b')).registerMillilitres![0]).toBe(7)
    const left = withoutSource(withoutSource(day, 'import:b'), 'import:a')
    expect([left.sources, left.registerMillilitres![0]]).toEqual([undefined, 10])
  })
})
