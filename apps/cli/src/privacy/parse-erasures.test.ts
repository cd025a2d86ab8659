import { expect, test } from 'vitest'
import { parseErasures } from './erase-person.ts'

const line = { tenant: 'north', personId: '6f2f2c4e-5c39-4b7d-9c57-0b6f3a2f8f11', reason: 'request 17' }

test('a list of erasures is read line by line', () => {
  expect(parseErasures(`${JSON.stringify(line)}\n\n${JSON.stringify({ ...line, erasedAt: 'x' })}\n`)).toEqual([line, line])
})

test.each(['no json', '{}', JSON.stringify({ ...line, personId: '7' }), JSON.stringify({ ...line, tenant: 'North' })])(
  'a line that is no erasure is named, and none is taken: %s',
  (wrong) => expect(() => parseErasures(`${JSON.stringify(line)}\n${wrong}`)).toThrow('line 2'),
)
