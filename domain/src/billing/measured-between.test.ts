import { expect, test } from 'vitest'
import { measuredBetween } from './measured-between.ts'

const hour = 3_600_000
const hoursOf = (...litres: (number | null)[]) => litres.map((each, nth) => ({ from: nth * hour, to: (nth + 1) * hour, litres: each }))

test('litres between two instants are the sum of their hours, in whole litres', () => {
  const measured = measuredBetween(hoursOf(1.25, 2.25, 3))
  expect([measured(0, 2 * hour), measured(0, 3 * hour), measured(hour, 3 * hour)]).toEqual([4, 7, 5])
})

test('an unknown hour, a missing hour and an instant within an hour are not measured', () => {
  expect(measuredBetween(hoursOf(1, null, 3))(0, 3 * hour)).toBeUndefined()
  expect(measuredBetween(hoursOf(1, null, 3))(0, hour)).toBe(1)
  expect(measuredBetween(hoursOf(1, null))(0, 2 * hour)).toBeUndefined()
  const [first, , third] = hoursOf(1, 2, 3)
  expect(measuredBetween([first!, third!])(0, 3 * hour)).toBeUndefined()
  expect(measuredBetween(hoursOf(1, 2))(0, 1.5 * hour)).toBeUndefined()
  expect(measuredBetween([])(0, hour)).toBeUndefined()
})
