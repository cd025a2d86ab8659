import { createHmac, randomUUID } from 'node:crypto'
import { findMeterKey } from '@nightflow/platform/gateways/meter-keys'
import { sendKeyUpdates } from '@nightflow/policies/devices/send-key-updates'
import { listWaitingKeyUpdates } from '@nightflow/projections/devices/key-updates'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { type IngestApp, ingestApp } from '../../support/data/ingest-app.ts'
import { NetworkServer } from '../../support/process/network-server.ts'
import { type RunningPolicies, runPolicies } from '../../support/running-policies.ts'

const network = new NetworkServer()
let url: string
let running: RunningApi
let ingest: IngestApp
let policies: RunningPolicies
const minute = 60_000
/** The clock of the policies is ahead by this. */
let ahead = 0
const key = '00112233445566778899aabbccddeeff'

beforeAll(async () => {
  url = await network.start()
  running = await startApi('key_updates')
  const { pool, log } = running
  ingest = await ingestApp(log, {
    keyUpdates: {
      log,
      listWaiting: (tenant, gateway) => listWaitingKeyUpdates(pool, tenant, gateway),
      findKey: (place) => findMeterKey(pool, place),
    },
  })
  policies = runPolicies(running, [sendKeyUpdates({ pool, trustedHosts: new Set(['127.0.0.1']) })], { now: () => Date.now() + ahead })
  for (const number of ['9001', '9002', '9003', '9004', '9005']) {
    await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters: [{ number }] } })
    const frame = { frameId: randomUUID(), sentAt: new Date().toISOString(), readings: [{ meter: number, at: Date.now(), litres: 10 }] }
    await waitForViews(pool, (await ingest.post(frame)).json().position, 60_000)
  }
})
afterAll(async () => {
  network.stop()
  await policies.stop()
  await ingest.app.close()
  await running.stop()
})

const seen = async () => void (await waitForViews(running.pool, await running.log.head(), 60_000))
const update = async (number: string, more: object = {}, role: 'admin' | 'clerk' = 'admin') => {
  const payload = { number, updateId: randomUUID(), key, reason: 'yearly change', ...more }
  const headers = { authorization: `Bearer ${running.tokenOf('north', role)}` }
  return (await running.ask('north', { method: 'POST', url: '/prod-api/business/keyUpdate', payload, headers })).json()
}
type Row = { updateId: string; state: string; attempt: number }
const list = async (query: string): Promise<Row[]> => {
  await seen()
  return (await running.ask('north', { url: `/prod-api/business/keyUpdate/list?${query}` })).json().rows
}
const fetched = async () => (await ingest.post('', { method: 'GET', url: '/ingest/v1/key-updates' })).json().updates
const confirm = (updateId: string, meter: string) =>
  ingest.post({ meter, result: 'confirmed' }, { url: `/ingest/v1/key-updates/${updateId}` })
const stateOf = async (number: string) => (await list(`number=${number}`))[0]?.state

describe('a key update', () => {
  test.each([
    ['of a meter that is not registered', '9999', {}, 'meter-not-registered'],
    ['without a reason', '9001', { reason: ' ' }, 'request-invalid'],
    ['with a key of another length', '9001', { key: '0011' }, 'request-invalid'],
  ])('%s is refused', async (_, number, more, reason) => {
    expect((await update(number, more)).reason).toBe(reason)
  })

  test('needs a permission of its own', async () => expect((await update('9001', {}, 'clerk')).code).toBe(403))

  // requirement of Meters: A key update is executing until the meter confirms it, then successful | /device/keyUpdate | POST /prod-api/business/keyUpdate
  test('is executing until the meter confirms it, then successful', async () => {
    expect(await update('9001')).toMatchObject({ code: 200 })
    expect(await list('number=9001')).toMatchObject([{ state: 'executing', attempt: 1 }])
    expect((await update('9001')).reason).toBe('key-update-pending')
    const [waiting] = await fetched()
    expect(waiting).toMatchObject({ meter: '9001', key, attempt: 1, repeated: false })
    await seen()
    expect(await fetched()).toMatchObject([{ meter: '9001', repeated: true }])
    expect((await confirm(waiting.updateId, '9001')).statusCode).toBe(200)
    expect((await confirm(waiting.updateId, '9001')).statusCode).toBe(200)
    expect(await stateOf('9001')).toBe('success')
    expect(await fetched()).toEqual([])
  })

  // requirement of Meters: The key of a meter is never shown | /device/keyUpdate | GET /prod-api/business/keyUpdate/list
  test('is in no event, log or answer in plain text, and encrypted in the database', async () => {
    const everywhere = await running.pool.query<{ found: number }>(
      `select (select count(*) from platform.operation_log where operation_log::text ilike $1)::int
        + (select count(*) from platform.meter_keys where encode(encrypted_key, 'hex') ilike $1)::int as found`,
      [`%${key}%`],
    )
    expect(everywhere.rows[0]!.found).toBe(0)
    const events = await running.log.readStream('north/devices-key-9001')
    expect(events.length).toBeGreaterThan(1)
    expect(JSON.stringify(events)).not.toContain(key)
    expect(JSON.stringify(await list(''))).not.toContain(key)
    const kept = await running.pool.query('select from platform.meter_keys')
    expect(kept.rowCount).toBe(1)
  })
})

describe('a meter that does not answer', () => {
  // requirement of Meters: A key is sent again when the meter does not answer: resend, then resend successful | /device/keyUpdate | GET /prod-api/business/keyUpdate/list
  test('gets the key again, and its success says so', async () => {
    expect(await update('9002')).toMatchObject({ code: 200 })
    await expect.poll(async () => (await list('number=9002'))[0]!.state).toBe('executing')
    ahead = 16 * minute
    await expect.poll(() => stateOf('9002')).toBe('resend')
    const [waiting] = await fetched()
    expect(waiting).toMatchObject({ meter: '9002', key, attempt: 2 })
    await confirm(waiting.updateId, '9002')
    expect(await list('number=9002')).toMatchObject([{ state: 'resendSuccessful', attempt: 2 }])
  })

  // requirement of Meters: A key update times out after a bounded number of times | /device/keyUpdate | GET /prod-api/business/keyUpdate/list
  test('times out after the key was sent three times', async () => {
    // The deadline is counted by the clock of the service: one that is ahead already would be past it.
    ahead = 0
    expect(await update('9003')).toMatchObject({ code: 200 })
    for (const attempt of [2, 3]) {
      ahead += 16 * minute
      await expect.poll(async () => (await list('number=9003'))[0]!.attempt).toBe(attempt)
    }
    ahead += 16 * minute
    await expect.poll(() => stateOf('9003')).toBe('timeout')
    expect(await fetched()).toEqual([])
    expect((await list('state=timeout')).length).toBe(1)
    expect(policies.deadLetters).toEqual([])
  })
})

describe('a gateway with a downlink', () => {
  const secret = 'key-of-the-network-server'
  const configure = async (payload: object): Promise<void> => {
    const asked = { method: 'PUT' as const, url: '/api/v1/gateways/tower/downlink', payload }
    expect((await running.ask('north', asked)).statusCode).toBe(200)
  }

  test('gets the key at its webhook, signed over its time and its body, and fetches it no more', async () => {
    await running.ask('north', { method: 'POST', url: '/api/v1/gateways', payload: { name: 'tower' } })
    await configure({ kind: 'webhook', url: `${url}/keys`, secret })
    ahead = 0
    const updateId = randomUUID()
    expect(await update('9004', { updateId })).toMatchObject({ code: 200 })
    await expect.poll(() => network.calls.length).toBe(1)
    const [{ path, headers, body }] = network.calls as [(typeof network.calls)[0]]
    expect(path).toBe('/keys')
    expect(JSON.parse(body)).toEqual({ updateId, meter: '9004', key, answerBy: expect.any(String) })
    const signature = createHmac('sha256', secret).update(`${headers['nightflow-timestamp']}.${body}`).digest('hex')
    expect(headers).toMatchObject({ 'idempotency-key': updateId, 'nightflow-signature': `v1=${signature}` })
    await expect.poll(fetched).toMatchObject([{ meter: '9004', repeated: true }])
    expect((await confirm(updateId, '9004')).statusCode).toBe(200)
    expect(await stateOf('9004')).toBe('success')
  })

  test('of LoRaWAN is sent no key: its bytes are the maker’s, and the gateway fetches it', async () => {
    network.calls.length = 0
    await configure({ kind: 'chirpstack', url, port: 10, openPayload: '01', closePayload: '00', secret })
    expect(await update('9005')).toMatchObject({ code: 200 })
    await expect.poll(async () => (await list('number=9005'))[0]?.state).toBe('executing')
    expect(await fetched()).toMatchObject([{ meter: '9005', key, repeated: false }])
    expect(network.calls).toEqual([])
    expect(policies.deadLetters).toEqual([])
  })
})
