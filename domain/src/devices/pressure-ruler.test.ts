import { expect, test } from 'vitest'
import { withRuler } from './pressure-ruler.ts'

test('the ruler turns what a sensor sends into kilopascal', () =>
  expect(withRuler([{ at: 1, kilopascal: 31.25 }], 10)).toEqual([{ at: 1, kilopascal: 312.5 }]))

test('a ruler of 1 leaves pressures as they came', () =>
  expect(withRuler([{ at: 1, kilopascal: 0.1 }], 1)).toEqual([{ at: 1, kilopascal: 0.1 }]))
