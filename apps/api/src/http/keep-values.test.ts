import { expect, test } from 'vitest'
import { keepValues } from './keep-values.ts'

test('a value is kept for a while, and the oldest entry leaves for a new one', async () => {
  let clock = 0
  let computed = 0
  const keep = keepValues<number>({ keptMilliseconds: 60_000, entriesMax: 2 }, () => clock)
  const compute = async () => ++computed
  expect([await keep('a', compute), await keep('a', compute)]).toEqual([1, 1])
  clock += 60_000
  expect(await keep('a', compute)).toBe(2)
  expect([await keep('b', compute), await keep('c', compute), await keep('a', compute)]).toEqual([3, 4, 5])
})

test('an error is not kept', async () => {
  const keep = keepValues<number>({ keptMilliseconds: 60_000, entriesMax: 2 })
  await expect(keep('key', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await keep('key', () => Promise.resolve(1))).toBe(1)
})
