import type { RecordedEvent } from '@nightflow/event-log/event-log'
import { projections } from '@nightflow/projections/projections'
import type { EntityProjection } from '@nightflow/projections/projector/entity'
import { foldPage, rowNamesOf } from '@nightflow/projections/projector/entity-page'
import { DayChanges, type Projection } from '@nightflow/projections/projector/projection'
import { type Shard, shardOf, wholeShard } from '@nightflow/projections/projector/shard'
import { type EventType, eventCatalogue } from '@nightflow/schemas/events'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chance, chance, oneOf, wholeNumber } from '../../support/data/chance.ts'
import { viewEngines } from '../../support/database/view-engines.ts'
import { openViewsBeside, type ViewsBeside } from '../../support/database/views-beside.ts'
import { byForm } from '../../support/full-form.ts'
import { randomOf } from '../../support/random-of-schema.ts'

const isEntity = (projection: Projection): projection is EntityProjection => 'entity' in projection
const entities = projections.filter(isEntity)
const eventsOfRun = 150
/** So many events begin a row: what else happens to a thing that is not there changes nothing. */
const beginningEvery = 8
/** One row for each of the two tenants: settings, the signals of the one meter that an example has, and the runs of its one day. */
const rowOfTenant = ['billing/collection-settings', 'metering/meter-signals', 'billing/burn-down-runs']
const rowsMin = ({ name }: EntityProjection): number => (rowOfTenant.includes(name) ? 2 : 3)
const seeds = byForm({ full: [1, 2], short: [1] })

let beside: ViewsBeside
/** One connection and empty tables for all: what a test writes is rolled back, which is a third of opening and truncating. */
let client: PoolClient
/** Sequences of numbers that tables give, by table: no rollback turns one back. */
const sequences = new Map<string, string[]>()
beforeAll(async () => {
  beside = await openViewsBeside(viewEngines[0]!)
  await beside.empty('laws')
  client = await beside.pool.connect()
  await client.query('set search_path to laws')
  const { rows } = await client.query<{ table: string; sequence: string }>(
    `select relname::text as table, pg_get_serial_sequence(quote_ident(relname), attname) as sequence
     from pg_attribute join pg_class on pg_class.oid = attrelid where attidentity <> '' and relnamespace = 'laws'::regnamespace and relkind in ('r', 'p')`,
  )
  for (const { table, sequence } of rows) sequences.set(table, [...(sequences.get(table) ?? []), sequence])
})
afterAll(async () => {
  client?.release(true)
  await beside?.drop()
})

const randomEvents = ({ events }: Projection, random: Chance): RecordedEvent[] =>
  Array.from({ length: eventsOfRun }, (_, index) => {
    const type = index % beginningEvery === 0 ? events[0]! : oneOf(random, events)
    const tenant = oneOf(random, ['north', 'south'])
    const { version, data } = eventCatalogue[type as EventType]
    return {
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      type,
      schemaVersion: version,
      data: data.parse(randomOf(data, random)) as RecordedEvent['data'],
      metadata: { tenant, actor: oneOf(random, ['user:anna', 'policy:watch', 'operator:otto']) },
      stream: `${tenant}/law-${index}`,
      version: 1,
      position: index + 1,
      recordedAt: Date.parse('2026-01-01T00:00:00Z') + index,
      hash: new Uint8Array(32),
    }
  })

type Rows = Record<string, object[]>

/** The rows of the tables after these pages, in the order of their columns. A shard's number is not part of what a row says. */
const rowsAfter = async (
  projection: EntityProjection,
  pages: readonly RecordedEvent[][],
  shards: readonly Shard[] = [wholeShard],
): Promise<Rows> => {
  const tables = Object.keys(projection.tables)
  await client.query('begin')
  try {
    for (const sequence of tables.flatMap((table) => sequences.get(table) ?? []))
      await client.query('select setval($1::regclass, 1, false)', [sequence])
    for (const shard of shards) await applyPages(projection, shard, pages)
    const rows: Rows = {}
    for (const table of tables) {
      const stored = await client.query<{ row: object }>(`select to_jsonb(stored) - 'shard' as row from ${table} stored order by 1`)
      rows[table] = stored.rows.map(({ row }) => row)
    }
    return rows
  } finally {
    await client.query('rollback')
  }
}

const applyPages = async (projection: Projection, shard: Shard, pages: readonly RecordedEvent[][]) => {
  const session = { client, log: beside.log, shard, dayChanges: new DayChanges(), settled: async () => undefined }
  const apply = await projection.open(session)
  if (typeof apply !== 'function') throw new Error('an entity folds within its transaction')
  for (const events of pages) await apply({ events, isFolded: false })
}

const inPages = (events: readonly RecordedEvent[], size: number): RecordedEvent[][] =>
  Array.from({ length: Math.ceil(events.length / size) }, (_, index) => events.slice(index * size, (index + 1) * size))

/** Another order in which the log could hold these events: those that concern one row stay in their order, unless theirs is free too. */
const reordered = ({ entity }: EntityProjection, events: readonly RecordedEvent[], random: Chance): RecordedEvent[] => {
  const left = [...events]
  const order: RecordedEvent[] = []
  while (left.length > 0) {
    const blocked = new Set<string>()
    const free = left.filter((event) => {
      const names = rowNamesOf(entity, event)
      const isFree = entity.isCommutative || names.every((name) => !blocked.has(name))
      for (const name of names) blocked.add(name)
      return isFree
    })
    const next = free[wholeNumber(random, 0, free.length - 1)]!
    order.push(next)
    left.splice(left.indexOf(next), 1)
  }
  return order
}

test('there are entities', () => {
  expect(entities.map(({ name }) => name)).toContain('alarms/alarms')
})

describe.each(entities.map((entity) => [entity.name, entity] as const))('the rows of %s', (_, projection) => {
  test.each(seeds)('are the same for pages of any size, in any order of the log, and in any number of shards (seed %i)', async (seed) => {
    const random = chance(seed)
    const events = randomEvents(projection, random)
    const whole = await rowsAfter(projection, [events])
    expect(whole[projection.entity.table]!.length).toBeGreaterThanOrEqual(rowsMin(projection))
    for (const size of [1, 7]) expect(await rowsAfter(projection, inPages(events, size)), `pages of ${size}`).toEqual(whole)
    const shuffled = reordered(projection, events, random)
    expect(await rowsAfter(projection, inPages(shuffled, 20)), 'another order').toEqual(whole)
    if (projection.isSharded)
      expect(
        await rowsAfter(
          projection,
          [events],
          [0, 1, 2].map((index) => shardOf(index, 3)),
        ),
        'three shards',
      ).toEqual(whole)
  })

  test('are what their schema says', async () => {
    const events = randomEvents(projection, chance(9))
    const { changed } = await foldPage(
      projection.entity,
      events,
      () => true,
      async () => [],
    )
    expect(changed.length).toBeGreaterThanOrEqual(rowsMin(projection))
    for (const { tenant: _, ...row } of changed) projection.entity.row.strict().parse(row)
  })

  test('do not depend on whether an earlier row was changed: a case leaves its arguments alone', async () => {
    const freeze = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value
      for (const part of Object.values(Object.freeze(value))) freeze(part)
      return value
    }
    const { cases, keysOf } = projection.entity
    const rows = new Map<string, object>()
    for (const event of randomEvents(projection, chance(11)))
      for (const [index, name] of rowNamesOf(projection.entity, event).entries()) {
        freeze(event.data)
        const after = cases.get(event.type)?.(rows.get(name), event, keysOf(event)[index]!)
        if (after) rows.set(name, freeze(after) as object)
      }
    expect(rows.size).toBeGreaterThanOrEqual(rowsMin(projection))
  })
})
