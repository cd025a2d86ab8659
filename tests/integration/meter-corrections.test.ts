import { waitForViews } from '@nightflow/projections/shared/checkpoint'
import { verifyViews } from '@nightflow/projections/shared/replay'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestApp } from '../support/ingest-app.ts'
import { type RunningApi, startApi } from '../support/running-api.ts'

/** What people correct of a meter: its details, a reading, a reset of its register. Live figures, time travel and a replay agree. */

let running: RunningApi
beforeAll(async () => {
  running = await startApi('meter-corrections')
  await post('/api/v1/meters', { meters: [{ number: 'bulk', caliberMillimetres: 15 }, { number: 'reset' }, { number: 'typo' }] })
  for (const number of ['bulk', 'reset', 'typo']) {
    await post('/api/v1/partitions', { partitionId: number, name: number })
    await post(`/api/v1/partitions/${number}/summary-meters`, { number })
  }
})
afterAll(() => running?.stop())

const post = async (url: string, payload: object) => {
  const answer = await running.ask('north', { method: 'POST', url, payload })
  expect(answer.statusCode, answer.body).toBe(200)
}
const get = async (url: string) => (await running.ask('north', { method: 'GET', url })).json()
const dayOf = async (meter: string) => (await get(`/api/v1/meters/${meter}/volumes?from=2026-02-01&to=2026-02-01&resolution=day`)).rows[0]
const supplyOf = async (meter: string, asOf = ''): Promise<number | null> => {
  const { rows } = await get(`/api/v1/partitions/${meter}/night-flow?from=2026-02-01&to=2026-02-01${asOf}`)
  return rows[0]?.supplyLitres ?? null
}
const agree = async (meter: string): Promise<void> => {
  expect(await supplyOf(meter, `&asOf=${await running.log.head()}`)).toBe(await supplyOf(meter))
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
}

const midnight = '2026-02-01T00:00:00+01:00'
const hours = Array.from({ length: 25 }, (_, hour) => hour)

test('a bulk meter that was registered with a household calibre has its flow back once the calibre is edited', async () => {
  const registers = hours.map((hour) => hour * 100_000)
  await running.report('north', 'bulk', midnight, registers)
  expect(await dayOf('bulk')).toMatchObject({ volumeLitres: null, flags: 'implausible-jump' })
  const before = await running.log.head()
  await post('/api/v1/meters/bulk/details', { hasValve: false, caliberMillimetres: 300, name: 'Main', reason: 'was DN 15' })
  expect(await dayOf('bulk')).toMatchObject({ volumeLitres: 2_400_000, flags: '' })
  expect(await supplyOf('bulk')).toBe(2_400_000)
  expect(await supplyOf('bulk', `&asOf=${before}`)).toBeNull()
  expect(await get('/api/v1/meters/bulk')).toMatchObject({ caliberMillimetres: 300, name: 'Main' })
  await agree('bulk')
})

test('a register that was reset made a negative day known: it is unknown until the reset is recorded', async () => {
  await running.report(
    'north',
    'reset',
    midnight,
    hours.map((hour) => (hour < 12 ? 216 + hour : hour - 12)),
  )
  expect(await dayOf('reset')).toMatchObject({ volumeLitres: null, flags: 'step-back' })
  await post('/api/v1/meters/reset/resets', { resetAt: '2026-02-01T11:30:00+01:00', finalLitres: 227, initialLitres: 0 })
  expect(await dayOf('reset')).toMatchObject({ volumeLitres: 23, flags: '' })
  expect((await get('/api/v1/meters/reset')).resets).toMatchObject([{ finalLitres: 227, initialLitres: 0 }])
  await agree('reset')
})

test('a reading that was mistyped is corrected by hand, though a gateway repeats the wrong value', async () => {
  const wrong = hours.map((hour) => (hour === 24 ? 1_240 : hour * 10))
  await running.report('north', 'typo', midnight, wrong)
  expect(await dayOf('typo')).toMatchObject({ volumeLitres: 1_240 })
  await post('/api/v1/meters/typo/corrections', { at: '2026-02-02T00:00:00+01:00', litres: 240, reason: 'typing error' })
  await running.report('north', 'typo', '2026-02-02T00:00:00+01:00', [1_240])
  expect(await dayOf('typo')).toMatchObject({ volumeLitres: 240 })
  await agree('typo')
})

test('an unregistered meter is not corrected, nor any without the permission', async () => {
  const payload = { at: '2026-02-02T00:00:00Z', litres: 240, reason: 'typing error' }
  const unknown = await running.ask('north', { method: 'POST', url: '/api/v1/meters/nowhere/corrections', payload })
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'meter-not-registered'])
  const headers = { authorization: `Bearer ${running.tokenOf('north', 'analyst')}` }
  const refused = await running.ask('north', { method: 'POST', url: '/api/v1/meters/typo/corrections', payload, headers })
  expect(refused.statusCode).toBe(403)
})

test('a message of an unknown device profile, quarantined for good, is read again when its mapping appears', async () => {
  const ingest = await ingestApp(running.log)
  try {
    const at = new Date(Date.now() - 60_000).toISOString()
    const body = {
      deduplicationId: 'first',
      time: at,
      deviceInfo: { deviceProfileName: 'Brass meter', devEui: '4711' },
      object: { total: 1234 },
    }
    const answer = await ingest.post(body, { url: '/ingest/v1/chirpstack?event=up' })
    expect([answer.statusCode, answer.json().accepted]).toEqual([202, 0])
    expect(await waitForViews(running.pool, answer.json().position, 60_000)).toBe(true)
    expect((await get('/api/v1/quarantine')).rows).toMatchObject([{ reason: 'unknown-device', frameId: 'first' }])
    const profile = encodeURIComponent('Brass meter')
    const payload = { litres: { path: 'total', unit: 'l' } }
    const saved = await running.ask('north', { method: 'PUT', url: `/api/v1/device-profile-mappings/${profile}`, payload })
    expect(saved.statusCode, saved.body).toBe(200)
    await expect.poll(async () => (await get('/api/v1/quarantine')).rows, { timeout: 30_000 }).toEqual([])
    expect((await get('/api/v1/unclaimed-meters')).rows).toMatchObject([{ number: '4711', frames: 1 }])
    expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
  } finally {
    await ingest.app.close()
  }
})
