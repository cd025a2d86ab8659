import { expect, test } from 'vitest'
import { inGroups } from './in-groups.ts'

const later = () => new Promise((resolve) => setImmediate(resolve))

test('questions that come during a group share the next one', async () => {
  const groups: (readonly number[])[] = []
  const double = inGroups<number, number>(
    async (asked) => {
      groups.push(asked)
      await later()
      return asked.map((each) => each * 2)
    },
    { most: 100, atOnce: 1 },
  )
  const first = [1, 2].map(double)
  await later()
  const second = [3, 4].map(double)
  expect(await Promise.all([...first, ...second])).toEqual([2, 4, 6, 8])
  expect(groups).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('a group that fails fails its own callers, and the next one is answered', async () => {
  let isAway = true
  const ask = inGroups<number, number>(
    async (asked) => {
      if (isAway) throw new Error('away')
      return asked
    },
    { most: 1, atOnce: 1 },
  )
  await expect(ask(1)).rejects.toThrow('away')
  isAway = false
  expect(await ask(2)).toBe(2)
})
