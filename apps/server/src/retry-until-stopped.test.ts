import pino from 'pino'
import { expect, test } from 'vitest'
import { retryUntilStopped } from './retry-until-stopped.ts'

const silent = pino({ level: 'silent' })

test('a role that fails starts again, and a stop ends it', async () => {
  const stopping = new AbortController()
  let runs = 0
  await retryUntilStopped('role', silent, stopping.signal, async () => {
    runs++
    if (runs < 3) throw new Error('the database went away')
    stopping.abort()
  })
  expect(runs).toBe(3)
})

test('a stop ends the pause after a failure at once', async () => {
  const stopping = new AbortController()
  const startedAt = Date.now()
  const ended = retryUntilStopped('role', silent, stopping.signal, async () => {
    throw new Error('no')
  })
  setTimeout(() => stopping.abort(), 20)
  await ended
  expect(Date.now() - startedAt).toBeLessThan(200)
})
