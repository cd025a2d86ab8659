import { expect, test } from 'vitest'
import { RefusalLog } from './refusal-log.ts'

const minutes = 60_000
const startedAt = { now: 0 }
const observed = () => {
  const clock = { ...startedAt }
  const log = new RefusalLog(() => clock.now)
  const take = (operation: string, actor = 'user:a', tenant = 'north') => log.take({ tenant, actor, operation })
  return { clock, take }
}

test('a refusal is written once in ten minutes, and then with how often it was repeated', () => {
  const { clock, take } = observed()
  expect([take('GET /a'), take('GET /a'), take('GET /a'), take('GET /b')]).toEqual([1, undefined, undefined, 1])
  clock.now = 10 * minutes
  expect([take('GET /a'), take('GET /a')]).toEqual([3, undefined])
})

test('a caller and a tenant have a limited number of rows, whatever they call', () => {
  const { clock, take } = observed()
  const rowsOf = (actor: string, tenant?: string) =>
    Array.from({ length: 100 }, (_, nth) => take(`GET /${nth}`, actor, tenant)).filter((count) => count !== undefined).length
  expect(rowsOf('user:a')).toBe(20)
  expect(Array.from({ length: 20 }, (_, nth) => rowsOf(`user:${nth}`)).reduce((sum, rows) => sum + rows, 0)).toBe(180)
  expect(rowsOf('user:a', 'south')).toBe(20)
  clock.now = 10 * minutes
  expect(rowsOf('user:a')).toBe(20)
})
