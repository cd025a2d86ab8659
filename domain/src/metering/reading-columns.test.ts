import { expect, test } from 'vitest'
import { numberColumnBits, numberColumns, numberColumnsOf, type ReadingColumns } from './reading-columns.ts'

const empty: ReadingColumns = { count: 0, meters: [], meterIndex: new Uint32Array(0), at: new Float64Array(0) }

test('every number column has a bit of its own, in the order in which they are packed', () => {
  for (const [place, name] of numberColumns.entries()) {
    const bits = numberColumnBits({ ...empty, [name]: new Float64Array(0) })
    expect(bits).toBe(1 << place)
    expect(numberColumnsOf(bits)).toEqual([name])
  }
  const all = Object.fromEntries(numberColumns.map((name) => [name, new Float64Array(0)]))
  expect(numberColumnsOf(numberColumnBits({ ...empty, ...all }))).toEqual(numberColumns)
  expect(numberColumnsOf(numberColumnBits(empty))).toEqual([])
})
