import type { EventLog, RecordedEvent } from '@nightflow/event-log/event-log'
import { followShard } from '@nightflow/projections/views/follow-shard'
import { ViewsBuilder } from '@nightflow/projections/views/views-builder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendFact, appendFrame } from '../../support/data/readings.ts'
import { inFrames, readingsOfSomeMeters, registerEverything, shuffled } from '../../support/data/readings-of-some-meters.ts'
import { whateverTheStorage } from '../../support/database/view-engines.ts'
import { openViewsBeside, type ViewsBeside } from '../../support/database/views-beside.ts'

/** A page is folded while the one before it is written: nothing of that may show. */
let beside: ViewsBeside
let log: EventLog

/** Meters that join, change and leave groups while their readings come. */
const groupsAfterFrame: Record<number, readonly (readonly [number: string, meterGroupId: number | null])[]> = {
  8: [
    ['1', 7],
    ['2', 7],
    ['3', 7],
  ],
  18: [
    ['1', 8],
    ['2', null],
  ],
  28: [['2', 8]],
}

const feed = async (): Promise<void> => {
  await registerEverything(log)
  const readings = shuffled(readingsOfSomeMeters(), 11)
  for (const [index, frame] of inFrames(readings, 40).entries()) {
    await appendFrame(log, 'river', index % 2 === 0 ? 'north' : 'south', [
      ...frame,
      { meter: 'later', at: frame[0]!.at, registerMillilitres: index },
    ])
    const groups = groupsAfterFrame[index] ?? []
    for (const [number, meterGroupId] of groups)
      await appendFact(log, 'river', `devices-meter-${number}`, 'devices.MeterGrouped', {
        number,
        meterGroupId,
        meterGroupName: meterGroupId === null ? null : `Street ${meterGroupId}`,
      })
    // Structure that changes between frames is folded with what was written before it.
    if (index === 20)
      await appendFact(log, 'river', 'leakage-partition-root', 'leakage.MetersDissociated', { partitionId: 'root', numbers: ['2'] })
    if (index === 30)
      await appendFact(log, 'river', 'devices-meter-later', 'devices.MeterRegistered', {
        number: 'later',
        timeZone: 'Europe/Rome',
        hasValve: false,
        registeredAt: '2026-01-01T00:00:00Z',
      })
  }
}

const tables = {
  meter_days: 'meter_id, day',
  partition_days: 'partition_key, day',
  tenant_days: 'tenant, day',
  group_days: 'meter_group_id, day',
  unclaimed_frames: 'tenant, number, position',
  gateway_activity: 'tenant, gateway',
  checkpoint: 'shard',
}
const rowsOf = async (schema: string): Promise<Record<string, unknown[]>> => {
  const found: Record<string, unknown[]> = {}
  for (const [table, order] of Object.entries(tables)) {
    const { rows } = await beside.pool.query<Record<string, unknown>>(`select * from ${schema}.${table} order by ${order}`)
    found[table] = rows.map(({ generation: _, ...row }) => row)
  }
  return found
}

const build = (limit: number, isAhead: boolean): Promise<Record<string, unknown[]>> =>
  beside.build('ahead', async (builder) => {
    let after = 0
    for (;;) {
      const page = await log.readAll(after, { limit })
      if (page.length === 0) break
      after = page.at(-1)!.position
      if (isAhead) await builder.begin(page)
      else await builder.apply(page)
    }
    await builder.reach(after)
    return await rowsOf('ahead')
  })

whateverTheStorage('views whose pages are folded ahead', (engine) => {
  beforeAll(async () => {
    beside = await openViewsBeside(engine)
    log = beside.log
    await feed()
  })
  afterAll(() => beside?.drop())

  test('pages that are folded while others are written come out as one after the other, in pages of any size', async () => {
    // An engine in WebAssembly takes its time over every page.
    const oneAfterTheOther = await build(engine.hasOneSession ? 5 : 1, false)
    expect(oneAfterTheOther.meter_days!.length).toBeGreaterThan(60)
    const limits = engine.hasOneSession ? [3, 1_000] : [1, 3, 10, 1_000]
    for (const limit of limits) expect(await build(limit, true), `in pages of ${limit}`).toEqual(oneAfterTheOther)
  })

  test('days of a group are the sums of its present meters, whenever they joined it', async () => {
    const { sums, days } = await beside.build('ahead', async (builder) => {
      await builder.apply(await log.readAll(0, { limit: 10_000 }))
      const stored = await beside.pool.query(
        'select meter_group_id, day, meters_known, known_millilitres from ahead.group_days order by 1, 2',
      )
      const computed = await beside.pool.query(
        `select meter_group_id, day, count(*)::int as meters_known, sum(day_millilitres)::bigint as known_millilitres
         from ahead.meters join ahead.meter_days on meter_id = id
         where meter_group_id is not null and day_millilitres is not null group by 1, 2 order by 1, 2`,
      )
      return { sums: stored.rows, days: computed.rows }
    })
    expect(new Set(days.map(({ meter_group_id }) => meter_group_id)).size).toBe(2)
    expect(sums).toEqual(days)
  })

  test('a page that is being written when the next cannot be read is in the read models whole, and its checkpoint with it', async () => {
    const pages: RecordedEvent[][] = []
    while (pages.length < 4) pages.push(await log.readAll(pages.at(-1)?.at(-1)?.position ?? 0, { limit: 20 }))
    const failing: EventLog = {
      ...log,
      // Not awaited by the writer: the failure comes while the page before it is on its way.
      async *subscribe() {
        for (const page of pages.slice(0, 3)) yield page
        throw new Error('the log cannot be read')
      },
    }
    const client = await beside.pool.connect()
    const applied: number[] = []
    const following = followShard(client, 0, {
      log: failing,
      signal: new AbortController().signal,
      onPage: ({ position }) => applied.push(position),
    })
    await expect(following).rejects.toThrow('cannot be read')
    client.release(true)
    const reached = pages[2]!.at(-1)!.position
    expect(applied).toEqual(pages.slice(0, 3).map((page) => page.at(-1)!.position))
    const rows = await rowsOf('views')
    expect(rows.checkpoint).toMatchObject([{ position: String(reached) }])

    await beside.build('ahead', async (builder) => {
      for (const page of pages.slice(0, 3)) await builder.apply(page)
    })
    expect(rows).toEqual(await rowsOf('ahead'))
  })

  test('a failed write of a page is reported without a further page, and leaves nothing', async () => {
    const before = await rowsOf('views')
    const [{ position }] = before.checkpoint as [{ position: string }]
    const [page] = [await log.readAll(Number(position), { limit: 20 })]
    // The checkpoint has moved before this page is written.
    const client = await beside.pool.connect()
    const builder = await ViewsBuilder.open(client, log, 'views')
    await beside.pool.query('update views.checkpoint set position = position + 1')
    const { written } = await builder.begin(page)
    await expect(written).rejects.toThrow('another projector')
    await expect(builder.begin(page)).rejects.toThrow('another projector')
    await builder.rest()
    client.release(true)
    await beside.pool.query('update views.checkpoint set position = position - 1')
    expect(await rowsOf('views')).toEqual(before)

    const idle: EventLog = {
      ...log,
      async *subscribe(_, { signal }): AsyncGenerator<RecordedEvent[]> {
        await beside.pool.query('update views.checkpoint set position = position + 1')
        yield page
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      },
    }
    const follower = await beside.pool.connect()
    await expect(followShard(follower, 0, { log: idle, signal: new AbortController().signal, onPage: () => undefined })).rejects.toThrow(
      'another projector',
    )
    follower.release(true)
  })
})
