import { describe, expect, test } from 'vitest'
import { framesOf, type ImportSeries } from './import-frames.ts'

const hour = 3_600_000
const hoursFrom = (start: number, count: number): number[] => Array.from({ length: count }, (_, index) => start + index * hour)
const intervals = (meter: string, at: number[]): ImportSeries => ({ meter, at, deltaLitres: at.map(() => 5), seconds: 3600 })

describe('frames of an import', () => {
  test('hold one month each, so that a longer file repeats the earlier frames', () => {
    const january = [...framesOf('import', [intervals('a', hoursFrom(Date.UTC(2021, 0, 1), 744))])]
    const both = [...framesOf('import', [intervals('a', hoursFrom(Date.UTC(2021, 0, 1), 744 + 24))])]
    expect(january.map(({ count }) => count)).toEqual([744])
    expect(both.map(({ count }) => count)).toEqual([744, 24])
    expect(both[0]?.frameId).toBe(january[0]?.frameId)
  })

  test('differ in identity when a value differs', () => {
    const at = hoursFrom(Date.UTC(2021, 0, 1), 2)
    const [one] = framesOf('import', [{ meter: 'a', at, litres: [1, 2] }])
    const [other] = framesOf('import', [{ meter: 'a', at, litres: [1, 3] }])
    expect(one?.frameId).not.toBe(other?.frameId)
  })

  test('never exceed ten thousand readings and lose none', () => {
    const series = Array.from({ length: 31 }, (_, index) => intervals(`m${index}`, hoursFrom(Date.UTC(2021, 0, 1), 744)))
    const frames = [
      ...framesOf('import', [
        ...series,
        intervals(
          'fast',
          hoursFrom(Date.UTC(2021, 0, 1), 1).concat(Array.from({ length: 25_000 }, (_, second) => Date.UTC(2021, 0, 2) + second)),
        ),
      ]),
    ]
    expect(Math.max(...frames.map(({ count }) => count))).toBeLessThanOrEqual(10_000)
    expect(frames.reduce((sum, { count }) => sum + count, 0)).toBe(31 * 744 + 25_001)
    for (const { readings, count } of frames) for (const column of Object.values(readings)) expect(column).toHaveLength(count)
  })

  test('carry flags only where a reading has one', () => {
    const at = hoursFrom(Date.UTC(2021, 0, 1), 2)
    const [flagged] = framesOf('import', [{ meter: 'a', at, litres: [1, 2], flags: ['', 'ambiguous-time'] }])
    expect(flagged?.readings.flags).toEqual([[], ['ambiguous-time']])
    const [plain] = framesOf('import', [{ meter: 'a', at, litres: [1, 2], flags: ['', ''] }])
    expect(plain?.readings).not.toHaveProperty('flags')
  })
})
