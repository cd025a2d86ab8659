import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@nightflow/event-log/event-log'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { type EventType, eventCatalogue } from '@nightflow/schemas/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { passwordOfAll } from '../../support/two-utilities.ts'

const alarms = '/prod-api/report/alarm/processed'
let running: RunningApi
let token: string
beforeAll(async () => {
  running = await startApi('further_pages')
  const payload = { tenant: 'north', username: 'admin', password: passwordOfAll }
  token = (await running.ask('north', { method: 'POST', url: '/api/v1/session', payload })).json().token
})
afterAll(() => running.stop())

const append = async (stream: string, events: readonly (readonly [EventType, object])[]): Promise<void> => {
  const metadata = { tenant: 'north', actor: 'user:admin' }
  const written = events.map(([type, data]) => ({
    ...{ id: randomUUID(), type, schemaVersion: eventCatalogue[type].version },
    ...{ data: eventCatalogue[type].data.parse(data) as JsonObject, metadata },
  }))
  expect((await running.log.append(`north/${stream}`, 'any', written)).status).toBe('appended')
  await waitForViews(running.pool, await running.log.head(), 60_000)
}

const get = async (url: string) => {
  const answer = await running.ask('north', { url, headers: { authorization: `Bearer ${token}` } })
  expect(answer.statusCode, answer.body).toBe(200)
  const { data, ...rest } = answer.json()
  return data ?? rest
}

type Page = { rows: readonly Record<string, unknown>[]; next: string | number | null }

/** Every page from the first on, by the cursor that each answer names. */
const pagesOf = async (url: string, cursor: 'before' | 'after'): Promise<Page['rows'][]> => {
  const pages: Page['rows'][] = []
  let next: Page['next'] = null
  do {
    const answer: Page = await get(next === null ? url : `${url}&${cursor}=${next}`)
    pages.push(answer.rows)
    next = answer.next
  } while (next !== null && pages.length < 20)
  return pages
}

test('valve operations of a meter go on behind a page, also where several have the same instant', async () => {
  const meters = [{ number: 'v1', hasValve: true }]
  expect((await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters } })).statusCode).toBe(200)
  const operations = Array.from({ length: 53 }, (_, nth) => ({
    operationId: randomUUID(),
    requestedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(nth / 3) * 60_000).toISOString(),
  }))
  await append(
    'devices-meter-v1',
    operations.flatMap(({ operationId, requestedAt }) => {
      const about = { number: 'v1', operationId }
      return [
        ['devices.ValveClosingRequested', { ...about, requestedAt, expiresAt: '2026-02-01T00:00:00Z', closingReason: 'manual' }] as const,
        ['devices.ValveOperationFailed', { ...about, reason: 'no-answer', failedAt: '2026-02-01T00:00:00Z' }] as const,
      ]
    }),
  )
  const pages = await pagesOf('/api/v1/meters/v1/valve-operations?limit=20', 'before')
  expect(pages.map(({ length }) => length)).toEqual([20, 20, 13])
  const seen = pages.flat().map(({ operationId }) => operationId)
  expect(new Set(seen)).toEqual(new Set(operations.map(({ operationId }) => operationId)))
  const meter = await get('/api/v1/meters/v1')
  expect(meter.valveOperations.map(({ operationId }: { operationId: string }) => operationId)).toEqual(seen.slice(0, 50))
  const rest = await get(`/api/v1/meters/v1/valve-operations?before=${meter.valveOperationsNext}`)
  expect(rest).toMatchObject({ rows: seen.slice(50).map((operationId) => ({ operationId })), next: null })
  const csv = await running.ask('north', { url: '/api/v1/meters/v1/valve-operations', headers: { accept: 'text/csv' } })
  expect(csv.body.trim().split('\n')).toHaveLength(54)
})

// requirement of Dashboard and alarms: Notice centre with all notices, meter and system, that goes on behind a page | /alarm/notices | GET /prod-api/report/alarm/processed/listNotice
test('the history of an alarm and the bell go on behind a page', async () => {
  const raised = { occurredAt: '2026-01-01T00:00:00Z', raisedAt: '2026-01-01T00:00:00Z', value: null, threshold: null, unit: null }
  for (let nth = 1; nth <= 5; nth += 1)
    await append(`alarms-burst-b${nth}`, [['alarms.AlarmRaised', { eventType: 'burst', subject: `b${nth}`, occurrence: 1, ...raised }]])
  const meant = { eventType: 'burst', subject: 'b1', occurrence: 1, note: 'Looked at', at: '2026-01-02T00:00:00Z' }
  await append(
    'alarms-burst-b1',
    Array.from({ length: 4 }, (_, nth) => [nth % 2 === 0 ? 'alarms.AlarmIgnored' : 'alarms.AlarmReopened', meant] as const),
  )
  const [alarm] = (await get(`${alarms}/list?meterNo=b1`)).rows
  const found = await get(`${alarms}/${alarm.alarmProcessedId}`)
  expect(found).toMatchObject({ historyNext: null, history: [{ step: 'raised' }, {}, {}, {}, {}] })
  const steps = await pagesOf(`${alarms}/${alarm.alarmProcessedId}/history?limit=2`, 'after')
  expect(steps.map(({ length }) => length)).toEqual([2, 2, 1])
  expect(steps.flat()).toEqual(found.history)
  const whole = await get(`${alarms}/listNotice`)
  expect(whole).toMatchObject({ allNext: null, meterNext: null, systemNext: null, meterAlarmCount: 5 })
  const first = await get(`${alarms}/listNotice?limit=3`)
  const second = await get(`${alarms}/listNotice?limit=3&before=${first.meterNext}`)
  expect([...first.meterAlarmList, ...second.meterAlarmList]).toEqual(whole.meterAlarmList)
  expect(second).toMatchObject({ meterNext: null, meterAlarmCount: 5 })
})

test('exports of a person go on behind a page, and one of another person is no cursor', async () => {
  const insert = (id: string, by: string) =>
    running.pool.query(
      `insert into platform.jobs (id, tenant, kind, status, started_by, create_by, path, started_at)
       values ($1, 'north', 'export', 'failed', 'user:' || $2::text, $2::text, '/x', $3)`,
      [...[id, by], new Date(Date.now() - 60_000)],
    )
  const own = Array.from({ length: 5 }, () => randomUUID())
  for (const id of own) await insert(id, 'admin')
  const foreign = randomUUID()
  await insert(foreign, 'analyst')
  const pages = await pagesOf('/api/v1/exports?limit=2', 'before')
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
  expect(new Set(pages.flat().map(({ id }) => id))).toEqual(new Set(own))
  expect((await get(`/api/v1/exports?before=${foreign}`)).rows).toEqual([])
})

test('set-aside events go on behind a page', async () => {
  const poisoned = { number: 'p', name: 'x\u0000', changedAt: '2026-01-01T00:00:00Z' }
  const event = { type: 'devices.MeterDetailsChanged', schemaVersion: eventCatalogue['devices.MeterDetailsChanged'].version }
  const metadata = { tenant: 'north', actor: 'user:admin' }
  const written = Array.from({ length: 5 }, () => ({ id: randomUUID(), ...event, data: { ...poisoned, number: 'v1' }, metadata }))
  await running.log.append('north/devices-meter-v1', 'any', written)
  await waitForViews(running.pool, await running.log.head(), 60_000)
  const pages = await pagesOf('/api/v1/audit/set-aside-events?limit=2', 'after')
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
  expect((await get('/api/v1/audit/set-aside-events')).rows).toEqual(pages.flat())
})
