import type { EventLog } from '@nightflow/event-log/event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { migratePlatform } from '@nightflow/platform/migrate-platform'
import { definePolicy } from '@nightflow/policies/shared/define-policy'
import { runPolicy } from '@nightflow/policies/shared/run-policy'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { runPolicies } from '../../support/running-policies.ts'

let database: FreshDatabase
let log: EventLog
/** Connections of another process. */
let other: pg.Pool
beforeAll(async () => {
  database = await freshDatabase('sharedpolicies')
  await migratePlatform(database.pool)
  log = createPostgresEventLog({ pool: database.pool, connectionString: database.connectionString })
  other = new pg.Pool({ connectionString: database.connectionString, max: 4 })
})
afterAll(async () => {
  await log.close()
  await other.end()
  await database.drop()
})

const policies = Array.from({ length: 6 }, (_, index) => definePolicy({ name: `alarms/shared-${index}`, actor: 'policy:test' }))
const [one, ...others] = policies

/** Of each connection that holds locks of policies, how many it has. */
const locks = async (): Promise<number[]> => {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_locks where locktype = 'advisory' and classid = 7101009 and granted
     and database = (select oid from pg_database where datname = current_database()) group by pid order by 1`,
  )
  return rows.map(({ count }) => count)
}

describe('the policies of a process', () => {
  test('have their locks on one connection, and a standby process takes over all of them', async () => {
    const first = runPolicies({ log, pool: database.pool }, policies)
    await expect.poll(locks).toEqual([policies.length])
    const second = runPolicies({ log, pool: other }, policies)
    await first.stop()
    await expect.poll(locks, { timeout: 30_000 }).toEqual([policies.length])
    await second.stop()
    await expect.poll(locks).toEqual([])
  })

  test('give back the lock of one that stops alone, and keep the others', async () => {
    const alone = runPolicies({ log, pool: database.pool }, [one!])
    const rest = runPolicies({ log, pool: database.pool }, others)
    await expect.poll(locks).toEqual([policies.length])
    await alone.stop()
    await expect.poll(locks).toEqual([others.length])
    const elsewhere = runPolicies({ log, pool: other }, [one!])
    await expect.poll(locks, { timeout: 30_000 }).toEqual([1, others.length])
    await Promise.all([rest.stop(), elsewhere.stop()])
  })

  test('all stop when their connection breaks, and take another one', async () => {
    const stopping = new AbortController()
    const parts = { log, pool: database.pool, signal: stopping.signal, timersEveryMilliseconds: 20 }
    const failed = policies.map((policy) =>
      runPolicy(policy, parts).then(
        () => 'stopped',
        () => 'failed',
      ),
    )
    await expect.poll(locks).toEqual([policies.length])
    await database.pool.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7101009
      and database = (select oid from pg_database where datname = current_database())`)
    expect(new Set(await Promise.all(failed))).toEqual(new Set(['failed']))
    const again = runPolicies({ log, pool: database.pool }, policies)
    await expect.poll(locks).toEqual([policies.length])
    await again.stop()
  })
})
