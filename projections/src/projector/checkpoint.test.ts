import type { Connections } from '@nightflow/event-log/postgres/database'
import { expect, test } from 'vitest'
import { waitForOwnWrite } from './checkpoint.ts'

/** Read models at a position. */
const readModelsAt = (position: number) => {
  const now = { position }
  const pool = { query: async () => ({ rows: [now] }) } as unknown as Connections
  return { now, pool }
}
const timed = async (waiting: Promise<boolean>) => {
  const started = performance.now()
  return { isSeen: await waiting, milliseconds: performance.now() - started }
}

test('commands do not each wait the whole time for read models that are far behind', async () => {
  const { pool } = readModelsAt(1)
  expect(await timed(waitForOwnWrite(pool, 2, 600))).toMatchObject({ isSeen: false })
  const waits = await Promise.all(Array.from({ length: 20 }, () => timed(waitForOwnWrite(pool, 2, 600))))
  const long = waits.filter(({ milliseconds }) => milliseconds >= 600)
  expect(long).toHaveLength(1)
})

test('once a wait is in time, all wait the whole time again', async () => {
  const { now, pool } = readModelsAt(1)
  await waitForOwnWrite(pool, 2, 50)
  const trying = waitForOwnWrite(pool, 2, 5_000)
  now.position = 2
  expect(await trying).toBe(true)
  const waits = [waitForOwnWrite(pool, 3, 5_000), waitForOwnWrite(pool, 3, 5_000)]
  setTimeout(() => {
    now.position = 3
  }, 300)
  expect(await Promise.all(waits)).toEqual([true, true])
})
