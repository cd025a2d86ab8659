import { expect, test } from 'vitest'
import { type Recent, withUsed } from './palette-recent.ts'

const entry = (id: string): Recent => ({ id, label: id, description: '', screen: 'customers/account' })

test('the last used entries come first, each once, six at most', () => {
  const used = ['a', 'b', 'c', 'd', 'e', 'f', 'a', 'g'].reduce<Recent[]>((recents, id) => withUsed(recents, entry(id)), [])
  expect(used.map(({ id }) => id)).toEqual(['g', 'a', 'f', 'e', 'd', 'c'])
})
