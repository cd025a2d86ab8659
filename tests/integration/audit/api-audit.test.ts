import { turnLock } from '@nightflow/platform/jobs/job-queue'
import { Job } from '@nightflow/schemas/audit/log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let frame: number
beforeAll(async () => {
  running = await startApi('api_audit')
  frame = await running.report('north', 'm-1', '2024-05-01T00:00:00Z', [100.5, 101, 102.25])
  await running.report('south', 'm-9', '2024-05-01T00:00:00Z', [1, 2])
  await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters: [{ number: 'm-1' }, { number: 'm-2' }] } })
})
afterAll(() => running.stop())

const see = async (url: string) => (await running.ask('north', { url: `/api/v1/audit${url}` })).json()
const start = (kind: Job['kind'], tenant = 'north') => running.ask(tenant, { method: 'POST', url: '/api/v1/audit/jobs', payload: { kind } })
const finished = async (id: string, tenant = 'north'): Promise<Job> => {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const job = Job.parse((await running.ask(tenant, { url: `/api/v1/audit/jobs/${id}` })).json())
    if (job.endedAt !== null) return job
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`job ${id} did not end`)
}

describe('the log', () => {
  test('streams are listed by name, found by a part of it, and paged', async () => {
    const names = (await see('/streams')).rows.map(({ stream }: { stream: string }) => stream)
    expect(names).toEqual(['north/devices-meter-m-1', 'north/devices-meter-m-2', 'north/metering-gateway-gw-1'])
    expect((await see('/streams?search=GATEWAY')).rows).toMatchObject([{ stream: names[2], version: 1 }])
    expect((await see(`/streams?limit=1&after=${names[0]}`)).rows).toMatchObject([{ stream: names[1] }])
  })

  test('events come newest first, of a stream, of a type, before a position', async () => {
    const all = (await see('/events')).rows
    expect(all.map(({ position }: { position: number }) => position)).toEqual(
      all.map(({ position }: { position: number }) => position).sort((left: number, right: number) => right - left),
    )
    expect((await see('/events')).head).toBe(all[0].position)
    expect((await see('/events?type=metering.ReadingsReported')).rows).toMatchObject([{ position: frame, actor: 'gateway:gw-1' }])
    expect((await see('/events?stream=north/devices-meter-m-2')).rows).toMatchObject([{ version: 1, actor: 'user:admin' }])
    expect((await see(`/events?before=${all[0].position}&limit=1`)).rows[0].position).toBe(all[1].position)
  })

  test('streams and events are paged by number of page, with the total of the matching rows', async () => {
    const [one, two] = [await see('/streams?limit=2'), await see('/streams?limit=2&page=2')]
    expect([one.total, two.total]).toEqual([3, 3])
    expect([...one.rows, ...two.rows]).toEqual((await see('/streams')).rows)
    expect(await see('/streams?search=meter-m-2')).toMatchObject({ total: 1 })
    const all = await see('/events')
    expect(all.total).toBe(all.rows.length)
    expect((await see('/events?limit=2&page=2')).rows).toEqual(all.rows.slice(2, 4))
    for (const query of [
      'type=metering.ReadingsReported',
      'type=devices.MeterRegistered',
      'stream=north/devices-meter-m-2',
      'stream=north/devices-meter-m-2&type=metering.ReadingsReported',
      'type=leakage.PartitionCreated',
    ]) {
      const { rows, total } = await see(`/events?limit=200&${query}`)
      expect(total, query).toBe(rows.length)
    }
  })

  test('an export has the whole list, whatever page the screen shows', async () => {
    const answer = await running.ask('north', { url: '/api/v1/audit/streams?page=2', headers: { accept: 'text/csv' } })
    expect(answer.body.split('\r\n').slice(1, -1)).toHaveLength(3)
  })

  test('a frame is shown with its readings in the units they came in, and the previous hash', async () => {
    const event = await see(`/events/${frame}`)
    expect(event).toMatchObject({ type: 'metering.ReadingsReported', previousHash: null, data: { accepted: 3, gateway: 'gw-1' } })
    expect(event.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(event.packedBytes).toBeGreaterThan(0)
    expect(event.readings).toEqual([
      { meter: 'm-1', at: '2024-05-01T00:00:00.000Z', litres: 100.5 },
      { meter: 'm-1', at: '2024-05-01T01:00:00.000Z', litres: 101 },
      { meter: 'm-1', at: '2024-05-01T02:00:00.000Z', litres: 102.25 },
    ])
    const second = await running.report('north', 'm-1', '2024-05-01T03:00:00Z', [103])
    expect((await see(`/events/${second}`)).previousHash).toBe(event.hash)
  })
})

describe('jobs', () => {
  test('a verification of a whole log says identical, and continues without a viewer', async () => {
    const started = Job.parse((await start('verify')).json())
    expect(started).toMatchObject({ kind: 'verify', status: 'waiting', endedAt: null })
    const job = await finished(started.id)
    expect(job).toMatchObject({ status: 'succeeded', findings: ['identical'] })
    expect((await see('/jobs')).rows[0].id).toBe(started.id)
  })

  test('a replay rebuilds the read models and they answer as before', async () => {
    const url = '/api/v1/meters/m-1/readings?from=2024-05-01&to=2024-05-02'
    const before = (await running.ask('north', { url })).json()
    const job = await finished((await start('replay')).json().id)
    expect(job.status).toBe('succeeded')
    expect(job.done).toBe(job.total)
    expect(job.total).toBeGreaterThan(0)
    expect((await running.ask('north', { url })).json()).toEqual(before)
  })

  test('a tenant has one that waits or runs: the second is refused, and another tenant’s waits for its turn and runs', async () => {
    const keeper = await running.pool.connect()
    // Held, no worker takes a job.
    await keeper.query('select pg_advisory_lock($1)', [turnLock])
    const first = Job.parse((await start('verify')).json())
    expect(first.status).toBe('waiting')
    const second = await start('replay')
    expect([second.statusCode, second.json().code]).toEqual([409, 'replay-already-running'])
    const south = Job.parse((await start('replay', 'south')).json())
    expect(south.status).toBe('waiting')
    await keeper.query('select pg_advisory_unlock($1)', [turnLock])
    keeper.release()
    expect((await finished(first.id)).status).toBe('succeeded')
    expect((await finished(south.id, 'south')).status).toBe('succeeded')
    const order = await running.pool.query('select id from platform.jobs where id = any($1) order by taken_at', [[south.id, first.id]])
    // The last turn was north's.
    expect(order.rows.map(({ id }) => id)).toEqual([south.id, first.id])
  })

  test('of three at the same moment each tenant has one', async () => {
    const answers = await Promise.all([start('verify'), start('verify'), start('replay', 'south')])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409])
    for (const [nth, answer] of answers.entries())
      if (answer.statusCode === 200) await finished(answer.json().id, nth === 2 ? 'south' : 'north')
  })

  test('jobs that a stopped process left waiting run when another one starts', async () => {
    const id = '5c5f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a02'
    const other = await startApi('api_audit_waiting')
    try {
      await other.pool.query(
        `insert into platform.jobs (id, tenant, kind, status, started_by) values ($1, 'north', 'verify', 'waiting', 'user:admin')`,
        [id],
      )
      const statusOf = async () => (await other.pool.query('select status from platform.jobs where id = $1', [id])).rows[0].status
      await expect.poll(statusOf).toBe('succeeded')
    } finally {
      await other.stop()
    }
  })

  test('a reader of a job’s end may start the next one', async () => {
    const watchUntilEnded = async (id: string): Promise<string> => {
      for (;;) {
        const [row] = (await running.pool.query<{ status: string }>('select status from platform.jobs where id = $1', [id])).rows
        if (row!.status !== 'running' && row!.status !== 'waiting') return row!.status
      }
    }
    for (let times = 0; times < 5; times += 1) {
      const answer = await start('verify')
      expect(answer.statusCode).toBe(200)
      const ends = await Promise.all([1, 2, 3].map(() => watchUntilEnded(answer.json().id)))
      expect(ends).toEqual(['succeeded', 'succeeded', 'succeeded'])
    }
  })

  test('an altered row is named to its utility, and only counted to the other', async () => {
    await running.pool.query(`update views.meters set details = '{"number":"forged"}' where tenant = 'north' and number = 'm-2'`)
    const own = await finished((await start('verify')).json().id)
    expect(own.findings.join('\n')).toContain('meters: row tenant north, number m-2')
    const other = await finished((await start('verify', 'south')).json().id, 'south')
    expect(other.findings).toEqual([`${own.findings.length} in other tenants`])
    await finished((await start('replay')).json().id)
    expect((await finished((await start('verify')).json().id)).findings).toEqual(['identical'])
  })

  test('a job whose process died is failed, and the next one starts', async () => {
    const id = '5c5f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01'
    await running.pool.query(
      `insert into platform.jobs (id, tenant, kind, status, started_by) values ($1, 'north', 'replay', 'running', 'user:admin')`,
      [id],
    )
    expect(await finished(id)).toMatchObject({ status: 'failed', findings: [expect.stringContaining('Start it again')] })
    const next = await start('verify')
    expect(next.statusCode).toBe(200)
    await finished(next.json().id)
  })

  test('a server that is stopped breaks its job off and says so', async () => {
    const other = await startApi('api_audit_stop')
    try {
      await other.report('north', 'm-1', '2024-05-01T00:00:00Z', [1, 2])
      // Held, the verification waits in its first step.
      const keeper = await other.pool.connect()
      await keeper.query('begin; lock table views.meters in access exclusive mode')
      const answer = await other.ask('north', { method: 'POST', url: '/api/v1/audit/jobs', payload: { kind: 'verify' } })
      const statusOf = async () =>
        (await other.pool.query('select status from platform.jobs where id = $1', [answer.json().id])).rows[0].status
      await expect.poll(statusOf, { interval: 5 }).toBe('running')
      const stopped = other.stopWorker()
      await keeper.query('commit')
      keeper.release()
      await stopped
      const { rows } = await other.pool.query('select status, findings from platform.jobs where id = $1', [answer.json().id])
      expect(rows).toEqual([{ status: 'failed', findings: [expect.stringContaining('server was stopped')] }])
    } finally {
      await other.stop()
    }
  })
})
