import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  exactParts,
  exactUnitsMax,
  type TransferAmount,
  transferAmount,
  transferUnitsMax,
  unitsOfCode,
  unitsOfDecimal,
} from './transfer-amount.ts'

const carried = (units: number): TransferAmount => transferAmount(units) as TransferAmount

describe('the amount of a token', () => {
  test('has the codes of the reference', () => {
    expect([256, 16_383, 16_384, 180_214, 180_224].map((units) => carried(units).code)).toEqual([0x100, 0x3fff, 0x4000, 0x7fff, 0x8000])
    expect(carried(transferUnitsMax)).toEqual({ code: 0xffff, units: 18_201_624, roundedUpUnits: 0 })
  })

  test('rounds up, and states what was added', () => {
    expect(carried(163_830)).toMatchObject({ units: 163_834, roundedUpUnits: 4 })
    expect(carried(180_215)).toMatchObject({ units: 180_224, roundedUpUnits: 9 })
    expect(carried(200_000)).toMatchObject({ units: 200_024, roundedUpUnits: 24 })
    expect(carried(0)).toEqual({ code: 0, units: 0, roundedUpUnits: 0 })
  })

  test('is the smallest code that is enough, for every code', () => {
    for (let code = 0; code < 0xffff; code++) {
      const units = unitsOfCode(code)
      const next = unitsOfCode(code + 1)
      if (carried(units).code !== code || carried(units + 1).units !== next || next <= units) expect.fail(`code ${code}`)
    }
  })

  test('is refused above the range', () => {
    expect(transferAmount(transferUnitsMax + 1)).toEqual({ rejected: 'sts-amount-too-large', details: { most: 18_201_624 } })
  })

  test('is split into exact parts that add up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 * exactUnitsMax }), (units) => {
        const parts = exactParts(units) as number[]
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(units)
        expect(parts.map((part) => carried(part).roundedUpUnits)).toEqual(parts.map(() => 0))
      }),
    )
    expect(exactParts(12 * exactUnitsMax + 1)).toEqual({ rejected: 'sts-amount-too-large', details: { most: 196_596 } })
  })
})

describe('a decimal number in units', () => {
  test.each([
    ['0.1', 10, 1],
    ['1638.3', 10, 16_383],
    ['0.15', 10, 2],
    ['0.000000001', 10, 1],
    ['12', 100_000, 1_200_000],
    ['0.00001', 100_000, 1],
    ['999999999999.999999999', 1, 1_000_000_000_000],
  ])('%s is exact, or rounded up', (amount, unitsPerWhole, units) => expect(unitsOfDecimal(amount, unitsPerWhole)).toBe(units))

  test.each(['', '-1', '1e3', '.5', '1,5', '1.', 'NaN', '1234567890123', '0.1234567890'])('%s is none', (amount) =>
    expect(unitsOfDecimal(amount, 10)).toBeUndefined(),
  )
})
