import { expect, test } from 'vitest'
import { groupOfPoint, markOf } from './day-marks.ts'
import { addSums, emptySums, moveFigures } from './partition-sums.ts'

const day = (hours: readonly number[]) => ({ hours, dayMillilitres: hours.reduce((sum, hour) => sum + hour, 0) })
const flat = Array.from({ length: 24 }, () => 1_000)
const later = flat.with(3, 400).with(4, 1_600)

test('a volume that moves from one hour to another moves the mark, though the day counts the same', () => {
  const [before, after] = [emptySums('north', 7, 20_000, 24), emptySums('north', 7, 20_000, 24)]
  moveFigures(before, { side: 'supply', sign: 1 }, undefined, day(flat))
  moveFigures(after, { side: 'supply', sign: 1 }, undefined, day(later))
  expect(before.supply.day).toBe(after.supply.day)
  expect(markOf(after)).not.toBe(markOf(before))
})

test('the mark is of the sums, not of the way to them', () => {
  const [atOnce, moved, move] = [1, 2, 3].map(() => emptySums('north', 7, 20_000, 24)) as [
    ReturnType<typeof emptySums>,
    ReturnType<typeof emptySums>,
    ReturnType<typeof emptySums>,
  ]
  moveFigures(atOnce, { side: 'consumption', sign: 1 }, undefined, { ...day(later), isStated: true })
  moveFigures(moved, { side: 'consumption', sign: 1 }, undefined, { ...day(flat), sharedHours: 0b110 })
  moveFigures(move, { side: 'consumption', sign: 1 }, { ...day(flat), sharedHours: 0b110 }, { ...day(later), isStated: true })
  addSums(moved, move)
  expect(markOf(moved)).toBe(markOf(atOnce))
})

test('the same sums of two points, of both sides, and of an outlet have marks of their own', () => {
  const marks = [
    { key: 7, side: 'supply', sign: 1 },
    { key: 8, side: 'supply', sign: 1 },
    { key: 7, side: 'consumption', sign: 1 },
    { key: 7, side: 'supply', sign: -1 },
  ] as const
  const each = marks.map(({ key, ...member }) => {
    const sums = emptySums('north', key, 20_000, 24)
    moveFigures(sums, member, undefined, day(flat))
    return markOf(sums)
  })
  expect(new Set(each).size).toBe(4)
  for (const mark of each) expect(Number.isSafeInteger(mark) && mark > 0 && mark < 2 ** 48).toBe(true)
})

test('points are spread over the groups, however far apart their keys are', () => {
  for (const step of [1, 2, 3, 4, 10, 64, 1_000]) {
    const sizes = Array.from({ length: 64 }, () => 0)
    for (let point = 1; point <= 6_400; point++) sizes[groupOfPoint(point * step)]! += 1
    expect(Math.max(...sizes), `every ${step}th position`).toBeLessThan(200)
  }
})
