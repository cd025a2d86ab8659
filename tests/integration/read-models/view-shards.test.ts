import type { EventLog } from '@nightflow/event-log/event-log'
import { ownConnection } from '@nightflow/event-log/postgres/database'
import { readDays } from '@nightflow/projections/leakage/stored-days'
import { viewsPosition } from '@nightflow/projections/projector/checkpoint'
import { migrateViews } from '@nightflow/projections/views/migrate'
import { replayViews, verifyViews } from '@nightflow/projections/views/replay'
import { projectedTypes, ViewsBuilder } from '@nightflow/projections/views/views-builder'
import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shuffled } from '../../support/data/readings-of-some-meters.ts'
import { besideOneShard, feedChangingCascades } from '../../support/database/sharded-views.ts'
import { compressAll, type ViewsDatabase, whateverTheStorage } from '../../support/database/view-engines.ts'

const shards = 4

/** Takes shards through the log at different paces, each in pages of its own size. */
class UnevenProjectors {
  readonly #pool: Pool
  readonly #log: EventLog
  readonly builders: { client: PoolClient; builder: ViewsBuilder }[] = []

  constructor({ pool, log }: ViewsDatabase) {
    this.#pool = pool
    this.#log = log
  }

  async open(): Promise<void> {
    for (let shard = 0; shard < shards; shard++) this.builders.push(await this.#openShard(shard))
  }

  async #openShard(shard: number) {
    const client = await ownConnection(this.#pool)
    return { client, builder: await ViewsBuilder.open(client, this.#log, 'views', shard) }
  }

  /** One page of at most so many events; false when the shard has seen all. */
  async step(shard: number, limit: number): Promise<boolean> {
    const { builder } = this.builders[shard]!
    const page = await this.#log.readAll(builder.position, { types: projectedTypes, limit })
    if (page.length > 0) await builder.apply(page)
    return page.length > 0
  }

  /** Another projector goes on from what is stored. */
  async takeOver(shard: number): Promise<void> {
    this.builders[shard]!.client.release(true)
    this.builders[shard] = await this.#openShard(shard)
  }

  async close(): Promise<void> {
    for (const { client } of this.builders) client.release(true)
  }
}

/** In no hour are more meters known than count in the point. */
const overcounted = async (pool: Pool): Promise<string[]> => {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const points = await client.query<{ key: number; members: number }>(
      'select key::float8 as key, (select count(*)::int from views.partition_members where partition_key = key) as members from views.partitions',
    )
    const members = new Map(points.rows.map(({ key, members: count }) => [key, count]))
    const days = await readDays(client, [...members.keys()], 0, 40_000)
    return days
      .filter((day) => day.supply_known.some((known, slot) => known + day.consumption_known[slot]! > members.get(day.partition_key)!))
      .map(({ partition_key, day }) => `point ${partition_key}, day ${day}`)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

whateverTheStorage(`the read models in ${shards} shards`, (engine) => {
  let views: ViewsDatabase
  let projectors: UnevenProjectors
  beforeAll(async () => {
    views = await engine.open()
    await migrateViews(views.pool, { shards })
    await feedChangingCascades(views.log, 17)
    projectors = new UnevenProjectors(views)
    await projectors.open()
  })
  afterAll(async () => {
    await projectors?.close()
    await views?.drop()
  })

  it('are those of one shard, though cascades change while each shard is at another position', async () => {
    const { pool, log } = views
    const head = await log.head()
    // Every order is one of the seed's: which shard goes on, how far, and who is taken over.
    const order = shuffled(
      Array.from({ length: 400 }, (_, turn) => ({ shard: turn % shards, limit: 1 + (turn % 2), isTakenOver: turn % 23 === 0 })),
      23,
    )
    for (const [turn, { shard, limit, isTakenOver }] of order.entries()) {
      // The first shard runs ahead for a while, so that points are there before anybody counts in them.
      if (turn < 60 && shard > 1) continue
      if (isTakenOver) await projectors.takeOver(shard)
      await projectors.step(shard, limit)
      if (turn % 20 === 0) {
        expect(await overcounted(pool)).toEqual([])
        expect(await viewsPosition(pool)).toBe(Math.min(...projectors.builders.map(({ builder }) => builder.position)))
      }
      if (turn === 120 && engine.storage === 'columnstore') await compressAll(pool)
    }
    for (let shard = 0; shard < shards; shard++) while (await projectors.step(shard, 50));
    expect(await viewsPosition(pool)).toBe(head)
    const { live, ofOne } = await besideOneShard(pool, log)
    for (const [table, rows] of Object.entries(ofOne)) expect({ table, rows: live[table] }).toEqual({ table, rows })
    expect(live.partition_days!.length).toBeGreaterThan(20)
    expect(live.unclaimed_frames!.length).toBeGreaterThan(0)
    expect(live.meters).toHaveLength(7)
    expect(await overcounted(pool)).toEqual([])
  })

  it('are verified shard by shard, and built again by a replay', async () => {
    const { pool, log } = views
    expect(await views.lend(() => verifyViews({ pool, log }))).toEqual([])
    await pool.query("update views.partition_days set supply_day = supply_day + 1 where day = '2026-10-21' and shard = 1")
    const findings = await views.lend(() => verifyViews({ pool, log }))
    expect(findings[0]).toMatch(/^partition_days: row partition_key \d+, day 2026-10-21, shard 1 differs/)
    await views.lend(() => replayViews({ pool, log }))
    expect(await views.lend(() => verifyViews({ pool, log }))).toEqual([])
    const { live, ofOne } = await besideOneShard(pool, log)
    expect(live).toEqual(ofOne)
  })

  it('are divided anew by a replay', async () => {
    const { pool, log } = views
    await views.lend(() => replayViews({ pool, log, shards: 2 }))
    const checkpoints = await pool.query('select shard, position::int from views.checkpoint order by shard')
    const head = await log.head()
    expect(checkpoints.rows).toEqual([
      { shard: 0, position: head },
      { shard: 1, position: head },
    ])
    const { live, ofOne } = await besideOneShard(pool, log)
    expect(live).toEqual(ofOne)
  })

  it('stay as they are at a start that names no number of shards, and begin again at one that names another', async () => {
    const { pool } = views
    const count = async () => (await pool.query('select position::int from views.checkpoint')).rows
    const before = await count()
    await migrateViews(pool)
    await migrateViews(pool, { shards: 2 })
    expect(await count()).toEqual(before)
    await migrateViews(pool, { shards: 3 })
    expect(await count()).toEqual([{ position: 0 }, { position: 0 }, { position: 0 }])
  })
})
