import type { JsonObject, RecordedEvent } from '@nightflow/event-log/event-log'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { nightFlowAsOf } from '@nightflow/projections/joined/night-flow-as-of'
import { NetworkFigures } from '@nightflow/projections/leakage/network-figures'
import { nightFlowByPartition } from '@nightflow/projections/leakage/night-flow'
import { ViewsBuilder } from '@nightflow/projections/views/views-builder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CrashingReader } from '../../support/any-delivery/crashing-reader.ts'
import { networkDifferences } from '../../support/any-delivery/network-differences.ts'
import { randomDelivery, type Step } from '../../support/any-delivery/random-delivery.ts'
import { differencesOf, linesOfLog, linesOfViews } from '../../support/any-delivery/rows-as-lines.ts'
import { type Chance, chance, oneOf, wholeNumber } from '../../support/data/chance.ts'
import { appendFact, appendFrame } from '../../support/data/readings.ts'
import { type WayToLose, waysToLose } from '../../support/database/cut-connection.ts'
import { compressAll, type ViewEngine, whateverTheStorage } from '../../support/database/view-engines.ts'
import { openViewsBeside, type ViewsBeside } from '../../support/database/views-beside.ts'
import { byForm } from '../../support/full-form.ts'

/** Every run is a utility of its own; `NIGHTFLOW_DELIVERY_RUNS=1000` for more of them. */
const runs = Number(process.env.NIGHTFLOW_DELIVERY_RUNS ?? byForm({ full: 100, short: 15 }))
/** The same utilities in every run, so that who changes nothing here sees nothing change; others with `NIGHTFLOW_DELIVERY_SEED`. */
const firstSeed = Number(process.env.NIGHTFLOW_DELIVERY_SEED ?? 20_261_122)
/** In each of two parts. */
const crashesMax = 6
/** The live ones, which queries ask. */
const schema = 'views'
const millisecondsPerRun = 5_000

/** So many runs, and so many utilities that share a log, its pages and the read models. */
type Amount = { runs: number; togetherMax: number; waysToLose: readonly WayToLose[] }
const onServer: Amount = { runs, togetherMax: 10, waysToLose }
/** No other session can end a connection there, and an engine in WebAssembly is slow. */
const onOneSession: Amount = { runs: Math.ceil(runs / 10), togetherMax: 2, waysToLose: ['unanswered', 'answered'] }
const amountOf = ({ hasOneSession }: ViewEngine): Amount => (hasOneSession ? onOneSession : onServer)

let engine: ViewEngine
let beside: ViewsBeside
let sums: { runs: number; events: number; pages: number; crashes: number; compressed: number; lines: number }

/** Each of them in its order, and all of them mixed. The log takes appends in the order of their calls. */
const appendInTurn = async (random: Chance, deliveries: readonly Step[][]): Promise<void> => {
  const waiting = deliveries.map((steps) => steps.values())
  const appended: Promise<unknown>[] = []
  while (waiting.length > 0) {
    const next = oneOf(random, waiting)
    const { value: step, done } = next.next()
    if (done) waiting.splice(waiting.indexOf(next), 1)
    else appended.push(step(beside.log))
  }
  await Promise.all(appended)
}

/** Events between two positions, by tenant. */
const eventsOf = async (after: number, until: number): Promise<Map<string, RecordedEvent[]>> => {
  const events: RecordedEvent[] = []
  for (;;) {
    const page = await beside.log.readAll(events.at(-1)?.position ?? after, { untilPosition: until })
    if (page.length === 0) return Map.groupBy(events, ({ metadata }) => metadata.tenant)
    events.push(...page)
  }
}

const readTo = async (random: Chance, head: number, shards: number): Promise<void> => {
  const habits = {
    pageMax: oneOf(random, [16, 60, 200]),
    crashesMax: Math.ceil(crashesMax / shards),
    waysToLose: amountOf(engine).waysToLose,
  }
  const readers = Array.from({ length: shards }, (_, shard) => new CrashingReader(random, habits, { ...beside, schema, shard }))
  try {
    const reading = [...readers]
    while (reading.length > 0) {
      const reader = oneOf(random, reading)
      if (!(await reader.step(head))) reading.splice(reading.indexOf(reader), 1)
    }
  } finally {
    for (const reader of readers) await reader.close()
  }
  for (const { pages, crashes } of readers) {
    sums.pages += pages
    sums.crashes += crashes
  }
}

/** Figures as of now are folded per query, and must equal the read models. */
const nightFlowDifferences = async (tenant: string, asOf: number): Promise<string[]> => {
  const { pool, log } = beside
  const { rows } = await pool.query<{ id: string; from: string; to: string }>(
    `select id, min(day)::text as from, max(day)::text as to
     from views.partitions points join views.partition_days on key = partition_key where points.tenant = $1 group by id`,
    [tenant],
  )
  const differences: string[] = []
  for (const range of rows) {
    const live = await withTenant(pool, tenant, (database) => nightFlowByPartition(database, range))
    const believed = await nightFlowAsOf({ log, tenant }, { ...range, asOf })
    if (JSON.stringify(live) !== JSON.stringify(believed))
      differences.push(`night flow of ${range.id}\n  views: ${JSON.stringify(live)}\n  as of: ${JSON.stringify(believed)}`)
  }
  return differences
}

/** Answers what differs, tenant by tenant. */
const deliver = async (seed: number, together: number): Promise<string[]> => {
  const random = chance(seed)
  const { pool, log } = beside
  const before = await log.head()
  const tenants = Array.from({ length: together }, (_, place) => `utility-${seed}-${place}`)
  const networks = tenants.map((tenant) => ({ tenant, network: new NetworkFigures() }))
  const differences: string[] = []
  const deliveries = tenants.map((tenant) => randomDelivery(random, tenant))
  const shards = wholeNumber(random, 1, 3)
  await beside.empty(schema, shards)
  // Earlier notifications do not concern these read models.
  await pool.query(`update ${schema}.checkpoint set position = $1`, [before])
  for (const part of ['most', 'rest'] as const) {
    await appendInTurn(
      random,
      deliveries.map((delivery) => delivery[part]),
    )
    await readTo(random, await log.head(), shards)
    for (const { tenant, network } of networks) differences.push(...(await networkDifferences(pool, tenant, network)))
    // Later events for days that were read long ago go into compressed chunks, where there are any.
    if (part === 'most' && engine.storage === 'columnstore') sums.compressed += (await compressAll(pool)).compressed
  }
  const head = await log.head()
  const [views, events] = [await linesOfViews(pool, schema), await eventsOf(before, head)]
  sums.runs += together
  sums.events += head - before
  for (const tenant of tenants) {
    const lines = linesOfLog(events.get(tenant)!)
    sums.lines += lines.size
    const found = [...differencesOf(views.get(tenant) ?? new Map(), lines), ...(await nightFlowDifferences(tenant, head))]
    differences.push(...found.map((difference) => `${tenant}: ${difference}`))
  }
  return differences
}

whateverTheStorage('deliveries to the read models', (one) => {
  beforeAll(async () => {
    engine = one
    sums = { runs: 0, events: 0, pages: 0, crashes: 0, compressed: 0, lines: 0 }
    beside = await openViewsBeside(engine)
  })
  afterAll(() => beside?.drop())
  const { runs: runsHere, togetherMax } = amountOf(one)
  const losses = one.hasOneSession ? 'those losses of the connection that one session allows' : 'losses of the connection'

  test(
    `views are what follows from the log, however readings and changes came and were read, in ${runsHere} runs with ${losses}`,
    async () => {
      for (let seed = firstSeed; sums.runs < runsHere; seed++) {
        const together = Math.min(togetherMax, runsHere - sums.runs)
        const again = `again with NIGHTFLOW_DELIVERY_SEED=${seed} NIGHTFLOW_DELIVERY_RUNS=${(together * runs) / runsHere}`
        const differences = await deliver(seed, together).catch((error) => {
          throw new Error(again, { cause: error })
        })
        expect(differences, again).toEqual([])
      }
      const { events, pages, crashes, compressed, lines } = sums
      console.info(
        `${one.name}: ${sums.runs} runs, ${events} events, read in ${pages} pages with ${crashes} crashes, ${compressed} chunks compressed meanwhile, ${lines} rows, differences 0 (seed ${firstSeed})`,
      )
      expect(crashes).toBeGreaterThanOrEqual(runsHere / 10)
      if (one.storage === 'columnstore') expect(compressed).toBeGreaterThan(0)
    },
    20_000 + runs * millisecondsPerRun,
  )

  test('a replacement recorded when its successor has counted for days does not hide those days from later events', async () => {
    const { log, pool } = beside
    const fact = (number: string, type: 'devices.MeterRegistered' | 'devices.MeterReplaced', data: JsonObject) =>
      appendFact(log, 'river', `devices-meter-${number}`, type, { number, ...data })
    const registered = { timeZone: 'UTC', hasValve: false, registeredAt: '2026-01-01T00:00:00Z' }
    /** Litres at noon and at six. */
    const said = (date: string, litres: number) =>
      appendFrame(log, 'river', 'north', [
        { meter: 'new', at: Date.parse(`${date}T12:00:00Z`), registerMillilitres: litres * 1000 },
        { meter: 'new', at: Date.parse(`${date}T18:00:00Z`), registerMillilitres: litres * 1000 + 500 },
      ])
    await fact('old', 'devices.MeterRegistered', registered)
    await fact('new', 'devices.MeterRegistered', registered)
    for (let day = 1; day <= 8; day++) await said(`2026-06-0${day}`, day * 10)
    await beside.build(schema, async (builder, client) => {
      await builder.apply(await log.readAll(0, { tenant: 'river' }))
      // The projector restarts, and then gets events of meters that have not reported since.
      const restarted = await ViewsBuilder.open(client, log, schema)
      await fact('old', 'devices.MeterReplaced', {
        replacedBy: 'new',
        replacedAt: '2026-06-05T08:00:00Z',
        finalLitres: 900,
        initialLitres: 0,
      })
      await restarted.apply(await log.readAll(restarted.position, { tenant: 'river' }))
      for (const [date, litres] of [
        ['2026-06-03', 31],
        ['2026-06-09', 90],
      ] as const) {
        await said(date, litres)
        await restarted.apply(await log.readAll(restarted.position, { tenant: 'river' }))
      }
    })
    expect(differencesOf((await linesOfViews(pool, schema)).get('river')!, linesOfLog(await log.readAll(0, { tenant: 'river' })))).toEqual(
      [],
    )
  })
})
