import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
beforeAll(async () => {
  running = await startApi('api_commands')
})
afterAll(() => running.stop())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const send = async (method: Method, url: string, payload?: object) => {
  const answer = await running.ask('north', { method, url: `/api/v1${url}`, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}
const see = async (url: string) => (await running.ask('north', { url: `/api/v1${url}` })).json()
const refusedAs = (code: string, status: number) => ({ status, body: expect.objectContaining({ code }) })
const operations = async () => (await running.pool.query('select * from platform.operation_log order by id')).rows

describe('meters', () => {
  test('registered meters are visible at once, and each is decided on its own', async () => {
    const meters = Array.from({ length: 100 }, (_, index) => ({ number: `r${index}` }))
    const { status, body, headers } = await send('POST', '/meters', { meters })
    expect([status, body.registered, body.refused]).toEqual([200, 100, []])
    expect(headers['nightflow-views']).toBe('current')
    expect((await see('/meters?search=r&limit=1')).total).toBe(100)
    const again = await send('POST', '/meters', { meters: [{ number: 'r1' }, { number: 'r2', name: 'renamed' }, { number: 'r100' }] })
    expect(again.body).toMatchObject({ registered: 1, refused: [{ number: 'r2', code: 'meter-already-registered' }] })
  })

  test('readings that came before are claimed', async () => {
    await running.report('north', 'early', '2024-06-01T00:00:00Z', [10, 20])
    expect((await see('/unclaimed-meters')).rows.map(({ number }: { number: string }) => number)).toContain('early')
    await send('POST', '/meters', { meters: [{ number: 'early' }] })
    expect((await see('/meters/early/readings?from=2024-06-01&to=2024-06-01')).rows).toHaveLength(2)
  })

  test('a meter is replaced by one that is registered', async () => {
    await send('POST', '/meters', { meters: [{ number: 'old' }] })
    const replacement = { replacedBy: 'new', replacedAt: new Date().toISOString(), finalLitres: 1000, initialLitres: 0 }
    expect(await send('POST', '/meters/old/replacement', replacement)).toMatchObject(refusedAs('meter-not-registered', 404))
    await send('POST', '/meters', { meters: [{ number: 'new' }] })
    expect((await send('POST', '/meters/old/replacement', { ...replacement, replacedAt: new Date().toISOString() })).status).toBe(200)
    expect(await see('/meters/old')).toMatchObject({ replacedBy: 'new' })
    expect(await see('/meters/new')).toMatchObject({ replaces: 'old' })
  })
})

describe('valves', () => {
  const operationId = '7a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01'
  const valve = (number: string, id = operationId) =>
    send('POST', `/meters/${number}/valve`, { operationId: id, position: 'closed', reason: 'unpaid' })

  test('a meter without a valve has none to close', async () => {
    await send('POST', '/meters', { meters: [{ number: 'dry' }, { number: 'tap', hasValve: true }] })
    expect(await valve('dry')).toMatchObject(refusedAs('meter-without-valve', 409))
    expect(await valve('unheard-of')).toMatchObject(refusedAs('meter-not-registered', 404))
  })

  test('asking twice is asking once, and a second operation waits for the first', async () => {
    const first = await valve('tap')
    expect(first.status).toBe(200)
    expect(await valve('tap')).toMatchObject({ status: 200, body: { position: first.body.position } })
    expect(await valve('tap', '7a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a02')).toMatchObject(refusedAs('valve-operation-pending', 409))
    const { valveOperations } = await see('/meters/tap')
    expect(valveOperations).toMatchObject([
      { operationId, position: 'closed', status: 'requested', requestedBy: expect.stringContaining('admin') },
    ])
  })
})

describe('cascades', () => {
  test('a cascade is built, seen at once, and taken down', async () => {
    await send('POST', '/meters', { meters: ['c-in', 'c-in2', 'c-1', 'c-2'].map((number) => ({ number })) })
    expect((await send('POST', '/partitions', { partitionId: 'hill', name: 'Hill' })).status).toBe(200)
    expect((await send('POST', '/partitions', { partitionId: 'hill-top', name: 'Top', parentId: 'hill' })).status).toBe(200)
    expect((await send('POST', '/partitions/hill/summary-meters', { number: 'c-in' })).status).toBe(200)
    expect((await send('POST', '/partitions/hill-top/summary-meters', { number: 'c-in2' })).status).toBe(200)
    expect((await send('POST', '/partitions/hill-top/sub-meters', { numbers: ['c-1', 'c-2'] })).status).toBe(200)
    expect((await send('PUT', '/partitions/hill-top/thresholds', { leakageRate: 0.2 })).status).toBe(200)
    expect(await see('/partitions/hill-top')).toMatchObject({
      rootId: 'hill',
      level: 2,
      subMeterCount: 2,
      thresholds: { leakageRate: 0.2 },
    })
    const thresholdsAfter = async (payload: object) => {
      expect((await send('PUT', '/partitions/hill-top/thresholds', payload)).status).toBe(200)
      return (await see('/partitions/hill-top')).thresholds
    }
    expect(await thresholdsAfter({ klRatio: 0.5 })).toEqual({ leakageRate: 0.2, klRatio: 0.5 })
    expect(await thresholdsAfter({})).toEqual({ leakageRate: 0.2, klRatio: 0.5 })
    expect(await thresholdsAfter({ leakageRate: null })).toEqual({ klRatio: 0.5 })
    expect((await send('PUT', '/partitions/hill-top/thresholds', { klRatio: 0 })).status).toBe(400)
    expect((await see('/partitions')).rows.map(({ id }: { id: string }) => id)).toEqual(['hill', 'hill-top'])
    expect((await see('/meters/c-1/partition')).rows).toEqual([{ id: 'hill-top', name: 'Top', role: 'sub' }])

    expect(await send('DELETE', '/partitions/hill')).toMatchObject(refusedAs('partition-root-stays', 409))
    expect((await send('POST', '/partitions/hill-top/dissociations', { numbers: ['c-2'] })).status).toBe(200)
    expect((await send('DELETE', '/partitions/hill?whole=true')).status).toBe(200)
    expect((await see('/partitions')).rows).toEqual([])
  })

  test('facts outside of a cascade are looked up', async () => {
    await send('POST', '/partitions', { partitionId: 'lake', name: 'Lake' })
    await send('POST', '/partitions', { partitionId: 'lake-side', name: 'Side', parentId: 'lake' })
    await send('POST', '/partitions', { partitionId: 'wood', name: 'Wood' })
    await send('POST', '/meters', { meters: [{ number: 'far', timeZone: 'Asia/Shanghai' }] })
    const subMeters = (numbers: string[]) => send('POST', '/partitions/lake/sub-meters', { numbers })
    expect(await subMeters(['far'])).toMatchObject({
      status: 409,
      body: { code: 'meter-zone-differs', details: { number: 'far', timeZone: 'Asia/Shanghai' } },
    })
    expect(await subMeters(['nobody'])).toMatchObject(refusedAs('meter-not-registered', 404))
    expect(await send('POST', '/partitions', { partitionId: 'x', name: 'X', parentId: 'nowhere' })).toMatchObject(
      refusedAs('partition-parent-missing', 404),
    )
    // One name in the whole utility, although each cascade is a stream of its own.
    expect(await send('POST', '/partitions', { partitionId: 'lake-side', name: 'Other' })).toMatchObject(
      refusedAs('partition-already-exists', 409),
    )
    expect(await send('POST', '/partitions', { partitionId: 'lake-side', name: 'Side', parentId: 'wood' })).toMatchObject(
      refusedAs('partition-already-exists', 409),
    )
    expect(await send('PUT', '/partitions/nowhere/thresholds', { klRatio: 0.4 })).toMatchObject(refusedAs('partition-not-found', 404))
  })
})

describe('meters for a metering point', () => {
  const checkMeters = async (id: string, numbers: string[], role: 'sub' | 'summary' = 'sub') =>
    (await send('POST', `/partitions/${id}/meter-checks`, { numbers, role })).body.rows
  test('of many numbers each one that is refused is named with its reason, not the first alone', async () => {
    await send('POST', '/meters', { meters: ['fit-1', 'fit-2', 'fit-3', 'fit-main'].map((number) => ({ number })) })
    await send('POST', '/meters', { meters: [{ number: 'fit-far', timeZone: 'Asia/Shanghai' }] })
    await send('POST', '/partitions', { partitionId: 'fit-a', name: 'Fit A' })
    await send('POST', '/partitions/fit-a/summary-meters', { number: 'fit-main' })
    await send('POST', '/partitions/fit-a/sub-meters', { numbers: ['fit-1'] })
    expect(await checkMeters('fit-a', ['fit-2', 'absent', 'fit-far', 'fit-main', 'fit-1', 'missing'])).toMatchObject([
      { number: 'fit-2', problem: null, isHere: false, elsewhere: [] },
      { number: 'absent', problem: 'meter-not-registered' },
      { number: 'fit-far', problem: 'meter-zone-differs', details: { timeZone: 'Asia/Shanghai' } },
      { number: 'fit-main', problem: 'meter-already-in-partition', details: { partitionId: 'fit-a' } },
      { number: 'fit-1', problem: null, isHere: true },
      { number: 'missing', problem: 'meter-not-registered' },
    ])
  })
  test('a customer’s meter belongs to one partition at a time: in another cascade it is refused, and a summary meter is named', async () => {
    await send('POST', '/partitions', { partitionId: 'fit-b', name: 'Fit B' })
    expect(await checkMeters('fit-b', ['fit-1', 'fit-main'])).toMatchObject([
      { problem: 'meter-in-other-cascade', details: { name: 'Fit A' }, elsewhere: [{ id: 'fit-a', name: 'Fit A', role: 'sub' }] },
      { problem: null, elsewhere: [{ id: 'fit-a', role: 'summary' }] },
    ])
    await send('POST', '/partitions/fit-b/summary-meters', { number: 'fit-3' })
    expect(await send('POST', '/partitions/fit-b/sub-meters', { numbers: ['fit-1'] })).toMatchObject(
      refusedAs('meter-in-other-cascade', 409),
    )
  })
  test('an association accepts the meters that the check accepts', async () => {
    await send('POST', '/partitions', { partitionId: 'fit-a-low', name: 'Low', parentId: 'fit-a' })
    const numbers = ['fit-1', 'fit-2', 'fit-main', 'absent']
    for (const { number, problem } of await checkMeters('fit-a-low', numbers, 'summary')) {
      const answer = await send('POST', '/partitions/fit-a-low/summary-meters', { number })
      expect(problem === null ? answer.status : answer.body.code).toBe(problem ?? 200)
    }
  })
  test('are found by a part of the number, with whether they fit', async () => {
    const { body } = await send('GET', '/partitions/fit-a/meter-candidates?search=FIT-3&role=sub')
    expect(body.rows).toMatchObject([{ number: 'fit-3', problem: null }])
    expect(await send('GET', '/partitions/nowhere/meter-candidates?search=x&role=sub')).toMatchObject(refusedAs('partition-not-found', 404))
  })
})

describe('gateways and mappings', () => {
  test('a gateway’s key is shown once, is kept as a hash alone, and can be revoked', async () => {
    const created = await send('POST', '/gateways', { name: 'tower' })
    expect(created.body.key).toMatch(/^nfk_[A-Za-z0-9_-]{43}$/)
    expect(await send('POST', '/gateways', { name: 'tower' })).toMatchObject(refusedAs('gateway-name-taken', 409))
    const { rows } = await running.pool.query(
      `select (select string_agg(g::text, ' ') from platform.gateways g) || (select string_agg(o::text, ' ') from platform.operation_log o) as stored`,
    )
    expect(rows[0].stored).toContain('tower')
    expect(rows[0].stored).not.toContain(created.body.key)
    expect((await see('/gateways')).rows).toMatchObject([{ name: 'tower', frames: 0, lastSeenAt: null, revokedAt: null }])
    expect((await send('DELETE', '/gateways/tower')).status).toBe(200)
    expect((await see('/gateways')).rows[0].revokedAt).not.toBeNull()
    expect((await send('DELETE', '/gateways/nowhere')).status).toBe(404)
    expect((await send('POST', '/gateways', { name: 'tower' })).body.key).not.toBe(created.body.key)
  })

  test('readings and frames of a gateway are counted', async () => {
    await send('POST', '/gateways', { name: 'gw-1' })
    const before = (await see('/gateways')).rows.find(({ name }: { name: string }) => name === 'gw-1')
    await running.report('north', 'r1', '2024-07-01T00:00:00Z', [1, 2, 3])
    const after = (await see('/gateways')).rows.find(({ name }: { name: string }) => name === 'gw-1')
    expect([after.frames - before.frames, after.readings - before.readings]).toEqual([1, 3])
    expect(after.lastSeenAt).not.toBeNull()
  })

  test('shipped mappings are listed, and the utility’s own takes the place of one', async () => {
    const shipped = (await see('/device-profile-mappings')).rows
    expect(shipped.length).toBeGreaterThan(3)
    const [{ profile }] = shipped
    const url = `/device-profile-mappings/${encodeURIComponent(profile)}`
    expect((await send('PUT', url, { profile, litres: { path: 'volume', unit: 'm3' } })).status).toBe(200)
    const listed = (await see('/device-profile-mappings')).rows
    expect(listed).toHaveLength(shipped.length)
    expect(listed[0]).toEqual({ profile, litres: { path: 'volume', unit: 'm3' } })
  })
})

describe('the operation log', () => {
  test('keeps who did what, before and after, and the event’s position', async () => {
    await send('POST', '/meters', { meters: [{ number: 'logged', hasValve: true }] })
    const operationId = '8a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01'
    const { body } = await send('POST', '/meters/logged/valve', { operationId, position: 'open' })
    const accepted = (await operations()).at(-1)
    expect(accepted).toMatchObject({
      tenant: 'north',
      actor: 'user:admin',
      operation: 'POST /api/v1/meters/:number/valve',
      subject: { number: 'logged', operationId, position: 'open' },
      outcome: 'accepted',
      before: null,
      after: { operationId, status: 'requested' },
      position: String(body.position),
      address: '127.0.0.1',
    })
    await send('POST', '/meters/logged/valve', { operationId: '8a2f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a02', position: 'open' })
    expect((await operations()).at(-1)).toMatchObject({ outcome: 'valve-operation-pending', after: { operationId }, position: null })
  })

  test('has a row for every command of this file, and none can be changed or cut', async () => {
    const kinds = new Set((await operations()).map(({ operation }) => operation))
    expect(kinds.size).toBeGreaterThanOrEqual(12)
    for (const statement of [
      'update platform.operation_log set actor = $$x$$',
      'delete from platform.operation_log',
      'truncate platform.operation_log',
    ]) {
      await expect(running.pool.query(statement)).rejects.toThrow('never changed or removed')
    }
  })
})
