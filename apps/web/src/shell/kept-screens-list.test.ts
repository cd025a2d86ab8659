import { expect, test } from 'vitest'
import { z } from 'zod'
import { type KeptScreen, keepScreen, keptMax } from '#shell/kept-screens-list.ts'

const at = (path: string) => ({ path, entry: { search: z.object({}), component: () => null }, search: {}, params: {} })
const pathsOf = (kept: readonly KeptScreen[]) => kept.map(({ path }) => path)

test('screens keep their order, and take the search of their last visit', () => {
  const open = ['/a', '/b']
  const two = keepScreen(keepScreen([], at('/a'), open), at('/b'), open)
  const again = keepScreen(two, { ...at('/a'), search: { page: 2 } }, open)
  expect(pathsOf(again)).toEqual(['/a', '/b'])
  expect(again[0]?.search).toEqual({ page: 2 })
})

test('a screen whose tab is closed leaves', () => {
  const both = keepScreen(keepScreen([], at('/a'), ['/a']), at('/b'), ['/a', '/b'])
  expect(pathsOf(keepScreen(both, at('/b'), ['/b']))).toEqual(['/b'])
})

test('beyond the maximum the screen that was visited longest ago leaves', () => {
  const open = Array.from({ length: keptMax + 1 }, (_, index) => `/${index}`)
  let kept: KeptScreen[] = []
  for (const path of open.slice(0, keptMax)) kept = keepScreen(kept, at(path), open)
  kept = keepScreen(kept, at('/0'), open)
  kept = keepScreen(kept, at(`/${keptMax}`), open)
  expect(kept).toHaveLength(keptMax)
  expect(pathsOf(kept)).toContain('/0')
  expect(pathsOf(kept)).not.toContain('/1')
})
