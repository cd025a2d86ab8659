import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { fieldsOf, objectOf, valueIn } from './object-of.ts'

test('an object has the fields of its entries, and the type of its declaration', () => {
  const row = objectOf<{ name: string; size: number }>([
    ['name', 'Mill'],
    ['size', 3],
  ])
  expect(row).toEqual({ name: 'Mill', size: 3 })
  expectTypeOf(row.size).toEqualTypeOf<number>()
})

test('a field that is named like a member of every object is a plain field', () => {
  const row = objectOf<{ constructor: string }>([['constructor', 'typed']])
  expect(Object.entries(row)).toEqual([['constructor', 'typed']])
  expect(objectOf<object>([['__proto__', { isAdmin: true }]])).not.toHaveProperty('isAdmin')
})

test('the fields of a schema are its own, in their order', () => {
  const schema = z.object({ name: z.string(), size: z.int() })
  expect(fieldsOf<z.output<typeof schema>>(schema)).toEqual(['name', 'size'])
  expectTypeOf(fieldsOf<z.output<typeof schema>>(schema)).toEqualTypeOf<('name' | 'size')[]>()
})

test('a value is read by its own field only', () => {
  expect(valueIn({ name: 'Mill' }, 'name')).toBe('Mill')
  expect(['size', 'constructor', '__proto__'].map((field) => valueIn({ name: 'Mill' }, field))).toEqual([undefined, undefined, undefined])
})
