import { expect, test } from 'vitest'
import { type Keepable, KeptAtHand } from './kept-at-hand.ts'

type Named = Keepable & { name: string }

const threeAtMost = () => {
  const forgotten: string[] = []
  const kept = new KeptAtHand<Named>(3, ({ name }) => forgotten.push(name))
  const entries = new Map([...'abcdef'].map((name) => [name, { name, isKept: false, isUsed: false }]))
  const use = (names: string) => {
    for (const name of names) kept.use(entries.get(name)!)
    kept.letGo()
    return forgotten.splice(0).join('')
  }
  return { use, keptNames: () => [...entries.values()].flatMap(({ name, isKept }) => (isKept ? [name] : [])).join('') }
}

test('the cache never exceeds its size, however often entries are used', () => {
  const { use, keptNames } = threeAtMost()
  expect(use('abc') + use('cba') + use('a')).toBe('')
  expect(keptNames()).toBe('abc')
})

test('of the unused entries the oldest is evicted first', () => {
  const { use, keptNames } = threeAtMost()
  use('abc')
  expect(use('d')).toBe('a')
  expect(use('e')).toBe('b')
  expect(keptNames()).toBe('cde')
})

test('an entry used since the last sweep survives', () => {
  const { use } = threeAtMost()
  use('abc')
  expect(use('d')).toBe('a')
  expect(use('b') + use('e')).toBe('c')
})

test('where more were used at once than may stay, the rest goes all the same', () => {
  const { use, keptNames } = threeAtMost()
  expect(use('abcdef')).toBe('abc')
  expect(keptNames()).toBe('def')
})

test('an evicted entry is loaded again when it is used', () => {
  const { use, keptNames } = threeAtMost()
  use('abc')
  use('d')
  expect(use('a')).toBe('b')
  expect(keptNames()).toBe('acd')
})
