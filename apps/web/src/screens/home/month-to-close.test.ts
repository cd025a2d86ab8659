import { expect, test } from 'vitest'
import { monthToClose } from './month-to-close.ts'

test('the month to close follows the last closed one, and none is left once the last month is closed', () => {
  expect(monthToClose('2025-11', '2026-02')).toBe('2025-12')
  expect(monthToClose('2026-01', '2026-02')).toBeUndefined()
  expect(monthToClose(undefined, '2026-01')).toBe('2025-12')
})
