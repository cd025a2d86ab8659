import { randomBytes, randomUUID } from 'node:crypto'
import type { JsonObject } from '@nightflow/event-log/event-log'
import { conditionsInReadModels } from '@nightflow/policies/alarms/conditions-in-read-models'
import { flaggedReadings } from '@nightflow/policies/alarms/flagged-readings'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { type SetAsideEvent, scanSetAside } from '@nightflow/projections/projector/set-aside-events'
import { replayViews, verifyViews } from '@nightflow/projections/views/replay'
import { ViewsBuilder } from '@nightflow/projections/views/views-builder'
import { type EventType, eventCatalogue } from '@nightflow/schemas/events'
import type { Role } from '@nightflow/schemas/shared/permissions'
import { personIdField } from '@nightflow/schemas/shared/personal'
import { registerHealth } from '@nightflow/server/health'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { exampleOf } from '../../support/data/example-of-schema.ts'
import { waitUntil } from '../../support/process/server-process.ts'
import { runPolicies } from '../../support/running-policies.ts'

const types = Object.keys(eventCatalogue) as EventType[]
let running: RunningApi
beforeAll(async () => {
  running = await startApi('set_aside')
  for (const tenant of ['north', 'south']) await register(tenant, ['1', '2'])
  await running.report('north', '1', '2026-01-01T00:00:00Z', [10, 20, 30])
})
afterAll(() => running.stop())

const register = async (tenant: string, numbers: readonly string[]) => {
  const meters = numbers.map((number) => ({ number, installedAt: '2025-01-01T00:00:00Z' }))
  const answer = await running.ask(tenant, { method: 'POST', url: '/api/v1/meters', payload: { meters } })
  expect(answer.statusCode, answer.body).toBe(200)
}

/** Writes an event behind the schema, as a defect of an earlier version would have. */
const append = async (stream: string, type: EventType, data: unknown, packed?: Uint8Array): Promise<number> => {
  const metadata = { tenant: stream.slice(0, stream.indexOf('/')), actor: 'user:test' }
  const event = { id: randomUUID(), type, schemaVersion: eventCatalogue[type].version, data: data as JsonObject, metadata }
  const appended = await running.log.append(stream, 'any', [{ ...event, ...(packed && { packed }) }])
  if (appended.status === 'conflict') throw new Error('the log did not take the event')
  return appended.position
}

/** Every text of an example with a NUL in it, which no column and no JSON of the database holds. The log takes personal values with their person alone. */
const withNul = (value: unknown): unknown => {
  if (typeof value === 'string') return `${value}\u0000`
  if (Array.isArray(value)) return value.map(withNul)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, name === personIdField ? part : withNul(part)]))
  return value
}

/** All of them: the types of events are more than a page. */
const everySetAside = async (): Promise<SetAsideEvent[]> => {
  const found: SetAsideEvent[] = []
  for await (const event of scanSetAside(running.pool)) found.push(event)
  return found
}
const setAside = async () => (await everySetAside()).map(({ position, projection }) => ({ position, failed: projection !== null }))
const caughtUp = async () => expect(await waitForViews(running.pool, await running.log.head(), 60_000)).toBe(true)

const readiness = async () => {
  const app = fastify()
  registerHealth(app, { pool: running.pool, log: running.log, roles: ['projector'], demo: () => 'none' })
  const answer = await app.inject({ url: '/health/ready' })
  await app.close()
  return { code: answer.statusCode, ...answer.json() }
}

test('an event of any type that cannot be projected is set aside, and other tenants’ read models go on', async () => {
  const poison: number[] = []
  for (const type of types) {
    const data = withNul(exampleOf(eventCatalogue[type].data)) as object
    // A correction concerns a meter that there is, or nothing; its texts are projected nowhere.
    const immense = { number: '1', at: '2026-01-01T01:00:00Z', litres: 1e18 }
    // Terms of an agent have no text that is kept.
    const immenseTerms = { commissionBasisPoints: 1e12 }
    const named = { ...data, ...(type === 'metering.ReadingCorrected' && immense), ...(type === 'agents.AgentTermsSet' && immenseTerms) }
    poison.push(await append(`north/poison-${type.replace('.', '-')}`, type, named))
  }
  const replacement = { number: '1', replacedBy: '2', replacedAt: '2026-01-01T02:00:00Z', finalLitres: 1e18, initialLitres: 3e15 }
  // A jump that no meter makes is flagged, and its day is unknown: such an event is projected.
  await append('north/immense-number', 'devices.MeterReplaced', replacement)
  await running.report('south', '1', '2026-01-01T00:00:00Z', [1, 2, 3])
  await running.report('north', '1', '2026-01-01T03:00:00Z', [40, 50])
  await caughtUp()
  expect(await setAside()).toEqual(poison.map((position) => ({ position, failed: true })))
  for (const [tenant, readings] of [
    ['south', 3],
    ['north', 5],
  ] as const) {
    const answer = await running.ask(tenant, { url: '/api/v1/meters/1/readings?from=2026-01-01&to=2026-01-02' })
    expect(answer.json().rows).toHaveLength(readings)
  }
})

test('time travel leaves the events out that are set aside, answers what the read models answer, and says how many are missing', async () => {
  const hill = '/api/v1/partitions/hill'
  for (const [url, payload] of [
    ['/api/v1/partitions', { partitionId: 'hill', name: 'Hill' }],
    [`${hill}/summary-meters`, { number: '1' }],
  ] as const)
    expect((await running.ask('north', { method: 'POST', url, payload })).statusCode).toBe(200)
  await caughtUp()
  const head = await running.log.head()
  const get = async (tenant: string, url: string) => {
    const answer = await running.ask(tenant, { url })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  const days = `${hill}/night-flow?from=2026-01-01&to=2026-01-02`
  const { leftOutEvents, ...then } = await get('north', `${days}&asOf=${head}`)
  expect(then).toEqual(await get('north', days))
  expect(then.rows[0].supplyCompleteness).toBeGreaterThan(0)
  expect(leftOutEvents).toBeGreaterThan(5)
  const list = await get('north', `/api/v1/partitions?asOf=${head}`)
  expect(list.rows.map(({ id }: { id: string }) => id)).toEqual(['hill'])
  expect(list.leftOutEvents).toBeGreaterThan(5)
  const south = { partitionId: 'plain', name: 'Plain' }
  expect((await running.ask('south', { method: 'POST', url: '/api/v1/partitions', payload: south })).statusCode).toBe(200)
  expect(await get('south', `/api/v1/partitions?asOf=${await running.log.head()}`)).not.toHaveProperty('leftOutEvents')
})

test('replay and verify end, find the read models equal to the log, and set the same events aside', async () => {
  const before = await setAside()
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
  // The answer names the first page of them.
  const { setAside: named } = await replayViews({ pool: running.pool, log: running.log })
  expect(named.map(({ position }) => position)).toEqual(before.slice(0, 200).map(({ position }) => position))
  expect(await setAside()).toEqual(before)
  expect((await everySetAside())[0]).toMatchObject({ attempts: 2, tenant: 'north' })
  await caughtUp()
})

const retry = (payload: object, role: Role = 'admin') =>
  running.ask('north', {
    method: 'POST',
    url: '/api/v1/audit/set-aside-events/retry',
    payload,
    headers: { authorization: `Bearer ${running.tokenOf('north', role)}` },
  })

const ended = async (id: string) => {
  const statusOf = async () => (await running.ask('north', { url: `/api/v1/audit/jobs/${id}` })).json().status
  expect(await waitUntil(async () => !['waiting', 'running'].includes(await statusOf()))).toBe(true)
  expect(await statusOf()).toBe('succeeded')
}

test('an auditor sees the events of their own tenant with reasons, and only who may run replays may retry', async () => {
  const listed = async (tenant: string) => (await running.ask(tenant, { url: '/api/v1/audit/set-aside-events?limit=200' })).json()
  const { rows, total } = await listed('north')
  expect(total).toBe(types.length)
  const corrected = rows.find(({ type }: { type: string }) => type === 'metering.ReadingCorrected')
  expect(corrected).toMatchObject({ projection: 'devices/meters', code: '22021', attempts: 2 })
  expect(rows.find(({ type }: { type: string }) => type === 'leakage.PartitionCreated').reason).not.toBe('')
  expect(await listed('south')).toEqual({ rows: [], total: 0, next: null })
  expect((await retry({ reason: 'again' }, 'analyst')).statusCode).toBe(403)
  expect((await retry({ reason: ' ' })).statusCode).toBe(400)
  const job = await retry({ reason: 'a new version is installed' })
  await ended(job.json().id)
  const logged = await running.pool.query<{ after: { reason: string } }>(
    `select after from platform.operation_log where operation like '%set-aside-events/retry' and outcome = 'accepted'`,
  )
  expect(logged.rows.map(({ after }) => after.reason)).toEqual(['a new version is installed'])
  expect((await listed('north')).rows[0].attempts).toBe(3)
})

test('a service that has set events aside is degraded, and still takes requests', async () => {
  expect(await readiness()).toMatchObject({ code: 200, status: 'degraded', setAside: { failed: types.length, waiting: 0 } })
})

test('a later event of the stream waits, and both are projected by a replay after the cause is mended', async () => {
  await running.pool.query(`alter table views.partitions add constraint mended_later check (name <> 'North zone')`)
  const create = (partitionId: string, name: string) =>
    running.ask('north', { method: 'POST', url: '/api/v1/partitions', payload: { partitionId, name } })
  expect((await create('zone', 'North zone')).statusCode).toBe(200)
  await caughtUp()
  const { stream } = (await everySetAside()).at(-1)!
  await append(stream, 'leakage.ThresholdsSet', { partitionId: 'zone', klRatio: 2 })
  expect((await create('other', 'Another cascade')).statusCode).toBe(200)
  await caughtUp()
  const added = (await everySetAside()).slice(types.length)
  expect(added).toMatchObject([
    { projection: 'leakage/partitions', code: '23514', type: 'leakage.PartitionCreated' },
    { projection: null, code: 'behind', type: 'leakage.ThresholdsSet' },
  ])
  const idsOf = async () => (await running.ask('north', { url: '/api/v1/partitions' })).json().rows.map(({ id }: { id: string }) => id)
  expect(await idsOf()).toEqual(['hill', 'other'])
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual(
    expect.arrayContaining([expect.stringContaining('is set aside in the live read models and can be projected')]),
  )
  const job = await retry({ reason: 'the constraint is gone' })
  expect(job.statusCode, job.body).toBe(200)
  await ended(job.json().id)
  expect((await idsOf()).sort()).toEqual(['hill', 'other', 'zone'])
  expect(await setAside()).toHaveLength(types.length)
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
})

test('policies set aside what they cannot react to, and raise an alarm for a stream with an event that is set aside', async () => {
  const at = new Date().toISOString()
  const frame = exampleOf(eventCatalogue['metering.ReadingsReported'].data) as object
  const data = { ...frame, flags: ['burst'], firstAt: at, lastAt: at }
  const position = await append('north/metering-gateway-broken', 'metering.ReadingsReported', data, Uint8Array.of(1, 2, 3))
  await caughtUp()
  const policies = runPolicies(running, [flaggedReadings(200), conditionsInReadModels(200)])
  const alarms = async () =>
    (await running.pool.query(`select tenant, subject from views.alarms where event_type = 'event-set-aside'`)).rows as {
      tenant: string
      subject: string
    }[]
  const isRaised = async () => (await alarms()).some(({ subject }) => subject === 'metering-gateway-broken')
  expect(await waitUntil(async () => policies.deadLetters.length > 0 && (await isRaised()))).toBe(true)
  const url = '/api/v1/audit/dead-letters'
  const listed = async (tenant: string) => (await running.ask(tenant, { url })).json()
  const { rows, total } = await listed('north')
  expect({ rows, total }).toMatchObject({ total: 1, rows: [{ kind: 'event', position, type: 'metering.ReadingsReported', attempts: 1 }] })
  expect(await listed('south')).toEqual({ rows: [], total: 0 })
  const { policy, kind, occasion } = rows[0]
  const again = async (tenant: string, role: Role) =>
    (
      await running.ask(tenant, {
        method: 'POST',
        url: `${url}/retry`,
        payload: { policy, kind, occasion, reason: 'a new version is installed' },
        headers: { authorization: `Bearer ${running.tokenOf(tenant, role)}` },
      })
    ).statusCode
  expect([await again('south', 'admin'), await again('north', 'analyst'), await again('north', 'admin')]).toEqual([404, 403, 200])
  await expect.poll(async () => (await listed('north')).rows[0].attempts).toBe(2)
  await policies.stop()
  expect(policies.deadLetters[0]).toMatchObject({ policy: 'alarms/flagged-readings', kind: 'event', tenant: 'north', position })
  expect(new Set((await alarms()).map(({ tenant }) => tenant))).toEqual(new Set(['north']))
})

const retryOne = (position: number, payload: object = { reason: 'the constraint is gone' }, as: { tenant?: string; role?: Role } = {}) =>
  running.ask(as.tenant ?? 'north', {
    method: 'POST',
    url: `/api/v1/audit/set-aside-events/${position}/retry`,
    payload,
    headers: { authorization: `Bearer ${running.tokenOf(as.tenant ?? 'north', as.role ?? 'admin')}` },
  })
const jobOf = async (id: string) => {
  const job = async () => (await running.ask('north', { url: `/api/v1/audit/jobs/${id}` })).json()
  expect(await waitUntil(async () => (await job()).endedAt !== null)).toBe(true)
  return job()
}

test('one event is tried again alone, with those that wait behind it, and the read models are what a replay gives', async () => {
  const asideBefore = (await setAside()).length
  const ask = async (method: 'POST' | 'PUT', url: string, payload: object) => {
    const answer = await running.ask('north', { method, url, payload })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  await running.pool.query(`alter table views.partitions add constraint mended_later check (name <> 'Late zone')`)
  await running.pool.query(`alter table views.meters add constraint mended_later_too check (number <> 'late')`)
  await ask('POST', '/api/v1/partitions', { partitionId: 'late-zone', name: 'Late zone' })
  await register('north', ['late'])
  await caughtUp()
  // Events that come meanwhile are projected without them: readings of the meter, and other streams.
  await running.report('north', 'late', '2026-01-03T00:00:00Z', [1, 2, 4])
  await ask('POST', '/api/v1/partitions', { partitionId: 'meanwhile', name: 'Meanwhile' })
  await caughtUp()
  const added = (await everySetAside()).slice(-2)
  expect(added.map(({ type }) => type)).toEqual(['leakage.PartitionCreated', 'devices.MeterRegistered'])
  const [zone, meter] = added.map(({ position }) => position) as [number, number]
  await append(added[0]!.stream, 'leakage.ThresholdsSet', { partitionId: 'late-zone', klRatio: 2 })
  await caughtUp()

  expect((await retryOne(zone, { reason: 'again' }, { role: 'analyst' })).statusCode).toBe(403)
  expect((await retryOne(zone, { reason: ' ' })).statusCode).toBe(400)
  expect((await retryOne(zone, undefined, { tenant: 'south' })).statusCode).toBe(404)
  expect((await retryOne(1)).statusCode).toBe(404)
  const attempts = async () => (await everySetAside()).find(({ position }) => position === zone)?.attempts
  const failed = await jobOf((await retryOne(zone)).json().id)
  expect(failed).toMatchObject({ kind: 'retry', status: 'failed', position: zone, findings: [expect.stringContaining('mended_later')] })
  expect(await attempts()).toBe(2)
  expect(await setAside()).toHaveLength(asideBefore + 3)

  await running.pool.query('alter table views.partitions drop constraint mended_later')
  await running.pool.query('alter table views.meters drop constraint mended_later_too')
  const done = await jobOf((await retryOne(zone)).json().id)
  expect(done).toMatchObject({
    status: 'succeeded',
    findings: [expect.stringContaining('is projected'), expect.stringContaining('is projected')],
  })
  expect((await jobOf((await retryOne(meter)).json().id)).status).toBe('succeeded')
  expect(await setAside()).toHaveLength(asideBefore)
  const { rows } = (await running.ask('north', { url: '/api/v1/partitions' })).json()
  expect(rows.find(({ id }: { id: string }) => id === 'late-zone')).toMatchObject({ name: 'Late zone', thresholds: { klRatio: 2 } })
  // The projectors go on from what the retry has written.
  await ask('POST', '/api/v1/partitions/late-zone/summary-meters', { number: 'late' })
  await running.report('north', 'late', '2026-01-03T03:00:00Z', [8, 16])
  await caughtUp()
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
  const logged = await running.pool.query<{ after: { reason: string; position: number } }>(
    `select after from platform.operation_log where operation like '%set-aside-events/:position/retry' and outcome = 'accepted'`,
  )
  expect(logged.rows.map(({ after }) => [after.position, after.reason])).toContainEqual([meter, 'the constraint is gone'])
})

test('a text that no index can hold is set aside by a rebuild too, though it makes its indexes last', async () => {
  const meter = { number: '77', timeZone: 'Asia/Shanghai', hasValve: false, registeredAt: '2026-01-01T00:00:00Z' }
  const address = randomBytes(10_000).toString('hex')
  const position = await append('north/devices-meter-77', 'devices.MeterRegistered', { ...meter, address })
  await caughtUp()
  const before = await setAside()
  expect(before).toContainEqual({ position, failed: true })
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
  await replayViews({ pool: running.pool, log: running.log })
  expect(await setAside()).toEqual(before)
})

test('events that only change rows are set aside without reading the read models anew for each', async () => {
  const opened = vi.spyOn(ViewsBuilder, 'open')
  const data = { ...(withNul(exampleOf(eventCatalogue['alarms.AlarmRuleAdded'].data)) as object) }
  const appending = Array.from({ length: 40 }, (_, nth) => append(`south/many-${nth}`, 'alarms.AlarmRuleAdded', data))
  const poison = await Promise.all(appending)
  await caughtUp()
  expect(opened.mock.calls.length).toBeLessThan(10)
  opened.mockRestore()
  const positions = (await setAside()).map(({ position }) => position)
  expect(positions).toEqual(expect.arrayContaining(poison))
})
