import { expect, test } from 'vitest'
import { z } from 'zod'
import { factsOf, sentValue, splitNumbers } from '#ui/form-fields.ts'

test('a required text with a maximum is a text field with that maximum', () =>
  expect(factsOf(z.string().min(1).max(64))).toEqual({ kind: 'text', required: true, maxLength: 64 }))
test('a number with a default may be left out', () => expect(factsOf(z.number().default(1))).toEqual({ kind: 'number', required: false }))
test('an enumeration offers its words', () =>
  expect(factsOf(z.enum(['in', 'out']))).toEqual({ kind: 'choice', required: true, options: ['in', 'out'] }))
test('an empty field is absent, never zero', () => expect(sentValue('', { kind: 'number', required: false })).toBeUndefined())
test('twenty per cent is sent as a share of 0.2', () => expect(sentValue(20, { kind: 'number', required: false }, 0.01)).toBe(0.2))
test('meter numbers may be separated by English or Chinese commas and by lines, and count once', () =>
  expect(splitNumbers('1001, 1002，1003\n1001')).toEqual(['1001', '1002', '1003']))
