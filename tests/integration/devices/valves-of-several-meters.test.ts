import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
beforeAll(async () => {
  running = await startApi('valves_of_several')
  const registered = await running.ask('north', {
    method: 'POST',
    url: '/api/v1/meters',
    payload: {
      meters: [{ number: 'with-1', hasValve: true }, { number: 'with-2', hasValve: true }, { number: 'without' }],
    },
  })
  expect(registered.statusCode, registered.body).toBe(200)
})
afterAll(() => running.stop())

type Operated = { requested: number; refused: { number: string; code: string }[] }
const operate = async (verb: 'opening' | 'closing', payload: object, tenant = 'north') =>
  running.ask(tenant, { method: 'POST', url: `/api/v1/valves/${verb}`, payload })
const operationsOf = async (number: string): Promise<{ position: string; reason: string }[]> =>
  (await running.ask('north', { url: `/api/v1/meters/${number}` })).json().valveOperations

describe('the valves of several meters', () => {
  const request = { requestId: randomUUID(), reason: 'Burst in Canal Street' }

  test('are closed each on its own, and the answer names those that were refused', async () => {
    const answer = await operate('closing', { ...request, number: 'with-1,without,with-2,nowhere' })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json() as Operated).toMatchObject({
      requested: 2,
      refused: [
        { number: 'without', code: 'meter-without-valve' },
        { number: 'nowhere', code: 'meter-not-registered' },
      ],
    })
    for (const number of ['with-1', 'with-2'])
      expect(await operationsOf(number)).toMatchObject([{ position: 'closed', reason: 'Burst in Canal Street' }])
  })

  test('are not closed a second time by the same request', async () => {
    expect((await operate('closing', { ...request, number: ['with-1', 'with-2'] })).statusCode).toBe(200)
    expect(await operationsOf('with-1')).toHaveLength(1)
  })

  test('need a reason, a permission and no more than 200 numbers', async () => {
    expect((await operate('opening', { requestId: randomUUID(), reason: ' ', number: 'with-1' })).statusCode).toBe(400)
    const numbers = Array.from({ length: 201 }, (_, index) => `m-${index}`)
    expect((await operate('opening', { requestId: randomUUID(), reason: 'Test', number: numbers })).statusCode).toBe(400)
    const asViewer = await running.ask('north', {
      method: 'POST',
      url: '/api/v1/valves/opening',
      payload: { requestId: randomUUID(), reason: 'Test', number: 'with-1' },
      headers: { authorization: `Bearer ${running.tokenOf('north', 'analyst')}` },
    })
    expect(asViewer.statusCode).toBe(403)
  })

  test('are those of the caller’s tenant', async () => {
    const answer = await operate('opening', { requestId: randomUUID(), reason: 'Test', number: 'with-1' }, 'south')
    expect(answer.json() as Operated).toMatchObject({ requested: 0, refused: [{ number: 'with-1', code: 'meter-not-registered' }] })
  })

  test('are named in the operation log', async () => {
    const { rows } = await running.pool.query(
      `select after from platform.operation_log where tenant = 'north' and operation = 'POST /api/v1/valves/closing' order by id limit 1`,
    )
    expect(rows[0]?.after).toMatchObject({ numbers: ['with-1', 'without', 'with-2', 'nowhere'], reason: request.reason })
  })
})
