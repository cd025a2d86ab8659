import { describe, expect, test } from 'vitest'
import { findReset } from './find-reset.ts'

const readings = [220, 221, null, 3, 4].map((litres, hour) => ({ at: `2026-03-01T0${hour}:00:00Z`, litres }))
const known = { backflowToleranceLitres: 10, resets: [] }

describe('a register that fell to a small number', () => {
  test('is offered as a reset between the two readings', () => {
    expect(findReset(readings, known)).toEqual({ resetAt: Date.parse('2026-03-01T02:00:00Z'), finalLitres: 221, initialLitres: 0 })
  })
  test('is not offered once the reset is recorded', () => {
    expect(findReset(readings, { ...known, resets: [{ resetAt: '2026-03-01T01:30:00Z' }] })).toBeUndefined()
  })
  test('is no reset where it only stepped back', () => {
    const stepped = [220, 150, 151].map((litres, hour) => ({ at: `2026-03-01T0${hour}:00:00Z`, litres }))
    expect(findReset(stepped, known)).toBeUndefined()
  })
})
