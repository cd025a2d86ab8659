import { expect, test } from 'vitest'
import { type CacheEntry, SecondChanceCache } from './second-chance-cache.ts'

type Named = CacheEntry & { name: string }

const threeAtMost = () => {
  const forgotten: string[] = []
  const kept = new SecondChanceCache<Named>(3, ({ name }) => forgotten.push(name))
  const entries = new Map([...'abcdef'].map((name) => [name, { name, isCached: false, isUsed: false }]))
  const use = (names: string) => {
    for (const name of names) kept.use(entries.get(name)!)
    kept.evict()
    return forgotten.splice(0).join('')
  }
  return { use, keptNames: () => [...entries.values()].flatMap(({ name, isCached }) => (isCached ? [name] : [])).join('') }
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

test('where more entries were used at once than the cache holds, the rest is evicted all the same', () => {
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
