import { randomUUID } from 'node:crypto'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
const post = async (url: string, payload: object) => {
  const answer = await running.ask('north', { method: 'POST', url, payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
type Line = { step: string; by: string | null; note: string | null; position: number; facts: object; changes: object[] }
const historyOf = async (number: string): Promise<Line[]> => {
  await waitForViews(running.pool, await running.log.head(), 60_000)
  return (await running.ask('north', { url: `/api/v1/meters/${number}/history` })).json().rows
}

beforeAll(async () => {
  running = await startApi('meter_history')
  await post('/api/v1/meters', {
    meters: [{ number: 'old', name: 'Bakery', hasValve: true, installedAt: '2026-01-01T00:00:00Z' }, { number: 'new' }],
  })
})
afterAll(() => running.stop())

describe('the history of a meter', () => {
  test('begins with its registration, once', async () => {
    await post('/api/v1/meters', { meters: [{ number: 'new' }] })
    expect(await historyOf('new')).toMatchObject([{ step: 'registered', by: 'admin', changes: [] }])
  })

  test('names each detail that was changed, with the value before and after, the reason and the event', async () => {
    await post('/api/v1/meters/old/details', {
      number: 'old',
      name: 'Anchor',
      address: '2 Canal Street',
      hasValve: true,
      reason: 'New tenant',
    })
    const [line] = await historyOf('old')
    expect(line).toMatchObject({ step: 'changed', by: 'admin', note: 'New tenant', position: await running.log.head() })
    expect(line!.changes).toEqual([
      { field: 'name', from: 'Bakery', to: 'Anchor' },
      { field: 'address', from: null, to: '2 Canal Street' },
    ])
  })

  test('has the operations of its valve', async () => {
    await post('/api/v1/meters/old/valve', { operationId: randomUUID(), position: 'closed', reason: 'Arrears' })
    expect((await historyOf('old'))[0]).toMatchObject({ step: 'closingRequested', by: 'admin', note: 'Arrears' })
  })

  test('has a replacement on both sides', async () => {
    const replacedAt = '2026-02-01T00:00:00.000Z'
    await post('/api/v1/meters/old/replacement', {
      replacedBy: 'new',
      replacedAt,
      finalLitres: 5000,
      initialLitres: 10,
      reason: 'Calibration',
    })
    expect((await historyOf('old'))[0]).toMatchObject({
      step: 'replaced',
      facts: { replacedBy: 'new', replacedAt, finalLitres: 5000, initialLitres: 10 },
    })
    expect((await historyOf('new'))[0]).toMatchObject({ step: 'replaces', facts: { replaces: 'old' }, note: 'Calibration' })
  })
})
