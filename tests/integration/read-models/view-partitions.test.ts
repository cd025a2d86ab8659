import type { EventLog } from '@nightflow/event-log/event-log'
import { ownConnection, requestRole, withTenant } from '@nightflow/event-log/postgres/database'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { nightFlowByPartition } from '@nightflow/projections/leakage/night-flow'
import { listMeterVolumes } from '@nightflow/projections/metering/meter-volumes'
import { projections } from '@nightflow/projections/projections'
import { beginPartitions, ensurePartitions } from '@nightflow/projections/storage/day-partitions'
import { migrateViews } from '@nightflow/projections/views/migrate'
import { replayViews, verifyViews } from '@nightflow/projections/views/replay'
import { retireDays } from '@nightflow/projections/views/retire-days'
import { projectedTypes, ViewsBuilder } from '@nightflow/projections/views/views-builder'
import pg, { type PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendFrame } from '../../support/data/readings.ts'
import { registerEverything } from '../../support/data/readings-of-some-meters.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'

let database: FreshDatabase
let log: EventLog
let clients: PoolClient[]
beforeEach(async () => {
  database = await freshDatabase('partitions')
  await migrateViews(database.pool)
  log = createPostgresEventLog(database)
  clients = []
  await registerEverything(log)
})
afterEach(async () => {
  for (const client of clients) client.release(true)
  await log.close()
  await database.drop()
})

const connect = async (): Promise<PoolClient> => {
  const client = await ownConnection(database.pool)
  clients.push(client)
  await client.query('set search_path to views')
  return client
}
/** Connections of this database that wait for a lock. */
const waitingForLocks = async (): Promise<number | null> =>
  (await database.pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount
const openBuilder = async () => ViewsBuilder.open(await connect(), log, 'views')

const project = async (builder: ViewsBuilder): Promise<void> => {
  await builder.apply(await log.readAll(builder.position, { types: projectedTypes, limit: 4_000 }))
}

const dayMilliseconds = 86_400_000
/** Six readings of the meter on each of the days. */
const send = (dates: readonly string[], meter = '1') =>
  appendFrame(
    log,
    'river',
    'north',
    dates.flatMap((date) =>
      Array.from({ length: 6 }, (_, step) => {
        const at = Date.parse(`${date}T08:00:00Z`) + step * 3_600_000
        return { meter, at, registerMillilitres: Math.max(0, Math.floor(at / dayMilliseconds)) * 1_000 + step }
      }),
    ),
  )

const partitionsOf = async (table: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on oid = inhrelid where inhparent = $1::regclass order by 1`,
    [`views.${table}`],
  )
  return rows.map(({ name }) => name.replace(`${table}_`, ''))
}
const daysOf = async (meter: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ day: string }>(
    `select day::text from views.meter_days join views.meters on id = meter_id where number = $1 order by day`,
    [meter],
  )
  return rows.map(({ day }) => day)
}

test('readings of any year make the partitions that they need: years of history, weeks of today, and two for clocks that are wrong', async () => {
  const builder = await openBuilder()
  await send(['2026-11-02', '2026-11-20'])
  await project(builder)
  expect(await partitionsOf('meter_days')).toEqual(['from_2026_10_22', 'from_2026_11_19'])
  await send(['2026-11-21', '2015-03-01', '2015-09-30', '2100-01-01', '1970-01-02', '1985-06-01', '2170-01-01'])
  await project(builder)
  const all = ['before_1999_11_25', 'from_2014_11_06', 'from_2026_10_22', 'from_2026_11_19', 'from_2051_09_21']
  expect(await partitionsOf('meter_days')).toEqual(all)
  expect(await partitionsOf('partition_days')).toEqual(all.filter((name) => name !== 'from_2026_11_19'))
  expect(await daysOf('1')).toHaveLength(9)
  expect(await verifyViews({ pool: database.pool, log })).toEqual([])
})

test('days that are reported leave room in their pages for the next readings; a rebuild fills those of days that are over', async () => {
  const filledTo = async () => {
    const { rows } = await database.pool.query<{ options: string[] }>(
      `select reloptions as options from pg_inherits join pg_class on oid = inhrelid where inhparent = 'views.meter_days'::regclass order by relname`,
    )
    return rows.map(({ options }) => options.join())
  }
  await send(['2015-03-01', new Date().toISOString().slice(0, 10)])
  await project(await openBuilder())
  expect(await filledTo()).toEqual(['fillfactor=50', 'fillfactor=50'])
  await replayViews({ pool: database.pool, log })
  expect(await filledTo()).toEqual(['fillfactor=90', 'fillfactor=50'])
})

test('of two shards that miss the same partition at once one makes it and the other waits for that, and readers for neither', async () => {
  for (const ending of ['commit', 'rollback']) {
    const date = ending === 'commit' ? 20_000 : 20_400
    const [first, second, reader] = [await connect(), await connect(), await connect()]
    await first.query('begin')
    await second.query('begin')
    await reader.query(`begin; set local lock_timeout = '200ms'; select from meter_days limit 1`)
    await ensurePartitions(first, 'meter_days', [date])
    let isThere = false
    const waiting = ensurePartitions(second, 'meter_days', [date]).then(() => {
      isThere = true
    })
    await reader.query(`select from meter_days where day > '2026-01-01' order by day desc limit 2`)
    await reader.query('commit')
    await expect.poll(waitingForLocks).toBe(1)
    expect(isThere).toBe(false)
    await first.query(ending)
    await waiting
    await second.query(`insert into meter_days select 'river', 1, date '1970-01-01' + ${date}, '', '', '', 0, 0, 0, null, ''`)
    await second.query('commit')
  }
  expect(await partitionsOf('meter_days')).toHaveLength(2)
  expect((await database.pool.query('select from views.meter_days')).rowCount).toBe(2)
})

test('a vacuum of the whole table and a page that makes a partition wait for one another, and never in a circle', async () => {
  const [page, cleaner] = [await connect(), await connect()]
  await page.query('begin')
  await ensurePartitions(page, 'meter_days', [20_500])
  const vacuumed = cleaner.query('vacuum analyze meter_days')
  await expect.poll(waitingForLocks).toBe(1)
  await ensurePartitions(page, 'meter_days', [20_600])
  await ensurePartitions(page, 'partition_days', [20_600])
  await page.query('commit')
  await vacuumed
  expect(await partitionsOf('meter_days')).toHaveLength(2)
})

test('a page that was rolled back took its partitions with it, and the next page creates them again', async () => {
  const client = await connect()
  const builder = await ViewsBuilder.open(client, log, 'views')
  await project(builder)
  await send(['2025-05-05'])
  await database.pool.query('update views.checkpoint set position = position - 1')
  await expect(project(builder)).rejects.toThrow(/no longer at position/)
  await client.query('rollback')
  expect(await partitionsOf('meter_days')).toEqual([])
  await database.pool.query('update views.checkpoint set position = position + 1')
  await project(await ViewsBuilder.open(client, log, 'views'))
  expect(await daysOf('1')).toEqual(['2025-05-05'])
})

test('a request reaches its tenant’s rows through the table alone: a partition that it names is closed, even after a grant', async () => {
  await send(['2026-11-02'])
  await project(await openBuilder())
  const ask = (tenant: string, table: string) =>
    withTenant(database.pool, tenant, async (client) => (await client.query(`select tenant from views.${table}`)).rows)
  expect(await ask('river', 'meter_days')).toEqual([{ tenant: 'river' }])
  expect(await ask('other', 'meter_days')).toEqual([])
  for (const table of ['meter_days', 'partition_days'])
    await expect(ask('river', `${table}_from_2026_10_22`)).rejects.toThrow(/permission denied/)
  await database.pool.query(`grant select on views.meter_days_from_2026_10_22 to ${requestRole}`)
  expect(await ask('river', 'meter_days_from_2026_10_22')).toEqual([])
})

test('a retention drops the partitions that are over, deletes the rest step by step, and a late reading makes its partition anew', async () => {
  const builder = await openBuilder()
  await send(['2023-05-05', '2025-01-20', '2025-02-20', '2025-03-18', '2025-03-19', '2025-03-20', '2025-04-20'])
  await project(builder)
  const before = await partitionsOf('meter_days')
  expect(before).toEqual(['from_2022_10_27', 'from_2025_01_16', 'from_2025_02_13', 'from_2025_03_13', 'from_2025_04_10'])
  expect(await partitionsOf('partition_days')).toEqual(['from_2022_10_27', 'from_2024_10_24'])
  const client = await connect()
  // Three partitions of days of meters, one of those of points and one of their marks, and a row of each table.
  expect(await retireDays(client, '2025-03-20', 1)).toBe(8)
  expect(await partitionsOf('meter_days')).toEqual(before.slice(3))
  expect(await partitionsOf('partition_days')).toEqual(['from_2024_10_24'])
  expect(await daysOf('1')).toHaveLength(3)
  expect(await retireDays(client, '2025-03-20', 1)).toBe(3)
  while ((await retireDays(client, '2025-03-20', 1)) > 0);
  expect(await daysOf('1')).toEqual(['2025-03-20', '2025-04-20'])
  expect((await database.pool.query(`select from views.partition_days where day < '2025-03-20'`)).rowCount).toBe(0)
  // The builder has seen the partitions that are gone.
  await send(['2025-01-21'])
  await send(['2025-02-25'], '2')
  await project(builder)
  expect(await partitionsOf('meter_days')).toEqual(before.slice(1))
  expect(await daysOf('1')).toContain('2025-01-21')
  expect(await daysOf('2')).toEqual(['2025-02-25'])
})

test('a retention leaves locked partitions to its next run, and blocks other statements only shortly', async () => {
  await send(['2025-01-20', '2025-04-20'])
  await project(await openBuilder())
  const [reader, tender] = [await connect(), await connect()]
  await reader.query('begin; select from meter_days; select from partition_days')
  // The row of the point and its mark go; the partition of the meter's day stays.
  expect(await retireDays(tender, '2025-03-20', 1)).toBe(2)
  expect(await daysOf('1')).toHaveLength(2)
  await reader.query('commit')
  expect(await retireDays(tender, '2025-03-20', 1)).toBe(1)
  expect(await partitionsOf('meter_days')).toEqual(['from_2025_04_10'])
})

/** A connection that records its queries. */
const listening = (client: PoolClient, asked: [string, unknown[]][]): PoolClient =>
  new Proxy(client, {
    get: (target, name) => {
      if (name !== 'query') return Reflect.get(target, name)
      return (question: string | { text: string; values: unknown[] }, values: unknown[] = []) => {
        const said: [string, unknown[]] = typeof question === 'string' ? [question, values] : [question.text, question.values]
        asked.push(said)
        return target.query(...said)
      }
    },
  })

type Plan = { 'Relation Name'?: string; 'Actual Loops': number; Plans?: Plan[] }
const openedIn = (plan: Plan): string[] => [
  ...(plan['Relation Name']?.includes('_days_') && plan['Actual Loops'] > 0 ? [plan['Relation Name']] : []),
  ...(plan.Plans ?? []).flatMap(openedIn),
]

test('questions open the partitions of their days and no others, and the newest days are found in the newest', async () => {
  const first = Date.parse('2025-01-16T00:00:00Z')
  const dates = Array.from({ length: 392 }, (_, index) => new Date(first + index * dayMilliseconds).toISOString().slice(0, 10))
  for (const meter of ['1', '2', '6']) await send(dates, meter)
  await project(await openBuilder())
  expect(await partitionsOf('meter_days')).toHaveLength(14)
  const opened = async (sql: string, values: unknown[] = []) =>
    withTenant(database.pool, 'river', async (client) => {
      const { rows } = await client.query(`explain (analyze, format json) ${sql}`, values)
      return [...new Set(openedIn(rows[0]['QUERY PLAN'][0].Plan))].sort()
    })
  const openedFor = async (table: string, ask: (client: PoolClient) => Promise<unknown>) => {
    const asked: [string, unknown[]][] = []
    await withTenant(database.pool, 'river', (client) => ask(listening(client, asked)))
    const [question] = asked.filter(([sql]) => sql.includes(table))
    return opened(...question!)
  }
  const june = { from: '2025-06-11', to: '2025-07-10' }
  expect(await openedFor('partition_days', (client) => nightFlowByPartition(client, { id: 'root', ...june }))).toEqual([
    'partition_days_from_2024_10_24',
  ])
  const around = { from: '2025-10-10', to: '2025-11-08' }
  expect(await openedFor('partition_days', (client) => nightFlowByPartition(client, { id: 'root', ...around }))).toEqual([
    'partition_days_from_2024_10_24',
    'partition_days_from_2025_10_23',
  ])
  expect(await openedFor('meter_days', (client) => listMeterVolumes(client, { number: '1', resolution: 'hour', ...june }))).toEqual([
    'meter_days_from_2025_06_05',
    'meter_days_from_2025_07_03',
  ])
  const { rows } = await database.pool.query(`select id from views.meters where number = '1'`)
  expect(await opened('select * from views.meter_days where meter_id = $1 order by day desc limit 2', [rows[0].id])).toEqual([
    'meter_days_from_2026_01_15',
  ])
  expect(
    await opened(
      `select days.* from unnest($1::bigint[], $2::date[]) as wanted (id, wanted_day) cross join lateral
         (select * from views.meter_days where meter_id = id and day < wanted_day order by day desc limit 2) days`,
      [[rows[0].id], ['2025-08-15']],
    ),
  ).toEqual(['meter_days_from_2025_07_31'])
})

test('a connection that has prepared the statements of figures asks the tables that a rebuild put in place', async () => {
  await project(await openBuilder())
  const day = { from: '2026-11-02', to: '2026-11-02' }
  const pool = new pg.Pool({ connectionString: database.connectionString, max: 1 })
  const ask = () =>
    withTenant(pool, 'river', async (client) => [
      (await listMeterVolumes(client, { number: '6', resolution: 'hour', ...day }))?.rows.filter(({ volumeLitres }) => volumeLitres).length,
      (await nightFlowByPartition(client, { id: 'root', ...day }))?.rows[0]?.supplyCompleteness,
    ])
  try {
    // The server plans the first five for their values; then it may keep a plan.
    for (let time = 0; time < 7; time++) expect(await ask()).toEqual([0, 0])
    await send(['2026-11-01', '2026-11-02', '2026-11-03'], '6')
    await replayViews({ pool: database.pool, log })
    const [hours, completeness] = await ask()
    expect(hours).toBeGreaterThan(0)
    expect(completeness).toBeGreaterThan(0)
  } finally {
    await pool.end()
  }
})

test('read models that an earlier version built in ordinary tables are built anew at the start', async () => {
  await send(['2026-11-02'])
  await project(await openBuilder())
  const unpartitioned = projections.map(({ name, version }) => [name, version])
  await database.pool.query(
    `alter table views.meter_days rename to partitioned; create table views.meter_days (like views.partitioned including all);
     drop table views.partitioned`,
  )
  await database.pool.query('update views.checkpoint set built_by = $1', [JSON.stringify(unpartitioned)])
  for (const client of clients) beginPartitions(client)
  await migrateViews(database.pool)
  expect((await database.pool.query('select position::int from views.checkpoint')).rows).toEqual([{ position: 0 }])
  await project(await openBuilder())
  expect(await partitionsOf('meter_days')).toEqual(['from_2026_10_22'])
  expect(await daysOf('1')).toEqual(['2026-11-02'])
})
