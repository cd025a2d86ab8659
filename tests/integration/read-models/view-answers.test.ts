import { isDeepStrictEqual } from 'node:util'
import type { EventLog, JsonObject } from '@nightflow/event-log/event-log'
import { ownConnection } from '@nightflow/event-log/postgres/database'
import { migratePlatform } from '@nightflow/platform/migrate-platform'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { migrateViews } from '@nightflow/projections/views/migrate'
import { catchUp } from '@nightflow/projections/views/replay'
import { ViewsBuilder } from '@nightflow/projections/views/views-builder'
import type { EventType } from '@nightflow/schemas/events'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendFact, appendFrame, frameEvent } from '../../support/data/readings.ts'
import { inFrames, readingsOfSomeMeters, shuffled } from '../../support/data/readings-of-some-meters.ts'
import { answersOf } from '../../support/database/answers-of-views.ts'
import { feedChangingCascades } from '../../support/database/sharded-views.ts'
import { compressAll, onEveryEngine, type ViewsDatabase, viewEngines } from '../../support/database/view-engines.ts'

const tenant = 'river'
const asked = {
  meters: ['1', '2', '3', '4', '5', '6', '10000007', 'nobody’s'],
  points: ['root', 'below', 'nowhere'],
  from: '2026-10-18',
  to: '2026-11-01',
}
/** The answer to the tenant itself, and to another one that has nothing. */
const everyAnswer = async (pool: Pool) => ({
  own: await answersOf(pool, { tenant, ...asked }),
  foreign: await answersOf(pool, { tenant: 'other', ...asked }),
})
type Answers = Awaited<ReturnType<typeof everyAnswer>>

/** Alarms, a valve that does not move, and readings that were set aside. */
const tellOfTroubles = async (log: EventLog): Promise<void> => {
  const fact = (stream: string, type: EventType, data: JsonObject) => appendFact(log, tenant, stream, type, data)
  const seen = {
    occurrence: 1,
    occurredAt: '2026-10-25T00:30:00Z',
    raisedAt: '2026-10-25T00:31:00Z',
    value: 7.5,
    threshold: 5,
    unit: 'l/h',
  }
  await fact('alarms-burst-1', 'alarms.AlarmRaised', { subject: '1', eventType: 'burst', ...seen })
  await fact('alarms-tamper-2', 'alarms.AlarmRaised', { subject: '2', eventType: 'tamper', ...seen })
  await fact('alarms-partition-kl-below', 'alarms.AlarmRaised', { subject: 'below', eventType: 'partition-kl', ...seen })
  const operation = { number: '1', operationId: '0198c0de-0000-7000-8000-000000000001' }
  const times = { requestedAt: '2026-10-31T08:00:00Z', expiresAt: '2026-10-31T08:15:00Z' }
  await fact('devices-valve-1', 'devices.ValveClosingRequested', { ...operation, ...times, closingReason: 'manual', reason: 'leak' })
  await fact('devices-valve-1', 'devices.ValveOperationFailed', { ...operation, failedAt: '2026-10-31T08:02:00Z', reason: 'motor blocked' })
  const frame = frameEvent(tenant, 'south', [{ meter: '1', at: Date.parse('2026-10-20T00:10:00Z'), pressureKilopascal: 310 }])
  const rejected = [{ index: 1, reason: 'at-in-future', field: 'at', value: '2999-01-01T00:00:00Z' }]
  await log.append(`${tenant}/metering-gateway-south`, 'any', [{ ...frame, data: { ...frame.data, rejected } }])
}

/** Half hours after every seventh reading of a register. */
const lateReadings = readingsOfSomeMeters()
  .filter((reading, place) => reading.registerMillilitres !== undefined && place % 7 === 0)
  .map(({ meter, at, registerMillilitres }) => ({ meter, at: at + 1_800_000, registerMillilitres: registerMillilitres! + 900 }))

const [plain, ...others] = viewEngines

/** One log for all of them, and what plain PostgreSQL answers before and after late readings. */
let source: ViewsDatabase
let atFirst: { head: number; answers: Answers }
let atLast: { head: number; answers: Answers }

const prepare = async ({ pool }: ViewsDatabase): Promise<void> => {
  await migratePlatform(pool)
  for (const code of [tenant, 'other']) await createTenant(pool, { code, name: code, timeZone: 'Europe/Rome' })
}

const buildTo = async ({ pool }: ViewsDatabase, head: number): Promise<void> => {
  const client = await ownConnection(pool)
  try {
    await catchUp(await ViewsBuilder.open(client, source.log, 'views'), source.log, head)
  } finally {
    client.release(true)
  }
}

beforeAll(async () => {
  source = await plain!.open()
  await prepare(source)
  const answered = async () => {
    const head = await source.log.head()
    await buildTo(source, head)
    return { head, answers: await everyAnswer(source.pool) }
  }
  await feedChangingCascades(source.log, 29)
  await tellOfTroubles(source.log)
  atFirst = await answered()
  for (const frame of inFrames(shuffled(lateReadings, 31), 50)) await appendFrame(source.log, tenant, 'south', frame)
  atLast = await answered()
})
afterAll(() => source?.drop())

/** Nothing, or no row. */
const isBare = (answer: unknown): boolean =>
  answer === undefined ||
  answer === null ||
  (Array.isArray(answer) && answer.length === 0) ||
  (typeof answer === 'object' && 'rows' in answer && isBare(answer.rows))
/** Queries of missing rows, of meters of no point, and of days without an end yet. */
const hasNoAnswer = /nobody’s|nowhere|^points of meter (1|5|10000007)$|^newest day/
/** Answers without data: zeros, days without use, what concerns all tenants. */
const isAlwaysAnswered = /^(use day by day|meters in service|alarms by state.*|the bell|what .*)$/

test('plain PostgreSQL answers every question about what is there, nothing of it to another tenant, and otherwise after late readings', () => {
  const { own, foreign } = atLast.answers
  for (const [question, answer] of own)
    expect({ question, isBare: isBare(answer) }).toEqual({ question, isBare: hasNoAnswer.test(question) })
  for (const [question, answer] of foreign)
    expect({ question, isBare: isBare(answer) }).toEqual({ question, isBare: !isAlwaysAnswered.test(question) })
  const changed = [...own].filter(([question, answer]) => !isDeepStrictEqual(answer, atFirst.answers.own.get(question)))
  expect(changed.map(([question]) => question)).toEqual(
    expect.arrayContaining([
      'volumes of meter 1 by hour',
      'readings of meter 2',
      'flow of point below by day',
      'night flow of point below',
    ]),
  )
})

onEveryEngine(
  'answers from views',
  (engine) => {
    let views: ViewsDatabase
    beforeAll(async () => {
      views = await engine.open()
      await prepare(views)
    })
    afterAll(() => views?.drop())

    const compress = async () => {
      const { compressed } = await compressAll(views.pool)
      if (engine.storage === 'columnstore') expect(compressed).toBeGreaterThan(0)
    }

    test('come from tables of the kind that the engine allows, and it says what it lacks', async () => {
      const { storage, missing } = await migrateViews(views.pool)
      expect(storage).toBe(engine.storage)
      if (storage === 'hypertables') expect(missing).toMatch(/Apache-licensed part alone, which has no columnstore/)
      else expect(missing).toBeUndefined()
    })

    test('are those of plain PostgreSQL to every question, before chunks are compressed and afterwards', async () => {
      await buildTo(views, atFirst.head)
      expect(await everyAnswer(views.pool)).toEqual(atFirst.answers)
      await compress()
      expect(await everyAnswer(views.pool)).toEqual(atFirst.answers)
    })

    test('are those of plain PostgreSQL after readings came late into compressed chunks, and once these are compressed again', async () => {
      await buildTo(views, atLast.head)
      expect(await everyAnswer(views.pool)).toEqual(atLast.answers)
      await compress()
      expect(await everyAnswer(views.pool)).toEqual(atLast.answers)
    })
  },
  { engines: others, withVariants: true },
)
