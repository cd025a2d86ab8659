import { expect, test } from 'vitest'
import { rowChangeOf } from './row-change.ts'

test('a change holds the fields that differ, also lists, and nothing of what is left out', () => {
  const seen = { name: 'Mill', remark: null, roleIds: [1, 2], status: '0' }
  expect(rowChangeOf(7, seen, { name: 'Mill', remark: 'moved', roleIds: [1, 3], status: undefined, area: 'north' })).toEqual({
    id: 7,
    before: { remark: null, roleIds: [1, 2], area: null },
    after: { remark: 'moved', roleIds: [1, 3], area: 'north' },
  })
})
