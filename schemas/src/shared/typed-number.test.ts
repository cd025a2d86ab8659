import { expect, test } from 'vitest'
import { z } from 'zod'
import { RowId } from './lists.ts'
import { typedNumber } from './typed-number.ts'

const limit = z.object({ limit: typedNumber().int().min(0).max(500).default(50) })

test.each([7, '7', ' 7 '])('%j is a number', (value) => {
  expect(limit.parse({ limit: value })).toEqual({ limit: 7 })
  expect(RowId.parse(value)).toBe(7)
})

test.each([[[7]], [[[7]]], [[]], [['7']], [true], [false], [''], [null], ['0x7'], [{}], ['7e1']])('%j is none', (value) => {
  expect(limit.safeParse({ limit: value }).error?.issues).toMatchObject([{ code: 'invalid_type', path: ['limit'] }])
  expect(RowId.safeParse(value).success).toBe(false)
})

test('it stays a number with its bounds for what describes it', () => {
  expect(limit.parse({})).toEqual({ limit: 50 })
  expect(limit.shape.limit.def.innerType).toBeInstanceOf(z.ZodNumber)
  expect(z.toJSONSchema(limit, { io: 'input' })).toMatchObject({
    properties: { limit: { type: 'integer', minimum: 0, maximum: 500, default: 50 } },
  })
  expect(limit.safeParse({ limit: '501' }).error?.issues).toMatchObject([{ code: 'too_big' }])
})
