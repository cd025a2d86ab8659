import { expect, test } from 'vitest'
import { z } from 'zod'
import { factsOf, sentValue, splitNumbers } from '#ui/form/form-fields.ts'

test('a required text with a maximum is a text field with that maximum', () =>
  expect(factsOf(z.string().min(1).max(64))).toEqual({ kind: 'text', required: true, maxLength: 64 }))
test('a number with a default may be left out', () => expect(factsOf(z.number().default(1))).toEqual({ kind: 'number', required: false }))
test('an enumeration offers its words', () =>
  expect(factsOf(z.enum(['in', 'out']))).toEqual({ kind: 'choice', required: true, options: ['in', 'out'] }))
test('an identifier with choices is chosen, not typed, and sent as a number', () => {
  const facts = factsOf(z.int().nullable(), { tree: [] })
  expect(facts).toEqual({ kind: 'choice', required: false, isNumber: true })
  expect(sentValue('7', facts)).toBe(7)
})
test('identifiers with choices are chosen together', () => {
  const facts = factsOf(z.array(z.int()), { choices: [] })
  expect(sentValue(['7', '8'], facts)).toEqual([7, 8])
})
test('a day is picked from a calendar', () => expect(factsOf(z.iso.date().optional()).kind).toBe('day'))
test('a time is typed by the clock of the zone that counts, and sent as an instant', () => {
  const facts = factsOf(z.iso.datetime({ offset: true }), { timeZone: 'Africa/Casablanca' })
  expect(facts).toEqual({ kind: 'instant', required: true, timeZone: 'Africa/Casablanca' })
  expect(sentValue('2026-07-01 09:30:00', facts)).toBe('2026-07-01T08:30:00.000Z')
  expect(sentValue('', facts)).toBeUndefined()
})
test('an empty field is absent, never zero', () => expect(sentValue('', { kind: 'number', required: false })).toBeUndefined())
test('twenty per cent is sent as a share of 0.2', () => expect(sentValue(20, { kind: 'number', required: false }, 0.01)).toBe(0.2))
test('a text in several languages is sent without those that are empty', () =>
  expect(sentValue({ en: ' Burst ', fr: '' }, { kind: 'texts', required: true })).toEqual({ en: 'Burst' }))
test('meter numbers may be separated by English or Chinese commas and by lines, and count once', () =>
  expect(splitNumbers('1001, 1002，1003\n1001')).toEqual(['1001', '1002', '1003']))
test('a field that a form requires although its command does not stays a number', () =>
  expect(factsOf(z.object({ share: z.number().max(1).optional() }).required().shape.share)).toEqual({ kind: 'number', required: true }))
test('a list of coordinates is a boundary: a drawn ring is sent as it is, typed corners are closed, and what is none is refused', () => {
  const schema = z.array(z.tuple([z.number(), z.number()])).min(4)
  const facts = factsOf(schema.optional())
  expect(facts).toEqual({ kind: 'boundary', required: false })
  const ring = [
    [10, 50],
    [11, 50],
    [11, 51],
    [10, 50],
  ] as const
  expect(sentValue(ring, facts)).toBe(ring)
  expect(sentValue('10 50\n11 50\n11 51', facts)).toEqual(ring)
  expect(sentValue('', facts)).toBeUndefined()
  expect(schema.safeParse(sentValue('10 50\n11 50', facts)).success).toBe(false)
})
