import { describe, expect, test } from 'vitest'
import { platform, withValues } from './platform-tables.ts'

const withName = (name: string) => withValues(platform.selectFrom('platform.tenants').select('code').where('name', '=', name))

describe('a statement with its values in it', () => {
  test.each([
    ['a quotation mark is a part of the text', `O'Neil'; drop table x; --`, `'O''Neil''; drop table x; --'`],
    ['and so is a backslash', 'a\\', ` E'a\\\\'`],
    ['a text that looks like a parameter stays what it is', '$1', `'$1'`],
  ])('%s', (_, name, literal) => {
    expect(withName(name)).toBe(`select "code" from "platform"."tenants" where "name" = ${literal}`)
  })

  test('the character zero, where a text would end, is refused', () => {
    expect(() => withName('a\0b')).toThrow('not a value of a statement')
  })
})
