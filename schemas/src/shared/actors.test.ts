import { expect, test } from 'vitest'
import { z } from 'zod'
import { Actor, PersonName, replaceActors } from './actors.ts'

const Row = z.object({ actor: Actor, by: PersonName.nullable(), note: z.string() })
const List = z.object({ rows: z.array(Row), last: Row.optional(), either: z.union([z.object({ by: PersonName }), z.null()]) })
const shout = (value: string, form: string) => `${form} ${value.toUpperCase()}`

test('replaces the names in lists, objects and unions, and leaves other fields', () => {
  const row = { actor: 'user:7', by: 'anna', note: 'anna' }
  expect(replaceActors(List, { rows: [row, { ...row, by: null }], either: { by: 'ben' } }, shout)).toEqual({
    rows: [
      { actor: 'actor USER:7', by: 'person ANNA', note: 'anna' },
      { actor: 'actor USER:7', by: null, note: 'anna' },
    ],
    either: { by: 'person BEN' },
  })
})

test('returns the same data where the schema has no such field', () => {
  const data = { rows: [{ note: 'anna' }] }
  expect(replaceActors(z.object({ rows: z.array(z.object({ note: z.string() })) }), data, shout)).toBe(data)
})
