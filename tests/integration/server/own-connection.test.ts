import { ownConnection } from '@nightflow/event-log/postgres/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase('own-connection')
})
afterAll(() => database.drop())

test('locks of a lost machine, such as the projector’s, are free again within a minute', async () => {
  const client = await ownConnection(database.pool)
  const { rows } = await client.query<{ seconds: number }>(
    `select current_setting('tcp_keepalives_idle')::int
       + current_setting('tcp_keepalives_interval')::int * current_setting('tcp_keepalives_count')::int as seconds`,
  )
  client.release(true)
  expect(rows[0]?.seconds).toBeGreaterThan(0)
  expect(rows[0]?.seconds).toBeLessThan(60)
})
