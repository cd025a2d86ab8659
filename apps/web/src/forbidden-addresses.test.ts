import { expect, test } from 'vitest'
import { isForbidden } from './forbidden-addresses.ts'

test('a page that the menu has for others is forbidden, in a directory of a directory too; a mistyped address is not', () => {
  expect(isForbidden('/system/user')).toBe(true)
  expect(isForbidden('/billing/ledger/agedReceivables')).toBe(true)
  expect(isForbidden('/billing/ledger/agedReceivable')).toBe(false)
  expect(isForbidden('/ledger/agedReceivables')).toBe(false)
})
