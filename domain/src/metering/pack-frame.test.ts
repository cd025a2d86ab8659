import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CorruptFrameError } from './byte-reader.ts'
import { canonicalColumns } from './canonical-columns.ts'
import { describeFrame } from './describe-frame.ts'
import { isCanonical } from './is-canonical.ts'
import { packFrame } from './pack-frame.ts'
import { numberColumns, type ReadingColumns } from './reading-columns.ts'
import { unpackFrame } from './unpack-frame.ts'

const meterNumber = fc.oneof(
  fc.integer({ min: 0, max: 999_999_999_999_999 }).map(String),
  fc.integer({ min: 0, max: 40 }).map(String),
  fc.stringMatching(/^[0-9A-Za-z][0-9A-Za-z._-]{0,20}$/),
  fc.constantFrom('007', '0', 'ü-1', '水表'),
)
const absentOr = (value: fc.Arbitrary<number>) =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(Number.NaN) }, { weight: 4, arbitrary: value })
const numberKinds = [
  absentOr(fc.integer({ min: 0, max: 1e15 })),
  absentOr(fc.integer({ min: 0, max: 50 }).map((value) => value * 1000)),
  absentOr(fc.integer({ min: -100_000, max: 100_000 }).map((value) => value / 1000)),
  absentOr(fc.double({ noNaN: true })),
  fc.constant(7),
]
const time = fc.oneof(
  fc.integer({ min: 0, max: 1000 }).map((hour) => 1_700_000_000_000 + hour * 3_600_000),
  fc.integer({ min: -(2 ** 50), max: 2 ** 50 }),
  fc.integer({ min: 0, max: 30 }).map((second) => 1_700_000_000_000 + second * 1000),
)

const columnsOf = (count: number): fc.Arbitrary<ReadingColumns> =>
  fc.array(meterNumber, { minLength: 1, maxLength: 8 }).chain((meters) =>
    fc
      .record(
        {
          meterIndex: fc.array(fc.nat(meters.length - 1), { minLength: count, maxLength: count }),
          at: fc.array(time, { minLength: count, maxLength: count }),
          valve: fc.array(fc.nat(2), { minLength: count, maxLength: count }),
          flagIndex: fc.array(fc.nat(2), { minLength: count, maxLength: count }),
          ...Object.fromEntries(
            numberColumns.map((name) => [
              name,
              fc.constantFrom(...numberKinds).chain((kind) => fc.array(kind, { minLength: count, maxLength: count })),
            ]),
          ),
        },
        { requiredKeys: ['meterIndex', 'at'] },
      )
      .map(({ meterIndex, at, valve, flagIndex, ...numbers }) => ({
        count,
        meters,
        meterIndex: Uint32Array.from(meterIndex),
        at: Float64Array.from(at),
        ...(valve && { valve: Uint8Array.from(valve) }),
        ...(flagIndex && { flagSets: ['leak tamper', '', 'burst'], flagIndex: Uint16Array.from(flagIndex) }),
        ...Object.fromEntries(Object.entries(numbers).map(([name, values]) => [name, Float64Array.from(values as number[])])),
      })),
  )
const someColumns = fc.integer({ min: 0, max: 60 }).chain(columnsOf)

const rowsOf = (columns: ReadingColumns, order?: readonly number[]) =>
  Array.from({ length: columns.count }, (_, place) => {
    const row = order?.[place] ?? place
    return JSON.stringify([
      columns.meters[columns.meterIndex[row]!],
      columns.at[row],
      ...numberColumns.map((name) => String((columns[name]?.[row] ?? Number.NaN) + 0)),
      columns.valve?.[row] ?? 0,
      columns.flagIndex ? columns.flagSets?.[columns.flagIndex[row]!] : '',
    ])
  })

const shuffled = (columns: ReadingColumns, order: readonly number[]): ReadingColumns => ({
  ...columns,
  meterIndex: Uint32Array.from(order, (row) => columns.meterIndex[row]!),
  at: Float64Array.from(order, (row) => columns.at[row]!),
  ...(columns.valve && { valve: Uint8Array.from(order, (row) => columns.valve![row]!) }),
  ...(columns.flagIndex && { flagIndex: Uint16Array.from(order, (row) => columns.flagIndex![row]!) }),
  ...Object.fromEntries(
    numberColumns.filter((name) => columns[name]).map((name) => [name, Float64Array.from(order, (row) => columns[name]![row]!)]),
  ),
})

const fiftyByTen = (meterOf: (meter: number) => string): ReadingColumns => {
  const registers = Array.from({ length: 50 }, (_, meter) => 1_000_000 + meter * 37_411)
  return {
    count: 500,
    meters: Array.from({ length: 50 }, (_, meter) => meterOf(meter)),
    meterIndex: Uint32Array.from({ length: 500 }, (_, row) => row % 50),
    at: Float64Array.from({ length: 500 }, (_, row) => 1_700_000_400_000 + Math.floor(row / 50) * 3_600_000),
    registerMillilitres: Float64Array.from({ length: 500 }, (_, row) => {
      registers[row % 50]! += (row * 7919) % 61
      return registers[row % 50]! * 1000
    }),
  }
}

describe('a packed frame', () => {
  it('gives back exactly the readings that went in, in canonical order', () => {
    fc.assert(
      fc.property(someColumns, (columns) => {
        const canonical = canonicalColumns(columns)
        expect(unpackFrame(packFrame(columns))).toEqual(canonical)
        expect(new Set(rowsOf(canonical))).toEqual(new Set(rowsOf(columns)))
        expect(canonical.count).toBe(new Set(rowsOf(columns)).size)
      }),
      { numRuns: 500 },
    )
  })

  it('has the same bytes whatever the order and repetition of its readings', () => {
    const shuffledTwice = someColumns.chain((columns) => {
      const rows = Array.from({ length: columns.count }, (_, row) => row)
      return fc.tuple(
        fc.constant(columns),
        fc.shuffledSubarray(rows, { minLength: rows.length }).map((order) => [...order, ...order.slice(0, 3)]),
      )
    })
    fc.assert(
      fc.property(shuffledTwice, ([columns, order]) => {
        const other = { ...shuffled(columns, order), count: order.length }
        expect(packFrame(other)).toEqual(packFrame(columns))
      }),
    )
  })

  it('is not sorted again exactly where sorting would change nothing', () => {
    fc.assert(
      fc.property(someColumns, (columns) => {
        if (isCanonical(columns)) expect(canonicalColumns(columns)).toEqual(columns)
      }),
      { numRuns: 2000 },
    )
    const sorted = { ...fiftyByTen(String), meterIndex: Uint32Array.from({ length: 500 }, (_, row) => Math.floor(row / 10)) }
    expect(isCanonical({ ...sorted, at: sorted.at.map((_, row) => 1_700_000_000_000 + (row % 10)) })).toBe(true)
    expect(isCanonical(fiftyByTen(String))).toBe(false)
  })

  it('sorts plain meter numbers by value, before all others', () => {
    const meters = ['b', '10', '9', '007', 'a', '999999999999999', '1000000000000000']
    const columns = { count: 7, meters, meterIndex: Uint32Array.from([0, 1, 2, 3, 4, 5, 6]), at: new Float64Array(7) }
    expect(unpackFrame(packFrame(columns)).meters).toEqual(['9', '10', '999999999999999', '007', '1000000000000000', 'a', 'b'])
  })

  it('needs at most two and a half bytes for an hourly reading of fifty meters', () => {
    expect(packFrame(fiftyByTen((meter) => String(20_000_001 + meter * 13))).length / 500).toBeLessThan(2.5)
  })

  it('needs less than six bytes a reading for five hundred meters with one reading each', () => {
    const columns: ReadingColumns = {
      count: 500,
      meters: Array.from({ length: 500 }, (_, meter) => String(20_000_001 + meter * 29)),
      meterIndex: Uint32Array.from({ length: 500 }, (_, row) => row),
      at: new Float64Array(500).fill(1_700_000_400_000),
      registerMillilitres: Float64Array.from({ length: 500 }, (_, row) => ((row * 104_729) % 3_000_000) * 1000),
    }
    expect(packFrame(columns).length / 500).toBeLessThan(6)
  })

  it('refuses text that cannot be stored and times that are none', () => {
    const one = { count: 1, meters: ['1'], meterIndex: new Uint32Array(1), at: new Float64Array(1) }
    expect(() => packFrame({ ...one, meters: ['\ud800'] })).toThrow(RangeError)
    expect(() => packFrame({ ...one, at: Float64Array.of(0.5) })).toThrow(RangeError)
    expect(() => packFrame({ ...one, at: Float64Array.of(Number.NaN) })).toThrow(RangeError)
    expect(() => packFrame({ ...one, meterIndex: Uint32Array.of(4) })).toThrow(RangeError)
  })
})

describe('a damaged frame', () => {
  it('is refused with a clear error or read as other readings, never anything else', () => {
    const damaged = fc.tuple(someColumns, fc.array(fc.tuple(fc.nat(10_000), fc.nat(255)), { minLength: 1, maxLength: 4 }), fc.nat(10_000))
    fc.assert(
      fc.property(damaged, ([columns, changes, cut]) => {
        const bytes = packFrame(columns)
        for (const [place, value] of changes) bytes[place % bytes.length] = value
        for (const attempt of [bytes, bytes.subarray(0, cut % bytes.length)]) {
          try {
            expect(unpackFrame(attempt).count).toBeLessThanOrEqual(65_536)
          } catch (error) {
            expect(error).toBeInstanceOf(CorruptFrameError)
          }
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('is refused when it is cut or has bytes too many', () => {
    const bytes = packFrame(fiftyByTen(String))
    for (let length = 0; length < bytes.length; length += 1) expect(() => unpackFrame(bytes.subarray(0, length))).toThrow(CorruptFrameError)
    expect(() => unpackFrame(Uint8Array.of(...bytes, 0))).toThrow('bytes too many')
  })

  it('claims no memory for a count that cannot be', () => {
    expect(() => unpackFrame(Uint8Array.of(1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f))).toThrow('at most 65536')
    expect(() => unpackFrame(Uint8Array.of(2, 0))).toThrow('layout version 2')
  })

  it('is refused whatever random bytes claim to be a frame', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          unpackFrame(Uint8Array.of(1, ...bytes))
        } catch (error) {
          expect(error).toBeInstanceOf(CorruptFrameError)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a frame described for people', () => {
  it('names fields and units as the ingest API does and leaves absent ones out', () => {
    const columns: ReadingColumns = {
      count: 2,
      meters: ['7'],
      meterIndex: Uint32Array.of(0, 0),
      at: Float64Array.of(1_700_000_000_000, 1_700_000_060_000),
      registerMillilitres: Float64Array.of(1234, Number.NaN),
      valve: Uint8Array.of(0, 2),
      flagSets: ['', 'leak tamper'],
      flagIndex: Uint16Array.of(0, 1),
    }
    expect(describeFrame(columns, 10)).toEqual([
      { meter: '7', at: '2023-11-14T22:13:20.000Z', litres: 1.234 },
      { meter: '7', at: '2023-11-14T22:14:20.000Z', valve: 'closed', flags: ['leak', 'tamper'] },
    ])
    expect(describeFrame(columns, 1)).toHaveLength(1)
  })
})
