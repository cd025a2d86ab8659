import { afterEach, expect, test, vi } from 'vitest'
import { rememberMappings } from './find-mapping.ts'

afterEach(() => vi.useRealTimers())

test('a mapping that was changed is seen after some seconds, also when the clock was put back meanwhile', async () => {
  vi.useFakeTimers()
  let lookups = 0
  const find = rememberMappings(async () => {
    lookups += 1
    return undefined
  })
  await find('north', 'meter')
  await find('north', 'meter')
  expect(lookups).toBe(1)
  vi.advanceTimersByTime(6_000)
  vi.setSystemTime(Date.now() - 7 * 3_600_000)
  await find('north', 'meter')
  expect(lookups).toBe(2)
})
