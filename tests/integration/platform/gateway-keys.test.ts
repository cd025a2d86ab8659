import { revokeGateway } from '@nightflow/platform/gateways/gateways'
import { mountGateway } from '@nightflow/server/roles/gateway'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let gateways: FastifyInstance
beforeAll(async () => {
  running = await startApi('gateway_keys')
  gateways = fastify()
  mountGateway(gateways, { pool: running.servicePool, log: running.log })
  await gateways.ready()
})
afterAll(async () => {
  await gateways?.close()
  await running?.stop()
})

const create = async (name: string): Promise<string> =>
  (await running.ask('north', { method: 'POST', url: '/api/v1/gateways', payload: { name } })).json().key
const send = async (key: string, frameId: string): Promise<number> => {
  const frame = { frameId, sentAt: new Date().toISOString(), readings: [{ meter: '4711', at: Date.now(), litres: 1 }] }
  return (await gateways.inject({ method: 'POST', url: '/ingest/v1/frames', headers: { authorization: `Bearer ${key}` }, payload: frame }))
    .statusCode
}

test('a key that is revoked is refused from the answer on', async () => {
  const key = await create('tower')
  expect(await send(key, 'first')).toBe(202)
  expect((await running.ask('north', { method: 'DELETE', url: '/api/v1/gateways/tower' })).statusCode).toBe(200)
  expect(await send(key, 'second')).toBe(401)
  const next = await create('tower')
  expect([await send(key, 'third'), await send(next, 'fourth')]).toEqual([401, 202])
})

test('a key that another process revoked is refused as soon as the database has notified this one', async () => {
  const key = await create('mill')
  expect(await send(key, 'first')).toBe(202)
  const begun = performance.now()
  await revokeGateway(running.pool, 'north', 'mill')
  await expect.poll(() => send(key, 'next'), { timeout: 2_000, interval: 5 }).toBe(401)
  expect(performance.now() - begun, 'and not when what is remembered is old').toBeLessThan(2_000)
})
