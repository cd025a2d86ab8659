import { z } from 'zod'

/** Texts and numbers of which one fits most fields. */
const candidates: readonly unknown[] = [
  'Ab1',
  'ab1',
  1,
  'x',
  '1',
  '12345678',
  '1234567890',
  '12345678901',
  '2026-01-01',
  '2026-01',
  '2026-01-01T00:00:00Z',
  '6b6f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01',
  '019ab1c2-6e5f-7a53-8d5a-0f3f5a6f7a01',
  'hostile@riverbend.example',
  'CN',
  'CNY',
  '#1890ff',
  '0123456789abcdef'.repeat(4),
  'Europe/Rome',
  'https://tiles.riverbend.example/{z}/{x}/{y}.png',
  'Ab1'.repeat(30),
  0.5,
  10,
  100,
  '{}',
  'abc',
  2026,
  'KIND-YEAR-NUMBER',
  '600727000000000009',
  '123456',
  '01',
  '0009',
  '56493153725450313471',
]

/** An example of what a schema takes, every optional part included; undefined where none is known. */
export const exampleOf = (schema: z.ZodType): unknown => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return exampleOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([name, part]) => [name, exampleOf(part as z.ZodType)]))
  if (schema instanceof z.ZodTuple) return schema.def.items.map((item) => exampleOf(item as z.ZodType))
  if (schema instanceof z.ZodArray) {
    const one = exampleOf(schema.element as z.ZodType)
    // Where the parts must agree, such as postings whose sum is zero, an empty list may be all that fits.
    return [1, 2, 3, 4, 5, 0].map((length) => new Array(length).fill(one)).find((list) => schema.safeParse(list).success)
  }
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodUnion)
    return schema.options.map((option) => exampleOf(option as z.ZodType)).find((one) => schema.safeParse(one).success)
  if (!knownCandidates.has(schema)) knownCandidates.set(schema, candidateOf(schema))
  return knownCandidates.get(schema)
}

/** A refusal takes zod longer than an answer, and a walk over all calls asks for the same fields thousands of times. */
const knownCandidates = new WeakMap<z.ZodType, unknown>()

const candidateOf = (schema: z.ZodType): unknown => candidates.find((one) => schema.safeParse(one).success)

/** A copy with another value at a path of `valuesOf`, such as `meters[].name`: the first of each list is meant. */
export const withValueAt = (given: unknown, path: string, value: unknown): unknown => {
  const [, name, index, rest] = /^([^.[\]{}]*)((?:\[\d*\])?)\.?(.*)$/.exec(path)!
  if (name === '' && index === '' && rest === '') return value
  if (name !== '') {
    const whole = given as Record<string, unknown>
    return {
      ...whole,
      [name!]: withValueAt(whole?.[name!], `${index}${index !== '' && rest !== '' && !rest!.startsWith('[') ? '.' : ''}${rest}`, value),
    }
  }
  const list = [...((given as unknown[] | undefined) ?? [])]
  const place = Number(index!.slice(1, -1) || 0)
  list[place] = withValueAt(list[place], rest!, value)
  return list
}
