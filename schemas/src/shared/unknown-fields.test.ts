import { expect, test } from 'vitest'
import { z } from 'zod'
import { unknownFields } from './unknown-fields.ts'

const Meter = z.object({ number: z.string(), places: z.array(z.object({ name: z.string() })).optional() })
const Schema = z.object({
  meters: z.array(Meter),
  labels: z.record(z.string(), z.object({ text: z.string() })).default({}),
  choice: z
    .union([z.object({ kind: z.literal('day'), day: z.string() }), z.object({ kind: z.literal('span'), from: z.string() })])
    .optional(),
  open: z.looseObject({ known: z.string() }).nullable(),
  text: z.preprocess((value) => value, z.object({ length: z.number() })).optional(),
})

test.each([
  ['a request of known fields', { meters: [{ number: '1' }], open: { known: 'a', other: 1 } }, []],
  ['a field of the request itself', { meters: [], open: null, since: 1 }, ['since']],
  ['a field in an entry of a list', { meters: [{ number: '1' }, { number: '2', form: 1 }], open: null }, ['meters.1.form']],
  ['a field two levels down', { meters: [{ number: '1', places: [{ name: 'a', nmae: 'b' }] }], open: null }, ['meters.0.places.0.nmae']],
  ['a field in a record', { meters: [], labels: { a: { text: '', size: 1 } }, open: null }, ['labels.a.size']],
  ['a field of another choice', { meters: [], choice: { kind: 'day', day: '1', from: '2' }, open: null }, ['choice.from']],
  ['a field behind a conversion', { meters: [], text: { length: 1, width: 2 }, open: null }, ['text.width']],
  ['a name that every object has', { meters: [], open: null, constructor: 1 }, ['constructor']],
])('of %s the unknown ones are found', (_, value, paths) =>
  expect(unknownFields(Schema, value).map((path) => path.join('.'))).toEqual(paths),
)

test('a value of another kind is for the schema to refuse', () => expect(unknownFields(Schema, { meters: 'x', open: 3 })).toEqual([]))
