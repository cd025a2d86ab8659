import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { ingestApp } from '../../support/data/ingest-app.ts'

/** Corrections of a meter by people: its details, a reading, a reset of its register. Live figures, time travel and a replay agree. */

let running: RunningApi
beforeAll(async () => {
  running = await startApi('meter-corrections')
  await post('/api/v1/meters', { meters: [{ number: 'bulk', caliberMillimetres: 15 }, ...['reset', 'typo', 'sharp', 'new'].map(toMeter)] })
  for (const number of ['bulk', 'reset', 'typo', 'sharp', 'new']) {
    await post('/api/v1/partitions', { partitionId: number, name: number })
    await post(`/api/v1/partitions/${number}/summary-meters`, { number })
  }
})
afterAll(() => running?.stop())

const toMeter = (number: string) => ({ number, registerWidthLitres: 100_000_000 })
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

test('a reset at the instant of the last reading had no effect: the register counts from it', async () => {
  await running.report(
    'north',
    'sharp',
    midnight,
    hours.map((hour) => (hour <= 12 ? 216 + hour : hour - 12)),
  )
  await post('/api/v1/meters/sharp/resets', { resetAt: '2026-02-01T12:00:00+01:00', finalLitres: 228, initialLitres: 0 })
  expect(await dayOf('sharp')).toMatchObject({ volumeLitres: 24, flags: '' })
  await agree('sharp')
})

test('a new meter of unknown size that turned back below zero added its whole width to the supply: its day is unknown', async () => {
  const registers = hours.map((hour) => (hour === 0 ? 0 : hour === 1 ? 99_999_979 : (hour - 1) * 100 - 21))
  await running.report('north', 'new', midnight, registers)
  expect(await dayOf('new')).toMatchObject({ volumeLitres: null, measuredLitres: registers.at(-1), flags: 'rollover step-back' })
  expect(await supplyOf('new')).toBeNull()
  await agree('new')
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

type HistoryRow = { position: number; step: string; by: string; note: string | null; facts: { correctionId: string }; isWithdrawn: boolean }
const historyOf = async (meter: string): Promise<HistoryRow[]> => (await get(`/api/v1/meters/${meter}/history`)).rows

test('corrections and resets were in no history of the meter: who, when, why and the number of the event', async () => {
  const rows = await historyOf('typo')
  expect(rows.map(({ step }) => step)).toEqual(['readingCorrected', 'registered'])
  expect(rows[0]).toMatchObject({
    by: 'admin',
    note: 'typing error',
    facts: { readAt: '2026-02-01T23:00:00.000Z', registerLitres: 240 },
    position: expect.any(Number),
    isWithdrawn: false,
  })
  expect((await historyOf('reset'))[0]).toMatchObject({
    step: 'resetRecorded',
    facts: { resetAt: '2026-02-01T10:30:00.000Z', finalLitres: 227, initialLitres: 0 },
    by: 'admin',
  })
  const page = await get('/api/v1/meters/typo/history?limit=1')
  expect(page).toMatchObject({ rows: [{ position: rows[0]!.position }], next: rows[0]!.position })
  expect(await get(`/api/v1/meters/typo/history?limit=1&before=${page.next}`)).toMatchObject({
    rows: [{ position: rows[1]!.position }],
    next: null,
  })
  expect(await get('/api/v1/meters/nowhere/history')).toMatchObject({ status: 404 })
})

test('a manual correction is withdrawn, and the figures are those without it', async () => {
  const before = await running.log.head()
  const [
    {
      facts: { correctionId },
    },
  ] = (await historyOf('typo')) as [HistoryRow]
  const withdrawal = `/api/v1/meters/typo/corrections/${correctionId}/withdrawal`
  await post(withdrawal, { reason: 'the photo was of another meter' })
  expect(await dayOf('typo')).toMatchObject({ volumeLitres: 1_240, flags: '' })
  expect(await supplyOf('typo')).toBe(1_240)
  expect(await supplyOf('typo', `&asOf=${before}`)).toBe(240)
  const [last, corrected] = await historyOf('typo')
  expect(last).toMatchObject({
    step: 'correctionWithdrawn',
    note: 'the photo was of another meter',
    by: 'admin',
  })
  expect(corrected).toMatchObject({ facts: { correctionId }, isWithdrawn: true })
  await agree('typo')
  const head = await running.log.head()
  await post(withdrawal, { reason: 'again' })
  expect(await running.log.head()).toBe(head)
  await post('/api/v1/meters/typo/corrections', { at: '2026-02-02T00:00:00+01:00', litres: 240, reason: 'it was right after all' })
  expect(await dayOf('typo')).toMatchObject({ volumeLitres: 240 })
  await agree('typo')
})

test('a reset of the register is withdrawn, and the day is unknown as before', async () => {
  const before = await running.log.head()
  await post('/api/v1/meters/reset/resets/withdrawal', { resetAt: '2026-02-01T11:30:00+01:00', reason: 'no reset on site' })
  expect(await dayOf('reset')).toMatchObject({ volumeLitres: null, flags: 'step-back' })
  expect((await get('/api/v1/meters/reset')).resets).toEqual([])
  expect(await supplyOf('reset', `&asOf=${before}`)).toBe(23)
  expect((await historyOf('reset')).slice(0, 2)).toMatchObject([
    { step: 'resetWithdrawn', note: 'no reset on site' },
    { step: 'resetRecorded', isWithdrawn: true },
  ])
  await agree('reset')
})

test('a withdrawal without its correction or reset, without a reason or without the permission is rejected', async () => {
  const ask = (url: string, payload: object, role?: 'analyst') =>
    running.ask('north', {
      method: 'POST',
      url,
      payload,
      ...(role && { headers: { authorization: `Bearer ${running.tokenOf('north', role)}` } }),
    })
  const correction = '/api/v1/meters/typo/corrections/019ab000-0000-7000-8000-000000000001/withdrawal'
  const reset = '/api/v1/meters/reset/resets/withdrawal'
  const resetAt = '2026-02-01T11:30:00+01:00'
  expect((await ask(correction, { reason: 'x' })).json()).toMatchObject({ status: 404, code: 'correction-not-found' })
  expect((await ask(reset, { resetAt, reason: 'x' })).json()).toMatchObject({ status: 404, code: 'reset-not-found' })
  expect((await ask(reset, { resetAt })).statusCode).toBe(400)
  expect((await ask(reset, { resetAt, reason: 'x' }, 'analyst')).statusCode).toBe(403)
  expect((await ask(correction, { reason: 'x' }, 'analyst')).statusCode).toBe(403)
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
    await expect.poll(async () => (await get('/api/v1/quarantine')).rows).toEqual([])
    expect((await get('/api/v1/unclaimed-meters')).rows).toMatchObject([{ number: '4711', frames: 1 }])
    expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
  } finally {
    await ingest.app.close()
  }
})
