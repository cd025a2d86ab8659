import { expect, test } from 'vitest'
import { z } from 'zod'
import { brokenRuleOf, textOfRule, valueAt } from './field-rules.ts'
import { formatText } from './format-texts.ts'

const ruleBrokenBy = (schema: z.ZodType, value: unknown) => brokenRuleOf(schema.safeParse(value).error!.issues[0]!, value)

test.each([
  ['a field that is absent', z.string(), undefined, { code: 'required' }],
  ['an empty name', z.string().min(1), '', { code: 'required' }],
  ['no choice where one is needed', z.array(z.int()).min(1), [], { code: 'required' }],
  ['a short name', z.string().min(2), 'x', { code: 'characters-min', details: { limit: 2 } }],
  ['a long name', z.string().max(2), 'xyz', { code: 'characters-max', details: { limit: 2 } }],
  ['a name of another length', z.string().length(3), 'x', { code: 'characters', details: { limit: 3 } }],
  ['a small number', z.number().min(5), 4, { code: 'minimum', details: { limit: 5 } }],
  ['a large number', z.int().max(5), 6, { code: 'maximum', details: { limit: 5 } }],
  ['nothing where more than nothing is asked for', z.number().positive(), 0, { code: 'above', details: { limit: 0 } }],
  ['a fraction of a thing that is counted', z.int(), 1.5, { code: 'whole-number' }],
  ['a word for a number', z.number(), 'x', { code: 'number' }],
  ['too many entries', z.array(z.int()).max(1), [1, 2], { code: 'entries-max', details: { limit: 1 } }],
  ['no address', z.email(), 'x', { code: 'email' }],
  ['no day', z.iso.date(), '2026-02-30', { code: 'day' }],
  ['another word than those offered', z.enum(['in', 'out']), 'up', { code: 'choice' }],
  ['a text of another form', z.string().regex(/^[a-z]+$/, formatText('role-key')), '9', { code: 'role-key' }],
])('%s breaks a rule that has a name', (_, schema, value, rule) => expect(ruleBrokenBy(schema, value)).toEqual(rule))

test('a rule is said in the reader’s language, its bound as the reader writes numbers', () => {
  const rule = { code: 'maximum', details: { limit: 999999.5 } }
  expect(textOfRule(rule, 'en')).toBe('At most 999,999.5')
  expect(textOfRule(rule, 'id')).toBe('Paling banyak 999.999,5')
  expect(textOfRule(rule, 'zh-CN')).toBe('不大于 999,999.5')
  expect(textOfRule({ code: 'characters-max', details: { limit: 20 } }, 'fr')).toBe('Au plus 20 caractères')
})

test('a word that a later server may send still gets a sentence', () =>
  expect(textOfRule({ code: 'no-such-rule' }, 'en')).toBe('This value is not allowed here'))

test('the value at a path is found, and there is none below a text', () => {
  expect(valueAt({ thresholds: { rate: 3 } }, ['thresholds', 'rate'])).toBe(3)
  expect(valueAt({ thresholds: 'x' }, ['thresholds', 'rate'])).toBeUndefined()
})
